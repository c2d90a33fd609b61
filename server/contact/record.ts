/** One message as staff see it: what was written, what was done, and what is possible now. rules/contact#desk */
import type { contactHindrances, MessageRecord } from "contract/contact/contact.ts";
import { type ContactAct, type ContactState, type ContactTopic, contactActs } from "contract/contact/contact-desk.ts";
import { ShopError } from "contract/errors.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { type DeskCaller, deskCaller, holds } from "../platform/list/desk-caller.ts";

export type MessageRow = {
  id: number;
  code: string;
  version: number;
  topic: ContactTopic;
  state: ContactState;
  full_name: string;
  phone: string;
  email: string;
  order_code: string;
  locale: Locale;
  safety: boolean;
  priority: boolean;
  escalated: boolean;
  received_at: Date;
  name_by: Date | null;
  due_at: Date;
  extended: string;
  extended_at: Date | null;
  assigned_to: number | null;
  answered_at: Date | null;
};

/** Throws not_found, also for one whose person was erased. */
export async function messageRow(ctx: Ctx, code: string, lock = false): Promise<MessageRow> {
  const { rows } = await sql<MessageRow>`
    select id, code, version, topic, state, full_name, phone, email, order_code, locale, safety, priority, escalated, received_at,
      name_by, due_at, extended, extended_at, assigned_to, answered_at
    from contact.messages where code = ${code} and erased_at is null ${lock ? sql`for update` : sql``}`.execute(
    ctx.sql,
  );
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

type Hindrance = (typeof contactHindrances)[number];

/** Null for an act the caller may not do at all. */
export function actsOf(message: MessageRow, caller: DeskCaller, now: Date): MessageRecord["acts"] {
  const decides = holds(caller, "customers:write");
  const isComplaint = message.topic === "complaint";
  const may: Readonly<Record<ContactAct, boolean>> = {
    ...{ assign: true, answer: true, prioritise: true, extend: decides, escalate: decides },
    close: decides || !isComplaint,
  };
  return Object.fromEntries(
    contactActs.map((act) => {
      const why = hindranceOf(act, message, now);
      return [act, may[act] ? { possible: why === null, why } : null];
    }),
  ) as MessageRecord["acts"];
}

function hindranceOf(act: ContactAct, message: MessageRow, now: Date): Hindrance | null {
  if (message.state === "closed") return "closed";
  if (act === "close" && message.answered_at === null) return "unanswered";
  if (act !== "extend") return null;
  if (message.topic !== "complaint") return "no_complaint";
  if (message.extended_at !== null) return "extended";
  return message.due_at <= now ? "late" : null;
}

export async function messageRecord(ctx: Ctx, code: string): Promise<MessageRecord> {
  const message = await messageRow(ctx, code);
  const { id, name_by, received_at, due_at, extended_at: _extended, answered_at: _answered, ...shown } = message;
  const [lines, history, colleagues] = await Promise.all([linesOf(ctx, id), historyOf(ctx, id), colleaguesOf(ctx)]);
  const isOpen = message.state !== "closed" && message.state !== "answered";
  return {
    ...shown,
    received_at: received_at.toISOString(),
    name_by: name_by?.toISOString() ?? null,
    due_at: due_at.toISOString(),
    is_late: isOpen && due_at < ctx.now,
    assigned_to: colleagues.all.find((each) => each.id === message.assigned_to) ?? null,
    colleagues: colleagues.able,
    lines,
    history,
    acts: actsOf(message, await deskCaller(ctx), ctx.now),
  };
}

const named = sql`left join staff.accounts a on x.actor = 'staff:' || a.id`;

async function linesOf(ctx: Ctx, id: number): Promise<MessageRecord["lines"]> {
  const { rows } = await sql<{ at: Date; is_answer: boolean; text: string; by: string | null }>`
    select x.at, x.is_answer, x.text, a.full_name as by from contact.lines x ${named}
    where x.message_id = ${id} order by x.id`.execute(ctx.sql);
  return rows.map(({ at, is_answer, ...line }) => ({
    ...line,
    at: at.toISOString(),
    from: is_answer ? "shop" : "sender",
  }));
}

async function historyOf(ctx: Ctx, id: number): Promise<MessageRecord["history"]> {
  const { rows } = await sql<{ at: Date; act: string; by: string | null; note: string }>`
    select x.at, x.act, a.full_name as by, x.note from contact.history x ${named}
    where x.message_id = ${id} order by x.id`.execute(ctx.sql);
  return rows.map(({ at, ...entry }) => ({ ...entry, at: at.toISOString() }));
}

/** Everybody who works here, and those of them who may answer. */
export async function colleaguesOf(ctx: Ctx) {
  const { rows } = await sql<{ id: number; full_name: string; is_able: boolean }>`
    select a.id, a.full_name, a.state = 'active' and exists (
      select from staff.account_roles h join staff.role_permissions p on p.role = h.role
      where h.account_id = a.id and p.permission = 'chat:answer') as is_able
    from staff.accounts a order by a.full_name, a.id`.execute(ctx.sql);
  const all = rows.map(({ id, full_name }) => ({ id, full_name }));
  return { all, able: all.filter((_, at) => rows[at]?.is_able) };
}
