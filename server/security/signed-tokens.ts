/**
 * Signed notes the shop gives a browser to bring back: a proof of an order, for half an hour. Signed, not secret: the
 * cookie that holds one is HttpOnly. Two keys are accepted while the signing key is being changed.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { TokenPurpose } from "contract/identity/token-purposes.ts";
import type { SiteTokens } from "contract/site.ts";
import type { Config } from "../kernel/config.ts";

type Keys = Pick<Config, "signing_key" | "signing_key_previous">;

export function signedTokens(keys: Keys, now: () => number = Date.now): SiteTokens {
  return {
    /** A token that verifies for the same purpose until `seconds` have passed. */
    sign(purpose, text, seconds) {
      const note = Buffer.from(`${Math.floor(now() / 1000) + seconds} ${text}`).toString("base64url");
      return `${note}.${signature(purpose, note, keys.signing_key)}`;
    },
    /** Null for a token that is not signed by us, has another purpose or has expired. */
    verify(purpose, token) {
      const [note = "", signed = ""] = token.split(".");
      const known = [keys.signing_key, keys.signing_key_previous].filter((key) => key !== undefined);
      if (!known.some((key) => isSame(signed, signature(purpose, note, key)))) return null;
      const [, until = "0", text = ""] = /^(\d+) (.*)$/s.exec(Buffer.from(note, "base64url").toString()) ?? [];
      return Number(until) * 1000 > now() ? text : null;
    },
  };
}

const signature = (purpose: TokenPurpose, note: string, key: string): string =>
  createHmac("sha256", key).update(`seal ${purpose} ${note}`).digest("base64url");

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
