/**
 * Pictures of a machine and its fault: drawn again without anything the camera wrote, stored under a random name, held for the
 * session that sent them until a request takes them. docs/rules/service.md#pictures
 */
import { ShopError } from "contract/errors.ts";
import { MAX_TICKET_PICTURES } from "contract/service/service-words.ts";
import { sql } from "kysely";
import { type Ctx, enqueue, enqueueEach, inTransaction } from "../../kernel/context.ts";
import { redrawn } from "../../platform/sent-pictures.ts";
import { newKey, storageOf } from "../../platform/storage.ts";
import { callerOf } from "../../warranty/cards.ts";
import { ticketsOf } from "../owner.ts";
import type { TicketRow } from "../tickets.ts";

const SIDE_PX = 1600;
const HELD_HOURS = 24;
const HOUR_MS = 3_600_000;

type PictureProblem = "picture_missing" | "picture_unreadable" | "picture_too_large";

export function pictureRefused(problem: PictureProblem, cause?: unknown): ShopError {
  const code =
    problem === "picture_too_large" ? "too_large" : problem === "picture_missing" ? "invalid" : "unsupported_media";
  return new ShopError(code, { message_key: problem, fields: { picture: [{ key: problem }] }, cause });
}

const tooMany = () => {
  const params = { maximum: MAX_TICKET_PICTURES };
  return new ShopError("invalid", {
    message_key: "pictures_few",
    params,
    fields: { picture: [{ key: "pictures_few", params }] },
  });
};

/** Answers the keys. Throws unsupported_media, invalid beyond six. Not to be called inside a transaction. */
export async function holdPictures(ctx: Ctx, sent: readonly Buffer[]): Promise<string[]> {
  const { id: session_id } = await ctx.openSession();
  const { rows } = await sql<{ held: number }>`select count(*)::int as held from service.pictures
    where session_id = ${session_id} and ticket_id is null and held_until > ${ctx.now}`.execute(ctx.sql);
  if ((rows[0]?.held ?? 0) + sent.length > MAX_TICKET_PICTURES) throw tooMany();
  const stored = await storePictures(ctx, sent);
  const held_until = new Date(ctx.now.getTime() + HELD_HOURS * HOUR_MS);
  await ctx.sql
    .insertInto("service.pictures")
    .values(
      stored.map((picture) => ({
        ...picture,
        session_id,
        by_kind: "customer" as const,
        stored_at: ctx.now,
        held_until,
      })),
    )
    .execute();
  return stored.map(({ key }) => key);
}

/** Of a technician, for a ticket. Throws unsupported_media. */
export async function addWorkPictures(
  ctx: Ctx,
  { id }: Pick<TicketRow, "id">,
  sent: readonly Buffer[],
): Promise<string[]> {
  const stored = await storePictures(ctx, sent);
  await ctx.sql
    .insertInto("service.pictures")
    .values(
      stored.map((picture) => ({ ...picture, ticket_id: id, by_kind: "technician" as const, stored_at: ctx.now })),
    )
    .execute();
  return stored.map(({ key }) => key);
}

async function storePictures(ctx: Ctx, sent: readonly Buffer[]): Promise<{ key: string; bytes: number }[]> {
  const inside = { width: SIDE_PX, height: SIDE_PX, fit: "inside", withoutEnlargement: true } as const;
  return Promise.all(
    sent.map(async (each) => {
      const bytes = await redrawn(each, inside, (cause) => pictureRefused("picture_unreadable", cause));
      const key = newKey("service", "webp");
      await storageOf(ctx.config).put(key, bytes, "image/webp");
      return { key, bytes: bytes.length };
    }),
  );
}

/** Those of the session belong to the ticket from now on, six at most. */
export async function takePictures(tx: Ctx, session_id: number, ticket_id: number): Promise<void> {
  await sql`update service.pictures set ticket_id = ${ticket_id}, session_id = null, held_until = null where key in (
    select key from service.pictures where session_id = ${session_id} and ticket_id is null and held_until > ${tx.now}
    order by stored_at, key limit ${MAX_TICKET_PICTURES} for update)`.execute(tx.sql);
}

/** Safe to repeat. */
export async function removePicture(ctx: Ctx, key: string): Promise<{ removed: true }> {
  const session = await ctx.session();
  if (session === null) return { removed: true };
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ key: string }>`delete from service.pictures
      where key = ${key} and session_id = ${session.id} and ticket_id is null returning key`.execute(tx.sql);
    if (rows[0]) await enqueue(tx, "remove_file", { key });
  });
  return { removed: true };
}

/** For the session that sent it, the owner of its ticket, and the technician whose visit `visit` opens. Null: nobody else. */
export async function pictureFor(ctx: Ctx, key: string, ofTechnician: readonly string[]): Promise<Buffer | null> {
  const caller = await callerOf(ctx);
  const { rows } = await sql`select from service.pictures p left join service.tickets t on t.id = p.ticket_id
    where p.key = ${key} and (p.session_id = ${caller.session_id}::bigint
      or p.session_id in (select s.id from identity.sessions s where s.customer_id = ${caller.customer_id}::bigint) or ${ticketsOf(caller)}
      or exists (select from service.visits v where v.ticket_id = t.id and v.freed_at is null
        and v.technician_code = any (${[...ofTechnician]}::text[])))`.execute(ctx.sql);
  const bytes = rows.length > 0 && (await storageOf(ctx.config).get(key));
  return bytes ? Buffer.from(bytes) : null;
}

/** Part of the job `sweep`: what no request took. Safe to repeat. */
export async function sweepPictures(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ key: string }>`
      delete from service.pictures where held_until <= ${tx.now} returning key`.execute(tx.sql);
    await enqueueEach(tx, "remove_file", rows);
  });
}
