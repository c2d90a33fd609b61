/** The developer's eye on one-time codes: sends what waits, as the worker would, and reads it in the outbox. */
import { createHash } from "node:crypto";
import type { Shop } from "contract/contract.ts";
import { laidOut } from "../notifications/outbox.ts";
import { sendOtp } from "../notifications/send-otp.ts";
import type { TestShop } from "./test-shop.ts";

/** The newest code laid out for a phone or address; "" when there is none. `phone` as stored: `+84…`. */
export async function codeFor(shop: TestShop, target: string): Promise<string> {
  const waiting = await shop.sql
    .selectFrom("identity.otps")
    .select("id")
    .where("target", "=", target)
    .where("sent_at", "is", null)
    .orderBy("id")
    .execute();
  for (const { id } of waiting) await sendOtp(shop.ctx(), { otp_id: id });
  const [message] = await laidOut(shop.ctx(), target);
  return /\b(\d{6})\b/.exec(message?.text ?? "")?.[1] ?? "";
}

/** Any six digits but the right ones. */
export const wrongCode = (right: string): string => String((Number(right) + 1) % 1_000_000).padStart(6, "0");

/** The answer to a challenge of ours, found as a browser finds it. */
export async function solvedCaptcha(visitor: Shop): Promise<string> {
  const { challenge } = await visitor.identity.captcha({ own: true });
  if (!challenge) throw new Error("a challenge of our own was asked for");
  const { algorithm, salt, signature, maxnumber } = challenge;
  for (let number = 0; number <= maxnumber; number++) {
    if (createHash("sha256").update(`${salt}${number}`).digest("hex") !== challenge.challenge) continue;
    const solution = { algorithm, challenge: challenge.challenge, number, salt, signature };
    return Buffer.from(JSON.stringify(solution)).toString("base64");
  }
  throw new Error("the challenge has no answer");
}
