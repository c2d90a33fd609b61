/** For tests: the order form as Lan fills it in, and the stock as a test needs it. */
import type { PlaceInput } from "contract/orders/orders.ts";
import { sql } from "kysely";
import type { z } from "zod";
import type { Sql } from "../database/sql.ts";

export const juicer = 1082; // slow juicer, parcel, 2,490,000 đ
export const RICE_COOKER = 1060; // parcel, 590,000 đ

export function orderForm(change: Partial<z.input<typeof PlaceInput>> = {}): z.input<typeof PlaceInput> {
  return {
    full_name: "Tạ Mai Lan",
    phone: "0590000011",
    address: { city_code: "01", ward_code: "00229", street: "Số 12 ngõ 6 phố Sen Hồng" },
    shipping_method: "GHN",
    payment_method: "cod",
    ...change,
  };
}

/** Exactly so many units, all in one warehouse, none allocated. */
export async function setStock(db: Sql, variant_id: number, pieces: number): Promise<void> {
  await sql`delete from catalogue.stock where variant_id = ${variant_id}`.execute(db);
  await sql`insert into catalogue.stock (variant_id, warehouse, on_hand) values (${variant_id}, 'HN', ${pieces})`.execute(
    db,
  );
}

export async function stockOf(db: Sql, variant_id: number): Promise<{ on_hand: number; allocated: number }> {
  const { rows } = await sql<{ on_hand: number; allocated: number }>`
    select coalesce(sum(on_hand), 0)::int as on_hand, coalesce(sum(allocated), 0)::int as allocated
    from catalogue.stock where variant_id = ${variant_id}`.execute(db);
  return rows[0] ?? { on_hand: 0, allocated: 0 };
}

/** The flash sale of these tests: one product, running now. Answers the item's id. */
export async function startFlashSale(
  db: Sql,
  now: Date,
  item: { variant_id: number; price: number; quota: number; minimum?: number; maximum?: number },
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    with sale as (
      insert into promotions.flash_sales (code, title, starts_at, ends_at)
      values ('T' || gen_random_uuid(), '{"vi": "Giờ vàng"}', ${now}::timestamptz - interval '1 hour', ${now}::timestamptz + interval '1 hour')
      returning id)
    insert into promotions.flash_sale_items (sale_id, variant_id, price, quota, minimum, maximum)
    select id, ${item.variant_id}, ${item.price}, ${item.quota}, ${item.minimum ?? 1}, ${item.maximum ?? null} from sale
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}
