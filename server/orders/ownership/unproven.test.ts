/**
 * Limits on orders whose phone is not proved: above them, and for a second share of a flash sale, a code is required.
 * Many shoppers behind one IP address can still buy. rules/orders#placement
 */
import type { Shop } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { codeFor, solvedCaptcha } from "../../testing/test-codes.ts";
import { refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { juicer, orderForm, RICE_COOKER, setStock, startFlashSale, stockOf } from "../test-orders.ts";
import { sweepUnproven } from "./unproven.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 12, timeout_factor: 10, config: { limit_factor: 1 } });
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from promotions.flash_sales`.execute(shop.sql);
  await setStock(shop.sql, juicer, 500);
  await setStock(shop.sql, RICE_COOKER, 500);
});

let phones = 0;
const newPhone = () => `059${String(3_000_000 + ++phones)}`;
let addresses = 0;
const newAddress = () => `203.0.113.${++addresses}`;

/** A visitor with a session: the cart's first write opened it. */
async function guest(client: string): Promise<Shop> {
  const visitor = shop.visitor({ client });
  await visitor.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
  return visitor;
}

let notes = 0;
function units(quantity: number, { phone = newPhone(), product_id = RICE_COOKER } = {}) {
  const note = `đơn ${++notes}`;
  return orderForm({ items: [{ product_id, quantity }], phone, note, payment_method: "bank_transfer" });
}

async function prove(visitor: Shop, phone: string): Promise<void> {
  const captcha = await solvedCaptcha(visitor);
  await visitor.identity.sendCode({ phone, purpose: "checkout", captcha });
  await visitor.identity.confirmPhone({ phone, otp: await codeFor(shop, `+84${phone.slice(1)}`) });
}

/** Asked for the code, and placed with it. */
async function placesWithCode(visitor: Shop, form: ReturnType<typeof units>): Promise<string> {
  expect(await refusalCode(visitor.orders.place(form))).toBe("phone_unconfirmed");
  await prove(visitor, form.phone);
  return (await visitor.orders.place(form)).order_code;
}

async function tally(placements: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (const result of await Promise.allSettled(placements)) {
    if (result.status === "rejected" && !isWireFailure(result.reason)) throw result.reason;
    const answer = result.status === "fulfilled" ? "placed" : result.reason.body.code;
    answers[answer] = (answers[answer] ?? 0) + 1;
  }
  return answers;
}

describe("limits on stock held by orders without a proved phone", () => {
  test("one session needs a code from its 21st unit on, whatever phones it gives", async () => {
    const visitor = await guest(newAddress());
    await visitor.orders.place(units(15));
    const { order_code, uid_payment } = await visitor.orders.place(units(5));
    expect(uid_payment).toBeTruthy();
    expect(await refusalCode(visitor.orders.place(units(1)))).toBe("phone_unconfirmed");
    expect((await stockOf(shop.sql, RICE_COOKER)).allocated).toBe(20);
    await placesWithCode(visitor, units(67));
    await placesWithCode(visitor, units(67, { product_id: juicer }));
    // What is proved is not counted, and what is given back makes room.
    await visitor.orders.cancel({ id: order_code, reason: "changed_mind" });
    await visitor.orders.place(units(5));
    expect(await refusalCode((await guest(newAddress())).orders.place(units(21)))).toBe("phone_unconfirmed");
  });

  test("20 placements at once of one session do not exceed the limit", async () => {
    const visitor = await guest(newAddress());
    const answers = await tally(Array.from({ length: 20 }, () => visitor.orders.place(units(3))));
    expect(answers).toEqual({ placed: 6, phone_unconfirmed: 14 });
    expect((await stockOf(shop.sql, RICE_COOKER)).allocated).toBe(18);
  });

  test("50 visitors behind one IP address buy one unit each; sessions of 20 units there need a code from 100 units on", async () => {
    const client = newAddress();
    const manyClients = await Promise.all(Array.from({ length: 50 }, () => guest(client)));
    expect(await tally(manyClients.map((visitor) => visitor.orders.place(units(1))))).toEqual({ placed: 50 });
    const hoarders = Array.from({ length: 6 }, () => shop.visitor({ client }));
    const answers = await tally(hoarders.map((visitor) => visitor.orders.place(units(20))));
    expect(answers).toEqual({ placed: 2, phone_unconfirmed: 4 });
    await shop.visitor({ client: newAddress() }).orders.place(units(20));
    const next = await guest(client);
    await next.orders.place(units(10));
    await placesWithCode(next, units(1));
  });

  test("an account's owner needs no code; an order's IP address is deleted after a month", async () => {
    const client = newAddress();
    const lan = await shop.as("lan", { client });
    await lan.orders.place(units(30));
    await (await guest(client)).orders.place(units(1));
    const stored = async () => {
      const { rows } = await sql<{ kept: number }>`select count(*)::int as kept from orders.orders
        where unproven_from is not null`.execute(shop.sql);
      return rows[0]?.kept ?? 0;
    };
    expect(await stored()).toBeGreaterThan(0);
    await sweepUnproven(shop.ctx());
    expect(await stored()).toBeGreaterThan(0);
    shop.advanceClock(31 * 86_400_000);
    await sweepUnproven(shop.ctx());
    expect(await stored()).toBe(0);
  });
});

describe("a flash sale with one unit per customer", () => {
  const share = (phone = newPhone()) => units(1, { phone, product_id: juicer });
  beforeEach(() =>
    startFlashSale(shop.sql, shop.now, { variant_id: juicer, price: 1_990_000, quota: 100, maximum: 1 }),
  );

  test("a session gets one unit; each other phone it gives needs a code", async () => {
    const visitor = await guest(newAddress());
    const first = share();
    await visitor.orders.place(first);
    const others = [share(), share(), share()];
    expect(await tally(others.map((form) => visitor.orders.place(form)))).toEqual({ phone_unconfirmed: 3 });
    expect((await stockOf(shop.sql, juicer)).allocated).toBe(1);
    for (const form of others.slice(0, 2)) await placesWithCode(visitor, form);
    // The first phone has had its share: no code is asked for in vain.
    expect(await refusalCode(visitor.orders.place(share(first.phone)))).toBe("above_maximum");

    const hurried = await guest(newAddress());
    const answers = await tally(Array.from({ length: 20 }, () => hurried.orders.place(share())));
    expect(answers).toEqual({ placed: 1, phone_unconfirmed: 19 });
  });

  test("an IP address gets five units without a code, and every client there one with a code", async () => {
    const client = newAddress();
    for (let index = 0; index < 5; index += 1) await (await guest(client)).orders.place(share());
    expect(await refusalCode(shop.visitor({ client }).orders.place(share()))).toBe("phone_unconfirmed");
    await placesWithCode(await guest(client), share());
    await (await guest(newAddress())).orders.place(share());
  });

  test("an account gets one unit, whatever phones it gives", async () => {
    const minh = await shop.as("minh");
    await minh.orders.place(share());
    expect(await refusalCode(minh.orders.place(share()))).toBe("above_maximum");
    const here = await shop.as("hoa");
    const answers = await tally(Array.from({ length: 5 }, () => here.orders.place(share())));
    expect(answers).toEqual({ placed: 1, above_maximum: 4 });
  });
});
