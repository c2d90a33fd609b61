/** For tests: a gift in a cart. No deal gives any yet. */
import { sql } from "kysely";
import type { Sql } from "../database/sql.ts";
import { newLineKey } from "./carts.ts";

/** Answers the key of the new line. */
export async function addGift(
  db: Sql,
  cart_id: string,
  { variant_id, quantity = 1 }: { variant_id: number; quantity?: number },
): Promise<string> {
  const key = newLineKey();
  await sql`
    insert into cart.lines (cart, key, kind, variant_id, quantity, price_seen, added_at)
    select id, ${key}, 'gift', ${variant_id}, ${quantity}, 0, now() from cart.carts where cart_id = ${cart_id}`.execute(
    db,
  );
  return key;
}
