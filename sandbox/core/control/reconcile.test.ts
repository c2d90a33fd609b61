import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { askMomo, askVnpay, ctl, openTestShop, openVnpay, type TestShop } from "../../testing/test-shop.ts";

const REF = "DH2611210001-1";
const ORDER = "DH2611210001";
const AMOUNT = 1_806_000;
const attempt = { vendor: "vnpay", ref: REF, order: ORDER, received: AMOUNT };
const order = { order: ORDER, amount: AMOUNT, counted: AMOUNT, confirmed: 1 };
type Row = Record<string, unknown>;

async function paidShop(faults: { kind: string }[] = []): Promise<TestShop> {
  const shop = await openTestShop();
  await openVnpay(shop);
  shop.sandbox.arm(faults.map((fault) => ({ ...fault })));
  await shop.sandbox.pay(REF, {});
  await shop.sandbox.advance(0);
  return shop;
}

function problems({ sandbox }: TestShop, books: { attempts?: Row[]; orders?: Row[]; credits?: Row[] }): string[] {
  const all = { schema: 1, attempts: [], orders: [], credits: [], ...books };
  const result = sandbox.reconcile(all);
  expect(result.ok).toBe(result.problems.length === 0);
  return result.problems.map(({ what }) => what);
}

test("books that agree have no problem", async () => {
  const shop = await paidShop();
  expect(problems(shop, { attempts: [attempt], orders: [order] })).toEqual([]);
});

test.each<[string, Row[], Row[]]>([
  ["the shop does not know this money", [], []],
  ["money received", [{ ...attempt, received: 0 }], [{ ...order, counted: 0, confirmed: 0 }]],
  ["money received", [{ ...attempt, received: AMOUNT * 2 }], [order]],
  ["the vendor does not know this reference", [attempt, { ...attempt, ref: "DH2611210001-2", order: "X" }], [order]],
  ["money refunded", [{ ...attempt, refunded: 5 }], [order]],
  ["more went back than came in", [{ ...attempt, refunded_by_hand: AMOUNT + 1 }], [order]],
  ["confirmed more than once", [attempt], [{ ...order, confirmed: 2 }]],
  ["paid and not confirmed", [attempt], [{ ...order, confirmed: 0 }]],
  ["paid and not confirmed", [attempt], [{ ...order, counted: AMOUNT - 500, written_off: 500, confirmed: 0 }]],
  ["confirmed without money", [attempt], [order, { ...order, order: "DH9", counted: 0 }]],
  ["paid, cancelled, and neither flagged nor owed back", [attempt], [{ ...order, confirmed: 0, cancelled: true }]],
])("found: %s", async (what, attempts, orders) => {
  const shop = await paidShop();
  expect(problems(shop, { attempts, orders })).toEqual([what]);
});

test.each<[Row, Row]>([
  [{ flags: ["late_success"] }, { cancelled: true, counted: 0, confirmed: 0 }],
  [{ refund_open: AMOUNT }, { cancelled: true, confirmed: 1 }],
  [{ refunded_by_hand: AMOUNT }, { cancelled: true, confirmed: 1 }],
  [{}, { on_delivery: true }],
  [{}, { counted: AMOUNT - 500, confirmed: 0 }],
])("explained: attempt %j, order %j", async (more, about) => {
  const shop = await paidShop();
  expect(problems(shop, { attempts: [{ ...attempt, ...more }], orders: [{ ...order, ...about }] })).toEqual([]);
});

test("another amount may be unrecorded until a query confirmed it, then no more", async () => {
  const shop = await openTestShop();
  await openVnpay(shop);
  shop.sandbox.arm([{ kind: "changed_amount", captured: true }, { kind: "query_pending" }]);
  await shop.sandbox.pay(REF, {});
  const none = { attempts: [{ ...attempt, received: 0, flags: ["amount_mismatch"] }] };
  expect(problems(shop, none)).toEqual([]);
  await askVnpay("querydr", shop);
  expect(problems(shop, none)).toEqual([]);
  await askVnpay("querydr", shop);
  expect(problems(shop, none)).toEqual(["money received"]);
  expect(problems(shop, { attempts: [{ ...attempt, received: AMOUNT + 1000 }] })).toEqual([]);
});

test("refunds through the vendor are compared when they are done", async () => {
  const shop = await paidShop();
  await askVnpay("refund", shop);
  expect(problems(shop, { attempts: [attempt], orders: [order] })).toEqual([]);
  await shop.sandbox.advance(120);
  expect(problems(shop, { attempts: [attempt], orders: [order] })).toEqual(["money refunded"]);
  expect(problems(shop, { attempts: [{ ...attempt, refunded: AMOUNT }], orders: [order] })).toEqual([]);
});

describe("transfers", () => {
  /** Of the first transfer of the seed "tests". */
  const credit = { sender: "sepay", txn: "122687000001", amount: 5_000 };
  const booked = async (): Promise<TestShop> => {
    const shop = await openTestShop();
    shop.sandbox.control("bank", "transfer", { account: "1234", amount: 5_000, content: "DH1" });
    await shop.sandbox.advance(0);
    return shop;
  };

  test.each<[string[], Row[]]>([
    [[], [credit]],
    [["a transfer"], []],
    [["a transfer"], [{ ...credit, amount: 6_000 }]],
    [["a transfer recorded more than once"], [credit, credit]],
    [["the bank does not know this transfer"], [credit, { ...credit, txn: "1" }]],
  ])("%j", async (expected, credits) => {
    expect(problems(await booked(), { credits })).toEqual(expected);
  });

  test("that nobody was told of may be missing, and one that went out is no business of the books", async () => {
    const shop = await openTestShop();
    shop.sandbox.arm([{ kind: "drop", count: null }]);
    shop.sandbox.control("bank", "transfer", { account: "1234", amount: 5_000 });
    shop.sandbox.control("bank", "transfer", { account: "1234", amount: 5_000, direction: "out" });
    await shop.sandbox.advance(0);
    expect(problems(shop, {})).toEqual([]);
  });

  test("of payOS are known by their reference", async () => {
    const shop = await openTestShop();
    shop.sandbox.control("bank", "transfer", { account: "1234", amount: 5_000, sender: "payos" });
    await shop.sandbox.advance(0);
    const txn = shop.sandbox.ledger().credits[0]?.reference;
    expect(problems(shop, { credits: [{ sender: "payos", txn, amount: 5_000 }] })).toEqual([]);
  });
});

test("the books are handed over by POST, or fetched where the shop offers them on this machine", async () => {
  const shop = await paidShop();
  const books = { schema: 1, attempts: [attempt], orders: [order], credits: [] };
  expect((await ctl(shop, "POST", "reconcile", books)).body).toMatchObject({ ok: true, compared: 2, problems: [] });
  const server = createServer((_request, response) => response.end(JSON.stringify(books)));
  await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/books`;
  const asked = await ctl(shop, "GET", `reconcile?shop=${encodeURIComponent(url)}`);
  expect(asked.body).toMatchObject({ ok: true, compared: 2 });
  for (const strange of ["https://shop.example.vn/books", "nonsense", shop.url])
    expect((await ctl(shop, "GET", `reconcile?shop=${encodeURIComponent(strange)}`)).status).toBe(400);
});

test.each<[string, unknown]>([
  ["schema", {}],
  ["attempts", { schema: 1 }],
  ["ref", { schema: 1, attempts: [{ vendor: "vnpay" }], orders: [], credits: [] }],
  ["received", { schema: 1, attempts: [{ ...attempt, received: -1 }], orders: [], credits: [] }],
  ["amount", { schema: 1, attempts: [], orders: [], credits: [{ sender: "sepay", txn: "1", amount: 1.5 }] }],
])("books of another form are refused by the field: %s", async (field, books) => {
  const { sandbox } = await openTestShop();
  expect(() => sandbox.reconcile(books)).toThrow(field);
});

test("attempts of several vendors are told apart by their vendor", async () => {
  const shop = await paidShop();
  await askMomo("create", "create", shop, { orderId: REF });
  await shop.sandbox.pay(REF, { vendor: "momo" });
  const both = [attempt, { ...attempt, vendor: "momo" }];
  expect(problems(shop, { attempts: both, orders: [order] })).toEqual([]);
  expect(problems(shop, { attempts: [attempt], orders: [order] })).toEqual(["the shop does not know this money"]);
});
