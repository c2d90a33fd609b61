/** The desk of premises in SQL. Names and phone numbers are masked in lists and files; the record shows them. rules/partners#desk */
import { rentGroundsDesk } from "contract/partners/rent-grounds-desk.ts";
import { maskPhone, parsePhone } from "contract/values/phone.ts";
import { normaliseCode } from "contract/values/public-code.ts";
import { type RawBuilder, sql } from "kysely";
import { placeText } from "../../fulfilment/addresses.ts";
import { units } from "../../fulfilment/units.ts";
import { maskName } from "../../orders/masking.ts";
import { withinDays } from "../../platform/list/desk-query.ts";
import type { DeskSource } from "../../platform/list/desk-source.ts";

/** SQL: waits for its answer. */
const isDue = sql<boolean>`g.state in ('received', 'talking', 'visit')`;

/** Empty for a ward that a decree has ended since. */
export function placeOf(ward_code: string): string {
  const ward = units().wards.get(ward_code);
  return ward ? placeText(ward, "vi") : "";
}

export const rentGroundsSource: DeskSource<typeof rentGroundsDesk> = {
  desk: rentGroundsDesk,
  from: sql`partners.rent_grounds g`,
  id: sql<number>`g.id`,
  filters: {
    state: (states) => sql<boolean>`g.state = any (${[...states]}::text[])`,
    city_code: (code) => sql<boolean>`g.city_code = ${code}`,
    due: (yes) => (yes ? isDue : sql<boolean>`not ${isDue}`),
    received: (days) => withinDays(sql`g.received_at`, days),
  },
  sorts: {
    newest: { by: sql`g.received_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`g.received_at`, type: "timestamptz", direction: "asc" },
    due: { by: sql`g.answer_by`, type: "timestamptz", direction: "asc" },
  },
  columns: {
    code: sql`g.code`,
    full_name: sql`g.full_name`,
    phone: sql`g.phone`,
    place: sql`g.ward_code`,
    area_m2: sql`g.area_m2`,
    front_m: sql`(g.front_dm / 10.0)::numeric(5, 1)::text`,
    monthly_rent: sql`g.monthly_rent`,
    received_at: sql`g.received_at`,
    answer_by: sql`g.answer_by`,
    state: sql`g.state`,
  },
  search,
  shown: (row) => ({
    ...row,
    full_name: maskName(row.full_name),
    phone: maskPhone(row.phone),
    place: placeOf(row.place),
  }),
};

/** A code or a phone number, each whole. */
function search(typed: string): RawBuilder<boolean> | null {
  const phone = parsePhone(typed);
  if (phone.ok) return sql<boolean>`g.phone = ${phone.e164}`;
  const code = normaliseCode(typed).replace(/^HT/, "");
  return /^[2-9A-HJ-NP-Z]{6}$/.test(code) ? sql<boolean>`g.code = ${`HT-${code}`}` : null;
}
