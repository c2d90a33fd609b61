/**
 * The 15-minute bearer of a browser's direct calls: signed, bound to one session, good only beside that session's cookie.
 * It has no row: the session's row is looked up at each use, so signing out or a change of password ends it at once.
 * rules/identity#bearer
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { Config } from "../kernel/config.ts";

const BEARER_SECONDS = 15 * 60; // rules/identity#bearer

type Keys = Pick<Config, "signing_key" | "signing_key_previous">;

export function mintBearer(keys: Keys, session_id: number, now: Date): string {
  const note = `${session_id.toString(36)}.${Math.floor(now.getTime() / 1000) + BEARER_SECONDS}`;
  return `b.${note}.${signatureOf(note, keys.signing_key)}`;
}

/** True for the form of such a bearer, whether or not it is good. */
export const isBearer = (token: string): boolean => token.startsWith("b.");

/** The session it was minted for; null when it is not ours, was changed, or is over. */
export function readBearer(keys: Keys, bearer: string, now: Date): number | null {
  const [, note = "", id = "", until = "", signed = ""] = /^b\.(([0-9a-z]+)\.(\d+))\.([\w-]+)$/.exec(bearer) ?? [];
  const known = [keys.signing_key, keys.signing_key_previous].filter((key) => key !== undefined);
  if (!known.some((key) => isSame(signed, signatureOf(note, key)))) return null;
  return Number(until) * 1000 > now.getTime() ? Number.parseInt(id, 36) : null;
}

const signatureOf = (note: string, key: string): string =>
  createHmac("sha256", key).update(`bearer ${note}`).digest("base64url");

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
