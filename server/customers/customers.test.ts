/** Customers for the office: masked, found by whole values, one value shown for a reason. rules/customers */
import { unchecked } from "contract/unchecked.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type DemoStaffKey, type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
let lan: { code: string; phone: string };
beforeAll(async () => {
  shop = await testShop();
  const { rows } = await sql<{ code: string; phone: string }>`
    select code, phone from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
  lan = rows[0] ?? expect.unreachable("Lan has an account");
  await setStock(shop.sql, RICE_COOKER, 5);
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  await (await shop.as("lan")).orders.place(orderForm({ items }));
});
afterAll(() => shop.close());

const found = async (key: DemoStaffKey, q: string) =>
  (await (await shop.staff(key)).customers.desk({ q })).rows.map(({ code }) => code);

describe("the list", () => {
  test("masks phone and e-mail for everybody, the name for who sees customers masked", async () => {
    const rowFor = async (key: DemoStaffKey) =>
      (await (await shop.staff(key)).customers.desk({ q: lan.phone })).rows[0];
    expect(await rowFor("my")).toMatchObject({
      full_name: "Tạ Mai Lan",
      phone: "059-***-0011",
      email: "l***@mutosi.example",
    });
    expect(await rowFor("chi")).toMatchObject({ full_name: "T** M** L**", orders: null, spent: null });
    expect(await refusalCode((await shop.staff("loc")).customers.desk({}))).toBe("forbidden");
  });

  test("who sees a value masked finds it by all of it alone", async () => {
    for (const key of ["my", "chi"] as const) {
      expect(await found(key, lan.phone)).toEqual([lan.code]);
      expect(await found(key, "LAN@mutosi.example")).toEqual([lan.code]);
    }
    expect(await found("my", "ta mai lan")).toContain(lan.code);
    expect(await found("my", "0011")).toContain(lan.code);
    expect([await found("chi", "ta mai"), await found("chi", "0011")]).toEqual([[], []]);
  });

  test("an erased person is not there", async () => {
    const { rows } = await sql<{ code: string }>`
      select code from identity.customers where status = 'deleted'`.execute(shop.sql);
    const all = await (await shop.staff("my")).customers.desk({ limit: 100 });
    for (const { code } of rows) expect(all.rows.map((row) => row.code)).not.toContain(code);
  });
});

describe("one customer", () => {
  test("shows orders and masked addresses", async () => {
    const record = await (await shop.staff("my")).customers.record({ code: lan.code });
    expect(record).toMatchObject({ phone: "059-***-0011", may_reveal: true });
    expect(record.orders?.count).toBeGreaterThan(0);
    for (const { place } of record.addresses) expect(place).toMatch(/^\*\*\*/);
    expect(await refusalCode((await shop.staff("my")).customers.record({ code: "ZZZZZZZZZZ" }))).toBe("not_found");
  });

  test("a value is shown for a reason and a fresh proof, and recorded without the value", async () => {
    const my = await shop.staff("my");
    const ask = { code: lan.code, field: "phone" as const };
    expect((await refusal(my.customers.reveal({ ...ask, reason: "other" }))).body.errors).toHaveProperty("text");
    expect(await refusalCode(my.customers.reveal(unchecked(ask)))).toBe("invalid");
    expect(await my.customers.reveal({ ...ask, reason: "customer_asked" })).toMatchObject({ value: lan.phone });
    const { rows } = await sql<{ detail: Record<string, unknown> }>`
      select detail from kernel.security_events where event = 'customer_value_shown'`.execute(shop.sql);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.detail).toMatchObject({
      by: `staff:${await shop.staffId("my")}`,
      field: "phone",
      reason: "customer_asked",
    });
    expect(JSON.stringify(rows)).not.toContain(lan.phone.slice(3));
    expect(await refusalCode((await shop.staff("chi")).customers.reveal({ ...ask, reason: "customer_asked" }))).toBe(
      "forbidden",
    );
    shop.advanceClock(6 * 60_000);
    expect(await refusalCode(my.customers.reveal({ ...ask, reason: "customer_asked" }))).toBe("step_up_required");
  });

  test("the order desk sees values of customers with an order, no others'", async () => {
    const { rows } = await sql<{ code: string }>`select c.code from identity.customers c where c.status = 'active'
      and c.phone is not null and not exists (select from orders.orders o where o.customer_id = c.id) limit 1`.execute(
      shop.sql,
    );
    const ngoc = await shop.staff("ngoc");
    const why = { field: "phone" as const, reason: "call_order" as const };
    expect(await ngoc.customers.reveal({ code: lan.code, ...why })).toHaveProperty("value");
    expect(await refusalCode(ngoc.customers.reveal({ code: rows[0]?.code ?? "", ...why }))).toBe("forbidden");
  });
});
