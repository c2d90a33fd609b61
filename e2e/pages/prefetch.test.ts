/** Prefetched and prerendered pages consume no flash message. ASSUMED(0173) */
import { messagesOf } from "messages/messages.ts";
import { describe, expect, it } from "vitest";
import { DEMO_PASSWORD } from "../harness/member.ts";
import { comesTo, hears, shoppers, soon } from "../harness/shopper.ts";
import { runShop } from "../run-shop.ts";

const shopper = shoppers();
const ask = (path: string, headers: Record<string, string>) =>
  fetch(runShop().url + path, { headers, redirect: "manual" });

/** A visitor has just signed in: a session, and a flash message for the next page. */
async function cookiesWithWord(): Promise<{ name: string; value: string }[]> {
  const { url } = runShop();
  const answer = await fetch(`${url}/login/mat-khau`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url },
    body: new URLSearchParams({ login: "lan@mutosi.example", password: DEMO_PASSWORD }),
  });
  return answer.headers.getSetCookie().flatMap((line) => {
    const [, name = "", value = ""] = /^([^=]+)=([^;]+)/.exec(line) ?? [];
    return name && value ? [{ name, value }] : [];
  });
}

describe.each(["prefetch", "prefetch;prerender"])("a page requested with Sec-Purpose: %s", (purpose) => {
  it.each(["/faq", "/tai-khoan"])("the flash message is kept for the visit: %s", async (path) => {
    const cookie = (await cookiesWithWord()).map(({ name, value }) => `${name}=${value}`).join("; ");
    expect(cookie).toContain("flash=");
    const ahead = await ask(path, { cookie, "sec-purpose": purpose });
    expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([409, []]);
    expect(ahead.headers.get("cache-control")).toBe("no-store");
    const come = await ask(path, { cookie });
    expect(come.status).toBe(200);
    expect(come.headers.getSetCookie().join()).toMatch(/flash=;.*Max-Age=0/);
    expect(await come.text()).toContain(messagesOf("vi").identity.welcome({ name: "Lan" }));
  });

  it("a page without a flash message is rendered; the page of Google's answer is not", async () => {
    const cookie = (await cookiesWithWord())
      .map(({ name, value }) => `${name}=${value}`)
      .filter((each) => !each.startsWith("flash"));
    const headers = { cookie: cookie.join("; "), "sec-purpose": purpose };
    for (const path of ["/faq", "/tai-khoan"]) expect((await ask(path, headers)).status).toBe(200);
    const answer = await ask("/auth/callback/google?code=a&state=b", { "sec-purpose": purpose });
    expect([answer.status, answer.headers.getSetCookie()]).toEqual([409, []]);
  });
});

describe("a browser that prefetches the next page", () => {
  it("the flash message shows once, on the page that is opened", async () => {
    const lan = await shopper();
    const { page, url } = lan;
    const asked: (string | undefined)[] = [];
    page.context().on("request", (request) => {
      if (request.url().endsWith("/tin-tuc")) asked.push(request.headers()["sec-purpose"]);
    });
    await lan.open("/faq");
    const link = page.locator("a[href='/tin-tuc']").filter({ visible: true }).first();
    await page.context().addCookies((await cookiesWithWord()).map((cookie) => ({ ...cookie, url })));
    await link.hover();
    await soon(() => asked[0]).toMatch(/^prefetch/);
    await link.click();
    await comesTo(page, ({ pathname }) => pathname === "/tin-tuc");
    await hears(lan, lan.words.identity.welcome({ name: "Lan" }));
    await lan.open("/faq");
    expect(await page.locator(".toasts .toast").count()).toBe(0);
  });
});
