/**
 * eSMS: brandname SMS (SmsType 2) and calls that read a code aloud (SmsType 8, the content is the code alone), one and
 * the same address. `CodeResult` "100" is yes, everything else no. developers.esms.vn, read 2026-11-21;
 * rules/notifications#carriers
 */
import { z } from "zod";
import type { Ctx } from "../../kernel/context.ts";
import { ask, jsonIn } from "../../platform/outgoing.ts";
import { type Carry, type EsmsConfig, national, Refused, smsBrand, smsText } from "./carrier.ts";

const path = "/MainService.svc/json/SendMultipleMessage_V4_post_json/";

const Answer = z.object({
  CodeResult: z.coerce.string(),
  SMSID: z.string().optional(),
  ErrorMessage: z.string().optional(),
});

export function carryBySms(ctx: Ctx, config: EsmsConfig): Carry {
  return async ({ phone, code, reference }) =>
    sendSms(ctx, config, { phone, text: smsText(await smsBrand(ctx), code), reference });
}

/** Any registered text. */
export async function sendSms(
  ctx: Ctx,
  config: EsmsConfig,
  { phone, text, reference }: { phone: string; text: string; reference: string },
) {
  return send(config, {
    Phone: national(phone),
    Content: text,
    Brandname: config.brandname ?? (await smsBrand(ctx)),
    SmsType: "2",
    IsUnicode: "0",
    Sandbox: "0",
    RequestId: reference,
  });
}

export function carryByVoice(config: EsmsConfig): Carry {
  return ({ phone, code, reference }) =>
    send(config, { Phone: national(phone), Content: code, SmsType: "8", RequestId: reference });
}

async function send(config: EsmsConfig, message: Record<string, string>): Promise<{ ref: string }> {
  const answer = await ask(`${config.url}${path}`, {
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ ApiKey: config.api_key, SecretKey: config.secret_key, ...message }),
  });
  const said = Answer.safeParse(jsonIn(answer)).data;
  if (!said) throw new Error(`eSMS answered ${answer.status} with what is no answer of eSMS`);
  if (said.CodeResult !== "100") throw new Refused(`eSMS ${said.CodeResult}: ${said.ErrorMessage ?? "no reason"}`);
  return { ref: `esms ${said.SMSID ?? message.RequestId ?? ""}` };
}
