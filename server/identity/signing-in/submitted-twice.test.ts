/**
 * A repeated submission returns the same session, so a shopper without scripts who clicks twice stays signed in.
 * ASSUMED(0168), (0172)
 */
import { isWireFailure } from "contract/errors.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo-accounts.ts";
import { codeFor } from "../../testing/test-codes.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { openVisitorSession } from "../sessions.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 8, timeout_factor: 10 });
});
afterAll(() => shop.close());

const MINUTE_MS = 60_000;
const outcome = (call: Promise<unknown>) =>
  call.then(
    () => "accepted",
    (error: unknown) => (isWireFailure(error) ? error.body.code : String(error)),
  );

test("a repeat with the same Idempotency-Key signs in; the same code with another key is refused", async () => {
  const { token } = await openVisitorSession(shop.ctx());
  const browser = () => shop.visitor({ token });
  const asked = await browser().identity.sendCode({ phone: "0590000022", purpose: "login" });
  expect(asked.session_id ?? token).toBe(token);
  const otp = await codeFor(shop, "+84590000022");
  const form = { phone: "0590000022", otp };
  const sameKey = { idempotency_key: "submitted-once-0001" };
  const answers = await Promise.all([1, 2, 3].map(() => browser().identity.loginSms(form, sameKey)));
  expect(answers.map(({ account_status }) => account_status)).toEqual(["active", "active", "active"]);
  expect(await browser().identity.loginSms(form, sameKey)).toMatchObject({ account_status: "active" });
  expect(await outcome(browser().identity.loginSms(form, { idempotency_key: "another-form-0002" }))).toBe(
    "otp_expired",
  );
  expect(await outcome(browser().identity.loginSms(form))).toBe("otp_expired");
  expect(await outcome(browser().identity.loginSms({ ...form, otp: "000000" }, sameKey))).toBe("otp_expired");
  expect(await outcome(shop.visitor().identity.loginSms(form, sameKey))).toBe("otp_expired");
  shop.advanceClock(MINUTE_MS + 1000);
  expect(await outcome(browser().identity.loginSms(form, sameKey))).toBe("otp_expired");
});

/** How many devices the account is signed in on, as listed by this session. */
const devicesOf = async (token: string) => (await shop.visitor({ token }).identity.devices({})).length;
const key = (name: string) => ({ idempotency_key: `${name}-0123456789` });

test("a code submitted several times opens one session, and its token is the same each time", async () => {
  const { token } = await openVisitorSession(shop.ctx());
  const browser = () => shop.visitor({ token });
  await browser().identity.sendCode({ phone: "0590000044", purpose: "login" });
  const form = { phone: "0590000044", otp: await codeFor(shop, "+84590000044") };
  const submit = async () => tokenIn(await browser().identity.loginSms(form, key("code")));
  const tokens = await Promise.all([1, 2, 3, 4].map(submit));
  shop.advanceClock(5000);
  tokens.push(await submit());
  expect(new Set(tokens).size).toBe(1);
  const [mine = ""] = tokens;
  expect(await devicesOf(mine)).toBe(1);
  // Signed out, it stays so: the same form opens another session, and the old token is not valid.
  await shop.visitor({ token: mine }).identity.logout({});
  const anew = await submit();
  expect(anew).not.toBe(mine);
  expect(await outcome(shop.visitor({ token: mine }).identity.profile({}))).toBe("unauthenticated");
});

test("a sign-in, a registration and a password reset submitted twice are one session each", async () => {
  const login = { login: "hoa@mutosi.example", password: DEMO_PASSWORD };
  const entered = await Promise.all([1, 2, 3].map(() => shop.visitor().identity.login(login, key("login"))));
  expect(new Set(entered.map(tokenIn)).size).toBe(1);
  expect(await devicesOf(tokenIn(entered[0]))).toBe(1);
  expect(tokenIn(await shop.visitor().identity.login(login, key("other")))).not.toBe(tokenIn(entered[0]));
  shop.advanceClock(MINUTE_MS + 1000);
  expect(tokenIn(await shop.visitor().identity.login(login, key("login")))).not.toBe(tokenIn(entered[0]));

  const { token } = await openVisitorSession(shop.ctx());
  const browser = () => shop.visitor({ token });
  const phone = "0590007711";
  await browser().identity.registerSend({ phone });
  const { otp_proof } = await browser().identity.registerCheckOtp({ phone, otp: await codeFor(shop, "+84590007711") });
  const details = { phone, otp_proof, full_name: "Phan Thu Mai", terms: "1" } as const;
  const registered = await Promise.all([1, 2, 3].map(() => browser().identity.register(details, key("register"))));
  expect(new Set(registered.map(tokenIn)).size).toBe(1);
  expect(await devicesOf(tokenIn(registered[0]))).toBe(1);

  shop.advanceClock(MINUTE_MS);
  const other = await openVisitorSession(shop.ctx());
  const resetting = () => shop.visitor({ token: other.token });
  await resetting().identity.forgotPassword({ phone });
  const password = "SenHongMoi2026@";
  const reset = { phone, otp: await codeFor(shop, "+84590007711"), password, password_confirmation: password };
  const renewed = await Promise.all(
    [1, 2, 3, 4, 5, 6].map(() => resetting().identity.createPassword(reset, key("reset"))),
  );
  expect(new Set(renewed.map(tokenIn)).size).toBe(1);
  expect(await devicesOf(tokenIn(renewed[0]))).toBe(1);
});

describe("a phone proof works for one registration", () => {
  let number = 8800;
  /** Registers a new phone; `again` sends the form once more from a device that shows no session. */
  async function registerPhone() {
    number += 1;
    const phone = `059000${number}`;
    const { token } = await openVisitorSession(shop.ctx());
    const browser = shop.visitor({ token });
    await browser.identity.registerSend({ phone });
    const otp = await codeFor(shop, `+8459000${number}`);
    const { otp_proof } = await browser.identity.registerCheckOtp({ phone, otp });
    const password = "SenHongMoi2026@";
    const passwords = { password, password_confirmation: password };
    const form = { phone, otp_proof, full_name: "Phan Thu Mai", ...passwords, terms: "1" } as const;
    const again = (changes: Partial<typeof form> | object = {}, options = {}) =>
      shop.visitor().identity.register({ ...form, ...changes }, options);
    const mine = tokenIn(await browser.identity.register(form, key(phone)));
    return { password, again, mine, me: shop.visitor({ token: mine }), key: key(phone) };
  }

  test("the same form within a minute gets the first answer, with or without its Idempotency-Key", async () => {
    const { again, mine, key } = await registerPhone();
    shop.advanceClock(5000);
    expect(tokenIn(await again())).toBe(mine);
    expect(tokenIn(await again({}, key))).toBe(mine);
    expect(await devicesOf(mine)).toBe(1);
    shop.advanceClock(MINUTE_MS);
    expect(await outcome(again())).toBe("otp_expired");
    expect(await outcome(again({}, key))).toBe("otp_expired");
  });

  test("another form is refused, also with the first one's Idempotency-Key", async () => {
    const { again, mine, key } = await registerPhone();
    const other = { password: "MatKhauKhac77@", password_confirmation: "MatKhauKhac77@" };
    const without = { password: undefined, password_confirmation: undefined };
    for (const changes of [other, without, { full_name: "Phan Thu Lan" }, { email: "lan@mutosi.example" }]) {
      expect(await outcome(again(changes))).toBe("otp_expired");
      expect(await outcome(again(changes, key))).toBe("otp_expired");
    }
    expect(await devicesOf(mine)).toBe(1);
  });

  test.each(["logout", "signOutAll", "password"] as const)("after %s even the same form is refused", async (how) => {
    const { again, me, password, key } = await registerPhone();
    const next = "SenTrangMoi2026@";
    if (how === "password")
      await me.identity.changePassword({ current_password: password, password: next, password_confirmation: next });
    else await me.identity[how]({});
    expect(await outcome(again())).toBe("otp_expired");
    expect(await outcome(again({}, key))).toBe("otp_expired");
  });
});

test("two callers with the same Idempotency-Key stay separate", async () => {
  const submit = (name: string) =>
    shop.visitor().identity.login({ login: `${name}@mutosi.example`, password: DEMO_PASSWORD }, key("shared"));
  const [lan, sato] = await Promise.all([submit("lan"), submit("sato")]);
  expect(tokenIn(lan)).not.toBe(tokenIn(sato));
  expect((await shop.visitor({ token: tokenIn(lan) }).identity.profile({})).email).toBe("lan@mutosi.example");
  expect((await shop.visitor({ token: tokenIn(sato) }).identity.profile({})).email).toBe("sato@mutosi.example");
});

function tokenIn(answer: object | undefined): string {
  if (!answer || !("token" in answer) || typeof answer.token !== "string") throw new Error("the answer has no token");
  return answer.token;
}
