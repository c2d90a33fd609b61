/** The desk of messages in SQL: dangerous ones and those with priority first, then by the end of their time. rules/contact#desk */
import { messagesDesk } from "contract/contact/contact-desk.ts";
import { maskPhone, parsePhone } from "contract/values/phone.ts";
import { sql } from "kysely";
import { maskName } from "../orders/masking.ts";
import { withinDays } from "../platform/list/desk-query.ts";
import type { DeskSource } from "../platform/list/desk-source.ts";

const isOpen = sql`m.state in ('received', 'in_work', 'waiting_customer')`;

export const messagesSource: DeskSource<typeof messagesDesk> = {
  desk: messagesDesk,
  from: sql`contact.messages m`,
  id: sql<number>`m.id`,
  scope: () => sql<boolean>`m.erased_at is null`,
  filters: {
    state: (states) => sql<boolean>`m.state = any (${[...states]}::text[])`,
    topic: (topics) => sql<boolean>`m.topic = any (${[...topics]}::text[])`,
    late: (yes, now) =>
      yes ? sql<boolean>`(${isOpen} and m.due_at < ${now})` : sql<boolean>`not (${isOpen} and m.due_at < ${now})`,
    safety: (yes) => sql<boolean>`m.safety = ${yes}`,
    received: (days) => withinDays(sql`m.received_at`, days),
  },
  sorts: {
    due: {
      by: sql`(case when not ${isOpen} then m.due_at + interval '100 years'
        when m.safety or m.priority then m.due_at - interval '100 years' else m.due_at end)`,
      type: "timestamptz",
      direction: "asc",
    },
    newest: { by: sql`m.received_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`m.received_at`, type: "timestamptz", direction: "asc" },
  },
  joins: sql`left join staff.accounts a on a.id = m.assigned_to`,
  columns: {
    code: sql`m.code`,
    topic: sql`m.topic`,
    full_name: sql`m.full_name`,
    phone: sql`nullif(m.phone, '')`,
    received_at: sql`m.received_at`,
    due_at: sql`m.due_at`,
    flags: sql`concat_ws(', ', case when m.safety then 'safety' end, case when m.priority then 'priority' end,
      case when m.extended_at is not null then 'extended' end, case when m.escalated then 'escalated' end)`,
    assigned_to: sql`a.full_name`,
    state: sql`m.state`,
  },
  search: (typed) => {
    const phone = parsePhone(typed);
    if (phone.ok) return sql<boolean>`m.phone = ${phone.e164}`;
    if (typed.includes("@")) return sql<boolean>`m.email = ${typed.trim().toLowerCase()} and m.email <> ''`;
    return sql<boolean>`m.code = ${typed.trim().toUpperCase()}`;
  },
  shown: (row) => ({ ...row, full_name: maskName(row.full_name), phone: row.phone && maskPhone(row.phone) }),
};
