/** `npm run orders`: finds orders, and takes only the steps that the state table allows. */
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setPrice } from "../../server/catalogue/test-prices.ts";
import { juicer, orderForm, setStock } from "../../server/orders/test-orders.ts";
import { receiveIpn } from "../../server/payments/ipn/ipn.ts";
import { creditPayment } from "../../server/payments/payments.ts";
import { sepayIpn } from "../../server/payments/providers/bank-transfer/simulator.ts";
import { setting } from "../../server/platform/settings.ts";
import { type TestShop, testShop } from "../../server/testing/test-shop.ts";
import { help, ordersCommand } from "./orders.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
  await setStock(shop.sql, juicer, 100);
});
afterAll(() => shop.close());

/** Money that arrived for an order, as the bank reports it. */
const transfer = async (content: string, amount: number, txn: number) => {
  const { account_number } = await setting(shop.ctx(), "bank_account");
  const { sepay_hmac_secret } = shop.base.config;
  await receiveIpn(shop.ctx(), sepayIpn({ account_number, content, amount, txn }, sepay_hmac_secret, shop.now));
};
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

test("an order goes through its states step by step", async () => {
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
  for (const [verb, past] of [
    ["ship", "shipped"],
    ["deliver", "recorded as delivered"],
    ["complete", "completed"],
  ]) {
    const next = `it is waiting for approval. First: npm run orders -- approve ${code}`;
    expect(await say(`${verb} ${code}`)).toEqual({
      ...{ out: "", exit_code: 1 },
      err: `${code} cannot be ${past} yet: ${next}\n`,
    });
  }
  const transfer = await place({ payment_method: "bank_transfer" });
  const early = await say(`approve ${transfer} ${code}`);
  expect(early).toMatchObject({ out: `${code} confirmed\n`, exit_code: 1 });
  expect(early.err).toContain("payment has not arrived");
  expect((await say(`approve ${code}`)).err).toBe(`${code} is already confirmed.\n`);
  await say(`cancel ${code} --note x`);
  expect((await say(`ship ${code}`)).err).toBe(`${code} cannot be shipped: it is cancelled.\n`);
  const { err } = await say("list --page 99");
  expect(err).toMatch(/^There is no page 99: \d+ orders, only page 1\.\n$/);
  expect((await say("refund 2222222222 --amount 1 --reference FT1")).err).toBe("2222222222: there is no such order.\n");
  expect((await say(`refund ${code} --amount 1 --reference FT1`)).err).toContain(
    "nothing is owed. No money has come in",
  );
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
  expect((await say(`refund ${code} --amount 1 --reference FT1`)).err).toContain(
    "is in and pays for it; cancel the order first",
  );
  expect((await say(`cancel ${code}`)).exit_code).toBe(2);
  const cancelled = await ordersCommand(shop.ctx(), ["cancel", code, "--note", "Hết hàng"]);
  expect(cancelled.out).toContain("is owed back");
  expect((await say("list --owed")).out).toContain(code);
  expect((await say(`refund ${code}`)).exit_code).toBe(2);
  expect((await say(`refund ${code} --reference FT123`)).err).toContain("Say how much went back: --amount DONG");
  const less = await say(`refund ${code} --amount ${payment.amount - 1000} --reference FT123`);
  expect(less).toMatchObject({ out: "", exit_code: 1 });
  expect(less.err).toContain(`${formatDong(payment.amount)} is owed, not ${formatDong(payment.amount - 1000)}`);
  expect((await say("list --owed")).out).toContain(code);
  const amount = new Intl.NumberFormat("vi-VN").format(payment.amount);
  expect((await say(`refund ${code} --amount ${amount} --reference FT123`)).out).toContain("refunded");
  expect((await say("list --owed")).out).toBe("No orders.\n");
  const again = await say(`refund ${code} --amount ${amount} --reference FT123`);
  expect(again).toMatchObject({ exit_code: 1, err: expect.stringContaining("has gone back already") });
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

test("what is not understood is answered with the usage, and exits 2", async () => {
  for (const line of [
    ...["fly", "approve", "list --status gone", "list --page 0", "list --limit x", "show --colour red"],
    ...[
      "list confirmed",
      "unmatched extra",
      "unmatched --status foo",
      "show X --parcel 1",
      "refund A B --amount 1 --reference F",
    ],
    ...["deliver X --parcel 1", "cancel X --note=", "list --note x"],
  ]) {
    const { err, exit_code } = await say(line);
    expect(err).toContain("npm run orders -- list [--status a,b]");
    expect(exit_code).toBe(2);
  }
  expect(help).toContain("refund");
});

test("a transfer that names no order is in the list of those, and the list of orders says that there is one", async () => {
  expect((await say("unmatched")).out).toBe("No transfers.\n");
  await transfer("mua may ep cham", 1_234_567, 77_001);
  const { out } = await say("unmatched");
  expect(out).toMatch(/^BOOKED +AMOUNT +ACCOUNT +REFERENCE +NAMES ORDER +CONTENT\n/);
  for (const fact of ["1,234,567", "mua may ep cham", "1 transfer, page 1 of 1"]) expect(out).toContain(fact);
  await place();
  expect((await say("list")).out).toContain("npm run orders -- unmatched");
});

test("of several orders none is changed where one argument names no order", async () => {
  const code = await place();
  const refused = await say(`approve ${code} GHN999`);
  expect(refused).toEqual({ out: "", err: "GHN999: there is no such order.\nNothing was changed.\n", exit_code: 1 });
  expect((await say(`show ${code}`)).out).toContain("(waiting_approval)");
});

test("an order paid in parts shows each transfer, what is missing, and what went back by which reference", async () => {
  const code = await place({ payment_method: "bank_transfer" });
  const { payment } = await shop.visitor().orders.byCode({ id: code, order_phone: "0590000011" });
  const missing = formatDong(payment.amount - 500_000);
  await transfer(`MTS${code} lan 1`, 500_000, 77_101);
  const partly = (await say(`show ${code}`)).out;
  expect(partly).toContain(
    `Due        ${formatDong(payment.amount)}, received ${formatDong(500_000)}, ${missing} missing`,
  );
  const line = /in +500,000\u00a0đ {2}(\S+) {2}MTS\w+ lan 1/.exec(partly);
  expect(line).not.toBeNull();
  expect((await say(`approve ${code}`)).err).toContain(
    `${formatDong(500_000)} of ${formatDong(payment.amount)} have arrived`,
  );
  await ordersCommand(shop.ctx(), ["cancel", code, "--note", "Hết hàng"]);
  expect((await say(`show ${code}`)).out).toMatch(/owed back +500,000/);
  await say(`refund ${code} --amount 500000 --reference FT-OUT-1`);
  await transfer(`MTS${code} lan 2`, 300_000, 77_102);
  const used = await say(`refund ${code} --amount 300000 --reference ft-out-1`);
  expect(used).toMatchObject({ out: "", exit_code: 1, err: expect.stringContaining('went back by "ft-out-1" before') });
  expect((await say(`refund ${code} --amount 300000 --reference FT-OUT-2`)).exit_code).toBe(0);
  const { out } = await say(`show ${code}`);
  expect(out).toMatch(/back +500,000\u00a0đ {2}FT-OUT-1\n/);
  expect(out).toMatch(/back +300,000\u00a0đ {2}FT-OUT-2\n/);
});

test("a transfer that names an order paid in cash shows which, by its code with our prefix or without", async () => {
  const [first, second] = [await place(), await place()];
  await transfer(`MTS${first} thanh toan`, 100_000, 77_201);
  await transfer(`tra tien don ${groupedCode(second)}`, 100_000, 77_202);
  await transfer("tra tien don 2222222222", 100_000, 77_203);
  const { out } = await say("unmatched");
  expect(out).toMatch(new RegExp(`${first} +MTS${first} thanh toan`));
  expect(out).toMatch(new RegExp(`${second} +tra tien don`));
  expect(out).not.toMatch(/2222222222 +tra tien/);
  expect((await say("list")).out).toMatch(/\d transfers arrived and belong to no order/);
  expect((await say(`show mts${first}`)).out).toContain(`Order      ${first}`);
});

test("the lines of a note look like no facts of the order", async () => {
  const code = await place({ note: "gọi trước\nPayment    bank_transfer success" });
  const { out } = await say(`show ${code}`);
  expect(out).toContain("Note       gọi trước\n           Payment    bank_transfer success\n");
  expect(out.match(/^Payment /gm)).toHaveLength(1);
});

test("what strangers wrote into a transfer steers no terminal", async () => {
  await transfer("tien hang \u001b[2J\u202e anh Nam", 100_000, 77_204);
  const { out } = await say("unmatched");
  expect(out).toContain("tien hang ?[2J? anh Nam");
});

test("where cash is rounded up, the order shows both the total and what is collected", async () => {
  await setPrice(shop, juicer, { list_price: 2_490_000 });
  const code = await place();
  const { totals } = await shop.visitor().orders.byCode({ id: code, order_phone: "0590000011" });
  expect(totals.cash).toBe(totals.total + 500);
  const { out } = await say(`show ${code}`);
  expect(out).toContain(`Due        ${formatDong(totals.cash)} in cash, nothing received`);
  expect(out).toMatch(new RegExp(`In cash, rounded up +${formatDong(totals.cash)}`));
});
