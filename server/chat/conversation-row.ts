/** A conversation as it is stored, and whose it is. rules/chat#whose */
import { type ChatState, REOPEN_HOURS } from "contract/chat/chat-words.ts";
import { ShopError } from "contract/errors.ts";
import type { Locale } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

const HOUR_MS = 3_600_000;
/** A visitor's conversation is theirs for so long. ASSUMED(0392) */
const VISITOR_DAYS = 30;
/** Within so long staff should write. ASSUMED(0392) */
export const ANSWER_SECONDS = 300;

export type Owner = { session_id: number; customer_id: number | null };

export type ConversationRow = {
  id: number;
  code: string;
  customer_id: number | null;
  session_id: number | null;
  phone: string;
  city_code: string;
  locale: Locale;
  state: ChatState;
  left_code: string | null;
  is_urgent: boolean;
  assigned_to: number | null;
  assigned_name: string | null;
  last_seq: number;
  seen_by_customer: number;
  seen_by_staff: number;
  version: number;
  created_at: Date;
  due_at: Date | null;
  last_at: Date;
  done_at: Date | null;
  is_good: boolean | null;
};

export const conversationColumns = sql`c.id, c.code, c.customer_id, c.session_id, c.phone, c.city_code, c.locale, c.state, c.left_code,
  c.is_urgent, c.assigned_to, (select full_name from staff.accounts a where a.id = c.assigned_to) as assigned_name, c.last_seq,
  c.seen_by_customer, c.seen_by_staff, c.version, c.created_at, c.due_at, c.last_at, c.done_at, c.is_good`;

/** Null for who has no session: then no conversation either. */
export async function ownerOf(ctx: Ctx): Promise<Owner | null> {
  const session = await ctx.session();
  return session && { session_id: session.id, customer_id: session.customer_id };
}

/** The condition of an owner's conversations `c`. */
export function belongsTo({ session_id, customer_id }: Owner, now: Date): RawBuilder<boolean> {
  const visitors = sql`(c.customer_id is null and c.session_id = ${session_id}
    and c.created_at > ${now}::timestamptz - make_interval(days => ${VISITOR_DAYS}))`;
  return customer_id === null
    ? sql<boolean>`${visitors}`
    : sql<boolean>`(c.customer_id = ${customer_id} or ${visitors})`;
}

/** Throws not_found alike for what is not there and for another's. `lock`: for update. */
export async function ownConversation(ctx: Ctx, code: string, lock = false): Promise<ConversationRow> {
  const owner = await ownerOf(ctx);
  if (!owner) throw new ShopError("not_found");
  const { rows } = await sql<ConversationRow>`select ${conversationColumns} from chat.conversations c
    where c.code = ${code} and c.erased_at is null and ${belongsTo(owner, ctx.now)} ${lock ? sql`for update of c` : sql``}`.execute(
    ctx.sql,
  );
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/** The one that goes on; null: none. */
export async function currentOf(ctx: Ctx): Promise<ConversationRow | null> {
  const owner = await ownerOf(ctx);
  if (!owner) return null;
  const { rows } = await sql<ConversationRow>`select ${conversationColumns} from chat.conversations c
    where c.state <> 'done' and ${belongsTo(owner, ctx.now)} order by c.id desc limit 1`.execute(ctx.sql);
  return rows[0] ?? null;
}

export const canWrite = ({ state, done_at }: Pick<ConversationRow, "state" | "done_at">, now: Date): boolean =>
  state !== "done" || (done_at !== null && now.getTime() - done_at.getTime() < REOPEN_HOURS * HOUR_MS);

/** The first name, as in a signature: of Vietnamese names the last word. */
export const firstName = (full_name: string | null): string | null => full_name?.trim().split(/\s+/).at(-1) ?? null;

/** Throws not_found. */
export async function lockConversation(ctx: Ctx, id: number): Promise<ConversationRow> {
  const { rows } = await sql<ConversationRow>`select ${conversationColumns} from chat.conversations c
    where c.id = ${id} for update of c`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}
