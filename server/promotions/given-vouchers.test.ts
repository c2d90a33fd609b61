/** Vouchers that the shop gives by itself. rules/promotions#given-vouchers */
import { formatDong } from "contract/values/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { customerIdOf } from "../loyalty/test-points.ts";
import { orderForm, RICE_COOKER } from "../orders/test-orders.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { giveVouchers } from "./given-vouchers.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 8, now: new Date("2026-12-01T00:05:00+07:00") });
});
afterAll(() => shop.close());

const DAY_MS = 86_400_000;

const idOf = (who: string) => customerIdOf(shop, who);
const born = (who: string, day: string | null) =>
  sql`update identity.customers set birthday = ${day}::date where email = ${`${who}@mutosi.example`}`.execute(shop.sql);
const ranked = async (who: string, rank: string) =>
  sql`insert into loyalty.accounts (customer_id, rank, since) values (${await idOf(who)}, ${rank}, ${shop.now})
    on conflict (customer_id) do update set rank = excluded.rank`.execute(shop.sql);
const vouchersOf = async (who: string) =>
  (
    await sql<{ occasion: string; amount: number; ends_at: Date }>`
    select v.occasion, (p.action ->> 'amount')::int as amount, c.ends_at from promotions.given_vouchers v
    join promotions.codes c on c.id = v.code_id join promotions.promotions p on p.id = c.promotion_id
    where v.customer_id = ${await idOf(who)} order by v.given_at, v.occasion`.execute(shop.sql)
  ).rows.map(({ occasion, amount, ends_at }) => [occasion, amount, ends_at.toISOString()]);
const rule = (given_for: string, change: { rank?: string; days?: number; amount?: number; starts_at?: Date }) =>
  sql`insert into promotions.promotions (kind, title, action, starts_at, ends_at, is_listed, given_for, given_rank, given_days)
    values ('voucher', '{"vi": "Phiếu thử"}', ${JSON.stringify({ type: "amount", amount: change.amount ?? 70_000 })},
      ${change.starts_at ?? shop.now}, ${shop.now}::timestamptz + interval '1 year', false, ${given_for}, ${change.rank ?? null},
      ${change.days ?? null})`.execute(shop.sql);

beforeEach(async () => {
  await sql`delete from promotions.given_vouchers`.execute(shop.sql);
  await sql`delete from notifications.notifications`.execute(shop.sql);
  await sql`update promotions.codes set customer_id = null where is_owned`.execute(shop.sql);
  await sql`update identity.customers set birthday = '1990-06-15'`.execute(shop.sql);
});

describe("the voucher of a birthday", () => {
  test("is that of the exact rank, once a year, valid in the month, however many nights run at once", async () => {
    await born("lan", "1988-12-20");
    await ranked("lan", "gold");
    await born("minh", "1991-12-01");
    await ranked("minh", "member");
    await Promise.all(Array.from({ length: 4 }, () => giveVouchers(shop.ctx())));
    const end = new Date("2027-01-01T00:00:00+07:00").toISOString();
    expect(await vouchersOf("lan")).toEqual([["birthday:2026", 200_000, end]]);
    expect(await vouchersOf("minh")).toEqual([["birthday:2026", 50_000, end]]);
    await ranked("lan", "diamond");
    shop.advanceClock(DAY_MS);
    await giveVouchers(shop.ctx());
    expect(await vouchersOf("lan")).toHaveLength(1);
    shop.advanceClock(-DAY_MS);
    const { rows } = await sql<{ codes: number }>`select count(*)::int as codes from promotions.codes c
      join promotions.promotions p on p.id = c.promotion_id where p.given_for is not null`.execute(shop.sql);
    expect(rows[0]?.codes).toBe(2);
  });

  test("is told, stands in the wallet of its owner alone and pays", async () => {
    await born("lan", "1988-12-20");
    await ranked("lan", "silver");
    await giveVouchers(shop.ctx());
    const lan = await shop.as("lan");
    const { data } = await lan.notifications.list({});
    expect(data[0]).toMatchObject({ kind: "voucher_given", topic: "account", link: "/tai-khoan/ma-giam-gia" });
    expect(data[0]?.body).toContain(formatDong(100_000));
    const mine = (await lan.cart.coupons({})).data.filter(({ slot }) => slot === "voucher");
    expect(mine).toMatchObject([{ title: "Phiếu sinh nhật hạng Bạc 100,000 đ" }]);
    const code = mine[0]?.code ?? "";
    const minh = await shop.as("minh");
    expect((await minh.cart.coupons({})).data.map((each) => each.code)).not.toContain(code);
    await lan.cart.addItem({ product_id: RICE_COOKER, quantity: 1 });
    const cart = await lan.cart.addCoupon({ code });
    expect(cart.totals.voucher).toBe(100_000);
    const placed = await lan.orders.place(orderForm());
    expect(placed.totals.voucher).toBe(100_000);
  });

  test("is given to nobody under sixteen, without a birthday, locked, or in another month", async () => {
    await born("lan", "2010-12-02");
    await born("minh", null);
    await born("tuan", "1990-12-05");
    await sql`update identity.customers set status = 'locked' where email = 'tuan@mutosi.example'`.execute(shop.sql);
    await giveVouchers(shop.ctx());
    for (const who of ["lan", "minh", "tuan", "sato"]) expect(await vouchersOf(who)).toEqual([]);
    shop.advanceClock(DAY_MS); // sixteen today
    await giveVouchers(shop.ctx());
    expect(await vouchersOf("lan")).toHaveLength(1);
    shop.advanceClock(-DAY_MS);
    await sql`update identity.customers set status = 'active' where email = 'tuan@mutosi.example'`.execute(shop.sql);
  });
});

test("a rank gives its voucher once, also where it is lost and reached again; a new account gets its welcome", async () => {
  await rule("rank", { rank: "diamond", days: 30 });
  await rule("welcome", { days: 14, amount: 60_000, starts_at: new Date(shop.now.getTime() + 1) });
  shop.advanceClock(2);
  await ranked("lan", "diamond");
  await sql`update identity.customers set created_at = ${shop.now} where email = 'sato@mutosi.example'`.execute(
    shop.sql,
  );
  await giveVouchers(shop.ctx());
  await ranked("lan", "gold");
  await giveVouchers(shop.ctx());
  await ranked("lan", "diamond");
  await giveVouchers(shop.ctx());
  const end = (day: string) => new Date(`${day}T00:00:00+07:00`).toISOString();
  expect(await vouchersOf("lan")).toEqual([["rank:diamond", 70_000, end("2027-01-01")]]);
  expect(await vouchersOf("sato")).toEqual([["welcome", 60_000, end("2026-12-16")]]);
  expect(await vouchersOf("minh")).toEqual([]);
});
