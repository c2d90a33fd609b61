/** No link into the shop redirects a visitor to another site, signed in or not. rules/security */
import { FOREIGN_ADDRESSES, OWN_ADDRESSES } from "contract/values/test-foreign-addresses.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { pages } from "../../web/app/routes/pages.ts";
import { type Cookies, DEMO_PASSWORD, headerOf, memberCookies } from "../harness/member.ts";
import { atOnce } from "../harness/wire.ts";
import { runShop } from "../run-shop.ts";

const FRYER_ID = "1053";
const { url } = runShop();
let lan: Cookies;
beforeAll(async () => {
  lan = await memberCookies("lan");
});

type SentRequest = {
  path: string;
  fields?: Record<string, string>;
  headers?: Record<string, string>;
  as_member?: boolean;
};

/** Where a browser with this response goes next; null where it stays. */
async function sentOn({ path, fields, headers = {}, as_member = false }: SentRequest): Promise<string | null> {
  const answer = await fetch(url + path, {
    redirect: "manual",
    headers: { origin: url, ...(as_member && { cookie: headerOf(lan) }), ...headers },
    ...(fields && { method: "POST", body: new URLSearchParams(fields) }),
  });
  const text = await answer.text();
  expect(answer.status, `${path} ${JSON.stringify(fields)}`).toBeLessThan(500);
  // A navigation in the page follows the data, which has the URL as text.
  const told = answer.headers.get("location") ?? /"redirect","((?:[^"\\]|\\.)*)"/.exec(text)?.[1];
  return told === undefined ? null : told.startsWith('"') ? told : (JSON.parse(`"${told}"`) as string);
}

const query = (name: string, address: string) => `${name}=${encodeURIComponent(address)}`;
const guestPages = pages.filter(({ guard }) => guard === "guests").map(({ path }) => path);

/** Each place where a URL is taken from a request. */
const entries: Readonly<Record<string, (address: string) => SentRequest>> = {
  ...Object.fromEntries(
    guestPages.flatMap((path) => [
      [`/${path}`, (address) => ({ path: `/${path}?${query("callbackurl", address)}`, as_member: true })],
      [`/${path}.data`, (address) => ({ path: `/${path}.data?${query("callbackurl", address)}`, as_member: true })],
    ]),
  ),
  "/en/login": (address) => ({ path: `/en/login?${query("callbackurl", address)}`, as_member: true }),
  "the language switch": (address) => ({ path: `/-/language?chosen=en&${query("to", address)}` }),
  "the language switch back": (address) => ({ path: `/-/language?chosen=vi&${query("to", `/en${address}`)}` }),
  "a favourite button": (address) => ({ path: "/-/favourite", fields: { product_id: FRYER_ID, return_to: address } }),
  "a favourite, by its return path": (address) => ({
    path: "/-/favourite",
    fields: { product_id: FRYER_ID },
    headers: { referer: `https://evil.example${address.replaceAll(/[^\x21-\x7e]/g, "")}` },
  }),
  "into the cart": (address) => ({
    path: "/thanh-toan/gio-hang",
    fields: { intent: "add", product_id: FRYER_ID, quantity: "1", return_to: address },
  }),
  "all notifications read": (address) => ({
    path: "/tai-khoan/quan-ly-thong-bao",
    fields: { intent: "watch_all", return_to: address },
    as_member: true,
  }),
  "signing in": (address) => ({
    path: "/login/mat-khau",
    fields: { login: "hoa@mutosi.example", password: DEMO_PASSWORD, callbackurl: address },
  }),
};

describe.each(Object.entries(entries))("a URL given to %s", (entry, asking) => {
  it("a foreign URL in any spelling redirects to a page of this site", async () => {
    expect(await sentOn(asking("/san-pham?page=2"))).toMatch(/^(\/en)?\/san-pham\?page=2$/);
    // Signing in hashes a password each time: the spellings that look like ours are enough.
    const spellings = FOREIGN_ADDRESSES.filter((each) => entry !== "signing in" || /^\/(?![/\\])/.test(each));
    await atOnce(4, spellings, async (address) => {
      const on = await sentOn(asking(address));
      if (on !== null)
        expect(new URL(on, "http://shop.example").origin, `${address} → ${on}`).toBe("http://shop.example");
    });
  });
});

describe("the avatar form", () => {
  it("the form redirects back to its page and to no other site", async () => {
    await atOnce(4, FOREIGN_ADDRESSES, async (address) => {
      const body = new FormData();
      body.set("return_to", address);
      body.set("intent", "remove_avatar");
      const headers = { origin: url, cookie: headerOf(lan), accept: "text/html" };
      const answer = await fetch(`${url}/v1/client/avatar`, { method: "POST", redirect: "manual", headers, body });
      const on = answer.headers.get("location") ?? "";
      expect(answer.status).toBe(303);
      expect(new URL(on, "http://shop.example").origin, `${address} → ${on}`).toBe("http://shop.example");
    });
  });
});

describe("a URL of this site", () => {
  it("a path of this site is followed", async () => {
    for (const [address, path] of Object.entries(OWN_ADDRESSES)) {
      expect(await sentOn({ path: `/login?${query("callbackurl", address)}`, as_member: true })).toBe(path);
    }
  });
});
