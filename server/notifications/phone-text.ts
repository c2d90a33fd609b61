/** A text to a phone that is no code: by SMS, or laid out for the developer. rules/notifications#sms */
import type { Ctx } from "../kernel/context.ts";
import { isSilent, smsBrand } from "./carriers/carrier.ts";
import { sendSms } from "./carriers/esms.ts";
import { layOut } from "./outbox.ts";

/** `text` without accents and without a link. `reference`: the carrier drops a repeat of the same. */
export async function sendPhoneText(
  ctx: Ctx,
  { phone, text, reference }: { phone: string; text: string; reference: string },
): Promise<void> {
  const { esms, dev_simulators } = ctx.config;
  const said = `${await smsBrand(ctx)}: ${text}`;
  if (esms && !isSilent(ctx, phone)) await sendSms(ctx, esms, { phone, text: said, reference });
  else if (dev_simulators) await layOut(ctx, { channel: "sms", recipient: phone, text: said });
  else ctx.log.error({ event: "text_without_carrier", request_id: ctx.request_id }, "no carrier for a text message");
}
