/** What the shopkeeper would lose: an order he cannot find, or a step taken that the state table forbids. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { juicer, orderForm, putOnShelf } from "../server/orders/test-orders.ts";
import { creditPayment } from "../server/payments/payments.ts";
import { type TestShop, testShop } from "../server/test-shop.ts";
import { help, ordersCommand } from "./orders-command.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await putOnShelf(shop.sql, juicer, 100);
});
afterAll(() => shop.close());

const say = (line: string) => ordersCommand(shop.ctx({ locale: "en" }), line.split(" "));
let orders = 0;
async function place(change: Parameters<typeof orderForm>[0] = {}): Promise<string> {
  orders += 1;
  const items = [{ product_id: juicer, quantity: 1 }];
  return (await shop.visitor().orders.place(orderForm({ items, note: `số ${orders}`, ...change }))).order_code;
}

test("an empty shop has no orders, and says so", async () => {
  expect(await say("list")).toEqual({ out: "No orders.\n", err: "", exit_code: 0 });
});

test("an order walks its way step by step, in its own words", async () => {
  const code = await place();
  expect(await say(`approve ${code}`)).toEqual({ out: `${code} confirmed\n`, err: "", exit_code: 0 });
  expect((await say(`ship ${code.toLowerCase()} --parcel GHN1`)).out).toBe(`${code} delivering\n`);
  expect((await say(`deliver ${code}`)).out).toBe(`${code} delivered\n`);
  expect((await say(`complete ${code}`)).out).toBe(`${code} completed\n`);
  const { out } = await say(`show ${code}`);
  for (const fact of ["Tạ Mai Lan", "059-000-0011", "Số 12 ngõ 6 phố Sen Hồng", "GHN1", "cod success", "SRM-JU75-RD"]) {
    expect(out).toContain(fact);
  }
  for (const status of ["waiting_approval", "confirmed", "delivering", "delivered", "completed"]) {
    expect(out).toMatch(new RegExp(`\\d\\d:\\d\\d  ${status}`));
  }
});

test("a step the table forbids is refused with its reason, and exits 1", async () => {
  const code = await place();
  for (const verb of ["ship", "deliver", "complete"]) {
    const { err, exit_code } = await say(`${verb} ${code}`);
    expect(err).toContain(`it is "waiting for approval" (waiting_approval)`);
    expect(exit_code).toBe(1);
  }
  const transfer = await place({ payment_method: "bank_transfer" });
  const early = await say(`approve ${transfer} ${code}`);
  expect(early).toMatchObject({ out: `${code} confirmed\n`, exit_code: 1 });
  expect(early.err).toContain("payment has not arrived");
  expect((await say("approve 2222222222")).err).toContain("no such order");
  expect((await say("show nonsense")).err).toContain("no such order");
});

test("cancelling a paid order says what is owed, and the refund ends it", async () => {
  const code = await place({ payment_method: "bank_transfer" });
  const { payment } = await shop.visitor().orders.byCode({ id: code, order_phone: "0590000011" });
  await shop.sql
    .transaction()
    .execute((transaction) =>
      creditPayment({ ...shop.ctx(), sql: transaction, in_transaction: true }, { order_code: code }, payment.amount),
    );
  expect((await say(`cancel ${code}`)).exit_code).toBe(2);
  const cancelled = await ordersCommand(shop.ctx(), ["cancel", code, "--note", "Hết hàng"]);
  expect(cancelled.out).toContain("is owed back");
  expect((await say("list --owed")).out).toContain(code);
  expect((await say(`refund ${code}`)).exit_code).toBe(2);
  expect((await say(`refund ${code} --reference FT123`)).out).toContain("refunded");
  expect((await say("list --owed")).out).toBe("No orders.\n");
  expect((await say(`refund ${code} --reference FT123`)).exit_code).toBe(1);
});

test("the list is aligned, paged and filtered, and hides phone numbers", async () => {
  for (let index = 0; index < 4; index += 1) await place();
  const { out } = await say("list --status waiting_approval --limit 2");
  const [head = "", first = "", second = "", foot = ""] = out.split("\n");
  expect(head).toMatch(/^CODE {8}PLACED +STATUS +PAYMENT +TOTAL +PIECES +RECEIVER +PHONE$/);
  for (const line of [first, second]) expect(line.indexOf("waiting_approval")).toBe(head.indexOf("STATUS"));
  expect(foot).toMatch(/^\d+ orders, page 1 of \d+; next: --page 2$/);
  expect(out).not.toContain("059-000-0011");
  const { rows } = await sql<{ count: number }>`select count(*) from orders.orders`.execute(shop.sql);
  expect((await say("list --limit 1000")).out.trim().split("\n")).toHaveLength((rows[0]?.count ?? 0) + 2);
});

test("what is not understood is answered with the way to the help, and exits 2", async () => {
  for (const line of ["fly", "approve", "list --status gone", "list --page 0", "list --limit x", "show --colour red"]) {
    const { err, exit_code } = await say(line);
    expect(err).toContain("--help");
    expect(exit_code).toBe(2);
  }
  expect(help).toContain("refund");
});
