/** Machines of orders, new owners, serials, and what staff decide. rules/warranty */
import type { Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { approveOrder, completeOrder, deliverOrder, shipOrder } from "../orders/orders.ts";
import { orderForm, RICE_COOKER } from "../orders/test-orders.ts";
import { codeFor } from "../testing/test-codes.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { eraseWarranties } from "./erasure.ts";
import { dayBefore, freshSerial, KETTLE, knownMachine, owner } from "./test-warranties.ts";

let shop: TestShop;
let cooker: { sku: string; prefix: string };
beforeAll(async () => {
  shop = await testShop({ max: 20, now: new Date("2026-11-28T03:00:00Z") });
  const { rows } = await sql<{
    sku: string;
    prefix: string;
  }>`select v.sku, p.serial_prefix as prefix from catalogue.variants v
    join catalogue.products p on p.id = v.product_id where v.id = ${RICE_COOKER}`.execute(shop.sql);
  cooker = rows[0] ?? { sku: "", prefix: "" };
});
afterAll(() => shop.close());

async function ordered(who: Shop, quantity = 1): Promise<string> {
  const items = [{ product_id: RICE_COOKER, quantity }];
  const { order_code } = await who.orders.place(orderForm({ items, note: crypto.randomUUID() }));
  return order_code;
}

async function delivered(who: Shop, quantity = 1): Promise<string> {
  const code = await ordered(who, quantity);
  const ctx = shop.ctx();
  await approveOrder(ctx, code);
  await shipOrder(ctx, code);
  await deliverOrder(ctx, code);
  return code;
}

const cardsOf = async (who: Shop, order_code: string) => {
  const { data } = await who.warranty.own({ limit: 100 });
  const found = await Promise.all(data.map(async (card) => (await who.warranty.card({ id: card.id })).certificate));
  return found.filter((each) => each?.order_code === order_code);
};

let phones = 3_000;
async function person(): Promise<{ visitor: Shop; phone: string; prove: () => Promise<string> }> {
  phones += 1;
  const phone = `058700${phones}`;
  const visitor = shop.visitor();
  const prove = async () => {
    await visitor.identity.sendCode({ phone, purpose: "warranty" });
    return codeFor(shop, `+84${phone.slice(1)}`);
  };
  return { visitor, phone, prove };
}

async function activated() {
  const serial = await knownMachine(shop.sql, "sold");
  const someone = await person();
  const otp = await someone.prove();
  const form = { ...owner, serial, phone: someone.phone, otp, bought_on: dayBefore(shop.now, 3) };
  return { ...someone, serial, card: await someone.visitor.warranty.activate(form) };
}

describe("machines of an order", () => {
  test("each piece has a card from the day of delivery, whose clock runs; the owner's click activates it once", async () => {
    const lan = await shop.as("lan");
    const code = await delivered(lan, 2);
    const cards = await cardsOf(lan, code);
    expect(cards.map((card) => [card?.state, card?.start_on, card?.serial])).toEqual([
      ["not_activated", "2026-11-28", null],
      ["not_activated", "2026-11-28", null],
    ]);
    const id = cards[0]?.id ?? "";
    const first = await lan.warranty.activateOwn({ id });
    expect(first.state).toBe("active");
    expect(await lan.warranty.activateOwn({ id })).toEqual(first);
    expect(await refusalCode((await shop.as("minh")).warranty.activateOwn({ id }))).toBe("not_found");
  });

  test("the order's completion activates what its owner did not, and the rank of placement adds its months once", async () => {
    const lan = await shop.as("lan");
    const code = await delivered(lan);
    await sql`update orders.orders set rank = 'gold' where code = ${code}`.execute(shop.sql);
    await completeOrder(shop.ctx(), code);
    const [card] = await cardsOf(lan, code);
    expect(card).toMatchObject({ state: "active", extensions: [{ source: "rank", code: "gold", months: 3 }] });
    expect(card?.months).toBe((card?.term_months ?? 0) + 3);
  });

  test("a guest's machine is the phone's, and the account's that proves it", async () => {
    const code = await delivered(shop.visitor());
    const { rows } = await sql<{
      id: string;
    }>`select c.public_id as id from warranty.cards c join orders.lines l on l.id = c.order_line_id
      join orders.orders o on o.id = l.order_id where o.code = ${code}`.execute(shop.sql);
    const id = rows[0]?.id ?? "";
    expect((await shop.visitor().warranty.card({ id })).certificate).toBeNull();
    expect((await (await shop.as("lan")).warranty.card({ id })).certificate?.order_code).toBe(code);
  });

  test("staff write the serial of a piece; another one takes a reason, the card moves with it, and no machine is on two pieces", async () => {
    const lan = await shop.as("lan");
    const code = await delivered(lan);
    const an = await shop.staff("an");
    const { lines } = await an.warranty.orderSerials({ code });
    const key = lines[0]?.key ?? "";
    const [first, second] = [freshSerial(cooker.prefix), freshSerial(cooker.prefix)];
    await an.warranty.saveOrderSerials({ code, key, piece: 1, serial: first });
    expect((await cardsOf(lan, code))[0]?.serial).toBe(first);
    const changed = { code, key, piece: 1, serial: second };
    expect((await refusal(an.warranty.saveOrderSerials(changed))).body.errors).toHaveProperty("reason");
    const after = await an.warranty.saveOrderSerials({ ...changed, reason: "Đóng nhầm máy" });
    expect(after.lines[0]?.serials).toEqual([second]);
    expect((await cardsOf(lan, code))[0]?.serial).toBe(second);
    const other = await delivered(lan);
    const [line] = (await an.warranty.orderSerials({ code: other })).lines;
    const used = { code: other, key: line?.key ?? "", piece: 1, serial: second };
    expect(await refusalCode(an.warranty.saveOrderSerials(used))).toBe("serial_used");
    const wrong = { ...used, serial: freshSerial(KETTLE.prefix) };
    expect((await refusal(an.warranty.saveOrderSerials(wrong))).body.errors).toHaveProperty("serial");
  });

  test("the serial of an order's machine is activated by the order's phone alone", async () => {
    const lan = await shop.as("lan");
    const code = await delivered(lan);
    const an = await shop.staff("an");
    const [line] = (await an.warranty.orderSerials({ code })).lines;
    const serial = freshSerial(cooker.prefix);
    await an.warranty.saveOrderSerials({ code, key: line?.key ?? "", piece: 1, serial });
    const stranger = await person();
    expect(await stranger.visitor.warranty.check({ serial })).toMatchObject({ state: "order", id: null });
    const form = { ...owner, serial, phone: stranger.phone, otp: await stranger.prove() };
    expect((await refusal(stranger.visitor.warranty.activate(form))).body.errors).toHaveProperty("serial");
    expect(await lan.warranty.activate({ ...owner, serial, phone: "0590000011" })).toMatchObject({ state: "active" });
  });
});

describe("a new owner", () => {
  test("asks with their phone, the owner agrees by a code, and dates stay while the old owner's data leave", async () => {
    const { visitor, serial, card, phone } = await activated();
    shop.advanceClock(40 * 60_000);
    const buyer = await person();
    const asked = await buyer.visitor.warranty.transfer({
      ...{ serial, phone: buyer.phone, otp: await buyer.prove(), full_name: "Lê Thị Hoa" },
    });
    expect(asked.state).toBe("asked");
    const { code } = asked;
    expect(await refusalCode(buyer.visitor.warranty.answerTransfer({ code, accept: true }))).toBe("not_found");
    await visitor.warranty.sendCode({ id: card.id });
    const otp = await codeFor(shop, `+84${phone.slice(1)}`);
    const whole = await visitor.warranty.prove({ id: card.id, otp });
    expect(whole.transfers.map((each) => each.code)).toEqual([code]);
    expect(await visitor.warranty.answerTransfer({ code, accept: true })).toMatchObject({ state: "done" });
    const { certificate } = await buyer.visitor.warranty.card({ id: card.id });
    expect(certificate).toMatchObject({ owner: { full_name: "Lê Thị Hoa" }, end_on: card.end_on, place: "" });
    expect((await visitor.warranty.card({ id: card.id })).certificate).toBeNull();
  });

  test("is answered alike for a serial that has no card, and refused for a machine that nobody activated", async () => {
    const { serial } = await activated();
    const shape = async (asked: string) => {
      const buyer = await person();
      const form = { serial: asked, phone: buyer.phone, otp: await buyer.prove(), full_name: "Lê Thị Hoa" };
      const { code, asked_at, until, ...answer } = await buyer.visitor.warranty.transfer(form);
      return { ...answer, code: code.length, days: Date.parse(until) - Date.parse(asked_at) };
    };
    expect(await shape(serial)).toEqual(await shape(freshSerial()));
  });

  test("staff decide where the owner does not answer, not before seven days", async () => {
    const { serial, card } = await activated();
    const buyer = await person();
    const form = { serial, phone: buyer.phone, otp: await buyer.prove(), full_name: "Lê Thị Hoa" };
    const { code } = await buyer.visitor.warranty.transfer(form);
    const an = await shop.staff("an");
    const decision = { code, accept: true, reason: "Đã xem máy" };
    expect(await refusalCode(an.warranty.decideTransfer(decision))).toBe("state_conflict");
    shop.advanceClock(7 * 86_400_000);
    const later = await shop.staff("an");
    expect(await later.warranty.decideTransfer(decision)).toMatchObject({ code: card.code, end_on: card.end_on });
    expect(await refusalCode(later.warranty.decideTransfer(decision))).toBe("state_conflict");
  });

  test("may take the question back", async () => {
    const { serial } = await activated();
    const buyer = await person();
    const form = { serial, phone: buyer.phone, otp: await buyer.prove(), full_name: "Lê Thị Hoa" };
    const { code } = await buyer.visitor.warranty.transfer(form);
    expect(await refusalCode(shop.visitor().warranty.withdrawTransfer({ code }))).toBe("not_found");
    expect(await buyer.visitor.warranty.withdrawTransfer({ code })).toMatchObject({ state: "withdrawn" });
    expect(await buyer.visitor.warranty.withdrawTransfer({ code })).toMatchObject({ state: "withdrawn" });
  });
});

describe("a card that staff void", () => {
  test("says why to its owner, who objects once, and another person lifts it with its dates", async () => {
    const { visitor, card, serial } = await activated();
    const an = await shop.staff("an");
    const evidence = "Tem bị cạo, ảnh kèm theo";
    const voided = await an.warranty.void({ code: card.code, version: 1, void_reason: "serial_altered", evidence });
    expect(voided).toMatchObject({ state: "void", void: { by_you: true } });
    const { certificate } = await visitor.warranty.card({ id: card.id });
    expect(certificate?.void).toMatchObject({ reason: "serial_altered", text: evidence });
    await visitor.warranty.object({ id: card.id, text: "Tem vẫn nguyên." });
    expect(await refusalCode(visitor.warranty.object({ id: card.id, text: "Lần nữa." }))).toBe("already_objected");
    const { version } = await an.warranty.record({ code: card.code });
    const restore = { code: card.code, version, reason: "Ảnh của máy khác" };
    expect(await refusalCode(an.warranty.restore(restore))).toBe("forbidden");
    const other = await shop.staff("my");
    expect(await other.warranty.restore(restore)).toMatchObject({ state: "active", end_on: card.end_on, void: null });
    const { data } = await visitor.warranty.own({});
    expect(data.find((each) => each.serial === serial)?.state).toBe("active");
  });
});

describe("a person who is erased", () => {
  test("leaves the card, which keeps serial and dates and takes a new owner only by a change of owner", async () => {
    const lan = await shop.as("lan");
    const code = await delivered(lan);
    const [card] = await cardsOf(lan, code);
    const { end_on } = await lan.warranty.activateOwn({ id: card?.id ?? "" });
    const { rows } = await sql<{
      id: number;
    }>`select id from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
    await eraseWarranties(shop.ctx(), rows[0]?.id ?? 0);
    const { rows: kept } =
      await sql`select phone, full_name, place, customer_id, end_on::text as end_on from warranty.cards
      where code = ${card?.code ?? ""}`.execute(shop.sql);
    expect(kept).toEqual([{ phone: "", full_name: "", place: "", customer_id: null, end_on }]);
  });
});

describe("serials of a file", () => {
  test("a dry run writes nothing; wrong ones are refused by their line, the others are known", async () => {
    const an = await shop.staff("an");
    const [stock, sold] = [freshSerial(), freshSerial()];
    const csv = [
      "serial,sku,place,sold_to,sold_on",
      `${stock},${KETTLE.sku},HN,,`,
      `${sold.replaceAll("-", "").toLowerCase()},${KETTLE.sku},,Đại lý Cầu Giấy,2026-11-01`,
      `SRKT17-2608-00417-A,${KETTLE.sku},HN,,`,
      `${freshSerial()},${cooker.sku},HN,,`,
      `${stock},${KETTLE.sku},HN,,`,
      `${freshSerial()},${KETTLE.sku},,X,2026-02-30`,
    ].join("\r\n");
    const refused = [
      { row: 4, why: "mistyped" },
      { row: 5, why: "product" },
      { row: 6, why: "twice" },
      { row: 7, why: "day" },
    ];
    const tried = await an.warranty.importSerials({ csv });
    expect(tried).toMatchObject({ rows: 6, added: 2, changed: 0, refused });
    expect(await shop.visitor().warranty.check({ serial: sold })).toMatchObject({ state: "none" });
    expect(await an.warranty.importSerials({ csv, dry_run: false })).toMatchObject({ added: 2, changed: 0 });
    expect(await an.warranty.importSerials({ csv, dry_run: false })).toMatchObject({ added: 0, changed: 2 });
    expect(await shop.visitor().warranty.check({ serial: sold })).toMatchObject({ state: "can_activate" });
    expect(await shop.visitor().warranty.check({ serial: stock })).toMatchObject({ state: "none" });
    expect((await refusal(an.warranty.importSerials({ csv: "a,b\n1,2" }))).body.errors).toHaveProperty("csv");
  });
});

describe("the desk", () => {
  test("finds a card by serial, phone and code, masked, and by its state", async () => {
    const { card, serial, phone } = await activated();
    const an = await shop.staff("an");
    for (const q of [serial.replaceAll("0", "O"), phone, card.code]) {
      const { rows } = await an.warranty.desk({ q });
      expect(rows.map(({ code }) => code)).toContain(card.code);
      expect(JSON.stringify(rows)).not.toContain(phone.slice(1));
    }
    const { rows } = await an.warranty.desk({ state: "active", q: card.code });
    expect(rows[0]).toMatchObject({ code: card.code, full_name: "Minh T***" });
    expect((await an.warranty.desk({ state: "expired", q: card.code })).rows).toEqual([]);
  });
});
