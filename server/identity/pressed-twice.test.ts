/** What an impatient hand without scripts would lose: the sign-in its first press had already done. ASSUMED(0168) */
import { isWireFailure } from "contract/errors.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { codeFor } from "../test-codes.ts";
import { type TestShop, testShop } from "../test-shop.ts";
import { openVisitorSession } from "./sessions.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 8 });
});
afterAll(() => shop.close());

const minute = 60_000;
const code = (call: Promise<unknown>) =>
  call.then(
    () => "yes",
    (error: unknown) => (isWireFailure(error) ? error.body.code : String(error)),
  );

test("a form sent twice by an impatient hand is in both times; another form with the same code is not", async () => {
  const { token } = await openVisitorSession(shop.ctx());
  const browser = () => shop.visitor({ token });
  const asked = await browser().identity.sendCode({ phone: "0590000022", purpose: "login" });
  expect(asked.session_id ?? token).toBe(token);
  const otp = await codeFor(shop, "+84590000022");
  const form = { phone: "0590000022", otp };
  const pressed = { idempotency_key: "pressed-once-0001" };
  const twice = await Promise.all([1, 2, 3].map(() => browser().identity.loginSms(form, pressed)));
  expect(twice.map(({ account_status }) => account_status)).toEqual(["active", "active", "active"]);
  expect(await browser().identity.loginSms(form, pressed)).toMatchObject({ account_status: "active" });
  expect(await code(browser().identity.loginSms(form, { idempotency_key: "another-form-0002" }))).toBe("otp_expired");
  expect(await code(browser().identity.loginSms(form))).toBe("otp_expired");
  expect(await code(browser().identity.loginSms({ ...form, otp: "000000" }, pressed))).toBe("otp_expired");
  expect(await code(shop.visitor().identity.loginSms(form, pressed))).toBe("otp_expired");
  shop.later(minute + 1000);
  expect(await code(browser().identity.loginSms(form, pressed))).toBe("otp_expired");
});
