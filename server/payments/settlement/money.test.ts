/**
 * No money that arrives is lost. Random sequences of paying, refunding, cancelling and expiring run through the calls
 * and the orders command, beside a simple second model. rules/payments#settlement, rules/payments#late-money
 */
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ordersCommand } from "../../../scripts/commands/orders.ts";
import { integrityViolations } from "../../database/integrity.ts";
import { juicer, orderForm, setStock } from "../../orders/test-orders.ts";
import { setting } from "../../platform/settings.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { receiveIpn } from "../ipn/ipn.ts";
import { expirePayments } from "../payments.ts";
import { sepayIpn } from "../providers/bank-transfer/simulator.ts";

let shop: TestShop;
let account_number: string;
let txn = 1;

beforeAll(async () => {
  shop = await testShop({ max: 20 });
  account_number = (await setting(shop.ctx(), "bank_account")).account_number;
  await setStock(shop.sql, juicer, 1000);
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

const phone = "0590000011";
const DAY_MS = 86_400_000;

/** One order by transfer, and everything that may happen to its money. */
async function orderByTransfer() {
  const lan = shop.visitor({ client: `lan ${txn++}` });
  const items = [{ product_id: juicer, quantity: 1 }];
  const placed = await lan.orders.place(orderForm({ items, payment_method: "bank_transfer", note: `${txn}` }));
  const { order_code, uid_payment } = placed;
  const content = placed.payment.transfer?.content ?? "";
  const terminal = (...words: string[]) => ordersCommand(shop.ctx({ locale: "en" }), words);
  return {
    order_code,
    total: placed.totals.total,
    /** Answers the transaction, so that the same ipn can come again. */
    async pay(amount: number, as = txn++): Promise<number> {
      const raw = sepayIpn({ account_number, content, amount, txn: as }, shop.base.config.sepay_hmac_secret, shop.now);
      expect((await receiveIpn(shop.ctx(), raw)).status).toBe(200);
      return as;
    },
    async refund() {
      const { payment } = await this.order();
      const amount = String(payment.refund_owed || 1);
      return terminal("refund", order_code, "--amount", amount, "--reference", `FT${txn++}`);
    },
    cancelByShop: () => terminal("cancel", order_code, "--note", "hết hàng"),
    cancelByCustomer: () => lan.orders.cancel({ id: order_code, order_phone: phone, reason: "changed_mind" }),
    show: async () => (await terminal("show", order_code)).out,
    listed: async () => (await terminal("list", "--owed", "--limit", "1000")).out.includes(order_code),
    async lapse() {
      shop.advanceClock(DAY_MS + 1);
      await expirePayments(shop.ctx());
    },
    order: () => lan.orders.byCode({ id: order_code, order_phone: phone }),
    statusAfter: () => lan.payments.queryStatus({ order_code, uid_payment }),
    stranger: () => shop.visitor({ client: "10.9.9.9" }).payments.guide({ uid_payment }),
  };
}

type Played = Awaited<ReturnType<typeof orderByTransfer>>;

/** The money of one order in three piles: what pays for it, what must go back, what has gone back. */
class Piles {
  readonly total: number;
  pays = 0;
  owed = 0;
  gone = 0;
  complete = false;
  ended: "failed" | "expired" | null = null;

  constructor(total: number) {
    this.total = total;
  }

  pay(amount: number): void {
    const due = this.ended || this.complete ? 0 : Math.min(amount, this.total - this.pays);
    this.pays += due;
    this.owed += amount - due;
    if (!this.ended && this.pays === this.total) this.complete = true;
  }

  end(as: "failed" | "expired"): void {
    this.ended = as;
    this.owed += this.pays;
    this.pays = 0;
  }

  refund(): number {
    const back = this.owed;
    this.owed = 0;
    this.gone += back;
    return back;
  }

  get status(): string {
    if (this.gone > 0 && this.pays + this.owed === 0) return "refunded";
    return this.complete ? "success" : (this.ended ?? "pending");
  }
}

async function compare(played: Played, piles: Piles): Promise<void> {
  const { payment, status } = await played.order();
  const { pays, owed, gone } = piles;
  expect(payment).toMatchObject({
    status: piles.status,
    received: pays + owed + gone,
    refund_owed: owed,
    refunded: gone,
    order_cancelled: piles.ended !== null,
  });
  expect(payment.received - payment.refunded).toBeGreaterThanOrEqual(0);
  expect(status === "cancelled").toBe(piles.ended !== null);
  expect(await played.listed()).toBe(owed > 0);
}

type Act =
  | { act: "pay"; share: number }
  | { act: "pay_rest" | "same_notice" | "refund" | "cancel_by_shop" | "cancel_by_customer" | "lapse" };

const acts: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant("pay" as const), share: fc.integer({ min: 1, max: 250 }) }) },
  { weight: 3, arbitrary: fc.constant({ act: "pay_rest" as const }) },
  { weight: 2, arbitrary: fc.constant({ act: "refund" as const }) },
  ...(["same_notice", "cancel_by_shop", "cancel_by_customer", "lapse"] as const).map((act) => ({
    weight: 1,
    arbitrary: fc.constant({ act }),
  })),
);

/** Plays one act on the shop and, where the rules allow it, on the piles. */
async function play(played: Played, piles: Piles, last: { txn: number; amount: number } | null, act: Act) {
  switch (act.act) {
    case "pay":
    case "pay_rest": {
      const amount = act.act === "pay" ? Math.ceil((piles.total * act.share) / 100) : piles.total - piles.pays || 1;
      piles.pay(amount);
      return { txn: await played.pay(amount), amount };
    }
    case "same_notice":
      if (last) await played.pay(last.amount, last.txn);
      return last;
    case "refund": {
      const { exit_code } = await played.refund();
      expect(exit_code).toBe(piles.refund() > 0 ? 0 : 1);
      return last;
    }
    case "cancel_by_shop":
    case "cancel_by_customer": {
      const done =
        act.act === "cancel_by_shop"
          ? (await played.cancelByShop()).exit_code === 0
          : await played.cancelByCustomer().then(
              () => true,
              () => false,
            );
      expect(done).toBe(piles.ended === null);
      if (done) piles.end("failed");
      return last;
    }
    case "lapse":
      await played.lapse();
      if (!piles.ended && !piles.complete) piles.end("expired");
      return last;
  }
}

describe("random sequences of payments and refunds", () => {
  it("calls and commands show received, owed and refunded money as the second model does", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(acts, { minLength: 2, maxLength: 9 }), async (story) => {
        const played = await orderByTransfer();
        const piles = new Piles(played.total);
        let last: { txn: number; amount: number } | null = null;
        for (const act of story) {
          last = await play(played, piles, last, act);
          await compare(played, piles);
        }
      }),
      { numRuns: 40 },
    );
  });

  it("an order paid twice, refunded its surplus and then cancelled owes all of the rest back", async () => {
    const played = await orderByTransfer();
    await played.pay(played.total);
    await played.pay(played.total);
    expect((await played.refund()).exit_code).toBe(0);
    expect(await played.order()).toMatchObject({ status: "confirmed", payment: { status: "success" } });
    expect((await played.cancelByShop()).out).toContain("is owed back");
    expect((await played.order()).payment).toMatchObject({ refund_owed: played.total, refunded: played.total });
    await played.refund();
    expect((await played.order()).payment).toMatchObject({ status: "refunded", refund_owed: 0 });
  });

  it("a refunded order that is paid again is not 'refunded' until that money is returned", async () => {
    const played = await orderByTransfer();
    await played.pay(played.total);
    await played.cancelByCustomer();
    await played.refund();
    await played.pay(played.total);
    expect((await played.order()).payment).toMatchObject({ status: "success", refund_owed: played.total });
    await played.refund();
    expect((await played.order()).payment).toMatchObject({ status: "refunded", refunded: 2 * played.total });
  });
});

describe("a cancelled order is never shown as paid", () => {
  it.each([
    ["paid, then cancelled", ["pay", "cancel"], "success"],
    ["cancelled, then paid", ["cancel", "pay"], "failed"],
    ["lapsed, then paid", ["lapse", "pay"], "expired"],
  ] as const)("%s", async (_story, steps, status) => {
    const played = await orderByTransfer();
    for (const step of steps) {
      if (step === "pay") await played.pay(played.total);
      if (step === "cancel") await played.cancelByCustomer();
      if (step === "lapse") await played.lapse();
    }
    const owed = { order_cancelled: true, status, refund_owed: played.total, refunded: 0 };
    expect(await played.statusAfter()).toMatchObject({ ...owed, result: "failed", retry_allowed: false });
    expect((await played.stranger()).payment).toMatchObject({ ...owed, transfer: null });
    await played.refund();
    expect(await played.statusAfter()).toMatchObject({ status: "refunded", result: "failed", refund_owed: 0 });
  });
});
