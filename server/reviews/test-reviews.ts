/** For tests: a delivered order of a demo account, as the warehouse would have left it. */
import type { Shop } from "contract/contract.ts";
import { sql } from "kysely";
import { juicer, orderForm, setStock } from "../orders/test-orders.ts";
import type { DemoAccountKey, TestShop } from "../testing/test-shop.ts";

export const fine = "Ép nhanh, bã khô, rửa cũng dễ lắm.";

/** The account, with this product delivered. */
export async function buyer(shop: TestShop, key: DemoAccountKey, product_id = juicer): Promise<Shop> {
  const person = await shop.as(key);
  await setStock(shop.sql, product_id, 50);
  const { order_code } = await person.orders.place(orderForm({ items: [{ product_id, quantity: 1 }] }), {
    idempotency_key: crypto.randomUUID(),
  });
  await sql`update orders.orders set status = 'delivered', delivered_at = ${shop.now}, customer_id =
    (select id from identity.customers where email = ${`${key}@mutosi.example`}) where code = ${order_code}`.execute(
    shop.sql,
  );
  return person;
}

/** Copies of an account that have the product delivered too, for many at once. Answers their numbers. */
export async function manyCustomers(shop: TestShop, count: number): Promise<number[]> {
  const { rows } = await sql<{
    id: number;
  }>`insert into identity.customers (code, email, full_name, created_at, updated_at)
    select translate(lpad(n::text, 10, 'C'), '01', 'AB'), 'many-' || n || '@mutosi.example', 'Nguyễn Văn ' || n, now(), now()
    from generate_series(1, ${count}) n returning id`.execute(shop.sql);
  return rows.map(({ id }) => id);
}

/** A stored rating, past the checks of writing: for lists with many. */
export async function storeRating(
  shop: TestShop,
  { customer_id, stars, product_id = juicer }: { customer_id: number; stars: number; product_id?: number },
): Promise<number> {
  const { rows } = await sql<{
    id: number;
  }>`insert into reviews.comments (kind, product_id, variant_id, customer_id, stars, text, lang,
      digest, state, created_at)
    select 'rating', product_id, id, ${customer_id}, ${stars}, ${fine}, 'vi', sha256(${`${customer_id}`}::bytea), 'published', ${shop.now}
    from catalogue.variants where id = ${product_id} returning id`.execute(shop.sql);
  return rows[0]?.id ?? 0;
}
