/** For tests: machines of the shop, sold and in stock, and orders that were delivered. */
import { sql } from "kysely";
import type { Sql } from "../database/sql.ts";
import type { TestShop } from "../testing/test-shop.ts";
import { checkCharacter, shownSerial } from "./serials/serials.ts";

/** A kettle, whose serials begin with SRKT17; 12 months. */
export const KETTLE = { sku: "SRM-KT17-SV", prefix: "SRKT17", months: 12 };

let number = 10_000;

/** A serial that no other test has, with dashes. */
export function freshSerial(prefix = KETTLE.prefix, yymm = "2608"): string {
  number += 1;
  const body = `${prefix}${yymm}${number}`;
  return shownSerial(body + checkCharacter(body));
}

/** A machine that the shop knows. */
export async function knownMachine(
  db: Sql,
  state: "sold" | "unsold",
  { sku = KETTLE.sku, prefix = KETTLE.prefix, yymm = "2608" } = {},
): Promise<string> {
  const serial = freshSerial(prefix, yymm);
  await sql`insert into warranty.serials (serial, product_id, state, known_at)
    select ${serial.replaceAll("-", "")}, v.product_id, ${state}, now() from catalogue.variants v where v.sku = ${sku}`.execute(
    db,
  );
  return serial;
}

/** The address of a card of Lan's. */
export async function cardOfLan(shop: TestShop): Promise<string> {
  const serial = await knownMachine(shop.sql, "sold");
  const lan = await shop.as("lan");
  const { id } = await lan.warranty.activate({
    ...owner,
    serial,
    phone: "0590000011",
    bought_on: dayBefore(shop.now, 2),
  });
  return id;
}

export const owner = {
  full_name: "Trần Văn Minh",
  city_code: "01",
  ward_code: "00229",
  consent: true,
} as const;

export const dayBefore = (now: Date, days: number): string =>
  new Date(now.getTime() + 7 * 3_600_000 - days * 86_400_000).toISOString().slice(0, 10);
