/**
 * The calls of the specification that answer whether a phone has an account, or which roles of sign-in it holds: sixty an
 * hour from one address, with a captcha after five. Spec §7; rules/identity#enumeration
 */
import { ipOf } from "../kernel/client-address.ts";
import type { Ctx } from "../kernel/context.ts";
import { findByPhone } from "./customers.ts";
import { type HeldRole, rolesOf } from "./roles.ts";
import { countAttemptAndNote, stateOf } from "./signing-in/attempts.ts";
import { passCaptcha } from "./signing-in/captcha.ts";

const FREE_LOOK_UPS = 5; // rules/identity#enumeration
const PER_HOUR = 60;

type LookUp = { phone: string; captcha?: string | undefined };

async function takeLookUp(ctx: Ctx, { captcha }: LookUp): Promise<void> {
  const subject = ipOf(ctx.client);
  const limit = { name: "look_up", subject, times: PER_HOUR, seconds: 3600 };
  const { used } = await stateOf(ctx, limit);
  if (used >= FREE_LOOK_UPS * ctx.config.limit_factor)
    await passCaptcha(ctx, { action: "look_up", subject, answer: captcha });
  await countAttemptAndNote(ctx, limit, null);
}

/** Throws too_many, captcha_required. */
export async function isPhoneKnown(ctx: Ctx, asked: LookUp): Promise<boolean> {
  await takeLookUp(ctx, asked);
  return (await findByPhone(ctx, asked.phone)) !== null;
}

/** The kinds a phone may sign in as; none of a phone without an account. Throws too_many, captcha_required. */
export async function kindsOfPhone(ctx: Ctx, asked: LookUp): Promise<HeldRole[]> {
  await takeLookUp(ctx, asked);
  const account = await findByPhone(ctx, asked.phone);
  return rolesOf(ctx, account?.id ?? 0);
}
