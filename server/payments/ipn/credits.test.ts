import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cancelOrder } from "../../orders/orders.ts";
import { orderForm } from "../../orders/test-orders.ts";
import { setting } from "../../platform/settings.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { unmatchedCredits } from "../desk.ts";
import type { Message } from "../provider.ts";
import { payosSignature, payosText } from "../providers/bank-transfer/senders/payos.ts";
import { sepayIpn } from "../providers/bank-transfer/simulator.ts";
import { paymentOf } from "../view.ts";
import { receiveIpn } from "./ipn.ts";

const env = { CASSO_SECURE_TOKEN: "a-secure-token-of-the-tests", PAYOS_CHECKSUM_KEY: "a-checksum-key-of-the-tests" };
let shop: TestShop;
let account: string;
let serial = 5000;

beforeAll(async () => {
  shop = await testShop({ config: { env } });
  account = (await setting(shop.ctx(), "bank_account")).account_number;
});
afterAll(() => shop.close());

async function order() {
  const note = `credits ${serial++}`;
  const items = [{ product_id: 1082, quantity: 1 }];
  const { order_code, totals, payment } = await shop
    .visitor({ client: note })
    .orders.place(orderForm({ items, payment_method: "bank_transfer", note }));
  const content = payment.transfer?.content ?? "";
  return { order_code, content, total: totals.total, payment: () => paymentOf(shop.ctx(), order_code) };
}

type Booking = { txn: number; amount: number; content: string; account?: string };

const bySepay = ({ txn, amount, content }: Booking) =>
  sepayIpn({ account_number: account, content, amount, txn }, shop.base.config.sepay_hmac_secret, shop.now);

const post = (sender: string, body: object, headers: Message["headers"] = {}): Message => ({
  ...{ sender, method: "POST", url: `/v1/payments/${sender}/ipn`, headers },
  raw: Buffer.from(JSON.stringify(body)),
});

const when = "2026-11-21 09:31:22";
function byCasso(...bookings: Booking[]): Message {
  const data = bookings.map(({ txn, amount, content, account: other = account }) => ({
    ...{ id: txn, tid: `FT${txn}`, description: content, amount, when, bank_sub_acc_id: other },
  }));
  return post("casso", { error: 0, data }, { "secure-token": env.CASSO_SECURE_TOKEN });
}

function byPayos({ txn, amount, content, account: other = account }: Booking): Message {
  const data = {
    ...{ amount, description: content, accountNumber: other, reference: `FT${txn}`, currency: "VND", code: "00" },
    transactionDateTime: when,
  };
  return post("payos", { data, signature: payosSignature(env.PAYOS_CHECKSUM_KEY, payosText(data)) });
}

const receive = (message: Message) => receiveIpn(shop.ctx(), message);

describe("bookings told by several services", () => {
  it("one booking told by SePay, Casso and payOS at once, each twice, counts once", async () => {
    const one = await order();
    const booking = { txn: serial++, amount: one.total, content: one.content };
    const told = [bySepay(booking), byCasso(booking), byPayos(booking)];
    const answers = await Promise.all([...told, ...told].map(receive));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect(await one.payment()).toMatchObject({ status: "success", received: one.total, refund_owed: 0 });
  });

  it("several bookings in one message each find their own order; told again in another order, nothing changes", async () => {
    const [one, two, three] = [await order(), await order(), await order()];
    const bookings = [one, two, three].map(({ total, content }) => ({ txn: serial++, amount: total, content }));
    await Promise.all([receive(byCasso(...bookings)), receive(byCasso(...bookings.toReversed()))]);
    for (const each of [one, two, three]) {
      expect(await each.payment()).toMatchObject({ status: "success", received: each.total, refund_owed: 0 });
    }
  });

  it("two parts of one order in one message complete it", async () => {
    const one = await order();
    const parts = [1000, one.total - 1000].map((amount) => ({ txn: serial++, amount, content: one.content }));
    await receive(byCasso(...parts));
    expect(await one.payment()).toMatchObject({ status: "success", received: one.total });
  });

  it("money for a cancelled order, for no order and on a foreign account: owed back, waiting, ignored", async () => {
    const late = await order();
    await cancelOrder(shop.ctx(), late.order_code);
    const foreign = await order();
    const before = (await unmatchedCredits(shop.ctx(), { page: 1, limit: 1 })).total;
    await receive(byPayos({ txn: serial++, amount: late.total, content: late.content }));
    await receive(byPayos({ txn: serial++, amount: 5000, content: "tien nha" }));
    await receive(byPayos({ txn: serial++, amount: foreign.total, content: foreign.content, account: "999" }));
    expect(await late.payment()).toMatchObject({ status: "failed", received: late.total, refund_owed: late.total });
    expect(await foreign.payment()).toMatchObject({ status: "pending", received: 0 });
    expect((await unmatchedCredits(shop.ctx(), { page: 1, limit: 1 })).total).toBe(before + 1);
  });

  it("a service without a key is refused, whatever it sends", async () => {
    const bare = { ...shop.ctx(), config: { ...shop.base.config, env: {} } };
    const one = await order();
    const booking = { txn: serial++, amount: one.total, content: one.content };
    for (const message of [byCasso(booking), byPayos(booking)]) {
      expect(await receiveIpn(bare, message)).toMatchObject({ status: 401 });
    }
    expect(await one.payment()).toMatchObject({ received: 0 });
  });
});
