/**
 * The development transport: messages without a carrier are here, for the page /dev/outbox of the developer's own
 * machine. Written only where DEV_SIMULATORS is on. rules/notifications#outbox
 */
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

export type OutboxMessage = { at: Date; channel: string; recipient: string; text: string };

export async function layOut(ctx: Ctx, { channel, recipient, text }: Omit<OutboxMessage, "at">): Promise<void> {
  if (!ctx.config.dev_simulators) throw new Error("the outbox is for development");
  await ctx.sql.insertInto("notifications.outbox").values({ at: ctx.now, channel, recipient, text }).execute();
}

/** The newest first. */
export async function laidOut(ctx: Ctx, recipient?: string): Promise<OutboxMessage[]> {
  return ctx.sql
    .selectFrom("notifications.outbox")
    .select(["at", "channel", "recipient", "text"])
    .$if(recipient !== undefined, (query) => query.where("recipient", "=", recipient ?? ""))
    .orderBy("id", "desc")
    .limit(50)
    .execute();
}

/** A day is enough to look something up. */
export async function sweepOutbox(ctx: Ctx): Promise<void> {
  await sql`delete from notifications.outbox where at < ${new Date(ctx.now.getTime() - 86_400_000)}`.execute(ctx.sql);
}
