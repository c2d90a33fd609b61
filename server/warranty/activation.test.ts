/** Activating a machine: once, by who may, with dates that follow the rules. rules/warranty#activation */
import type { Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { codeFor } from "../testing/test-codes.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { addMonths } from "./periods/periods.ts";
import { dayBefore, freshSerial, knownMachine, owner } from "./test-warranties.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 20, now: new Date("2026-11-28T03:00:00Z") });
});
afterAll(() => shop.close());

let phones = 2_000;
const freshPhone = () => {
  phones += 1;
  return `058700${phones}`;
};
const stored = (phone: string) => `+84${phone.slice(1)}`;

async function proved(phone: string, visitor: Shop = shop.visitor()): Promise<{ visitor: Shop; otp: string }> {
  await visitor.identity.sendCode({ phone, purpose: "warranty" });
  return { visitor, otp: await codeFor(shop, stored(phone)) };
}

/** Activated by a new person a few days after the purchase. */
async function activated(serial: string, phone = freshPhone()) {
  const { visitor, otp } = await proved(phone);
  const bought_on = dayBefore(shop.now, 3);
  const card = await visitor.warranty.activate({ ...owner, serial, phone, otp, bought_on });
  return { visitor, card, phone };
}

describe("a machine bought elsewhere", () => {
  test("is activated at once by a proved phone, from that day", async () => {
    const serial = await knownMachine(shop.sql, "sold");
    const { visitor, card } = await activated(serial.toLowerCase().replaceAll("0", "o"));
    expect(card).toMatchObject({ serial, state: "active", months: 12, start_on: "2026-11-28", end_on: "2027-11-28" });
    expect((await visitor.warranty.own({})).data.map(({ code }) => code)).toEqual([card.code]);
    expect(await visitor.warranty.check({ serial })).toMatchObject({ state: "yours", id: card.id });
  });

  test("is not activated without the code, nor with one that was sent for another purpose", async () => {
    const serial = await knownMachine(shop.sql, "sold");
    const phone = freshPhone();
    const form = { ...owner, serial, phone, bought_on: dayBefore(shop.now, 3) };
    const visitor = shop.visitor();
    expect(await refusalCode(visitor.warranty.activate(form))).toBe("phone_unconfirmed");
    await visitor.identity.sendCode({ phone, purpose: "login" });
    const otp = await codeFor(shop, stored(phone));
    expect(await refusalCode(visitor.warranty.activate({ ...form, otp }))).toBe("otp_expired");
  });

  test("is activated once by 100 at once", async () => {
    const serial = await knownMachine(shop.sql, "sold");
    const people: { phone: string; visitor: Shop; otp: string }[] = [];
    for (let count = 0; count < 100; count += 1) {
      const phone = freshPhone();
      people.push({ phone, ...(await proved(phone)) });
    }
    const bought_on = dayBefore(shop.now, 3);
    const answers = await Promise.allSettled(
      people.map(({ visitor, phone, otp }) => visitor.warranty.activate({ ...owner, serial, phone, otp, bought_on })),
    );
    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const refused = answers.flatMap((each) => (each.status === "rejected" ? [each.reason.body] : []));
    expect(new Set(refused.map(({ code }) => code))).toEqual(new Set(["already_active"]));
    expect(JSON.stringify(refused[0])).not.toMatch(/Minh|058|2026/);
  });

  test("takes no purchase in the future nor before its production", async () => {
    const serial = await knownMachine(shop.sql, "sold");
    const fields = async (bought_on: string | undefined) =>
      (await refusal(shop.visitor().warranty.activate({ ...owner, serial, phone: freshPhone(), bought_on }))).body
        .errors;
    expect(await fields(dayBefore(shop.now, -1))).toHaveProperty("bought_on");
    expect(await fields("2026-07-31")).toHaveProperty("bought_on");
    expect(await fields("2026-11-31")).toHaveProperty("bought_on");
    expect(await fields(undefined)).toHaveProperty("bought_on");
  });

  test("more than 30 days after the purchase asks for an invoice, and a key of another session is none", async () => {
    const serial = await knownMachine(shop.sql, "sold");
    const form = { ...owner, serial, phone: freshPhone(), bought_on: dayBefore(shop.now, 31) };
    expect((await refusal(shop.visitor().warranty.activate(form))).body.errors).toHaveProperty("invoice");
    const invoice = `warranty/${"A".repeat(22)}.pdf`;
    expect((await refusal(shop.visitor().warranty.activate({ ...form, invoice }))).body.errors).toHaveProperty(
      "invoice",
    );
  });

  test("waits for staff with its invoice, counted from production meanwhile, and from the purchase once it is accepted", async () => {
    const { card, code } = await late();
    expect(card).toMatchObject({ marks: ["pending"], start_on: "2026-11-30", end_on: "2027-11-30" });
    const an = await shop.staff("an");
    const { version } = await an.warranty.record({ code });
    const record = await an.warranty.decideInvoice({ code, version, accept: true, reason: "Đúng máy" });
    expect(record).toMatchObject({ start_kind: "bought", start_on: "2026-10-01", end_on: "2027-10-01", marks: [] });
    expect(await refusalCode(an.warranty.decideInvoice({ code, version, accept: true, reason: "x" }))).toBe("conflict");
  });

  test("with a refused invoice goes on counting from production", async () => {
    const { code } = await late();
    const an = await shop.staff("an");
    const { version } = await an.warranty.record({ code });
    const record = await an.warranty.decideInvoice({ code, version, accept: false, reason: "Không đọc được" });
    expect(record).toMatchObject({ start_kind: "production", end_on: "2027-11-30", marks: [] });
  });

  async function late() {
    const serial = await knownMachine(shop.sql, "sold");
    const phone = freshPhone();
    const { visitor, otp } = await proved(phone);
    const key = `warranty/${crypto.randomUUID().replaceAll("-", "").slice(0, 22)}.pdf`;
    await sql`insert into warranty.invoices (key, session_id, serial, bytes, stored_at, held_until)
      select ${key}, session_id, ${serial.replaceAll("-", "")}, 100, ${shop.now}, ${shop.now}::timestamptz + interval '1 day'
      from identity.otps where target = ${stored(phone)} limit 1`.execute(shop.sql);
    const card = await visitor.warranty.activate({ ...owner, serial, phone, otp, bought_on: "2026-10-01" });
    return { card, code: card.code };
  }
});

describe("a serial that cannot be activated", () => {
  test("is refused at its field in words, the same for unknown and unsold ones", async () => {
    const unsold = await knownMachine(shop.sql, "unsold");
    const message = async (serial: string) =>
      (await refusal(shop.visitor().warranty.activate({ ...owner, serial, phone: freshPhone() }))).body.errors?.serial;
    expect(await message(unsold)).toEqual(await message(freshSerial()));
    expect(await message("SRKT17-2608-00417-A")).toEqual(["Có ký tự gõ nhầm. So lại từng ký tự với tem"]);
    expect(await message("SRXX99-2608-00417-7")).toEqual(["Serial này không thuộc dòng máy nào của chúng tôi"]);
    expect(await shop.visitor().warranty.check({ serial: unsold })).toMatchObject({ state: "none", product: null });
    expect(await shop.visitor().warranty.check({ serial: freshSerial() })).toMatchObject({
      state: "none",
      product: null,
    });
  });
});

describe("an agent's activation for a customer", () => {
  async function byAgent() {
    const serial = await knownMachine(shop.sql, "sold");
    const phone = "0590000022"; // Minh, who has an account
    const agent = await shop.as("cau-giay");
    const card = await agent.warranty.activate({
      ...owner,
      serial,
      for_phone: phone,
      bought_on: dayBefore(shop.now, 2),
    });
    const minh = await shop.as("minh");
    const { data } = await minh.notifications.list({});
    const link = data.find(({ kind }) => kind === "warranty_confirm")?.link ?? "";
    return { serial, card, agent, minh, token: new URL(link, "http://shop").searchParams.get("token") ?? "" };
  }

  test("counts at once without an owner, until the phone says that the machine is theirs", async () => {
    const { card, minh, token, serial } = await byAgent();
    expect(card).toMatchObject({ marks: ["unconfirmed"], state: "active" });
    const found = await shop.visitor().warranty.confirmation({ token });
    expect(JSON.stringify(found)).not.toContain("590000022");
    expect(found).toMatchObject({ end_on: card.end_on, state: "waiting" });
    expect(await refusalCode(shop.visitor().warranty.confirm({ token }))).toBe("phone_unconfirmed");
    expect(await minh.warranty.confirm({ token })).toMatchObject({ code: card.code, marks: [] });
    expect(await minh.warranty.confirm({ token })).toMatchObject({ code: card.code });
    expect(await refusalCode(minh.warranty.notMe({ token }))).toBe("state_conflict");
    expect((await minh.warranty.own({})).data.some((each) => each.serial === serial)).toBe(true);
    await shop.sql.deleteFrom("notifications.notifications").execute();
  });

  test("loses its phone by one click, the cover stays, the agent is told, and the next proof takes it with its dates", async () => {
    const { card, token, serial, agent } = await byAgent();
    expect(await shop.visitor().warranty.notMe({ token })).toEqual({ detached: true });
    expect(await shop.visitor().warranty.notMe({ token })).toEqual({ detached: true });
    expect((await agent.notifications.list({})).data[0]?.kind).toBe("warranty_not_me");
    expect(await shop.visitor().warranty.lookUp({ serial })).toMatchObject({ state: "active", end_on: card.end_on });
    shop.advanceClock(5 * 86_400_000);
    const { card: taken } = await activated(serial);
    expect(taken).toMatchObject({ code: card.code, start_on: card.start_on, end_on: card.end_on });
    await shop.sql.deleteFrom("notifications.notifications").execute();
  });

  test("is for agents alone", async () => {
    const serial = await knownMachine(shop.sql, "sold");
    const form = { ...owner, serial, for_phone: freshPhone(), bought_on: dayBefore(shop.now, 2) };
    expect(await refusalCode((await shop.as("lan")).warranty.activate(form))).toBe("forbidden");
  });
});

describe("what a stranger reads", () => {
  test("by the serial or the address: product, months, end and state, nothing of a person", async () => {
    const serial = await knownMachine(shop.sql, "sold");
    const { card, phone } = await activated(serial);
    const shown = await shop.visitor().warranty.lookUp({ serial });
    expect(Object.keys(shown).toSorted()).toEqual(["end_on", "months", "product", "start_on", "state"]);
    const answer = await shop.visitor().warranty.card({ id: card.id });
    expect(answer.certificate).toBeNull();
    expect(JSON.stringify([shown, answer])).not.toMatch(new RegExp(`Minh|${phone.slice(1)}|Kim Liên|${card.code}`));
    expect((await shop.visitor().warranty.own({})).data).toEqual([]);
    expect(await refusalCode(shop.visitor().warranty.activateOwn({ id: card.id }))).toBe("not_found");
  });

  test("name and phone are masked for the owner too, until the code of the last 30 minutes", async () => {
    const serial = await knownMachine(shop.sql, "sold");
    const { visitor, card, phone } = await activated(serial);
    const owned = await visitor.warranty.card({ id: card.id });
    expect(owned.certificate?.owner).toEqual({ full_name: owner.full_name, phone: stored(phone), in_full: true });
    shop.advanceClock(31 * 60_000);
    expect((await visitor.warranty.card({ id: card.id })).certificate).toBeNull();
    await visitor.warranty.sendCode({ id: card.id });
    const otp = await codeFor(shop, stored(phone));
    expect((await visitor.warranty.prove({ id: card.id, otp })).owner.in_full).toBe(true);
  });

  test("a look-up by phone answers alike for every phone, and a code goes only where there are machines", async () => {
    const serial = await knownMachine(shop.sql, "sold");
    const { phone, card } = await activated(serial);
    shop.advanceClock(10 * 60_000);
    const keys = async (which: string) => {
      const answer = await shop.visitor().warranty.lookUp({ phone: which });
      return { ...answer, session_id: null };
    };
    const unknown = freshPhone();
    expect(await keys(phone)).toEqual(await keys(unknown));
    expect(await codeFor(shop, stored(unknown))).toBe("");
    shop.advanceClock(10 * 60_000);
    const visitor = shop.visitor();
    await visitor.warranty.lookUp({ phone });
    const otp = await codeFor(shop, stored(phone));
    expect((await visitor.warranty.lookUpConfirm({ phone, otp })).map(({ code }) => code)).toEqual([card.code]);
  });

  test("asks for a captcha after 10 different serials of an hour and refuses after 30", async () => {
    const limited = await testShop({ max: 4, database: shop, config: { limit_factor: 1 } });
    const visitor = limited.visitor({ client: "203.0.113.77" });
    for (let count = 0; count < 10; count += 1)
      expect(await refusalCode(visitor.warranty.lookUp({ serial: freshSerial() }))).toBe("not_found");
    const known = await knownMachine(shop.sql, "sold");
    expect(await refusalCode(visitor.warranty.lookUp({ serial: known }))).toBe("captcha_required");
    expect(await refusalCode(visitor.warranty.check({ serial: known }))).toBe("captcha_required");
  });

  test("a machine that was sold and never activated counts from the third month after its production", async () => {
    const serial = await knownMachine(shop.sql, "sold", { sku: "SRM-KT17-SV", prefix: "SRKT17", yymm: "2601" });
    const start_on = "2026-04-30";
    expect(await shop.visitor().warranty.lookUp({ serial })).toMatchObject({
      state: "not_activated",
      start_on,
      end_on: addMonths(start_on, 12),
    });
  });
});
