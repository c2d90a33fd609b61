/** The desk of tickets in SQL. docs/rules/service.md#desk */
import { slotTimes, ticketsDesk } from "contract/service/service-words.ts";
import { maskPhone, parsePhone } from "contract/values/phone.ts";
import { sql } from "kysely";
import { withinDays } from "../../platform/list/desk-query.ts";
import type { DeskSource } from "../../platform/list/desk-source.ts";
import { shortName } from "../../reviews/shown.ts";

const slotWords = sql`case v.slot ${sql.join(
  Object.entries(slotTimes).map(([slot, [from]]) => sql`when ${sql.lit(slot)} then ${sql.lit(from)}`),
  sql` `,
)} end`;

const isLate = sql<boolean>`(t.done_at is null and t.due_at < now())`;

export const ticketsSource: DeskSource<typeof ticketsDesk> = {
  desk: ticketsDesk,
  from: sql`service.tickets t`,
  id: sql<number>`t.id`,
  filters: {
    state: (states) => sql<boolean>`t.state = any (${[...states]}::text[])`,
    kind: (kinds) => sql<boolean>`t.kind = any (${[...kinds]}::text[])`,
    late: (yes) => (yes ? isLate : sql<boolean>`not ${isLate}`),
    created: (days) => withinDays(sql`t.created_at`, days),
  },
  sorts: {
    due: { by: sql`coalesce(t.due_at, 'infinity'::timestamptz)`, type: "timestamptz", direction: "asc" },
    newest: { by: sql`t.created_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`t.created_at`, type: "timestamptz", direction: "asc" },
  },
  joins: sql`left join service.areas a on a.code = t.area_code
    left join service.visits v on v.ticket_id = t.id and v.freed_at is null
    left join service.technicians h on h.code = v.technician_code
    left join warranty.cards c on c.id = t.card_id
    left join catalogue.product_texts p on p.product_id = c.product_id and p.locale = 'vi'
    left join catalogue.categories k on k.slug = t.category_slug
    left join catalogue.category_texts x on x.category_id = k.id and x.locale = 'vi'`,
  columns: {
    code: sql`t.code`,
    kind: sql`t.kind`,
    machine: sql`coalesce(p.name, x.name, t.category_slug)`,
    full_name: sql`t.full_name`,
    phone: sql`nullif(t.phone, '')`,
    area: sql`a.names ->> 'vi'`,
    visit: sql`v.day::text || ' ' || ${slotWords}`,
    technician: sql`h.full_name`,
    due_at: sql`t.due_at`,
    created_at: sql`t.created_at`,
    state: sql`t.state`,
  },
  search: (typed) => {
    const phone = parsePhone(typed);
    if (phone.ok) return sql<boolean>`t.phone = ${phone.e164}`;
    const signs = typed
      .toUpperCase()
      .replace(/[\s\p{Pd}]/gu, "")
      .replace(/^SC/, "");
    return sql<boolean>`t.code = ${`SC-${signs}`}`;
  },
  shown: (row) => ({ ...row, full_name: shortName(row.full_name), phone: row.phone && maskPhone(row.phone) }),
};
