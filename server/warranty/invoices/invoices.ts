/**
 * Invoices of late activations: a picture, drawn again without anything its file had, or a PDF, by its content; stored under a
 * random name and held for the session that sent it until the form takes it. rules/warranty#invoices
 */
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { type Ctx, enqueueEach, inTransaction } from "../../kernel/context.ts";
import { redrawn } from "../../platform/sent-pictures.ts";
import { newKey, storageOf } from "../../platform/storage.ts";
import { typedSerial } from "../serials/known-serials.ts";

const SIDE_PX = 2_000;
const HELD_HOURS = 24;
const HELD_MAX = 5;
/** After the decision. */
const RETAINED_DAYS = 30;
const HOUR_MS = 3_600_000;

type InvoiceProblem = "invoice_missing" | "invoice_unreadable" | "invoice_too_large";

export function invoiceRefused(problem: InvoiceProblem, cause?: unknown): ShopError {
  const code = {
    invoice_missing: "invalid",
    invoice_unreadable: "unsupported_media",
    invoice_too_large: "too_large",
  } as const;
  return new ShopError(code[problem], { message_key: problem, fields: { invoice: [{ key: problem }] }, cause });
}

/** Answers its key. Throws invalid at `serial`, unsupported_media. Not to be called inside a transaction. */
export async function holdInvoice(ctx: Ctx, typed: string, sent: Buffer): Promise<string> {
  const serial = await typedSerial(ctx, typed);
  const { id: session_id } = await ctx.openSession();
  const isPdf = sent.subarray(0, 5).toString("latin1") === "%PDF-";
  const inside = { width: SIDE_PX, height: SIDE_PX, fit: "inside", withoutEnlargement: true } as const;
  const bytes = isPdf ? sent : await redrawn(sent, inside, (cause) => invoiceRefused("invoice_unreadable", cause));
  const key = newKey("warranty", isPdf ? "pdf" : "webp");
  await storageOf(ctx.config).put(key, bytes, isPdf ? "application/pdf" : "image/webp");
  await inTransaction(ctx, async (tx) => {
    const held_until = new Date(tx.now.getTime() + HELD_HOURS * HOUR_MS);
    await tx.sql
      .insertInto("warranty.invoices")
      .values({ key, session_id, serial, bytes: bytes.length, stored_at: tx.now, held_until })
      .execute();
    // The newest are kept.
    const { rows } = await sql<{ key: string }>`delete from warranty.invoices where key in (
      select key from warranty.invoices where session_id = ${session_id} order by stored_at desc, key offset ${HELD_MAX})
      returning key`.execute(tx.sql);
    await enqueueEach(tx, "remove_file", rows);
  });
  return key;
}

/** The newest this session sent for the serial, or the named one. */
export async function heldInvoice(
  ctx: Ctx,
  session_id: number | null,
  serial: string,
  named?: string | undefined,
): Promise<string | null> {
  if (session_id === null) return null;
  const { rows } = await sql<{ key: string }>`
    select key from warranty.invoices where session_id = ${session_id} and serial = ${serial} and held_until > ${ctx.now}
      and (${named ?? null}::text is null or key = ${named ?? null}) order by stored_at desc limit 1`.execute(ctx.sql);
  return rows[0]?.key ?? null;
}

/** It belongs to a card from now on. Throws invalid where another form was faster. */
export async function takeInvoice(tx: Ctx, key: string): Promise<void> {
  const { rows } = await sql`delete from warranty.invoices where key = ${key} returning 1`.execute(tx.sql);
  if (rows.length === 0) throw invoiceRefused("invoice_missing");
}

/** Part of the job `sweep`: what no form took, and invoices 30 days after they were decided. Safe to repeat. */
export async function sweepInvoices(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const { rows: held } = await sql<{ key: string }>`
      delete from warranty.invoices where held_until <= ${tx.now} returning key`.execute(tx.sql);
    const before = new Date(tx.now.getTime() - RETAINED_DAYS * 24 * HOUR_MS);
    const { rows: decided } = await sql<{ key: string }>`
      with old as (select id, invoice_key from warranty.cards where invoice_key is not null and proof_decided_at < ${before}
        order by id for update)
      update warranty.cards c set invoice_key = null from old where c.id = old.id returning old.invoice_key as key`.execute(
      tx.sql,
    );
    await enqueueEach(tx, "remove_file", [...held, ...decided]);
  });
}
