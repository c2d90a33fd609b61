/** Units of the demo's orders, which were in the warehouse when they were sold. */
import { sql } from "kysely";
import type { Sql } from "../database/sql.ts";

export async function addUnits(db: Sql, variant_id: number, warehouse: string, quantity: number): Promise<void> {
  await sql`insert into catalogue.stock (variant_id, warehouse, on_hand) values (${variant_id}, ${warehouse}, ${quantity})
    on conflict (variant_id, warehouse) do update set on_hand = catalogue.stock.on_hand + excluded.on_hand`.execute(db);
}
