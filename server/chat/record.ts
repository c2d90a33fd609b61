/**
 * The inbox and one conversation for staff. A typed phone number proves nothing: who the customer is, their cart and their
 * orders are shown of an account whose phone it is, and of nobody else. rules/chat#desk
 */
import type { CallInput } from "contract/call.ts";
import type { ChatRecord, chatDesk, Inbox } from "contract/chat/chat-desk.ts";
import { ShopError } from "contract/errors.ts";
import type { OrderStatus } from "contract/orders/order-states.ts";
import { sql } from "kysely";
import { fullName, units } from "../fulfilment/units.ts";
import type { Ctx } from "../kernel/context.ts";
import { type DeskCaller, deskCaller } from "../platform/list/desk-caller.ts";
import { type ConversationRow, conversationColumns } from "./conversation-row.ts";
import { noteSign } from "./presence.ts";
import { GONE_SECONDS, queueOrder } from "./queue.ts";
import { messagesAfter, shownMessages } from "./shown.ts";

const PAGE = 50;
const EXCERPT = 120; // letters
const LATEST = 5;

const excerpt = sql<string>`coalesce((select left(m.text, ${sql.lit(EXCERPT)}) from chat.messages m
  where m.conversation_id = c.id and m.side <> 'shop' order by m.seq desc limit 1), '')`;
/** Of an account that has this number. */
const provenName = sql<
  string | null
>`(select p.full_name from identity.customers p where p.id = c.customer_id and p.phone = c.phone)`;

const cityOf = (ctx: Ctx, code: string): string => {
  const province = units().provinces.get(code);
  return province ? fullName(province, ctx.locale) : "";
};

type Row = ConversationRow & { name: string | null; excerpt: string; unseen: number };

const isLate = ({ due_at }: Pick<ConversationRow, "due_at">, now: Date): boolean => due_at !== null && due_at < now;

export async function chatInbox(ctx: Ctx, { view, before }: CallInput<typeof chatDesk.inbox>): Promise<Inbox> {
  const caller = await deskCaller(ctx);
  await noteSign(ctx, [caller.account_id]);
  const views = {
    waiting: { where: sql`c.state = 'waiting'`, order: queueOrder },
    mine: {
      where: sql`c.state = 'open' and c.assigned_to = ${caller.account_id}`,
      order: sql`c.last_at desc, c.id desc`,
    },
    all: { where: sql`c.erased_at is null and c.id < ${before ?? 2_147_483_647}`, order: sql`c.id desc` },
  };
  const { where, order } = views[view];
  const { rows } = await sql<Row>`select ${conversationColumns}, ${provenName} as name, ${excerpt} as excerpt,
      (select count(*)::int from chat.messages m where m.conversation_id = c.id and m.side = 'customer' and m.seq > c.seen_by_staff) as unseen
    from chat.conversations c where ${where} order by ${order} limit ${PAGE}`.execute(ctx.sql);
  return {
    data: rows.map((row) => ({
      id: row.code,
      state: row.state,
      code: row.left_code,
      name: row.name,
      city: cityOf(ctx, row.city_code),
      excerpt: row.excerpt,
      unseen: row.unseen,
      is_urgent: row.is_urgent,
      is_late: isLate(row, ctx.now),
      due_at: row.due_at?.toISOString() ?? null,
      last_at: row.last_at.toISOString(),
      assigned_to: personOf(row),
    })),
    meta: {
      ...(await figures(ctx, caller)),
      before: view === "all" && rows.length === PAGE ? (rows.at(-1)?.id ?? null) : null,
    },
  };
}

const personOf = ({ assigned_to, assigned_name }: ConversationRow) =>
  assigned_to === null ? null : { id: assigned_to, full_name: assigned_name ?? "" };

async function figures(ctx: Ctx, { account_id }: DeskCaller) {
  const { rows } = await sql<{ waiting: number; mine: number; is_on: boolean; answered_in_seconds: number | null }>`
    select (select count(*)::int from chat.conversations where state = 'waiting') as waiting,
      (select count(*)::int from chat.conversations where state = 'open' and assigned_to = ${account_id}) as mine,
      coalesce((select is_on from chat.presence where staff_id = ${account_id}), false) as is_on,
      (select round(percentile_cont(0.5) within group (order by extract(epoch from first_answer_at - created_at)))::int
        from chat.conversations where left_code is null
          and first_answer_at >= (date_trunc('day', ${ctx.now}::timestamptz at time zone 'Asia/Ho_Chi_Minh') at time zone 'Asia/Ho_Chi_Minh')
      ) as answered_in_seconds`.execute(ctx.sql);
  return rows[0] ?? { waiting: 0, mine: 0, is_on: false, answered_in_seconds: null };
}

/** Throws not_found. */
export async function conversationOf(ctx: Ctx, code: string, lock = false): Promise<ConversationRow> {
  const { rows } = await sql<ConversationRow>`select ${conversationColumns} from chat.conversations c
    where c.code = ${code} and c.erased_at is null ${lock ? sql`for update of c` : sql``}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/** Throws not_found. */
export async function chatRecord(ctx: Ctx, { id: code }: { id: string }): Promise<ChatRecord> {
  const caller = await deskCaller(ctx);
  await noteSign(ctx, [caller.account_id]);
  const row = await conversationOf(ctx, code);
  const customer = await customerOf(ctx, row);
  const { rows: notes } = await sql<{
    id: number;
    at: Date;
    by: string | null;
    act: ChatRecord["notes"][number]["act"];
    text: string;
  }>`
    select n.id, n.at, a.full_name as by, n.act, n.text from chat.notes n
      left join staff.accounts a on 'staff:' || a.id = n.actor::text
    where n.conversation_id = ${row.id} order by n.id`.execute(ctx.sql);
  return {
    id: row.code,
    state: row.state,
    code: row.left_code,
    locale: row.locale,
    phone: row.phone,
    is_phone_proved: customer !== null,
    city: cityOf(ctx, row.city_code),
    is_urgent: row.is_urgent,
    is_late: isLate(row, ctx.now),
    due_at: row.due_at?.toISOString() ?? null,
    started_at: row.created_at.toISOString(),
    assigned_to: personOf(row),
    is_mine: row.assigned_to === caller.account_id && row.state === "open",
    colleagues: await colleaguesOf(ctx),
    good: row.is_good,
    last_seq: row.last_seq,
    seen: { customer: row.seen_by_customer, shop: row.seen_by_staff },
    messages: await shownMessages(ctx, row.customer_id, await messagesAfter(ctx, row.id, 0)),
    notes: notes.map(({ at, ...each }) => ({ ...each, at: at.toISOString() })),
    customer,
    earlier: await earlierOf(ctx, row),
  };
}

/** Who may answer: those who take chats now first. */
export async function colleaguesOf(ctx: Ctx): Promise<ChatRecord["colleagues"]> {
  const { rows } = await sql<ChatRecord["colleagues"][number]>`
    select a.id, a.full_name, coalesce(p.is_on and p.seen_at > ${ctx.now}::timestamptz - make_interval(secs => ${GONE_SECONDS}), false) as is_on
    from staff.accounts a left join chat.presence p on p.staff_id = a.id
    where a.state = 'active' and exists (select from staff.account_roles h join staff.role_permissions r on r.role = h.role
      where h.account_id = a.id and r.permission = 'chat:answer')
    order by is_on desc, a.full_name, a.id`.execute(ctx.sql);
  return rows;
}

async function customerOf(ctx: Ctx, { customer_id, phone }: ConversationRow): Promise<ChatRecord["customer"]> {
  if (customer_id === null) return null;
  const { rows } = await sql<{ code: string; full_name: string; created_at: Date }>`
    select code, full_name, created_at from identity.customers
    where id = ${customer_id} and phone = ${phone} and erased_at is null`.execute(ctx.sql);
  const person = rows[0];
  if (!person) return null;
  const { rows: cart } = await sql<{ variant_id: number; name: string; quantity: number }>`
    select l.variant_id, coalesce(t.name, v.sku) as name, l.quantity from cart.carts k join cart.lines l on l.cart = k.id
      join catalogue.variants v on v.id = l.variant_id
      left join catalogue.product_texts t on t.product_id = v.product_id and t.locale = 'vi'
    where k.customer_id = ${customer_id} and k.kind = 'normal' order by l.id limit 20`.execute(ctx.sql);
  const { rows: orders } = await sql<{ code: string; status: OrderStatus; total: number; placed_at: Date }>`
    select code, status, total, placed_at from orders.orders
    where customer_id = ${customer_id} order by id desc limit ${LATEST}`.execute(ctx.sql);
  return {
    code: person.code,
    full_name: person.full_name,
    since: person.created_at.toISOString(),
    cart,
    orders: orders.map(({ placed_at, ...order }) => ({ ...order, placed_at: placed_at.toISOString() })),
  };
}

async function earlierOf(ctx: Ctx, { id, customer_id, session_id }: ConversationRow): Promise<ChatRecord["earlier"]> {
  const { rows } = await sql<{
    code: string;
    last_at: Date;
    excerpt: string;
  }>`select c.code, c.last_at, ${excerpt} as excerpt
    from chat.conversations c where c.id <> ${id} and c.erased_at is null
      and case when ${customer_id}::bigint is null then c.customer_id is null and c.session_id = ${session_id}::bigint
        else c.customer_id = ${customer_id}::bigint end
    order by c.last_at desc limit ${LATEST}`.execute(ctx.sql);
  return rows.map(({ code, last_at, excerpt: said }) => ({ id: code, last_at: last_at.toISOString(), excerpt: said }));
}
