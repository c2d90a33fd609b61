import { afterAll, beforeAll, expect, test } from "vitest";
import { cancelOrder } from "../../server/orders/orders.ts";
import { orderForm, RICE_COOKER, setStock } from "../../server/orders/test-orders.ts";
import { vnpayTestKeys } from "../../server/payments/providers/vnpay/test-keys.ts";
import { settleAttempt } from "../../server/payments/settlement/settlement.ts";
import { totpNow, totpSecretOf } from "../../server/staff/second-factor.ts";
import { type TestShop, testShop } from "../../server/testing/test-shop.ts";
import { paymentsCommand } from "./payments.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ config: { env: vnpayTestKeys } });
  await setStock(shop.sql, RICE_COOKER, 20);
});
afterAll(() => shop.close());

const run = (line: string) => paymentsCommand(shop.ctx(), line.split(" "));
const codeOf = async (key: "quynh") =>
  totpNow((await totpSecretOf(shop.ctx(), await shop.staffId(key))) ?? "", shop.now);

async function paidAndCancelled(): Promise<string> {
  const lan = shop.visitor();
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  const { order_code, uid_payment, totals } = await lan.orders.place(orderForm({ items, payment_method: "VNPAY" }));
  await lan.payments.start({ uid_payment });
  const said = { outcome: "success", amount: totals.total, provider_txn_no: "14000001", is_answer: false } as const;
  await settleAttempt(shop.ctx(), { provider: "vnpay", provider_ref: `${order_code}-1` }, said);
  await cancelOrder(shop.ctx(), order_code);
  return order_code;
}

test("a refund names a member of staff who may and takes a code of their app; a timeout is on its way, and is not sent again", async () => {
  const code = await paidAndCancelled();
  expect(await run(`refund ${code}`)).toMatchObject({ exit_code: 2 });
  expect((await run(`refund ${code} --as chi@mutosi.example --code 000000`)).err).toContain("second factor wrong");
  expect(await run(`refund ${code} --as quynh@mutosi.example --code 000000`)).toMatchObject({ exit_code: 1 });
  const sent = await run(`refund ${code} --as quynh@mutosi.example --code ${await codeOf("quynh")}`);
  expect(sent).toMatchObject({ exit_code: 0, err: "" });
  expect(sent.out).toContain("sent"); // nobody answers at its address, so it is asked about
  expect((await run(`show ${code}`)).out).toMatch(/refund \d+ of 1\.: .* sent {2}order_cancelled, provider/);
  expect((await run(`refund ${code} --as quynh@mutosi.example`)).err).toContain("Nothing of");
  expect((await run(`query ${code}`)).out).toContain("1 refunds");
});

test("a decision names its person and a reason, and one without the right is refused", async () => {
  const code = await paidAndCancelled();
  const id = /refund (\d+) {2}/.exec(
    (await run("open")).out.split("\n").find((line) => line.includes(code)) ?? "",
  )?.[1];
  expect(await run(`keep ${id} --as quynh@mutosi.example`)).toMatchObject({ exit_code: 2 });
  shop.advanceClock(60_000);
  const kept = await run(`keep ${id} --reason wish --as quynh@mutosi.example --code ${await codeOf("quynh")}`);
  expect(kept).toMatchObject({ exit_code: 0, out: `Refund ${id} of ${code}: credited\n` });
  const ngoc = totpNow((await totpSecretOf(shop.ctx(), await shop.staffId("chi"))) ?? "", shop.now);
  const dropped = await run(`owe ${id} --reason wish --as chi@mutosi.example --code ${await ngoc}`);
  expect(dropped.err).toContain("forbidden");
  expect((await run("open")).out).toContain("credited");
});

test("lists and shows payments, asks about what is due, and refuses what it does not understand", async () => {
  const code = await paidAndCancelled();
  expect((await run("list")).out).toContain(code);
  expect((await run("list --flagged")).out).not.toContain(code);
  expect((await run("reconcile")).out).toMatch(/^Asked about \d+ attempts and \d+ refunds; \d+ orders lapsed\.\n$/);
  const { attempts } = JSON.parse((await run("reconcile --books")).out);
  expect(attempts).toContainEqual(expect.objectContaining({ vendor: "vnpay", ref: `${code}-1`, order: code }));
  for (const line of ["", "pay", "show", "show nothing", "list 3"])
    expect(await run(line)).toMatchObject({ exit_code: 2 });
});
