/** Sensitive calls ask for a fresh proof of the account's owner when the sign-in was an hour ago. decisions/0211 */
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DEMO_PASSWORD } from "../../demo-accounts.ts";
import { buildApp } from "../../http/app.ts";
import { shopHandlers } from "../../shop.ts";
import { codeFor } from "../../testing/test-codes.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { calls, exampleRequest } from "../../testing/test-requests.ts";
import { type DemoAccountKey, type TestShop, testShop } from "../../testing/test-shop.ts";

let shop: TestShop;
let app: FastifyInstance;
beforeAll(async () => {
  shop = await testShop({ max: 6 });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  // Lan has only a phone, as who registers by a code has; Minh and Hoa came by Google, and Hoa has a password since.
  await sql`update identity.customers set password_hash = null where email in ('lan@mutosi.example', 'minh@mutosi.example')`.execute(
    shop.sql,
  );
  await sql`update identity.customers set phone = null where email in ('minh@mutosi.example', 'hoa@mutosi.example')`.execute(
    shop.sql,
  );
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const hour = 3_600_000;
const password = "MatKhauMoi99@";
const newPassword = { password, password_confirmation: password };

/** A customer's device, an hour after the sign-in. */
async function leftOpen(key: DemoAccountKey) {
  const found = await shop.as(key);
  shop.advanceClock(hour);
  return found;
}

/** The calls that want the owner. decisions/0211 */
const forOwner = new Set([
  "identity.changePassword",
  "identity.createPassword",
  "identity.updatePhone",
  "identity.updatePhoneOtp",
  "identity.googleLinkStart",
  "identity.socialSync",
  "identity.socialUnlink",
  "privacy.askExport",
]);

describe("a session an hour after its sign-in", () => {
  test("exactly the listed calls ask for a proof of the owner", async () => {
    const asked: string[] = [];
    const proofs = new Set(["current_password", "otp", "old_otp"]);
    for (const { name, call } of calls.filter(({ call: { safe, who } }) => !safe && typeof who !== "object")) {
      const sent = Object.entries(call.example.input as object).filter(
        // A first phone has its own code to show, which is no proof of the owner.
        ([field]) =>
          name === "identity.updatePhoneOtp"
            ? field !== "old_otp"
            : !proofs.has(field) && !(name.endsWith("createPassword") && field === "phone"),
      );
      const request = exampleRequest({ ...call, example: { input: Object.fromEntries(sent) } }, {});
      for (const key of ["lan", "minh", "hoa"] as const) {
        const token = await shop.token(key);
        shop.advanceClock(hour);
        const answer = await app.inject({
          ...request,
          headers: { ...request.headers, authorization: `Bearer ${token}` },
        });
        if (answer.json().code === "proof_required") asked.push(name);
      }
    }
    expect(new Set(asked)).toEqual(forOwner);
  });

  test("a first password needs a code sent to the phone", async () => {
    const lan = await leftOpen("lan");
    for (const call of [lan.identity.createPassword, lan.identity.changePassword]) {
      expect((await refusal(call(newPassword))).body).toMatchObject({ code: "proof_required" });
      expect(await refusalCode(call({ ...newPassword, otp: "000000" }))).toMatch(/^otp_/);
    }
    expect((await lan.identity.profile({})).has_password).toBe(false);
    await lan.identity.ownerCode({});
    const otp = await codeFor(shop, "+84590000011");
    await lan.identity.createPassword({ ...newPassword, otp });
    expect((await lan.identity.profile({})).has_password).toBe(true);
  });

  test("a first phone number needs the password", async () => {
    const minh = await leftOpen("minh");
    expect(await refusalCode(minh.identity.updatePhone({ phone: "0590001201" }))).toBe("proof_required");
    const hoa = await leftOpen("hoa");
    const wanted = { phone: "0590001202" };
    expect((await refusal(hoa.identity.updatePhone(wanted))).body).toMatchObject({
      code: "proof_required",
      errors: { current_password: [expect.any(String)] },
    });
    expect(await refusalCode(hoa.identity.updatePhone({ ...wanted, current_password: "nope" }))).toBe("wrong_password");
    await hoa.identity.updatePhone({ ...wanted, current_password: DEMO_PASSWORD });
    const otp = await codeFor(shop, "+84590001202");
    expect((await hoa.identity.updatePhoneOtp({ ...wanted, otp })).user.phone).toBe("+84590001202");
  });

  test("a data export needs a sign-in just now or the password", async () => {
    const tuan = await leftOpen("tuan");
    expect(await refusalCode(tuan.privacy.askExport({}))).toBe("proof_required");
    expect(await refusalCode(tuan.privacy.askExport({ current_password: "nope" }))).toBe("wrong_password");
    expect((await tuan.privacy.askExport({ current_password: DEMO_PASSWORD })).kind).toBe("export");
    expect((await (await shop.as("sato")).privacy.askExport({})).kind).toBe("export");
  });
});
