/** Sets a journey up by the shop's calls, as an app would. */
import { randomUUID } from "node:crypto";
import type { Placed } from "contract/orders/orders.ts";
import type { PaymentMethod } from "contract/payments/payments.ts";
import { runShop } from "../run-shop.ts";
import { LAN_LIVES } from "./checkout.ts";

const FRYER_ID = 1053;

/** An order of one air fryer by Lan, as a guest or with the cookie of an account. */
export async function placeOrder(payment_method: PaymentMethod, cookie = "", url = runShop().url): Promise<Placed> {
  const answer = await fetch(`${url}/v1/shop/order`, {
    method: "POST",
    // Without a key the same order again would be the first one.
    headers: { "content-type": "application/json", "idempotency-key": randomUUID(), cookie },
    body: JSON.stringify({
      items: [{ product_id: FRYER_ID, quantity: 1 }],
      full_name: LAN_LIVES.full_name,
      phone: LAN_LIVES.phone,
      address: { city_code: "01", ward_code: "00229", street: LAN_LIVES.street },
      shipping_method: "GHN",
      payment_method,
    }),
  });
  if (!answer.ok) throw new Error(`The order was not placed: ${await answer.text()}`);
  return ((await answer.json()) as { data: Placed }).data;
}

/** An order of the account, and the same items once more in its cart. The order's code. */
export async function orderAs(cookie: string, url = runShop().url): Promise<string> {
  const { order_code } = await placeOrder("bank_transfer", cookie, url);
  const answer = await fetch(`${url}/v1/client/orders/${order_code}/buy-again`, {
    method: "POST",
    headers: { "content-type": "application/json", cookie },
    body: "{}",
  });
  if (!answer.ok) throw new Error(`The order was not bought again: ${await answer.text()}`);
  return order_code;
}

/** The simulated bank books an order's amount. */
export async function payByBank({ payment }: Placed): Promise<void> {
  const { content = "", amount = 0 } = payment.transfer ?? {};
  const answer = await fetch(`${runShop().url}/dev/bank`, {
    method: "POST",
    body: new URLSearchParams({ content, amount: String(amount) }),
  });
  if (!answer.ok) throw new Error(`The bank said ${answer.status}`);
}

/** Runs `work` for each, `most` of them at a time. */
export async function atOnce<T>(most: number, each: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = each.values();
  const worker = async () => {
    for (const one of waiting) await work(one);
  };
  await Promise.all(Array.from({ length: most }, worker));
}
