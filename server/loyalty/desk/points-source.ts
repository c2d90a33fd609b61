/** The desk of points in SQL: transfers between customers and the shop. rules/loyalty#desk */
import { pointsDesk } from "contract/loyalty/points-words.ts";
import { maskPhone, parsePhone } from "contract/values/phone.ts";
import { isOrderCode, normaliseCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { type DeskCaller, seesInFull } from "../../platform/list/desk-caller.ts";
import { withinDays } from "../../platform/list/desk-query.ts";
import type { DeskSource } from "../../platform/list/desk-source.ts";
import { shortName } from "../../reviews/shown.ts";

export const nameFor = (caller: DeskCaller, name: string): string =>
  seesInFull(caller, "customers:read") ? name : shortName(name);

/** What earning, promotions and their taking back are called alike. */
const reason = sql<string>`replace(t.code, '_extra', '')`;

/** Of the account's own entries: an index serves them, and none serves transfers by account. */
const ofCustomer = (
  condition: ReturnType<typeof sql>,
) => sql<boolean>`t.id in (select e.transfer_id from identity.customers s
  join ledger.accounts n on n.kind = 'points' and n.customer_id = s.id join ledger.entries e on e.account_id = n.id
  where ${condition})`;

export const pointsSource: DeskSource<typeof pointsDesk> = {
  desk: pointsDesk,
  from: sql`ledger.transfers t`,
  id: sql<number>`t.id`,
  scope: () => sql<boolean>`(t.from_kind = 'points') <> (t.to_kind = 'points')`,
  filters: {
    reason: (reasons) => sql<boolean>`${reason} = any (${[...reasons]}::text[])`,
    accumulated: (yes) => (yes ? sql<boolean>`t.to_kind = 'points'` : sql<boolean>`t.from_kind = 'points'`),
    by_staff: (yes) => (yes ? sql<boolean>`t.actor like 'staff:%'` : sql<boolean>`t.actor not like 'staff:%'`),
    at: (days) => withinDays(sql`t.at`, days),
  },
  sorts: {
    newest: { by: sql`t.at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`t.at`, type: "timestamptz", direction: "asc" },
  },
  joins: sql`join ledger.accounts a on a.id = case when t.to_kind = 'points' then t.to_account else t.from_account end
    left join identity.customers c on c.id = a.customer_id
    left join ledger.holds h on h.id = t.hold_id
    left join staff.accounts s on t.actor = 'staff:' || s.id`,
  columns: {
    number: sql`t.id::text`,
    at: sql`t.at`,
    customer: sql`c.code`,
    full_name: sql`c.full_name`,
    phone: sql`c.phone`,
    reason,
    points: sql`(case when t.to_kind = 'points' then t.amount else -t.amount end)`,
    order_code: sql`substring(coalesce(h.purpose, t.source) from '^order:([0-9A-Z]+)')`,
    by: sql`s.full_name`,
  },
  search: (typed) => {
    const phone = parsePhone(typed);
    if (phone.ok) return ofCustomer(sql`s.phone = ${phone.e164}`);
    const code = normaliseCode(typed);
    if (/^\d{1,15}$/.test(typed)) return sql<boolean>`t.id = ${typed}::bigint`;
    // An order and a customer have codes of one shape.
    return isOrderCode(code)
      ? sql<boolean>`(t.source = ${`order:${code}`} or t.hold_id in (select id from ledger.holds where purpose = ${`order:${code}`})
          or ${ofCustomer(sql`s.code = ${code}`)})`
      : null;
  },
  shown: (row, caller) => ({
    ...row,
    full_name: row.full_name && nameFor(caller, row.full_name),
    phone: row.phone && maskPhone(row.phone),
  }),
};
