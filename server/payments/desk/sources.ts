/** The desks of money in SQL. rules/payments#late-money */
import { creditsDesk, flaggedDesk, refundsDesk } from "contract/payments/desk/money-desks.ts";
import type { Locale } from "contract/values/locale.ts";
import { isOrderCode, normaliseCode } from "contract/values/public-code.ts";
import { type RawBuilder, sql } from "kysely";
import { withinDays } from "../../platform/list/desk-query.ts";
import type { DeskSource } from "../../platform/list/desk-source.ts";
import { providerOf } from "../attempts.ts";

const methodName = (method: string | null, locale: Locale) =>
  method && (providerOf(method)?.labels[locale].name ?? method);

/** An order by its code, a row by its number. */
function byCode(order: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  return (typed: string): RawBuilder<boolean> | null => {
    const code = normaliseCode(typed);
    if (isOrderCode(code)) return sql<boolean>`${order} = ${code}`;
    return /^\d{1,9}$/.test(typed) ? sql<boolean>`${id} = ${Number(typed)}` : null;
  };
}

export const refundsSource: DeskSource<typeof refundsDesk> = {
  desk: refundsDesk,
  from: sql`payments.refunds r left join payments.payments p on p.id = r.payment_id
    left join payments.attempts a on a.id = r.attempt_id`,
  id: sql<number>`r.id`,
  filters: {
    status: (statuses) => sql<boolean>`r.status = any (${[...statuses]}::text[])`,
    reason: (reasons) => sql<boolean>`r.reason = any (${[...reasons]}::text[])`,
    created: (days) => withinDays(sql`r.created_at`, days),
  },
  sorts: {
    newest: { by: sql`r.created_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`r.created_at`, type: "timestamptz", direction: "asc" },
    largest: { by: sql`r.amount`, type: "bigint", direction: "desc" },
  },
  columns: {
    id: sql`r.id::text`,
    order_code: sql`p.order_code`,
    amount: sql`r.amount`,
    reason: sql`r.reason`,
    method: sql`a.method`,
    way: sql`r.way`,
    created_at: sql`r.created_at`,
    status: sql`r.status`,
  },
  search: byCode(sql`p.order_code`, sql`r.id`),
  shown: (row, _caller, locale) => ({ ...row, method: methodName(row.method, locale) }),
};

export const creditsSource: DeskSource<typeof creditsDesk> = {
  desk: creditsDesk,
  from: sql`payments.credits c`,
  id: sql<number>`c.id`,
  filters: {
    state: (states) => sql<boolean>`c.state = any (${[...states]}::text[])`,
    booked: (days) => withinDays(sql`c.booked_at`, days),
  },
  sorts: {
    newest: { by: sql`c.received_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`c.received_at`, type: "timestamptz", direction: "asc" },
    largest: { by: sql`c.amount`, type: "bigint", direction: "desc" },
  },
  joins: sql`left join payments.attempts a on a.id = c.attempt_id left join payments.payments p on p.id = a.payment_id`,
  columns: {
    id: sql`c.id::text`,
    booked_at: sql`c.booked_at`,
    amount: sql`c.amount`,
    content: sql`c.content`,
    bank_reference: sql`c.bank_reference`,
    source: sql`c.source`,
    order_code: sql`p.order_code`,
    state: sql`c.state`,
  },
  search: (typed) => sql<boolean>`(c.bank_reference = ${typed} or c.txn = ${typed})`,
};

/** Contradictions, which a person looks at; what is to go back has a proposal. */
const isOpen = sql<boolean>`(exists (select from payments.refunds r where r.attempt_id = a.id and r.status = 'proposed')
  or (a.received = 0 and a.state in ('created', 'pending') and a.flags && '{review,amount_mismatch}'::text[]))`;

export const flaggedSource: DeskSource<typeof flaggedDesk> = {
  desk: flaggedDesk,
  from: sql`payments.attempts a join payments.payments p on p.id = a.payment_id`,
  id: sql<number>`a.id`,
  scope: () => sql<boolean>`a.flags <> '{}'`,
  filters: {
    open: (yes) => (yes ? isOpen : sql<boolean>`not ${isOpen}`),
    flag: (flags) => sql<boolean>`a.flags && ${[...flags]}::text[]`,
    state: (states) => sql<boolean>`a.state = any (${[...states]}::text[])`,
    created: (days) => withinDays(sql`a.created_at`, days),
  },
  sorts: {
    newest: { by: sql`a.created_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`a.created_at`, type: "timestamptz", direction: "asc" },
  },
  columns: {
    order_code: sql`p.order_code`,
    method: sql`a.method`,
    flags: sql`array_to_string(a.flags, ', ')`,
    amount: sql`a.amount`,
    received: sql`a.received`,
    counted: sql`a.counted`,
    created_at: sql`a.created_at`,
    state: sql`a.state`,
  },
  search: byCode(sql`p.order_code`, sql`a.id`),
  shown: (row, _caller, locale) => ({ ...row, method: methodName(row.method, locale) ?? "" }),
};
