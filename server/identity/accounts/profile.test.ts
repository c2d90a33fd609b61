/**
 * What a person would lose: their number to a thief who holds their phone for a minute, or their account number to a
 * copy of the database.
 */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { notifyOldPhone } from "../../notifications/old-phone.ts";
import { laidOut } from "../../notifications/outbox.ts";
import { orderForm } from "../../orders/test-orders.ts";
import { dropMemos } from "../../platform/memo.ts";
import { setSetting } from "../../platform/settings.ts";
import { codeFor, wrongCode } from "../../testing/test-codes.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { DEMO_PASSWORD as password } from "./demo.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 8 });
});
afterAll(() => shop.close());
beforeEach(() => shop.later(3_600_000));

describe("the profile", () => {
  test("stores what is sent and leaves the rest; fields the caller may not set are dropped", async () => {
    const minh = await shop.as("minh");
    const before = await minh.identity.profile({});
    const tampered: object = {
      nickname: "Minh Béo",
      gender: "",
      roles: ["group_manager"],
      score: 9e9,
      phone: "0590000099",
      status: "locked",
    };
    const after = await minh.identity.updateProfile(tampered);
    expect(after).toEqual({ ...before, nickname: "Minh Béo", gender: null });
  });

  test("a birthday is in the past, refused at its field in each language", async () => {
    const minh = await shop.as("minh");
    const tomorrow = new Date(shop.now.getTime() + 86_400_000).toISOString().slice(0, 10);
    expect((await refusal(minh.identity.updateProfile({ birthday: tomorrow }))).body.errors).toEqual({
      birthday: ["Ngày sinh phải là quá khứ"],
    });
    expect(await refusalCode(minh.identity.updateProfile({ birthday: "2026-02-30" }))).toBe("invalid");
    expect((await minh.identity.updateProfile({ birthday: "1990-02-28" })).birthday).toBe("1990-02-28");
  });

  test("bank details come back to their owner, and stand nowhere in the database in clear", async () => {
    const minh = await shop.as("minh");
    const bank = { bank: "VCB", account_number: "0123456789012", account_name: "Trần Đức Minh" };
    expect(await minh.identity.updateProfile(bank)).toMatchObject({ ...bank, account_name: "TRAN DUC MINH" });
    const rows = await sql`select encode(bank_account, 'escape') as a, encode(bank_holder, 'escape') as b, c.*
      from identity.customers c`.execute(shop.sql);
    for (const secret of ["0123456789012", "TRAN DUC MINH"]) expect(JSON.stringify(rows.rows)).not.toContain(secret);
    expect(await minh.identity.updateProfile({ account_number: "", account_name: "" })).toMatchObject({
      account_number: "",
      account_name: "",
    });
  });
});

describe("another e-mail address", () => {
  test("grants nothing until it is proved, and then belongs to one account", async () => {
    const [sato, john] = [await shop.as("sato"), await shop.as("john")];
    const email = "shared@mutosi.example";
    expect(await sato.identity.updateProfile({ email })).toMatchObject({ email, email_verified: false });
    await john.identity.updateProfile({ email });
    expect(await refusalCode(shop.visitor().identity.login({ login: email, password }))).toBe("wrong_credentials");
    await sato.identity.verifyEmailSend({});
    const otp = await codeFor(shop, email);
    expect(await refusalCode(john.identity.verifyEmail({ otp }))).toBe("otp_expired");
    expect(await refusalCode(sato.identity.verifyEmail({ otp: wrongCode(otp) }))).toBe("otp_wrong");
    expect((await sato.identity.verifyEmail({ otp })).email_verified).toBe(true);
    expect((await shop.visitor().identity.login({ login: email, password })).user.full_name).toBeTruthy();
    await john.identity.verifyEmailSend({});
    expect(await refusalCode(john.identity.verifyEmail({ otp: await codeFor(shop, email) }))).toBe("email_registered");
    expect(await refusalCode(sato.identity.verifyEmailSend({}))).toBe("conflict");
  });
});

describe("another phone", () => {
  test("needs the codes of both numbers, signs every other device out, and the old number is notified", async () => {
    const [here, there] = [await shop.as("kim"), await shop.as("kim")];
    const guest = shop.visitor();
    const { order_code } = await guest.orders.place(
      orderForm({ items: [{ product_id: 1082, quantity: 1 }], phone: "0581230001" }),
    );
    await here.identity.updatePhone({ phone: "0581230001" });
    const otp = await codeFor(shop, "+84581230001");
    const old_otp = await codeFor(shop, "+84590000066");
    const finish = (change: object) => here.identity.updatePhoneOtp({ phone: "0581230001", otp, old_otp, ...change });
    expect((await refusal(finish({ old_otp: undefined }))).body.errors).toHaveProperty("old_otp");
    expect((await refusal(finish({ old_otp: wrongCode(old_otp) }))).body.errors).toHaveProperty("old_otp");
    expect((await refusal(finish({ otp: wrongCode(otp) }))).body.errors).toHaveProperty("otp");
    expect(await refusalCode(there.identity.updatePhoneOtp({ phone: "0581230001", otp, old_otp }))).toBe("otp_expired");
    expect((await finish({})).user.phone).toBe("+84581230001");
    expect((await refusal(there.identity.profile({}))).status).toBe(401);
    expect((await here.orders.byCode({ id: order_code })).order_code).toBe(order_code);
    const { rows } = await sql<{ payload: { customer_id: number; sealed_phone: string } }>`
      select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'tell_old_phone'`.execute(shop.sql);
    expect(JSON.stringify(rows)).not.toContain("590000066");
    for (const { payload } of rows) await notifyOldPhone(shop.ctx(), payload);
    expect((await laidOut(shop.ctx(), "+84590000066"))[0]?.text).toContain("vua doi sang so dien thoai khac");
  });

  test("that has an account already is refused after the proof, not before", async () => {
    const tuan = await shop.as("tuan");
    const sent = await tuan.identity.updatePhone({ phone: "0590000011" });
    expect(sent.resend_after_seconds).toBeGreaterThanOrEqual(0);
    const codes = { otp: await codeFor(shop, "+84590000011"), old_otp: await codeFor(shop, "+84590000044") };
    expect(await refusalCode(tuan.identity.updatePhoneOtp({ phone: "0590000011", ...codes }))).toBe("phone_registered");
    expect(await refusalCode(tuan.identity.updatePhone({ phone: "0590000044" }))).toBe("conflict");
  });
});

describe("kinds", () => {
  test("an account switches to a role it holds, and to no other", async () => {
    const hoa = await shop.as("hoa");
    expect((await hoa.identity.switchRole({ role: "customer" })).active_role).toBe("customer");
    expect((await hoa.identity.switchRole({ role: "collaborator" })).active_role).toBe("collaborator");
    expect(await refusalCode(hoa.identity.switchRole({ role: "partner" }))).toBe("forbidden");
    expect(await refusalCode(hoa.identity.switchRole({ role: "agent", agent_id: "AG-0102" }))).toBe("forbidden");
  });
});

describe("where the shop asks guests for their phone", () => {
  test("an order waits for the code of its own phone, in the session that orders; members have proved theirs", async () => {
    await setSetting(shop.ctx(), "checkout_otp", { on: true });
    dropMemos(["settings"]);
    const form = orderForm({ items: [{ product_id: 1082, quantity: 1 }], phone: "0581230002" });
    const guest = shop.visitor();
    const refused = await refusal(guest.orders.place(form));
    expect([refused.status, refused.body.code]).toEqual([422, "phone_unconfirmed"]);
    expect(refused.body.errors).toHaveProperty("phone");
    await guest.identity.sendCode({ phone: "0581230002", purpose: "checkout" });
    const otp = await codeFor(shop, "+84581230002");
    expect(await guest.identity.confirmPhone({ phone: "0581230002", otp })).toEqual({ confirmed: true });
    expect(await refusalCode(guest.orders.place({ ...form, phone: "0581230003" }))).toBe("phone_unconfirmed");
    expect(await refusalCode(shop.visitor().orders.place(form))).toBe("phone_unconfirmed");
    expect((await guest.orders.place(form)).order_code).toHaveLength(10);
    expect((await (await shop.as("lan")).orders.place(form)).order_code).toHaveLength(10);
    await setSetting(shop.ctx(), "checkout_otp", { on: false });
    dropMemos(["settings"]);
    expect((await shop.visitor().orders.place({ ...form, note: "again" })).order_code).toHaveLength(10);
  });
});
