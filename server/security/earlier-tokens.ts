/**
 * Tokens as the shop signed them before jose did: read until they expire, never made any more. The longest lives half an
 * hour, so this file can go with the release after the next. docs/decisions/0330-jose-signs-tokens.md
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { TokenPurpose } from "contract/identity/token-purposes.ts";
import type { SigningKeys } from "./signed-tokens.ts";

/** `now` in milliseconds. */
export function readEarlierToken(keys: SigningKeys, purpose: TokenPurpose, token: string, now: number): string | null {
  const [note = "", signed = ""] = token.split(".");
  if (!isSignedByUs(keys, `seal ${purpose} ${note}`, signed)) return null;
  const [, until = "0", text = ""] = /^(\d+) (.*)$/s.exec(Buffer.from(note, "base64url").toString()) ?? [];
  return Number(until) * 1000 > now ? text : null;
}

export const isEarlierBearer = (token: string): boolean => token.startsWith("b.");

/** The session a bearer was minted for. `now` in milliseconds. */
export function readEarlierBearer(keys: SigningKeys, bearer: string, now: number): number | null {
  const [, note = "", id = "", until = "", signed = ""] = /^b\.(([0-9a-z]+)\.(\d+))\.([\w-]+)$/.exec(bearer) ?? [];
  if (!isSignedByUs(keys, `bearer ${note}`, signed)) return null;
  return Number(until) * 1000 > now ? Number.parseInt(id, 36) : null;
}

function isSignedByUs(keys: SigningKeys, text: string, signed: string): boolean {
  return [keys.signing_key, keys.signing_key_previous].some((key) => {
    if (key === undefined) return false;
    const [given, expected] = [
      Buffer.from(signed),
      Buffer.from(createHmac("sha256", key).update(text).digest("base64url")),
    ];
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}
