/** The desk of customers in SQL. Values in full leave by `reveal` alone. rules/customers#desk */
import { customersDesk } from "contract/customers/customers-desk.ts";
import { maskPhone, parsePhone } from "contract/values/phone.ts";
import { fold } from "contract/values/text.ts";
import { type RawBuilder, sql } from "kysely";
import { maskName } from "../orders/masking.ts";
import { type DeskCaller, seesInFull } from "../platform/list/desk-caller.ts";
import { withinDays } from "../platform/list/desk-query.ts";
import type { DeskSource } from "../platform/list/desk-source.ts";

/** "lan@mutosi.example" → "l***@mutosi.example". */
export function maskEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@");
  return `${[...name][0] ?? ""}***@${domain}`;
}

export const nameFor = (caller: DeskCaller, name: string): string =>
  seesInFull(caller, "customers:read") ? name : maskName(name);

export const customersSource: DeskSource<typeof customersDesk> = {
  desk: customersDesk,
  from: sql`identity.customers c`,
  id: sql<number>`c.id`,
  scope: () => sql<boolean>`c.status <> 'deleted'`,
  filters: {
    status: (states) => sql<boolean>`c.status = any (${[...states]}::text[])`,
    created: (days) => withinDays(sql`c.created_at`, days),
    has_orders: (yes) =>
      sql<boolean>`${yes ? sql`` : sql`not `}exists (select from orders.orders o where o.customer_id = c.id)`,
    leaving: (yes) => (yes ? sql<boolean>`c.deletion_due_at is not null` : sql<boolean>`c.deletion_due_at is null`),
  },
  sorts: {
    newest: { by: sql`c.created_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`c.created_at`, type: "timestamptz", direction: "asc" },
    active: { by: sql`c.last_active_at`, type: "timestamptz", direction: "desc" },
  },
  joins: sql`left join lateral (select count(*)::int as orders, max(o.placed_at) as last_order_at,
      coalesce(sum(o.total) filter (where o.status in ('delivered', 'completed')), 0)::dong as spent
    from orders.orders o where o.customer_id = c.id) bought on true`,
  columns: {
    code: sql`c.code`,
    full_name: sql`c.full_name`,
    phone: sql`c.phone`,
    email: sql`nullif(c.email, '')`,
    orders: sql`bought.orders`,
    spent: sql`bought.spent`,
    last_order_at: sql`bought.last_order_at`,
    created_at: sql`c.created_at`,
    last_active_at: sql`c.last_active_at`,
    status: sql`c.status`,
  },
  search,
  shown: (row, caller) => ({
    ...row,
    full_name: nameFor(caller, row.full_name),
    phone: row.phone && maskPhone(row.phone),
    email: row.email && maskEmail(row.email),
  }),
};

const PHONE_END = 4;
const NAME_PART = 2;

/** Whole values for everybody; last digits and parts of a name for who does not see customers masked. */
function search(typed: string, caller: DeskCaller): RawBuilder<boolean> | null {
  const phone = parsePhone(typed);
  if (phone.ok) return sql<boolean>`c.phone = ${phone.e164}`;
  if (typed.includes("@")) return sql<boolean>`c.email = ${typed.trim().toLowerCase()} and c.email <> ''`;
  const code = typed.trim().toUpperCase();
  if (/^[2-9A-HJ-NP-Z]{10}$/.test(code)) return sql<boolean>`c.code = ${code}`;
  if (!seesInFull(caller, "customers:read")) return null;
  const digits = typed.replaceAll(/[\s.-]/g, "");
  if (/^\d+$/.test(digits))
    return digits.length < PHONE_END
      ? null
      : sql<boolean>`reverse(c.phone) like ${`${[...digits].reverse().join("")}%`}`;
  const name = fold(typed).replaceAll(/[\\%_]/g, "\\$&");
  return name.length < NAME_PART ? null : sql<boolean>`kernel.folded(c.full_name) like ${`%${name}%`}`;
}
