/**
 * What staff do with a message: each act names the version that was read, is judged again with the message locked, stands in
 * the history and, where the sender must know, in an e-mail. Locks: the message. rules/contact#desk
 */
import type { MessageRecord } from "contract/contact/contact.ts";
import type { ContactAct } from "contract/contact/contact-desk.ts";
import { workingDaysAfter } from "contract/contact/working-time.ts";
import { ShopError } from "contract/errors.ts";
import { type RawBuilder, sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { deskCaller } from "../platform/list/desk-caller.ts";
import { setting } from "../platform/settings.ts";
import { writeToSender } from "./emails.ts";
import { note, writeLine } from "./messages.ts";
import { actsOf, colleaguesOf, type MessageRow, messageRecord, messageRow } from "./record.ts";

type Read = { code: string; version: number };
type Change = { set: RawBuilder<unknown>; act: string; note?: string };

/** Throws conflict where it was changed since it was read, state_conflict where it cannot be done now. */
async function act(
  ctx: Ctx,
  { code, version }: Read,
  name: ContactAct,
  change: (tx: Ctx, message: MessageRow) => Promise<Change>,
): Promise<MessageRecord> {
  const caller = await deskCaller(ctx);
  const actor = await ctx.actor();
  await inTransaction(ctx, async (tx) => {
    const message = await messageRow(tx, code, true);
    if (message.version !== version) throw new ShopError("conflict");
    const found = actsOf(message, caller, tx.now)[name];
    if (!found) throw new ShopError("forbidden");
    if (!found.possible) throw new ShopError("state_conflict", { message_key: `contact_${found.why}` });
    const { set, act: said, note: text } = await change(tx, message);
    await sql`update contact.messages set ${set}, version = version + 1 where id = ${message.id}`.execute(tx.sql);
    await note(tx, message.id, said, actor, text);
  });
  return messageRecord(ctx, code);
}

/** A case with priority goes to another only with a reason: its person should not have to tell it again. */
export async function assignMessage(
  ctx: Ctx,
  { account, reason = "", ...read }: Read & { account?: number | undefined; reason?: string | undefined },
): Promise<MessageRecord> {
  const { account_id } = await deskCaller(ctx);
  return act(ctx, read, "assign", async (tx, message) => {
    const to = (await colleaguesOf(tx)).able.find(({ id }) => id === (account ?? account_id));
    if (!to) throw new ShopError("invalid", { fields: { account: [{ key: "malformed_value" }] } });
    const isHandedOver = message.assigned_to !== null && message.assigned_to !== to.id;
    if (isHandedOver && message.priority && reason === "")
      throw new ShopError("invalid", { fields: { reason: [{ key: "required" }] } });
    if (message.topic === "complaint" && message.assigned_to !== to.id)
      await writeToSender(tx, message, "named", {
        code: message.code,
        person: to.full_name,
        until: message.due_at,
      });
    const state = message.state === "received" ? sql`'in_work'` : sql`state`;
    return {
      set: sql`assigned_to = ${to.id}, state = ${state}`,
      act: "assigned",
      note: [to.full_name, reason].filter(Boolean).join(": "),
    };
  });
}

export async function answerMessage(
  ctx: Ctx,
  { answer, waiting, ...read }: Read & { answer: string; waiting: boolean },
): Promise<MessageRecord> {
  const { account_id } = await deskCaller(ctx);
  const actor = await ctx.actor();
  return act(ctx, read, "answer", async (tx, message) => {
    await writeLine(tx, message.id, { actor, text: answer, is_answer: true });
    await writeToSender(tx, message, "answered", { code: message.code });
    const assigned = sql`assigned_to = coalesce(assigned_to, ${account_id})`;
    // A question stops no clock and is no answer.
    if (waiting) return { set: sql`${assigned}, state = 'waiting_customer'`, act: "asked" };
    return {
      set: sql`${assigned}, state = 'answered', answered_at = coalesce(answered_at, ${tx.now})`,
      act: "answered",
    };
  });
}

export async function extendMessage(
  ctx: Ctx,
  { days, reason, ...read }: Read & { days: number; reason: string },
): Promise<MessageRecord> {
  const holidays = await setting(ctx, "public_holidays");
  return act(ctx, read, "extend", async (tx, message) => {
    // The end of a day is 0:00 of the next: the period goes on from the day that ends.
    const until = workingDaysAfter(new Date(message.due_at.getTime() - 1), days, holidays);
    await writeToSender(tx, message, "extended", { code: message.code, reason, until });
    return {
      set: sql`due_at = ${until}, extended = ${reason}, extended_at = ${tx.now}`,
      act: "extended",
      note: reason,
    };
  });
}

export const escalateMessage = (ctx: Ctx, { reason, ...read }: Read & { reason: string }): Promise<MessageRecord> =>
  act(ctx, read, "escalate", async () => ({ set: sql`escalated = true`, act: "escalated", note: reason }));

export const prioritiseMessage = (
  ctx: Ctx,
  { priority, reason, ...read }: Read & { priority: boolean; reason: string },
): Promise<MessageRecord> =>
  act(ctx, read, "prioritise", async () => ({
    set: sql`priority = ${priority}`,
    act: priority ? "prioritised" : "unprioritised",
    note: reason,
  }));

export const closeMessage = (
  ctx: Ctx,
  { reason, ...read }: Read & { reason?: string | undefined },
): Promise<MessageRecord> =>
  act(ctx, read, "close", async (tx) => ({
    set: sql`state = 'closed', closed_at = ${tx.now}`,
    act: "closed",
    ...(reason && { note: reason }),
  }));
