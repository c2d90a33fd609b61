/** For tests: codes of a promotion of their own, and how often they were used. */
import { sql } from "kysely";
import { codeDigest } from "../promotions/codes.ts";
import type { TestShop } from "../testing/test-shop.ts";

export type CodeChange = {
  kind?: string;
  amount?: number;
  max_uses?: number;
  per_customer?: number;
  conditions?: object;
  customer_id?: number;
};

/** A code of so many đồng off. */
export async function newCode(shop: TestShop, code: string, change: CodeChange = {}): Promise<void> {
  const {
    kind = "coupon",
    amount = 100_000,
    max_uses = null,
    per_customer = null,
    conditions = {},
    customer_id = null,
  } = change;
  const action = { type: kind === "delivery_coupon" ? "delivery_amount" : "amount", amount };
  await sql`
    with rule as (
      insert into promotions.promotions (kind, title, action, conditions, starts_at, ends_at, is_listed, max_uses, per_customer)
      values (${kind}, '{"vi": "Giảm giá thử"}', ${JSON.stringify(action)}, ${JSON.stringify(conditions)},
        ${shop.now}::timestamptz - interval '1 day', ${shop.now}::timestamptz + interval '2 days', true, ${max_uses}, ${per_customer})
      returning id)
    insert into promotions.codes (promotion_id, digest, code, is_owned, customer_id)
    select id, ${codeDigest(code)}, ${code}, ${customer_id !== null}, ${customer_id} from rule`.execute(shop.sql);
}

export const usesOf = async (shop: TestShop, code: string) =>
  (
    await sql<{ used: number; spent: number; code_used: number }>`
      select p.used, p.spent, c.used as code_used from promotions.codes c join promotions.promotions p on p.id = c.promotion_id
      where c.code = ${code}`.execute(shop.sql)
  ).rows[0];
