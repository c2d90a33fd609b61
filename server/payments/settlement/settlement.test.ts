/**
 * Answers of an online provider in any order: only a genuine ipn or the answer to our own query settles a payment,
 * once. Uses the test provider bogus. rules/payments#settlement, rules/payments#reconciliation
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import { cancelOrder } from "../../orders/orders.ts";
import { orderForm } from "../../orders/test-orders.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { receiveIpn } from "../ipn/ipn.ts";
import { expirePayments } from "../payments.ts";
import type { Provider } from "../provider.ts";
import { bogus } from "../providers/bogus/bogus.ts";
import { bogusIpn, bogusServer } from "../providers/bogus/simulator.ts";
import { providers } from "../providers/index.ts";
import { paymentOf } from "../view.ts";
import { askLast, reconcile } from "./reconcile.ts";

const secret = "a-secret-of-the-tests";
const MINUTE_MS = 60_000;
let server: Awaited<ReturnType<typeof bogusServer>>;
let shop: TestShop;
let serial = 0;

beforeAll(async () => {
  (providers as Provider[]).push(bogus);
  server = await bogusServer();
  shop = await testShop({ max: 20, config: { env: { BOGUS_URL: server.url, BOGUS_SECRET: secret } } });
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
  await server.close();
  (providers as Provider[]).splice(providers.indexOf(bogus), 1); // the next file of this worker has the same list
});

let lan: ReturnType<TestShop["visitor"]>;
let order: { order_code: string; uid_payment: string; total: number; ref: string };

beforeEach(async () => {
  lan = shop.visitor({ client: `online ${serial}` });
  const items = [{ product_id: 1082, quantity: 1 }];
  const form = orderForm({ items, payment_method: "BOGUS", note: `online ${serial++}` });
  const { order_code, uid_payment, totals } = await lan.orders.place(form);
  order = { order_code, uid_payment, total: totals.total, ref: `${order_code}-1` };
});

const begin = () => lan.payments.start({ uid_payment: order.uid_payment });
const say = (outcome: string, amount = order.total, txn = "T1", ref = order.ref) =>
  receiveIpn(shop.ctx(), bogusIpn({ ref, txn, amount, outcome }, secret));
const payment = () => paymentOf(shop.ctx(), order.order_code);
const status = async () => (await lan.orders.byCode({ id: order.order_code, order_phone: "0590000011" })).status;
const flags = async () =>
  (
    await shop.sql
      .selectFrom("payments.attempts")
      .select(["state", "flags"])
      .where("provider_ref", "=", order.ref)
      .executeTakeFirstOrThrow()
  ).flags;

describe("starting an attempt", () => {
  it("an attempt is started once; starting it again gives the stored step and its origins", async () => {
    expect((await payment()).status).toBe("created");
    expect((await lan.payments.guide({ uid_payment: order.uid_payment })).can_start).toBe(true);
    const first = await begin();
    expect(first.next).toEqual({
      kind: "hosted_fields",
      script: `${server.url}/fields.js`,
      session: `session-of-${order.ref}`,
    });
    expect(await begin()).toEqual(first);
    expect(await lan.payments.guide({ uid_payment: order.uid_payment })).toMatchObject({
      ...{ next: first.next, can_start: false },
      origins: { script: [server.url], frame: [server.url] },
    });
    expect((await payment()).status).toBe("pending");
  });

  it("an attempt whose start fails can be started again", async () => {
    server.says.set("start", { status: 500 });
    await expect(begin()).rejects.toMatchObject({ status: 503 });
    server.says.delete("start");
    expect((await begin()).next).not.toBeNull();
  });

  it("after a failed attempt another is started; money of the first still pays while the order is open", async () => {
    await begin();
    await say("failed");
    expect((await payment()).status).toBe("created");
    const second = await begin();
    expect(second.uid_payment).not.toBe(order.uid_payment);
    await say("success");
    expect(await payment()).toMatchObject({ status: "success", received: order.total, refund_owed: 0 });
    await say("success", order.total, "T2", `${order.order_code}-2`);
    expect(await payment()).toMatchObject({ status: "success", received: 2 * order.total, refund_owed: order.total });
    expect(await status()).toBe("confirmed");
  });
});

describe("ipns of a provider", () => {
  it("a failure after a success changes nothing and is flagged as a conflict", async () => {
    await begin();
    await say("success");
    await say("failed");
    expect(await payment()).toMatchObject({ status: "success" });
    expect(await flags()).toContain("conflict");
  });

  it.each([1, -1, 99])(
    "an ipn over another amount pays nothing; once our query confirms it, it is owed back (%i)",
    async (more) => {
      await begin();
      await say("success", order.total + more);
      expect(await payment()).toMatchObject({ status: "pending", received: 0 });
      expect(await flags()).toContain("amount_mismatch");
      server.says.set(order.ref, { outcome: "success", amount: order.total + more });
      await reconcile(shop.ctx());
      expect(await payment()).toMatchObject({ received: order.total + more, refund_owed: order.total + more });
      expect(await status()).toBe("waiting_approval");
      await cancelOrder(shop.ctx(), order.order_code);
      expect(await payment()).toMatchObject({ refund_owed: order.total + more });
    },
  );

  it("an ipn of an unknown attempt is refused in the provider's format", async () => {
    expect(await say("success", 1000, "T1", "NO-SUCH")).toMatchObject({ status: 400 });
  });

  it("a review suspends the deadline; a failed review leaves at least 15 minutes", async () => {
    await begin();
    await say("review");
    shop.advanceClock(24 * 60 * MINUTE_MS);
    await expirePayments(shop.ctx());
    expect(await status()).toBe("waiting_approval");
    await say("failed");
    await expirePayments(shop.ctx());
    expect(await status()).toBe("waiting_approval");
    shop.advanceClock(16 * MINUTE_MS);
    await expirePayments(shop.ctx());
    expect(await status()).toBe("cancelled");
  });
});

describe("an attempt without an ipn", () => {
  it("the query's answer settles the payment without an ipn", async () => {
    await begin();
    server.says.set(order.ref, { outcome: "success", amount: order.total });
    shop.advanceClock(MINUTE_MS);
    await reconcile(shop.ctx());
    expect(await status()).toBe("confirmed");
  });

  it("five processes at once send one query", async () => {
    await begin();
    shop.advanceClock(MINUTE_MS);
    await Promise.all(Array.from({ length: 5 }, () => reconcile(shop.ctx())));
    expect(server.asked.filter((path) => path === `/query/${order.ref}`)).toHaveLength(1);
  });

  it("a last query before expiry finds the money; a query that fails does not stop the expiry", async () => {
    await begin();
    server.says.set(order.ref, { outcome: "success", amount: order.total });
    shop.advanceClock(16 * MINUTE_MS);
    await expirePayments(shop.ctx(), askLast);
    expect(await status()).toBe("confirmed");
  });

  it("without an answer the order expires, and later money is owed back", async () => {
    await begin();
    server.says.set(order.ref, { status: 500 });
    shop.advanceClock(16 * MINUTE_MS);
    await expirePayments(shop.ctx(), askLast);
    expect(await status()).toBe("cancelled");
    server.says.set(order.ref, { outcome: "success", amount: order.total });
    shop.advanceClock(2 * 60 * MINUTE_MS);
    await reconcile(shop.ctx());
    expect(await payment()).toMatchObject({ status: "expired", received: order.total, refund_owed: order.total });
  });
});

it("a browser returning with 'success' pays nothing; the provider is queried", async () => {
  await begin();
  const back = { provider: "bogus", method: "POST", query: {}, form: { ref: order.ref, outcome: "success" } } as const;
  expect(await shop.visitor().payments.returned(back)).toEqual({ uid_payment: order.uid_payment, locale: "vi" });
  expect(await payment()).toMatchObject({ status: "pending", received: 0 });
  server.says.set(order.ref, { outcome: "success", amount: order.total });
  await reconcile(shop.ctx());
  expect(await status()).toBe("confirmed");
});

it("a browser returning with an unknown reference is redirected without a payment", async () => {
  const nothing = { uid_payment: null, locale: "vi" };
  expect(await lan.payments.returned({ provider: "bogus", method: "GET", query: { ref: "NO-SUCH" } })).toEqual(nothing);
  await expect(lan.payments.returned({ provider: "nobody", method: "GET" })).rejects.toMatchObject({ status: 404 });
});
