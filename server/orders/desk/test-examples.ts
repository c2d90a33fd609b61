/** What has to be true before the examples of the office's calls about orders can be sent. As server/api/test-examples.ts. */
import type { Setup } from "../../api/test-examples.ts";
import { receiveIpn } from "../../payments/ipn/ipn.ts";
import { sepayIpn } from "../../payments/providers/bank-transfer/simulator.ts";
import { setting } from "../../platform/settings.ts";
import type { TestShop } from "../../testing/test-shop.ts";
import { orderForm, RICE_COOKER } from "../test-orders.ts";

async function placedOrder(shop: TestShop, change: Parameters<typeof orderForm>[0] = {}) {
  const form = orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }], ...change });
  return shop.visitor().orders.place(form, { idempotency_key: crypto.randomUUID() });
}

let txn = 770_000;

/** Paid by transfer, then cancelled by its customer: its money is owed. Answers code and sum. */
export async function owingOrder(shop: TestShop, product_id = RICE_COOKER): Promise<{ code: string; amount: number }> {
  const items = [{ product_id, quantity: 1 }];
  const { order_code, payment, totals } = await placedOrder(shop, { items, payment_method: "bank_transfer" });
  const { account_number } = await setting(shop.ctx(), "bank_account");
  txn += 1;
  const told = { account_number, content: payment.transfer?.content ?? "", amount: totals.total, txn };
  await receiveIpn(shop.ctx(), sepayIpn(told, shop.base.config.sepay_hmac_secret, shop.now));
  await shop.visitor().orders.cancel({ id: order_code, order_phone: "0590000011", reason: "changed_mind" });
  return { code: order_code, amount: totals.total };
}

const waiting: Setup = async ({ shop }) => {
  const { order_code: code } = await placedOrder(shop);
  const { version } = await (await shop.staff("an")).orders.record({ code });
  return { input: { code, version } };
};

export const orderDeskSetups: Readonly<Record<string, Setup>> = {
  "orders.record": async ({ shop }) => ({ input: { code: (await placedOrder(shop)).order_code } }),
  "orders.approve": waiting,
  "orders.cancelByStaff": waiting,
  "orders.recordRefund": async ({ shop }) => {
    const { code, amount } = await owingOrder(shop);
    const { version } = await (await shop.staff("an")).orders.record({ code });
    return { input: { code, version, amount, reference: `FT${code}` } };
  },
};
