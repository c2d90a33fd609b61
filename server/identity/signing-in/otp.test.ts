/**
 * One-time codes: single use, limited tries, no hint whether a phone has an account, and limits against SMS pumping.
 * rules/identity#one-time-codes
 */
import type { Shop } from "contract/contract.ts";
import type { WireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dropMemos } from "../../platform/memo.ts";
import { codeFor, solvedCaptcha, wrongCode } from "../../testing/test-codes.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { countAttempt } from "./attempts.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 20, config: { limit_factor: 1 } });
});
afterAll(() => shop.close());

const minute = 60_000;
const day = 24 * 60 * minute;
/** Nothing of one test counts in the next. */
beforeEach(async () => {
  shop.advanceClock(3 * day);
  await sql`truncate identity.attempts`.execute(shop.sql);
});

let number = 1000;
/** An unused phone, as typed and as stored. */
function freshPhone(): { phone: string; e164: string } {
  number += 1;
  return { phone: `058000${number}`, e164: `+8458000${number}` };
}
let household = 0;
const fromElsewhere = () => {
  household += 1;
  return { client: `198.51.${100 + Math.floor(household / 200)}.${household % 200}` };
};

async function requested(phone: string, who: Shop = shop.visitor(fromElsewhere())): Promise<Shop> {
  await who.identity.sendCode({ phone, purpose: "login" });
  return who;
}

describe("a code works once, for one purpose, in the session that requested it", () => {
  test("a code signs in once", async () => {
    const lan = await requested("0590000011");
    const otp = await codeFor(shop, "+84590000011");
    const signedIn = await lan.identity.loginSms({ phone: "+84590000011", otp: `${otp.slice(0, 3)} ${otp.slice(3)}` });
    expect(signedIn).toMatchObject({ account_status: "active", user: { full_name: "Tạ Mai Lan" } });
    expect(await refusalCode(shop.visitor().identity.loginSms({ phone: "0590000011", otp }))).toBe("otp_expired");
  });

  test("another session cannot use the code", async () => {
    const lan = await requested("0590000011");
    const otp = await codeFor(shop, "+84590000011");
    const thief = await requested(freshPhone().phone);
    expect(await refusalCode(thief.identity.loginSms({ phone: "0590000011", otp }))).toBe("otp_expired");
    expect(await lan.identity.loginSms({ phone: "0590000011", otp })).toMatchObject({ account_status: "active" });
  });

  test("a code for one purpose is refused for another", async () => {
    const { phone, e164 } = freshPhone();
    const visitor = shop.visitor(fromElsewhere());
    await visitor.identity.registerSend({ phone });
    const otp = await codeFor(shop, e164);
    expect(await refusalCode(visitor.identity.loginSms({ phone, otp }))).toBe("otp_expired");
    expect(await refusalCode(visitor.identity.confirmPhone({ phone, otp }))).toBe("otp_expired");
    expect((await visitor.identity.registerCheckOtp({ phone, otp })).otp_proof).toBeTruthy();
  });

  test("of ten sign-ins at once with the right code one succeeds", async () => {
    const { phone, e164 } = freshPhone();
    const visitor = shop.visitor(fromElsewhere());
    await visitor.identity.registerSend({ phone });
    const otp = await codeFor(shop, e164);
    const answers = await Promise.allSettled(
      Array.from({ length: 10 }, () => visitor.identity.registerCheckOtp({ phone, otp })),
    );
    expect(answers.filter((each) => each.status === "fulfilled")).toHaveLength(1);
  });

  test("of twenty wrong codes at once five are tried, and then the right one is refused too", async () => {
    const lan = await requested("0590000011");
    const otp = await codeFor(shop, "+84590000011");
    const tries = await Promise.all(
      Array.from({ length: 20 }, () =>
        refusalCode(lan.identity.loginSms({ phone: "0590000011", otp: wrongCode(otp) })),
      ),
    );
    expect(tries.filter((each) => each === "otp_wrong")).toHaveLength(4);
    expect(tries.filter((each) => each === "otp_expired")).toHaveLength(16);
    expect(await refusalCode(lan.identity.loginSms({ phone: "0590000011", otp }))).toBe("otp_expired");
    const { rows } = await sql<{ tries: number }>`select tries from identity.otps order by id desc limit 1`.execute(
      shop.sql,
    );
    expect(rows[0]?.tries).toBe(5);
  });

  test("a wrong code says at its field how many tries are left", async () => {
    const lan = await requested("0590000011");
    const otp = wrongCode(await codeFor(shop, "+84590000011"));
    expect((await refusal(lan.identity.loginSms({ phone: "0590000011", otp }))).body.errors).toEqual({
      otp: ["Mã chưa đúng. Bạn còn 4 lần nhập."],
    });
  });

  test("a code expires after five minutes, and a new code replaces it", async () => {
    const lan = await requested("0590000011");
    const first = await codeFor(shop, "+84590000011");
    shop.advanceClock(5 * minute);
    expect(await refusalCode(lan.identity.loginSms({ phone: "0590000011", otp: first }))).toBe("otp_expired");
    const minh = await requested("0590000022");
    const old = await codeFor(shop, "+84590000022");
    shop.advanceClock(minute);
    const wait = await refusal(minh.identity.sendCode({ phone: "0590000022", purpose: "login" }));
    shop.advanceClock((wait.retry_after_seconds ?? 0) * 1000);
    await minh.identity.sendCode({ phone: "0590000022", purpose: "login" });
    const otp = await codeFor(shop, "+84590000022");
    if (old !== otp)
      expect(await refusalCode(minh.identity.loginSms({ phone: "0590000022", otp: old }))).toBe("otp_wrong");
    expect(await minh.identity.loginSms({ phone: "0590000022", otp })).toMatchObject({ account_status: "active" });
  });

  test("a code is not in the database after it was sent, and never in an answer", async () => {
    const { phone, e164 } = freshPhone();
    const sent = await shop.visitor(fromElsewhere()).identity.sendCode({ phone, purpose: "login" });
    const jobs = await sql`select * from graphile_worker._private_jobs`.execute(shop.sql);
    const otp = await codeFor(shop, e164);
    const rows = await shop.sql.selectFrom("identity.otps").selectAll().where("target", "=", e164).execute();
    for (const seen of [sent, jobs.rows, rows]) expect(JSON.stringify(seen)).not.toContain(otp);
    expect(rows[0]?.sealed_code).toBeNull();
  });
});

describe("no answer shows whether a phone is known", () => {
  test("every phone gets the same next step, to sign in and to reset the password", async () => {
    const { phone } = freshPhone();
    const ask = async (which: string) => {
      const visitor = shop.visitor(fromElsewhere());
      const { session_id: _own, ...answer } = await visitor.identity.forgotPassword({ phone: which });
      const otp = "123456";
      const form = { phone: which, otp, password: "MatKhauMoi99@", password_confirmation: "MatKhauMoi99@" };
      return [answer, (await refusal(visitor.identity.createPassword(form))).body.code];
    };
    expect(await ask(phone)).toEqual(await ask("0590000011"));
  });

  test("the same statements run for a phone with an account and for one without", async () => {
    const seen: string[] = [];
    const watched = await testShop({ max: 4, onQuery: (text) => seen.push(text.replace(/\s+/g, " ")) });
    const statements = async (phone: string) => {
      const visitor = watched.visitor();
      await visitor.cart.addItem({ product_id: 1082, quantity: 1 });
      seen.length = 0;
      await visitor.identity.forgotPassword({ phone });
      return [...seen];
    };
    const unknown = await statements("0580009999");
    expect(await statements("0590000022")).toEqual(unknown);
    await watched.close();
  });

  test("no code to reset the password is sent to a phone without an account", async () => {
    const { phone, e164 } = freshPhone();
    await shop.visitor(fromElsewhere()).identity.forgotPassword({ phone });
    expect(await codeFor(shop, e164)).toBe("");
  });
});

describe("resetting the password by code", () => {
  test("a reset signs every other device out; after a too common password the same code still works", async () => {
    const elsewhere = await shop.as("kim");
    const kim = shop.visitor(fromElsewhere());
    await kim.identity.forgotPassword({ phone: "0590000066" });
    const form = (password: string, otp: string) => ({
      phone: "0590000066",
      otp,
      password,
      password_confirmation: password,
    });
    const otp = await codeFor(shop, "+84590000066");
    expect(await refusalCode(kim.identity.createPassword(form("Password123@", otp)))).toBe("password_common");
    const { user } = await kim.identity.createPassword(form("MatKhauMoi99@", otp));
    expect(user.full_name).toBeTruthy();
    expect((await refusal(elsewhere.identity.profile({}))).status).toBe(401);
    await shop.visitor().identity.login({ login: "kim@mutosi.example", password: "MatKhauMoi99@" });
  });
});

describe("registration", () => {
  const form = (phone: string, otp_proof: string) => ({
    phone,
    otp_proof,
    full_name: "Phan Thu Mai",
    password: "MatKhauMoi99@",
    password_confirmation: "MatKhauMoi99@",
    terms: true,
  });

  test("registration needs the proof of the same phone, whatever verify_otp says", async () => {
    const [own, other] = [freshPhone(), freshPhone()];
    const visitor = shop.visitor(fromElsewhere());
    await visitor.identity.registerSend({ phone: own.phone });
    const { otp_proof } = await visitor.identity.registerCheckOtp({
      phone: own.phone,
      otp: await codeFor(shop, own.e164),
    });
    for (const bad of ["none", otp_proof.slice(0, -2), ""]) {
      expect(["otp_expired", "invalid"]).toContain(
        await refusalCode(visitor.identity.register({ ...form(own.phone, bad), verify_otp: false })),
      );
    }
    expect(await refusalCode(visitor.identity.register(form(other.phone, otp_proof)))).toBe("otp_expired");
    shop.advanceClock(15 * minute);
    expect(await refusalCode(visitor.identity.register(form(own.phone, otp_proof)))).toBe("otp_expired");
  });

  test("ten registrations at once create one account; a phone with an account is refused", async () => {
    const { phone, e164 } = freshPhone();
    const visitor = shop.visitor(fromElsewhere());
    await visitor.identity.registerSend({ phone });
    const { otp_proof } = await visitor.identity.registerCheckOtp({ phone, otp: await codeFor(shop, e164) });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => shop.visitor().identity.register(form(phone, otp_proof))),
    );
    expect(new Set(answers.map((each) => each.user.id)).size).toBe(1);
    const again = shop.visitor(fromElsewhere());
    shop.advanceClock(5 * minute);
    const wait = (await refusal(again.identity.registerSend({ phone }))).retry_after_seconds ?? 0;
    shop.advanceClock(wait * 1000);
    await again.identity.registerSend({ phone });
    const second = await again.identity.registerCheckOtp({ phone, otp: await codeFor(shop, e164) });
    const refused = await refusal(again.identity.register(form(phone, second.otp_proof)));
    expect(refused.body).toMatchObject({
      code: "phone_registered",
      errors: { phone: ["Số điện thoại đã được đăng ký"] },
    });
  });

  test("a sign-in by code of a phone without an account continues to registration and keeps the cart", async () => {
    const { phone, e164 } = freshPhone();
    const visitor = shop.visitor(fromElsewhere());
    await visitor.cart.addItem({ product_id: 1082, quantity: 2 });
    await visitor.identity.sendCode({ phone, purpose: "login" });
    const answer = await visitor.identity.loginSms({ phone, otp: await codeFor(shop, e164) });
    if (!("otp_proof" in answer)) return expect.unreachable("there was no account");
    const { user } = await visitor.identity.register({ ...form(phone, answer.otp_proof), email: "mai@mutosi.example" });
    expect(user).toMatchObject({ phone: e164, email: "mai@mutosi.example", email_verified: false, has_password: true });
    expect((await visitor.cart.get({})).item_count).toBe(2);
    expect(
      await refusalCode(shop.visitor().identity.login({ login: "mai@mutosi.example", password: "MatKhauMoi99@" })),
    ).toBe("wrong_credentials");
  });
});

describe("limits against SMS pumping", () => {
  test("a phone waits one minute, then two, and gets at most three codes an hour and five a day", async () => {
    const { phone } = freshPhone();
    const visitor = shop.visitor(fromElsewhere());
    const waits: number[] = [];
    let sent = 0;
    for (let passed = 0; passed < 23 * 60; ) {
      const refused = await visitor.identity.sendCode({ phone, purpose: "login" }).then(
        () => null,
        (error: WireFailure) => error,
      );
      if (!refused) sent += 1;
      else {
        expect(["too_many", "captcha_required"]).toContain(refused.body.code);
        waits.push(refused.retry_after_seconds ?? 0);
        shop.advanceClock((refused.retry_after_seconds ?? 1) * 1000);
        passed += (refused.retry_after_seconds ?? 1) / 60;
      }
    }
    expect(sent).toBe(5);
    expect(waits.slice(0, 4)).toEqual([60, 15, 120, 30]);
  });

  test("fifty requests at once for one phone send one message", async () => {
    const { phone } = freshPhone();
    const answers = await Promise.allSettled(
      Array.from({ length: 50 }, () => shop.visitor(fromElsewhere()).identity.sendCode({ phone, purpose: "login" })),
    );
    expect(answers.filter((each) => each.status === "fulfilled")).toHaveLength(1);
    shop.advanceClock(-40); // came a moment before the code, and waited for its turn
    expect(await refusalCode(requested(phone))).toBe("too_many");
  });

  test("the second code needs a captcha or a wait, which grows each time", async () => {
    const visitor = shop.visitor(fromElsewhere());
    const { phone } = freshPhone();
    expect((await visitor.identity.sendCode({ phone, purpose: "login" })).captcha_required).toBe(true);
    shop.advanceClock(minute);
    const first = await refusal(visitor.identity.sendCode({ phone, purpose: "login" }));
    expect([first.status, first.body.code, first.retry_after_seconds]).toEqual([422, "captcha_required", 15]);
    expect(first.body.message).toBe("Vui lòng xác nhận bạn không phải là máy");
    shop.advanceClock(10_000);
    const early = await refusal(visitor.identity.sendCode({ phone, purpose: "login" }));
    expect([early.body.code, early.retry_after_seconds]).toEqual(["captcha_required", 5]);
    shop.advanceClock(5_000);
    await visitor.identity.sendCode({ phone, purpose: "login" });
    shop.advanceClock(2 * minute);
    const second = await refusal(visitor.identity.sendCode({ phone, purpose: "login" }));
    expect([second.body.code, second.retry_after_seconds]).toEqual(["captcha_required", 30]);
  });

  test("an IP address needs a captcha above 10 codes an hour, and is refused above 100", async () => {
    const here = fromElsewhere();
    const outcomes: string[] = [];
    for (let each = 0; each < 103; each++) {
      // Eighty-five clients behind the same IP address, each with a captcha solved.
      if (each === 11) {
        const limit = { name: "code_address_hour", subject: here.client, times: 100, seconds: 3600 };
        for (; each < 96; each++) await countAttempt(shop.ctx(), limit);
      }
      const visitor = shop.visitor(here);
      const send = (captcha?: string) =>
        outcome(visitor.identity.sendCode({ phone: freshPhone().phone, purpose: "login", captcha }));
      const first = await send();
      expect(first).toBe(each < 10 ? "sent" : "captcha_required");
      outcomes.push(first === "captcha_required" ? await send(await solvedCaptcha(visitor)) : first);
    }
    expect(outcomes.slice(0, -3).every((each) => each === "sent")).toBe(true);
    expect(outcomes.slice(-3)).toEqual(["too_many", "too_many", "too_many"]);
  });

  test("a solved captcha works once, and a wrong one never", async () => {
    const visitor = shop.visitor(fromElsewhere());
    const { phone } = freshPhone();
    await visitor.identity.sendCode({ phone, purpose: "login" });
    const captcha = await solvedCaptcha(visitor);
    shop.advanceClock(minute);
    const solution = JSON.parse(Buffer.from(captcha, "base64").toString());
    const bent = Buffer.from(JSON.stringify({ ...solution, number: solution.number + 1 })).toString("base64");
    for (const wrong of [bent, "nonsense", "e30="]) {
      expect(await refusalCode(visitor.identity.sendCode({ phone, purpose: "login", captcha: wrong }))).toBe(
        "captcha_required",
      );
    }
    await visitor.identity.sendCode({ phone, purpose: "login", captcha });
    const other = shop.visitor(fromElsewhere());
    const { phone: second } = freshPhone();
    await other.identity.sendCode({ phone: second, purpose: "login" });
    shop.advanceClock(minute);
    expect(await refusalCode(other.identity.sendCode({ phone: second, purpose: "login", captcha }))).toBe(
      "captcha_required",
    );
    const late = await solvedCaptcha(other);
    shop.advanceClock(20 * minute);
    expect(await refusalCode(other.identity.sendCode({ phone: second, purpose: "login", captcha: late }))).toBe(
      "captcha_required",
    );
  });

  test("a prefix of phone numbers whose codes are never used is blocked; others are not", async () => {
    for (let each = 0; each < 50; each++) {
      const { phone, e164 } = freshPhone();
      await requested(phone);
      await codeFor(shop, e164);
    }
    shop.advanceClock(6 * minute);
    const halted = await refusal(requested(freshPhone().phone));
    expect([halted.status, halted.body.code]).toEqual([503, "otp_unavailable"]);
    await requested("0590000022");
    const events = await shop.sql
      .selectFrom("kernel.security_events")
      .select("detail")
      .where("event", "=", "code_refused")
      .execute();
    expect(JSON.stringify(events)).toContain("otp_unavailable");
  });

  test("the hour's ceiling holds for forty at once from everywhere", async () => {
    await sql`insert into kernel.settings (key, updated_by, value) values ('codes', 'system', ${JSON.stringify({
      per_hour: 7,
      per_prefix_and_hour: 300,
      daily_budget: 2_000_000,
      sms_cost: 800,
      zns_cost: 300,
      voice_cost: 1_000,
    })})`.execute(shop.sql);
    await shop.ctx().announce(shop.ctx(), "pages_changed", { tags: ["settings"] });
    dropMemos(["settings"]);
    const answers = await Promise.allSettled(Array.from({ length: 40 }, () => requested(freshPhone().phone)));
    expect(answers.filter((each) => each.status === "fulfilled")).toHaveLength(7);
  });
});

async function outcome(sending: Promise<unknown>): Promise<string> {
  return sending.then(
    () => "sent",
    (error: WireFailure) => error.body.code,
  );
}
