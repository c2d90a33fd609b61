/** Jobs of service: texts to guests, what time alone moves, and what is deleted after its time. docs/rules/service.md#personal-data */
import { CONFIRM_DAYS } from "contract/service/service-words.ts";
import { sql } from "kysely";
import { type Ctx, enqueueEach, inTransaction } from "../kernel/context.ts";
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { sendServiceText } from "./messages.ts";
import { moveTicket } from "./moving.ts";
import { sweepPictures } from "./pictures/pictures.ts";
import { decide } from "./quotes.ts";
import { ticketWhere } from "./tickets.ts";

export const serviceJobs = {
  service_text: { run: sendServiceText },
} satisfies DomainJobs;

const PORTION = 100;
const DAY_MS = 86_400_000;

/** Work at home is done 3 days after it was ready; a quote at the centre lapses after 14. Safe to repeat. */
export async function moveByTime(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - CONFIRM_DAYS * DAY_MS);
  const { rows } = await sql<{ id: number }>`
    select id from service.tickets where state = 'ready' and at_centre_on is null and state_at < ${before}
    union all select ticket_id from service.quotes where state = 'waiting' and until <= ${ctx.now} limit ${PORTION}`.execute(
    ctx.sql,
  );
  for (const { id } of rows) await moveOne(ctx, id, before);
}

/** One transaction each: what stops one does not stop the others. */
async function moveOne(ctx: Ctx, id: number, before: Date): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const row = await ticketWhere(tx, sql`t.id = ${id}`, true);
    if (row.state === "ready" && row.at_centre_on === null) {
      const { rows } = await sql`select from service.tickets where id = ${id} and state_at < ${before}`.execute(tx.sql);
      if (rows.length > 0) await moveTicket(tx, row, { to: "done", movers: ["system"] });
    } else if (row.state === "quoted") await moveTicket(tx, row, { to: "ready", movers: ["system"] });
    else await decide(tx, row, "lapsed");
  });
}

/** 24 months after the end the ticket loses its person and its pictures. */
async function sweepTickets(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ id: number }>`
      update service.tickets set full_name = '', phone = '', customer_id = null, street = '', address = '', fault_text = '',
        consent_hash = null, erased_at = ${tx.now}
      where id in (select id from service.tickets where erased_at is null and done_at < ${tx.now}::timestamptz - interval '24 months'
        order by done_at limit ${PORTION} for update skip locked) returning id`.execute(tx.sql);
    const { rows: files } = await sql<{ key: string }>`
      delete from service.pictures where ticket_id = any (${rows.map(({ id }) => id)}::bigint[]) returning key`.execute(
      tx.sql,
    );
    await enqueueEach(tx, "remove_file", files);
  });
}

export const serviceSweep: readonly SweepPart[] = [moveByTime, sweepPictures, sweepTickets];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof serviceJobs> {}
}
