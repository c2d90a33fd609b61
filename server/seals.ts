/**
 * Signed notes the shop gives a browser to bring back: a proof of an order, for half an hour. Signed, not secret: the
 * cookie that holds one is HttpOnly. Two keys are accepted while the signing key is being changed.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "./config.ts";

export type Seals = {
  /** A note that `unseal` reads until `seconds` have passed. */
  seal(text: string, seconds: number): string;
  /** Null for what is not ours, was changed, or has lapsed. */
  unseal(sealed: string): string | null;
};

type Keys = Pick<Config, "signing_key" | "signing_key_previous">;

export function seals(keys: Keys, now: () => number = Date.now): Seals {
  return {
    seal(text, seconds) {
      const note = Buffer.from(`${Math.floor(now() / 1000) + seconds} ${text}`).toString("base64url");
      return `${note}.${signature(note, keys.signing_key)}`;
    },
    unseal(sealed) {
      const [note = "", signed = ""] = sealed.split(".");
      const known = [keys.signing_key, keys.signing_key_previous].filter((key) => key !== undefined);
      if (!known.some((key) => isSame(signed, signature(note, key)))) return null;
      const [, until = "0", text = ""] = /^(\d+) (.*)$/s.exec(Buffer.from(note, "base64url").toString()) ?? [];
      return Number(until) * 1000 > now() ? text : null;
    },
  };
}

const signature = (note: string, key: string): string =>
  createHmac("sha256", key).update(`seal ${note}`).digest("base64url");

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
