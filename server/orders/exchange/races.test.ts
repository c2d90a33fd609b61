/** Many exchanges at once: no gift is given twice, no point spent twice. rules/loyalty#exchange-shop */
import { isWireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import { customerIdOf, putPoints, readBalance } from "../../loyalty/test-points.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { cancelOrder } from "../orders.ts";
import { setStock, stockOf } from "../test-orders.ts";
import { placeExchange } from "./place-exchange.ts";

const BOTTLE = 8002; // 320 points
const VOUCHER = 8016; // 50 points, at most 5

let shop: TestShop;
let lan: number;
let bottle: number;
beforeAll(async () => {
  shop = await testShop({ max: 40, timeout_factor: 10 });
  lan = await customerIdOf(shop, "lan");
  const { rows } = await sql<{
    variant_id: number;
  }>`select variant_id from loyalty.rewards where id = ${BOTTLE}`.execute(shop.sql);
  bottle = rows[0]?.variant_id ?? 0;
  await setStock(shop.sql, bottle, 500);
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

/** What each answers; a busy shop says "try again", and a client does. */
async function outcomes(calls: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const insist = async (call: () => Promise<unknown>): Promise<string> => {
    for (;;) {
      try {
        await call();
        return "placed";
      } catch (error) {
        if (isWireFailure(error, "unavailable")) continue;
        // Without the call around it, that no connection came free is said by the pool itself.
        if (error instanceof Error && error.message.includes("timeout exceeded")) continue;
        const code =
          (error as { code?: string; body?: { code: string } }).body?.code ?? (error as { code: string }).code;
        if (typeof code !== "string") throw error;
        return code;
      }
    }
  };
  return Promise.all(calls.map(insist));
}

const count = (list: readonly string[], what: string) => list.filter((each) => each === what).length;

/** As a call parses it. */
const form = {
  ...{ full_name: "Tạ Mai Lan", phone: "+84590000011", email: "", note: "", shipping_method: "GHN" },
  payment_method: "cod" as const,
  address: {
    ...{ address_system: "current" as const, city_code: "01", district_code: "", ward_code: "00229" },
    ...{ current_ward_code: "", street: "Số 12 ngõ 6 phố Sen Hồng", type: "home" as const },
  },
};

test("of two devices that spend the same points one exchanges, and the other is told what is missing", async () => {
  await putPoints(shop, lan, 320);
  const devices = [await shop.as("lan"), await shop.as("lan")];
  await devices[0]?.cart.addReward({ product_id: BOTTLE });
  const bought = { items: [{ product_id: 1082, quantity: 1 }], points: 320, payment_method: "cod" as const };
  const { payment_method: _cod, ...delivery } = form;
  const answers = await outcomes([
    () => devices[0]?.orders.placeExchange(form) ?? Promise.reject(),
    () => devices[1]?.orders.place({ ...delivery, ...bought }) ?? Promise.reject(),
  ]);
  expect(count(answers, "placed")).toBe(1);
  expect(await readBalance(shop, lan)).toEqual({ usable: 0, held: 320, debt: 0 });
});

test("of 100 exchanges at once of a gift with 20 left exactly 20 are placed", async () => {
  await sql`update loyalty.rewards set stock = taken + 20 where id = ${BOTTLE}`.execute(shop.sql);
  const { rows: people } = await sql<{ id: number }>`
    insert into identity.customers (code, phone, full_name, email, created_at, updated_at)
    select 'KHACH' || translate(lpad(n::text, 5, 'X'), '01', 'AB'), '+8459' || (5000000 + n), 'Khách ' || n, 'khach' || n || '@mutosi.example', ${shop.now}::timestamptz, ${shop.now}::timestamptz
    from generate_series(1, 100) n returning id`.execute(shop.sql);
  for (const { id } of people) await putPoints(shop, id, 400);
  await sql`insert into cart.carts (cart_id, kind, customer_id, created_at, updated_at)
    select left(replace(gen_random_uuid()::text, '-', ''), 22), 'exchange', id, ${shop.now}, ${shop.now}
    from unnest(${people.map(({ id }) => id)}::bigint[]) id`.execute(shop.sql);
  await sql`insert into cart.reward_lines (cart, key, reward_id, quantity, added_at)
    select c.id, 'line-' || lpad(c.id::text, 8, '0'), ${BOTTLE}, 1, ${shop.now} from cart.carts c
    where c.kind = 'exchange' and c.customer_id = any(${people.map(({ id }) => id)}::bigint[])`.execute(shop.sql);
  const { rows: sessions } = await sql<{ id: number }>`select max(id) as id from identity.sessions`.execute(shop.sql);
  const session_id = sessions[0]?.id ?? 0;
  const before = (await stockOf(shop.sql, bottle)).allocated;
  const answers = await outcomes(
    people.map(
      ({ id: customer_id }) =>
        () =>
          placeExchange(shop.ctx(), form, { session_id, customer_id }),
    ),
  );
  expect(count(answers, "placed")).toBe(20);
  expect(count(answers, "out_of_stock")).toBe(80);
  expect((await stockOf(shop.sql, bottle)).allocated - before).toBe(20);
  const { rows } = await sql<{ held: number; left: number }>`
    select (select sum(a.held)::int from ledger.accounts a where a.customer_id = any(${people.map(({ id }) => id)}::bigint[])) as held,
      (select stock - taken from loyalty.rewards where id = ${BOTTLE}) as left`.execute(shop.sql);
  expect(rows).toEqual([{ held: 20 * 320, left: 0 }]);
});

async function cancelOpen(): Promise<void> {
  const { rows } = await sql<{ code: string }>`select code from orders.orders
    where customer_id = ${lan} and status in ('waiting_approval', 'confirmed')`.execute(shop.sql);
  for (const { code } of rows) await cancelOrder(shop.ctx(), code);
}

test("one submission sent 10 times at once is one exchange", async () => {
  await cancelOpen();
  await putPoints(shop, lan, 800);
  const device = await shop.as("lan");
  await device.cart.addReward({ product_id: VOUCHER, quantity: 2 });
  const { shipping_method: _method, address: _address, ...voucher } = form;
  const answers = await outcomes(Array.from({ length: 10 }, () => () => device.orders.placeExchange(voucher)));
  expect(count(answers, "placed")).toBe(10);
  expect(await readBalance(shop, lan)).toEqual({ usable: 700, held: 0, debt: 0 });
});

test("cancelled 10 times at once, an exchange gives back once", async () => {
  await sql`update loyalty.rewards set stock = taken + 20 where id = ${BOTTLE}`.execute(shop.sql);
  await putPoints(shop, lan, 320);
  const device = await shop.as("lan");
  await device.cart.addReward({ product_id: BOTTLE });
  const { order_code } = await device.orders.placeExchange(form);
  const answers = await outcomes(Array.from({ length: 10 }, () => () => cancelOrder(shop.ctx(), order_code)));
  expect(count(answers, "placed")).toBe(1);
  expect((await readBalance(shop, lan)).usable).toBe(320);
});
