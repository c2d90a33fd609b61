import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { approveOrder, cancelOrder, completeOrder, deliverOrder, shipOrder } from "../orders/orders.ts";
import { orderForm } from "../orders/test-orders.ts";
import { receiveIpn } from "../payments/ipn/ipn.ts";
import { expirePayments, recordRefund } from "../payments/payments.ts";
import { sepayIpn } from "../payments/providers/bank-transfer/simulator.ts";
import { paymentOf } from "../payments/view.ts";
import { setting } from "../platform/settings.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { integrityViolations } from "./integrity.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 20 });
});
afterAll(() => shop.close());

type Placed = { order_code: string; content: string; total: number };
type Step = {
  do: "approve" | "ship" | "deliver" | "complete" | "cancel" | "pay" | "pay_part" | "lapse" | "refund";
  of: number;
};

const steps = fc.array(
  fc.record({
    do: fc.constantFrom<Step["do"]>(
      "approve",
      "ship",
      "deliver",
      "complete",
      "cancel",
      "pay",
      "pay_part",
      "lapse",
      "refund",
    ),
    of: fc.nat({ max: 3 }),
  }),
  { minLength: 4, maxLength: 14 },
);

let serial = 0;

async function place(payment_method: "cod" | "bank_transfer"): Promise<Placed> {
  const note = `story ${serial++}`;
  const items = [{ product_id: serial % 2 ? 1082 : 1060, quantity: 1 + (serial % 3) }];
  const placed = await shop.visitor({ client: note }).orders.place(orderForm({ items, payment_method, note }));
  return { order_code: placed.order_code, content: placed.payment.transfer?.content ?? "", total: placed.totals.total };
}

/** What the state table refuses is refused: that is part of every story. */
async function take({ do: what, of }: Step, orders: readonly Placed[]): Promise<void> {
  const order = orders[of % orders.length];
  if (!order) return;
  const ctx = shop.ctx();
  const { account_number } = await setting(ctx, "bank_account");
  const pay = (amount: number) =>
    receiveIpn(
      ctx,
      sepayIpn(
        { account_number, content: order.content || "khong co ma", amount },
        shop.base.config.sepay_hmac_secret,
        shop.now,
      ),
    );
  const doing: Record<Step["do"], () => Promise<unknown>> = {
    approve: () => approveOrder(ctx, order.order_code),
    ship: () => shipOrder(ctx, order.order_code),
    deliver: () => deliverOrder(ctx, order.order_code),
    complete: () => completeOrder(ctx, order.order_code),
    cancel: () => cancelOrder(ctx, order.order_code, { note: "thử" }),
    pay: () => pay(order.total),
    pay_part: () => pay(1_000),
    lapse: async () => {
      shop.advanceClock(25 * 3_600_000);
      await expirePayments(shop.ctx());
    },
    refund: async () => {
      const { refund_owed } = await paymentOf(ctx, order.order_code);
      await recordRefund(ctx, order.order_code, { amount: refund_owed, reference: "FT-TEST" });
    },
  };
  await doing[what]().catch((error: { name?: string }) => {
    if (error.name !== "ShopError") throw error;
  });
}

describe("integrity queries after random orders", () => {
  it("nothing is violated after any sequence of orders, payments, deliveries, cancellations and refunds", async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (story) => {
        const orders = [
          await place("cod"),
          await place("bank_transfer"),
          await place("bank_transfer"),
          await place("cod"),
        ];
        for (const step of story) await take(step, orders);
        expect(await integrityViolations(shop.sql)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it("nothing is violated after the same steps at once", async () => {
    const orders = await Promise.all([place("cod"), place("bank_transfer"), place("bank_transfer")]);
    const all: Step[] = ["pay", "cancel", "approve", "lapse", "pay_part", "ship"].flatMap((what) =>
      [0, 1, 2].map((of) => ({ do: what as Step["do"], of })),
    );
    await Promise.all(all.map((step) => take(step, orders)));
    expect(await integrityViolations(shop.sql)).toEqual([]);
  });

  it("the queries find a violation when there is one", async () => {
    await sql`update catalogue.stock set allocated = allocated + 1 where variant_id = 1082 and warehouse = 'HN'`.execute(
      shop.sql,
    );
    expect(await integrityViolations(shop.sql)).toEqual([
      { fault: "stock: allocated differs from open orders", about: "1082 HN" },
    ]);
    await sql`update catalogue.stock set allocated = allocated - 1 where variant_id = 1082 and warehouse = 'HN'`.execute(
      shop.sql,
    );
  });
});
