/** NAPAS's access token: fetched by name and password, kept until shortly before its end, by one request at a time. */
import { z } from "zod";
import type { Http } from "../../provider.ts";
import { exactJson } from "../exact-json.ts";

export type Account = { url: string; client: string; secret: string; user: string; password: string; now: Date };

const Answer = z.object({
  access_token: z.string().min(1),
  expires_in: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional(),
});
const EARLY_MS = 60_000;
const DEFAULT_SECONDS = 300;
type Held = { until: number; token: Promise<string> };
/** Of this process, by account: one entry a shop. */
const held = new Map<string, Held>();

/** Rejects where NAPAS gives none. */
export async function accessToken(account: Account, http: Http): Promise<string> {
  const { url, client, now } = account;
  const key = `${url} ${client}`;
  const known = held.get(key);
  if (known && known.until > now.getTime()) return known.token;
  const fetched = fetchToken(account, http);
  // Asked again a minute later where it fails; meanwhile everyone waits for the same request.
  held.set(key, { until: now.getTime() + EARLY_MS, token: fetched.then(({ token }) => token) });
  try {
    const { token, seconds } = await fetched;
    held.set(key, { until: now.getTime() + seconds * 1000 - EARLY_MS, token: Promise.resolve(token) });
    return token;
  } catch (error) {
    held.delete(key);
    throw error;
  }
}

/** NAPAS refused it: the next call asks for another. */
export function forgetToken({ url, client }: Account): void {
  held.delete(`${url} ${client}`);
}

async function fetchToken({ url, client, secret, user, password }: Account, http: Http) {
  const body = new URLSearchParams({
    grant_type: "password",
    client_id: client,
    client_secret: secret,
    username: user,
    password,
  });
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const { status, text } = await http(`${url}/oauth/token`, { method: "POST", headers, body: body.toString() });
  const read = Answer.safeParse(exactJson(text));
  if (status !== 200 || !read.success) throw new Error(`NAPAS answered ${status} to the shop's sign-in`);
  return { token: read.data.access_token, seconds: Number(read.data.expires_in ?? DEFAULT_SECONDS) };
}
