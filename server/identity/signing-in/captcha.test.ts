/** The captcha: reCAPTCHA where configured, our own otherwise and while reCAPTCHA is unreachable. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { errorText } from "messages/error-text.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { solvedCaptcha } from "../../testing/test-codes.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { type CaptchaAction, passCaptcha } from "./captcha.ts";

/** reCAPTCHA as its documentation describes it: POST siteverify with secret and response, JSON back. */
const verdicts = new Map<string, object>();
let IS_AWAY = false;
const google = createServer(async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  const form = new URLSearchParams(body);
  if (IS_AWAY) return response.destroy();
  const known = form.get("secret") === "recaptcha-secret" && request.url === "/recaptcha/api/siteverify";
  const verdict = (known && verdicts.get(form.get("response") ?? "")) || {
    success: false,
    "error-codes": ["invalid-input-response"],
  };
  return response.setHeader("content-type", "application/json").end(JSON.stringify(verdict));
});

let shop: TestShop;
beforeAll(async () => {
  await new Promise<void>((listening) => google.listen(0, "127.0.0.1", listening));
  const url = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  const recaptcha = { site_key: "site-key", secret_key: "recaptcha-secret", size: "invisible" as const, url };
  shop = await testShop({ max: 4, config: { recaptcha, public_url: "https://shop.example" } });
});
afterAll(async () => {
  await shop.close();
  google.closeAllConnections();
  google.close();
});
beforeEach(() => {
  IS_AWAY = false;
});

const passes = async (answer: string, action: CaptchaAction = "login"): Promise<boolean> =>
  passCaptcha(shop.ctx(), { action, subject: "a visitor", answer }).then(
    () => true,
    (error: { code?: string }) => {
      expect(error.code).toBe("captcha_required");
      return false;
    },
  );
const good = {
  success: true,
  score: 0.9,
  action: "login",
  hostname: "shop.example",
  challenge_ts: "2026-11-21T00:00:00Z",
};

describe("reCAPTCHA, when its keys are configured", () => {
  test("the challenge has the specification's fields, and none of our own captcha", async () => {
    expect(await shop.visitor({ locale: "ja" }).identity.captcha({})).toEqual({
      kind: "recaptcha",
      siteKey: "site-key",
      version: 3,
      size: "invisible",
      language: "ja",
      hideBadge: true,
      challenge: null,
    });
  });

  test("a token passes only with the expected action and host and a sufficient score", async () => {
    verdicts.set("good", good);
    expect(await passes("good")).toBe(true);
    const lacking = { action: "send_code", hostname: "evil.example", score: 0.4, success: false };
    for (const [field, value] of Object.entries(lacking)) {
      verdicts.set(field, { ...good, [field]: value });
      expect([field, await passes(field)]).toEqual([field, false]);
    }
    const { score: _score, ...without_score } = good;
    verdicts.set("no score", without_score);
    expect(await passes("no score")).toBe(false);
    expect(await passes("never given")).toBe(false);
  });

  test("while reCAPTCHA is unreachable its tokens are refused, and our own captcha is accepted", async () => {
    IS_AWAY = true;
    expect(await passes("good")).toBe(false);
    expect(await passes(await solvedCaptcha(shop.visitor()))).toBe(true);
  });
});

test("a checkbox passes by host alone; an invisible captcha needs action and score too", async () => {
  verdicts.set("ticked", { success: true, hostname: "shop.example" });
  verdicts.set("elsewhere", { success: true, hostname: "evil.example" });
  const { recaptcha } = shop.base.config;
  if (!recaptcha) return expect.unreachable("the shop has its keys");
  expect(await passes("ticked")).toBe(false);
  for (const size of ["normal", "compact"] as const) {
    Object.assign(recaptcha, { size });
    expect(await shop.visitor().identity.captcha({})).toMatchObject({ size, version: 2, hideBadge: false });
    expect([await passes("ticked"), await passes("elsewhere"), await passes("never given")]).toEqual([
      true,
      false,
      false,
    ]);
  }
  Object.assign(recaptcha, { size: "invisible" });
});

test("a failure of our own captcha is never reported as reCAPTCHA's", async () => {
  const asked = await shop.visitor().identity.captcha({ own: true });
  const { algorithm = "", challenge = "", salt = "", signature = "" } = asked.challenge ?? {};
  const unsolved = btoa(JSON.stringify({ algorithm, challenge, salt, signature, number: 0 }));
  const keyOf = (answer: string) =>
    passCaptcha(shop.ctx(), { action: "login", subject: "y", answer }).catch(({ message_key }) => message_key);
  expect(await keyOf(unsolved)).toBe("captcha_unsolved");
  const { config } = shop.base;
  const { recaptcha } = config;
  Object.assign(config, { recaptcha: null });
  expect(await keyOf("wrong")).toBe("captcha_unsolved");
  Object.assign(config, { recaptcha });
  for (const locale of ["vi", "en", "ja"] as const)
    expect(errorText(locale, "captcha_unsolved")).not.toMatch(/captcha/i);
});

test("a wrong answer is refused with the specification's text, without a wait", async () => {
  const refused = await passCaptcha(shop.ctx(), { action: "login", subject: "x", answer: "wrong" }).catch(
    (error) => error,
  );
  expect(refused).toMatchObject({
    code: "captcha_required",
    message_key: "captcha_failed",
    retry_after_seconds: undefined,
  });
  expect(errorText("en", "captcha_failed")).toBe("Failed to execute");
});
