/** What has to be true before the examples of the office's calls about money can be sent. As server/api/test-examples.ts. */
import { sql } from "kysely";
import type { Setup } from "../../api/test-examples.ts";
import { orderForm, RICE_COOKER } from "../../orders/test-orders.ts";
import { setting } from "../../platform/settings.ts";
import type { TestShop } from "../../testing/test-shop.ts";
import { receiveIpn } from "../ipn/ipn.ts";
import { expirePayments } from "../payments.ts";
import { sepayIpn } from "../providers/bank-transfer/simulator.ts";

let serial = 880_000;
const DAY_MS = 86_400_000;

async function credit(shop: TestShop, amount: number, content: string): Promise<void> {
  const { account_number } = await setting(shop.ctx(), "bank_account");
  serial += 1;
  const told = { account_number, content, amount, txn: serial };
  await receiveIpn(shop.ctx(), sepayIpn(told, shop.base.config.sepay_hmac_secret, shop.now));
}

async function transferOrder(shop: TestShop) {
  const form = orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }], payment_method: "bank_transfer" });
  return shop.visitor().orders.place(form, { idempotency_key: crypto.randomUUID() });
}

/** Paid twice, or late where it lapsed before: a proposal. */
export async function proposal(shop: TestShop, isLate = false) {
  const { order_code, totals, payment } = await transferOrder(shop);
  const content = payment.transfer?.content ?? "";
  if (isLate) {
    shop.advanceClock(DAY_MS + 60_000);
    await expirePayments(shop.ctx());
  }
  await credit(shop, totals.total + (isLate ? 0 : 20_000), content);
  const quynh = await shop.staff("quynh");
  const { rows } = await quynh.payments.refunds({ q: order_code });
  const id = rows[0]?.id ?? "";
  const { version } = await quynh.payments.refund({ id });
  return { input: { id, version } };
}

const proposed: Setup = ({ shop }) => proposal(shop);

/** A transfer of no order. Answers its number. */
export const unmatched = async (shop: TestShop): Promise<string> => {
  await credit(shop, 150_000, "tien hang");
  const { rows } = await (await shop.staff("quynh")).payments.credits({ state: "unmatched" });
  return rows[0]?.id ?? "";
};

export const moneyDeskSetups: Readonly<Record<string, Setup>> = {
  "payments.refund": async ({ shop }) => ({ input: { id: (await proposal(shop)).input.id } }),
  "payments.sendRefund": async ({ shop }) => {
    const { input } = await proposal(shop);
    // A provider that nobody answers for in a test: the refund is on its way, and is asked about.
    await sql`update payments.attempts set provider = 'vnpay', provider_ref = 'sent-' || id
      where id = (select attempt_id from payments.refunds where id = ${input.id})`.execute(shop.sql);
    return { input };
  },
  "payments.oweRefund": proposed,
  "payments.keepRefund": proposed,
  "payments.dropRefund": proposed,
  "payments.countRefund": async ({ shop }) => {
    const { input } = await proposal(shop);
    return { input: { ...input, order_code: (await transferOrder(shop)).order_code } };
  },
  "payments.reopenOrder": ({ shop }) => proposal(shop, true),
  "payments.credit": async ({ shop }) => ({ input: { id: await unmatched(shop) } }),
  "payments.matchCredit": async ({ shop }) => ({
    input: { id: await unmatched(shop), order_code: (await transferOrder(shop)).order_code },
  }),
  "payments.returnCredit": async ({ shop }) => ({ input: { id: await unmatched(shop) } }),
};
