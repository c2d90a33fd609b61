/** How many ipns a CPU-second of Node takes: the same one many times at once, and as many different ones. */
import { sql } from "kysely";
import { orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { setting } from "../platform/settings.ts";
import { testShop } from "../testing/test-shop.ts";
import { receiveIpn } from "./ipn/ipn.ts";
import { sepayIpn } from "./providers/bank-transfer/simulator.ts";

export type IpnRates = {
  duplicates: number;
  at_once: number;
  /** Credits there are of it. */
  changed: number;
  confirmed: number;
  duplicates_per_cpu_second: number;
  ipns: number;
  ipns_per_cpu_second: number;
};

const AT_ONCE = 20;

export async function measureIpns(duplicates: number): Promise<IpnRates> {
  const shop = await testShop({ max: AT_ONCE });
  await setStock(shop.sql, RICE_COOKER, 10);
  const { account_number } = await setting(shop.ctx(), "bank_account");
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  const form = orderForm({ items, payment_method: "bank_transfer" });
  const { order_code, payment, totals } = await shop.visitor().orders.place(form);
  const ipn = (amount: number, content: string, txn: number) =>
    sepayIpn({ account_number, content, amount, txn }, shop.base.config.sepay_hmac_secret, shop.now);
  const same = ipn(totals.total, payment.transfer?.content ?? "", 1);
  const rateOf = async (count: number, message: (at: number) => typeof same): Promise<number> => {
    const before = process.cpuUsage();
    let next = 0;
    const work = async () => {
      for (let at = next++; at < count; at = next++) await receiveIpn(shop.ctx(), message(at));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const { user, system } = process.cpuUsage(before);
    return count / ((user + system) / 1_000_000);
  };
  const duplicateRate = await rateOf(duplicates, () => same);
  const ipns = Math.min(duplicates, 2_000);
  const ipnRate = await rateOf(ipns, (at) => ipn(1_000, "no order of ours", 10 + at));
  const { rows } = await sql<{ changed: number; confirmed: number }>`
    select (select count(*)::int from payments.credits where txn = '1') as changed,
      (select count(*)::int from orders.history h join orders.orders o on o.id = h.order_id
        where o.code = ${order_code} and h.status = 'confirmed') as confirmed`.execute(shop.sql);
  await shop.close();
  const { changed = 0, confirmed = 0 } = rows[0] ?? {};
  const rates = { duplicates_per_cpu_second: duplicateRate, ipns_per_cpu_second: ipnRate };
  return { duplicates, at_once: AT_ONCE, changed, confirmed, ipns, ...rates };
}
