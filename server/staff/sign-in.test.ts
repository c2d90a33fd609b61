/** Signing in as staff, the second factors, how long a session and a proof live. rules/staff#sign-in */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type DemoStaffKey, type TestShop, testShop } from "../testing/test-shop.ts";
import { totpNow } from "./second-factor.ts";
import { testAuthenticator } from "./test-authenticator.ts";
import { emailsTo, linkTo, signInFully, staffEmail, staffPassword, totpOf } from "./test-staff.ts";

const MINUTE = 60_000;
let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ config: { public_url: "https://shop.example" } });
});
afterAll(() => shop.close());

const firstStep = async (key: DemoStaffKey) =>
  shop.visitor().staff.signIn({ email: staffEmail(key), password: staffPassword(shop) });
const codeOf = async (key: DemoStaffKey) => totpOf(shop, await shop.staffId(key));
const as = (token: string) => shop.visitor({ token });

describe("the two steps", () => {
  test("a wrong password, an unknown e-mail, a locked and a left account are refused alike", async () => {
    const visitor = shop.visitor();
    const given = [
      { email: staffEmail("my"), password: "Sai@12345678" },
      { email: "nobody@mutosi.example", password: staffPassword(shop) },
      { email: staffEmail("vinh"), password: staffPassword(shop) },
      { email: staffEmail("nga"), password: staffPassword(shop) },
    ];
    for (const one of given) expect(await refusalCode(visitor.staff.signIn(one))).toBe("wrong_credentials");
  });

  test("a shopper's password is none of staff, and the other way round", async () => {
    const password = "Mutosi@2026Demo";
    expect(await refusalCode(shop.visitor().staff.signIn({ email: staffEmail("an"), password }))).toBe(
      "wrong_credentials",
    );
    const login = { login: staffEmail("an"), password: staffPassword(shop) };
    expect(await refusalCode(shop.visitor().identity.login(login))).toBe("wrong_credentials");
  });

  test("the code of this half minute and those beside it sign in, each once, older ones never", async () => {
    for (const seconds of [-30, 0, 30]) {
      const { proof } = await firstStep("my");
      const code = await totpNowAt("my", seconds);
      expect(await shop.visitor().staff.secondFactor({ proof, code })).toMatchObject({ must_set_factor: false });
      expect(await refusalCode(shop.visitor().staff.secondFactor({ proof, code }))).toBe("second_factor_wrong");
    }
    const { proof } = await firstStep("my");
    const old = await totpNowAt("my", -90);
    expect(await refusalCode(shop.visitor().staff.secondFactor({ proof, code: old }))).toBe("second_factor_wrong");
  });

  async function totpNowAt(key: DemoStaffKey, seconds: number): Promise<string> {
    const { totpSecretOf } = await import("./second-factor.ts");
    const secret = (await totpSecretOf(shop.ctx(), await shop.staffId(key))) ?? "";
    return totpNow(secret, new Date(shop.now.getTime() + seconds * 1000));
  }

  test("one code sent by many at once signs in one of them", async () => {
    const { proof } = await firstStep("loc");
    const code = await codeOf("loc");
    const tries = await Promise.allSettled(
      Array.from({ length: 12 }, () => shop.visitor().staff.secondFactor({ proof, code })),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("the first step is over after ten minutes, and with a new password", async () => {
    const { proof } = await firstStep("chi");
    shop.advanceClock(11 * MINUTE);
    const code = await codeOf("chi");
    expect(await refusalCode(shop.visitor().staff.secondFactor({ proof, code }))).toBe("sign_in_over");
    expect(await refusalCode(shop.visitor().staff.secondFactor({ proof: "made.up", code }))).toBe("sign_in_over");
    const before = await firstStep("chi");
    await sql`update staff.accounts set password_changed_at = now() where email = ${staffEmail("chi")}`.execute(
      shop.sql,
    );
    expect(await refusalCode(shop.visitor().staff.secondFactor({ proof: before.proof, code }))).toBe("sign_in_over");
  });

  test("a field that is not asked for is refused", async () => {
    const extra: { email: string; password: string } = Object.assign(
      { email: staffEmail("my"), password: staffPassword(shop) },
      { role: "owner" },
    );
    expect((await refusal(shop.visitor().staff.signIn(extra))).body.errors).toHaveProperty("role");
  });
});

describe("guessing", () => {
  test("slows the guesser down; from elsewhere the person still gets in", async () => {
    const strict = await testShop({ config: { limit_factor: 1 } });
    const stranger = strict.visitor({ client: "203.0.113.7" });
    const wrong = { email: staffEmail("quynh"), password: "Sai@12345678" };
    for (let tries = 0; tries < 5; tries += 1)
      expect(await refusalCode(stranger.staff.signIn(wrong))).toBe("wrong_credentials");
    const { status, body } = await refusal(stranger.staff.signIn(wrong));
    expect([status, body.code]).toEqual([429, "too_many"]);
    const own = strict.visitor({ client: "198.51.100.4" });
    expect(await own.staff.signIn({ email: wrong.email, password: staffPassword(strict) })).toHaveProperty("proof");
    strict.advanceClock(16 * MINUTE);
    expect(await refusalCode(stranger.staff.signIn(wrong))).toBe("wrong_credentials");
    await strict.close();
  });
});

describe("a recovery code", () => {
  test("signs in once, lets nothing in but a new second factor, and is no proof", async () => {
    const { token } = await signInFully(shop, "quang");
    const { recovery_codes } = await as(token).staff.newRecoveryCodes({});
    expect(recovery_codes).toHaveLength(10);
    const { proof } = await firstStep("quang");
    const recovery_code = recovery_codes[0] ?? "";
    const entered = await shop.visitor().staff.recoveryCode({ proof, recovery_code: recovery_code.toLowerCase() });
    expect(entered.must_set_factor).toBe(true);
    const again = shop.visitor().staff.recoveryCode({ proof: (await firstStep("quang")).proof, recovery_code });
    expect(await refusalCode(again)).toBe("second_factor_wrong");
    const quang = as(entered.token);
    expect(await refusalCode(quang.staff.home({}))).toBe("factor_pending");
    expect(await refusalCode(quang.staff.stepUp({ code: "000000" }))).toBe("factor_pending");
    const { setup, secret } = await quang.staff.newTotp({});
    const wrong = quang.staff.setTotp({ setup, code: "000000" });
    expect(await refusalCode(wrong)).toBe("second_factor_wrong");
    const set = await quang.staff.setTotp({ setup, code: await totpNow(secret, shop.now) });
    expect(set).toMatchObject({ must_set_factor: false });
    expect(set.recovery_codes).toHaveLength(10);
    expect((await refusal(quang.staff.session({}))).status).toBe(401); // the session of the recovery code is over
    expect((await refusal(as(token).staff.session({}))).status).toBe(401); // so is the one of before
    expect(await as(set.token).staff.session({})).toMatchObject({ must_set_factor: false });
  });
});

describe("a new password", () => {
  test("by the link: once, within the hour, every session ends, and the second factor is still asked for", async () => {
    const { token } = await signInFully(shop, "sen");
    expect(await shop.visitor().staff.forgotPassword({ email: "nobody@mutosi.example" })).toEqual({ sent: true });
    await shop.visitor().staff.forgotPassword({ email: staffEmail("sen") });
    const link = await linkTo(shop, staffEmail("sen"), "dat-mat-khau");
    const password = "MatKhauMoi99@";
    const set = { token: link, password, password_confirmation: password };
    expect(await refusalCode(shop.visitor().staff.resetPassword({ ...set, password_confirmation: "Khac@12345" }))).toBe(
      "invalid",
    );
    expect(await shop.visitor().staff.resetPassword(set)).toEqual({ email: staffEmail("sen") });
    expect(await refusal(shop.visitor().staff.resetPassword(set))).toMatchObject({
      status: 410,
      body: { code: "link_over" },
    });
    expect((await refusal(as(token).staff.session({}))).status).toBe(401);
    const { proof, totp } = await shop.visitor().staff.signIn({ email: staffEmail("sen"), password });
    expect(totp).toBe(true);
    expect((await refusal(as(proof).staff.session({}))).status).toBe(401);
    await shop.visitor().staff.forgotPassword({ email: staffEmail("sen") });
    const late = await linkTo(shop, staffEmail("sen"), "dat-mat-khau");
    shop.advanceClock(61 * MINUTE);
    expect(await refusalCode(shop.visitor().staff.resetPassword({ ...set, token: late }))).toBe("link_over");
  });

  test("from inside asks for the old one, and the person is told by e-mail", async () => {
    const { token } = await signInFully(shop, "toan");
    const change = { password: "MatKhauMoi99@", password_confirmation: "MatKhauMoi99@" };
    const toan = as(token);
    const wrong = toan.staff.changeOwnPassword({ ...change, current_password: "Sai@12345678" });
    expect(await refusalCode(wrong)).toBe("wrong_password");
    const renewed = await toan.staff.changeOwnPassword({ ...change, current_password: staffPassword(shop) });
    expect((await refusal(toan.staff.session({}))).status).toBe(401);
    expect(await as(renewed.token).staff.session({})).toMatchObject({ account: { email: staffEmail("toan") } });
    expect((await emailsTo(shop, staffEmail("toan")))[0]?.title).toContain("đã đổi");
  });
});

describe("a session", () => {
  test("ends after 30 minutes without a person's request; looking at it, and fetching ahead, is none", async () => {
    const token = await shop.staffToken("my");
    shop.advanceClock(29 * MINUTE);
    await as(token).staff.session({});
    const ahead = shop.ctx({ token });
    expect((await ahead.staff())?.session_id).toBeTypeOf("number");
    shop.advanceClock(2 * MINUTE);
    expect((await refusal(as(token).staff.session({}))).status).toBe(401);
    const other = await shop.staffToken("my");
    for (let turn = 0; turn < 4; turn += 1) {
      shop.advanceClock(29 * MINUTE);
      await as(other).staff.stay({});
    }
    expect(await as(other).staff.session({})).toMatchObject({ account: { email: staffEmail("my") } });
  });

  test("ends after 12 hours, however much it is used", async () => {
    const token = await shop.staffToken("my");
    for (let turn = 0; turn < 25; turn += 1) {
      shop.advanceClock(28 * MINUTE);
      await as(token).staff.stay({});
    }
    shop.advanceClock(21 * MINUTE);
    expect((await refusal(as(token).staff.stay({}))).status).toBe(401);
  });

  test("can be ended from another, and all others at once", async () => {
    const [here, there] = [await shop.staffToken("loi"), await shop.staffToken("loi")];
    const devices = await as(here).staff.devices({});
    expect(devices.map(({ is_this }) => is_this)).toEqual([true, false]);
    await as(here).staff.signOutDevice({ id: devices[1]?.id ?? "" });
    expect((await refusal(as(there).staff.session({}))).status).toBe(401);
    const third = await shop.staffToken("loi");
    expect(await as(here).staff.signOutOthers({})).toEqual({ ended: 1 });
    expect((await refusal(as(third).staff.session({}))).status).toBe(401);
    const foreign = (await as(await shop.staffToken("my")).staff.devices({}))[0]?.id ?? "";
    expect(await refusalCode(as(here).staff.signOutDevice({ id: foreign }))).toBe("not_found");
    await as(here).staff.signOut({});
    expect((await refusal(as(here).staff.session({}))).status).toBe(401);
  });
});

describe("a proof", () => {
  test("counts five minutes from signing in, then the act asks for a code, and that code works once", async () => {
    const { token } = await signInFully(shop, "thu");
    const thu = as(token);
    await thu.staff.newRecoveryCodes({});
    shop.advanceClock(6 * MINUTE);
    expect(await refusal(thu.staff.newRecoveryCodes({}))).toMatchObject({
      status: 403,
      body: { code: "step_up_required" },
    });
    expect((await thu.staff.session({})).proved_until).toBeNull();
    const code = await codeOf("thu");
    await thu.staff.stepUp({ code });
    await thu.staff.newRecoveryCodes({});
    expect(await refusalCode(thu.staff.stepUp({ code }))).toBe("second_factor_wrong");
    expect(await refusalCode(thu.staff.stepUp({ code: "12345" }))).toBe("invalid");
  });
});

describe("a passkey", () => {
  const origin = "https://shop.example";

  test("is added, signs in alone, proves anew; each challenge is answered once, and by its own account", async () => {
    const device = testAuthenticator(origin);
    const { token } = await signInFully(shop, "suong");
    const suong = as(token);
    const { options } = await suong.staff.addPasskeyStart({});
    const answer = device.add(options);
    expect(await suong.staff.addPasskey({ name: "Máy bàn", answer })).toMatchObject({ name: "Máy bàn" });
    expect(await refusalCode(suong.staff.addPasskey({ name: "Máy bàn", answer }))).toBe("second_factor_wrong");
    const asked = await shop.visitor().staff.passkeyStart({});
    const signed = device.answer(asked.options);
    const entered = await shop.visitor().staff.passkeySignIn({ answer: signed });
    expect(await as(entered.token).staff.session({})).toMatchObject({ account: { email: staffEmail("suong") } });
    expect(await refusalCode(shop.visitor().staff.passkeySignIn({ answer: signed }))).toBe("second_factor_wrong");
    shop.advanceClock(6 * MINUTE);
    const again = as(entered.token);
    const step = await again.staff.stepUpPasskeyStart({});
    await again.staff.stepUpPasskey({ answer: device.answer(step.options) });
    await again.staff.newRecoveryCodes({});
    const [passkey] = (await again.staff.factors({})).passkeys;
    const my = as(await shop.staffToken("my"));
    expect(await refusalCode(my.staff.removePasskey({ id: passkey?.id ?? 0 }))).toBe("not_found");
    const foreign = await my.staff.stepUpPasskeyStart({});
    expect(await refusalCode(my.staff.stepUpPasskey({ answer: device.answer(foreign.options) }))).toBe(
      "second_factor_wrong",
    );
    await again.staff.removePasskey({ id: passkey?.id ?? 0 });
    const last = await shop.visitor().staff.passkeyStart({});
    expect(await refusalCode(shop.visitor().staff.passkeySignIn({ answer: device.answer(last.options) }))).toBe(
      "second_factor_wrong",
    );
  });

  test("without the user's verification, or from another origin, is refused", async () => {
    for (const device of [testAuthenticator(origin, { verifies: false }), testAuthenticator("https://evil.example")]) {
      const suong = as(await shop.staffToken("suong"));
      const { options } = await suong.staff.addPasskeyStart({});
      expect(await refusalCode(suong.staff.addPasskey({ name: "x", answer: device.add(options) }))).toBe(
        "second_factor_wrong",
      );
    }
    expect(await refusalCode(shop.visitor().staff.passkeySignIn({ answer: "{}" }))).toBe("invalid");
  });

  test("is not offered where the office is not open in a secure context", async () => {
    const plain = await testShop({ config: { public_url: "http://192.168.1.20:3000" } });
    expect(await refusalCode(plain.visitor().staff.passkeyStart({}))).toBe("passkeys_unavailable");
    const an = await plain.staff("an");
    expect(await an.staff.session({})).toMatchObject({ passkeys_available: false });
    expect(await refusalCode(an.staff.addPasskeyStart({}))).toBe("passkeys_unavailable");
    await plain.close();
  });
});
