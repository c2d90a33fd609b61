/**
 * The queue: who is there to answer, whether a conversation can start now, and how long one that waits still will.
 * Injury, smoke and fraud first, then those given back, then waiting time. rules/chat#queue
 */
import type { ChatHours } from "contract/chat/chat.ts";
import { type AwayReason, MAX_TOLD_MINUTES } from "contract/chat/chat-words.ts";
import { answerBy, isHoliday, isOpen, opensAt } from "contract/chat/opening-hours.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";

/** A person of whom there was no sign for so long is gone: what they have goes back. rules/chat#queue */
export const GONE_SECONDS = 120;
/** Nobody for so long: a message is left instead. */
const NOBODY_SECONDS = 300;
/** Before there are answers to measure. ASSUMED(0392) */
const FIRST_GUESS_SECONDS = 120;

export const queueOrder = sql`c.is_urgent desc, c.is_returned desc, c.due_at, c.id`;

async function whyAway(ctx: Ctx): Promise<AwayReason | null> {
  const { queue_max, ...opening } = await setting(ctx, "chat");
  if (!isOpen(opening, ctx.now)) return isHoliday(opening, ctx.now) ? "holiday" : "out_of_hours";
  const { rows } = await sql<{ is_there: boolean; waiting: number }>`
    select exists (select from chat.presence p join staff.accounts a on a.id = p.staff_id and a.state = 'active'
        where p.is_on and p.seen_at > ${ctx.now}::timestamptz - make_interval(secs => ${NOBODY_SECONDS})) as is_there,
      (select count(*)::int from chat.conversations where state = 'waiting' and left_code is null) as waiting`.execute(
    ctx.sql,
  );
  const { is_there = false, waiting = 0 } = rows[0] ?? {};
  if (!is_there) return "nobody";
  return waiting >= queue_max ? "full" : null;
}

export async function chatHours(ctx: Ctx): Promise<ChatHours> {
  const opening = await setting(ctx, "chat");
  const away = await whyAway(ctx);
  return {
    open: away === null,
    away,
    opens_at: isOpen(opening, ctx.now) ? null : (opensAt(opening, ctx.now)?.toISOString() ?? null),
    answer_by: answerBy(opening, ctx.now).toISOString(),
  };
}

/** The place of one that waits, and minutes; null: longer than is told. */
export async function placeOf(ctx: Ctx, id: number): Promise<{ place: number; minutes: number | null }> {
  const { rows } = await sql<{ place: number; people: number; seconds: number }>`
    select (select count(*)::int + 1 from chat.conversations w where w.state = 'waiting'
        and (not w.is_urgent, not w.is_returned, w.due_at, w.id) < (not c.is_urgent, not c.is_returned, c.due_at, c.id)) as place,
      (select count(*)::int from chat.presence where is_on
        and seen_at > ${ctx.now}::timestamptz - make_interval(secs => ${GONE_SECONDS})) as people,
      coalesce((select percentile_cont(0.5) within group (order by s)
        from (select extract(epoch from first_answer_at - created_at) as s from chat.conversations
          where first_answer_at is not null and left_code is null order by first_answer_at desc limit 20) waited),
        ${FIRST_GUESS_SECONDS})::float8 as seconds
    from chat.conversations c where c.id = ${id}`.execute(ctx.sql);
  const { place = 1, people = 0, seconds = FIRST_GUESS_SECONDS } = rows[0] ?? {};
  const minutes = Math.max(1, Math.ceil((place * seconds) / 60 / Math.max(1, people)));
  return { place, minutes: minutes > MAX_TOLD_MINUTES ? null : minutes };
}
