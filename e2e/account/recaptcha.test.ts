/**
 * A shop with reCAPTCHA, whose script and verification are simulated on this machine: a box that is ticked, an invisible one that is
 * executed, and a script that does not come. Spec §3 Captcha settings, §4 Captcha, §8.
 */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wake } from "../harness/checkout.ts";
import { DEMO_PASSWORD } from "../harness/member.ts";
import { type OpenShop, openShop } from "../harness/open-shop.ts";
import { freePort } from "../harness/shop-process.ts";
import { comesTo, type Shopper, sees, shoppers, type Way } from "../harness/shopper.ts";

const recaptcha = { site_key: "site-key", secret_key: "secret", size: "normal" as "normal" | "invisible", url: "" };
let verifier: Server;
let opened: OpenShop;
beforeAll(async () => {
  verifier = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const given = new URLSearchParams(body).get("response");
    const verdict = { success: given === "ticked" || given === "executed", hostname: "127.0.0.1" };
    response.end(JSON.stringify(given === "executed" ? { ...verdict, score: 0.9, action: "login" } : verdict));
  });
  await new Promise<void>((listening) => verifier.listen(0, "127.0.0.1", listening));
  recaptcha.url = `http://127.0.0.1:${(verifier.address() as AddressInfo).port}`;
  const port = await freePort();
  const public_url = `http://127.0.0.1:${port}`;
  opened = await openShop({ max: 8, config: { recaptcha, public_url, limit_factor: 1 } }, port);
});
afterAll(async () => {
  await opened.close();
  verifier.close();
});

/** The API of Google's script, by its documentation (read 2026-11-23). */
const script = `window.grecaptcha = {
  ready: (run) => run(),
  execute: async () => "executed",
  render(place, { size }) {
    const box = document.createElement("input");
    box.type = "checkbox";
    box.setAttribute("aria-label", "reCAPTCHA " + size);
    place.append(box);
    this.box = box;
    return 0;
  },
  getResponse() { return this.box.checked ? "ticked" : ""; },
};`;

const shopper = shoppers(() => opened.url);

/** The password form, where the next try asks for a captcha. */
async function suspected(
  way: Way,
  key: string,
  isThere = true,
): Promise<{ them: Shopper; logIn: () => Promise<void> }> {
  const them = await shopper(way);
  const { page, words, errors } = them;
  const asked: string[] = [];
  await page.route("https://www.google.com/recaptcha/api.js*", (route) => {
    asked.push(route.request().url());
    return isThere ? route.fulfill({ contentType: "text/javascript", body: script }) : route.abort();
  });
  await them.open("/login/mat-khau");
  await wake(them);
  const send = async (password: string) => {
    await page.locator("#login").fill(`${key}@mutosi.example`);
    await page.locator("#password").fill(password);
    await page.locator("main").getByRole("button", { name: words.identity.log_in, exact: true }).click();
  };
  for (let times = 0; times < 3; times++) {
    await send("Sai-mat-khau-1@");
    await sees(page.locator("#password-error"), errors.wrong_credentials);
  }
  expect(asked).toEqual([]);
  return { them, logIn: () => send(DEMO_PASSWORD) };
}

const IN_EACH: readonly (Way & { key: string })[] = [
  { name: "on a wide screen", locale: "vi", scripts: true, is_phone: false, key: "lan" },
  { name: "on a phone, in English", locale: "en", scripts: true, is_phone: true, key: "kim" },
  { name: "on a phone, in Japanese", locale: "ja", scripts: true, is_phone: true, key: "sato" },
];

describe.each(IN_EACH)("a reCAPTCHA checkbox, $name", ({ key, ...way }) => {
  it("an unticked box shows an error and stops the form; ticked, the sign-in succeeds", async () => {
    recaptcha.size = "normal";
    const { them, logIn } = await suspected(way, key);
    const { page, words } = them;
    const box = page.getByRole("checkbox", { name: "reCAPTCHA normal" });
    await logIn();
    await box.waitFor();
    await sees(page.getByRole("alert"), words.identity.captcha_box);
    const posts: string[] = [];
    page.on("request", (request) => request.method() === "POST" && posts.push(request.url()));
    await logIn();
    await sees(page.getByRole("alert"), words.identity.captcha_failed);
    expect(posts).toEqual([]);
    await box.check();
    await logIn();
    await comesTo(page, ({ pathname }) => pathname === new URL(them.at("/")).pathname);
    expect(posts).toHaveLength(1);
  });
});

describe.each(IN_EACH.slice(1, 2))("an invisible reCAPTCHA, $name", (way) => {
  it("the captcha runs without a message", async () => {
    recaptcha.size = "invisible";
    const { them, logIn } = await suspected(way, "john");
    await logIn();
    await comesTo(them.page, ({ pathname }) => pathname === new URL(them.at("/")).pathname);
  });

  it("our own captcha replaces a script that does not load", async () => {
    recaptcha.size = "invisible";
    const { them, logIn } = await suspected(way, "minh", false);
    await logIn();
    await comesTo(them.page, ({ pathname }) => pathname === new URL(them.at("/")).pathname);
    // The file that did not load, and nothing else.
    expect(them.complaints.splice(0)).toEqual([expect.stringContaining("recaptcha/api.js")]);
  });
});
