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

const PAN = 8006; // a gift of 320 points
const BOTTLE = 8002; // another
const VOUCHER = 8016; // a gift of 50 points

/** An exchange of a product and a voucher by the account, and both once more in its gift cart. The order's code. */
export async function exchangeAs(cookie: string, url = runShop().url): Promise<string> {
  const call = async (path: string, body: object) => {
    const answer = await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", "idempotency-key": randomUUID(), cookie },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path} was refused: ${await answer.text()}`);
    return ((await answer.json()) as { data: Placed }).data;
  };
  for (const product_id of [PAN, VOUCHER]) await call("/v1/client/add-to-cart-exchange", { product_id });
  const { order_code } = await call("/v1/client/exchange-order", {
    full_name: LAN_LIVES.full_name,
    phone: LAN_LIVES.phone,
    address: { city_code: "01", ward_code: "00229", street: LAN_LIVES.street },
    shipping_method: "GHN",
    payment_method: "cod",
  });
  for (const product_id of [BOTTLE, VOUCHER]) await call("/v1/client/add-to-cart-exchange", { product_id });
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
