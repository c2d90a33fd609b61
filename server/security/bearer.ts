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
  const payload = `${session_id.toString(36)}.${Math.floor(now.getTime() / 1000) + BEARER_SECONDS}`;
  return `b.${payload}.${signatureOf(payload, keys.signing_key)}`;
}

/** True for a token in the format of a bearer, valid or not. */
export const isBearer = (token: string): boolean => token.startsWith("b.");

/** The id of the session it was minted for; null when the signature is wrong or it has expired. */
export function readBearer(keys: Keys, bearer: string, now: Date): number | null {
  const [, payload = "", id = "", until = "", signature = ""] =
    /^b\.(([0-9a-z]+)\.(\d+))\.([\w-]+)$/.exec(bearer) ?? [];
  const known = [keys.signing_key, keys.signing_key_previous].filter((key) => key !== undefined);
  if (!known.some((key) => isSame(signature, signatureOf(payload, key)))) return null;
  return Number(until) * 1000 > now.getTime() ? Number.parseInt(id, 36) : null;
}

const signatureOf = (payload: string, key: string): string =>
  createHmac("sha256", key).update(`bearer ${payload}`).digest("base64url");

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
