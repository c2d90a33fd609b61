/**
 * The 15-minute bearer of a browser's direct calls: signed, bound to one session, good only beside that session's cookie.
 * It has no row: the session's row is looked up at each use, so signing out or a change of password ends it at once.
 * rules/identity#bearer
 */
import { isEarlierBearer, readEarlierBearer } from "./earlier-tokens.ts";
import { jwtForm, type SigningKeys, signJwt, verifyJwt } from "./signed-tokens.ts";

const BEARER_SECONDS = 15 * 60; // rules/identity#bearer

export function mintBearer(keys: SigningKeys, session_id: number, now: Date): Promise<string> {
  return signJwt(keys, "bearer", String(session_id), Math.floor(now.getTime() / 1000) + BEARER_SECONDS);
}

/** True for the form of such a bearer, whether or not it is good. A session's own token has no dots. */
export const isBearer = (token: string): boolean => jwtForm.test(token) || isEarlierBearer(token);

/** The session it was minted for; null when it is not ours, was changed, or is over. */
export async function readBearer(keys: SigningKeys, bearer: string, now: Date): Promise<number | null> {
  if (isEarlierBearer(bearer)) return readEarlierBearer(keys, bearer, now.getTime());
  const session_id = await verifyJwt(keys, "bearer", bearer, now.getTime());
  return session_id === null ? null : Number(session_id);
}
