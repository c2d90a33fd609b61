/** Demo accounts on devices of their own; and forms sent as a browser without scripts sends them. */
import { DEMO_PASSWORD } from "server/demo-accounts.ts";
import type { DemoAccountKey } from "server/testing/test-shop.ts";
import { runShop } from "../run-shop.ts";
import type { Shopper } from "./shopper.ts";

export { DEMO_PASSWORD };

/** Of db/data/identity/people.json, as they are typed. */
export const phones = { lan: "059 000 0011", hoa: "059 000 0033" } as const;

/** The cookies a browser would have. */
export type Cookies = Map<string, string>;

export function headerOf(cookies: Cookies): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
}

/** Sends a form as a browser without scripts does; the cookies of the response are stored, but for its flash message. */
export async function post(
  path: string,
  fields: Record<string, string>,
  cookies: Cookies,
  url = runShop().url,
): Promise<Response> {
  const answer = await fetch(url + path, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, cookie: headerOf(cookies) },
    body: new URLSearchParams(fields),
  });
  for (const line of answer.headers.getSetCookie()) {
    const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
    if (value === "") cookies.delete(name);
    else if (name !== "flash") cookies.set(name, value);
  }
  return answer;
}

/** A new device on which they are signed in. */
export async function memberCookies(key: DemoAccountKey = "lan", url = runShop().url): Promise<Cookies> {
  const cookies: Cookies = new Map();
  const fields = { login: `${key}@mutosi.example`, password: DEMO_PASSWORD };
  const answer = await post("/login/mat-khau", fields, cookies, url);
  if (answer.status !== 303) throw new Error(`${key} was not signed in: ${answer.status}`);
  return cookies;
}

/** The shopper's browser is that device from now on. */
export async function signIn(shopper: Shopper, key: DemoAccountKey = "lan"): Promise<void> {
  await giveCookies(shopper, await memberCookies(key));
}

export async function giveCookies({ page, url }: Pick<Shopper, "page" | "url">, cookies: Cookies): Promise<void> {
  await page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
}

const began = Date.now();
const read = new Set<string>();

/**
 * The newest code for a phone (E.164), from the outbox page of the developer's machine; each message is
 * read once, so that a slow one is waited for and not taken for the one before.
 */
export async function codeFor(phone: string): Promise<string> {
  for (;;) {
    const answer = await fetch(`${runShop().url}/dev/outbox.json?to=${encodeURIComponent(phone)}`);
    const { data } = (await answer.json()) as { data: { at: string; text: string }[] };
    const [newest] = data.filter(({ at, text }) => Date.parse(at) >= began && !read.has(at + text));
    const code = /\b(\d{6})\b/.exec(newest?.text ?? "")?.[1];
    if (newest && code) {
      read.add(newest.at + newest.text);
      return code;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
