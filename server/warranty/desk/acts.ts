/**
 * What staff decide about a card: each act names the version that was read and is judged again with the card locked. Staff never
 * write months or an end. rules/warranty#desk
 */
import { ShopError } from "contract/errors.ts";
import type { WarrantyRecord } from "contract/warranty/desk-warranties.ts";
import type { VoidReason } from "contract/warranty/warranty-words.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { deskCaller } from "../../platform/list/desk-caller.ts";
import { type Card, noteAct, refreshEnd } from "../cards.ts";
import { tellOwner } from "../messages.ts";
import { endTransfer, moveCard, ownerUntil, transfersWhere } from "../transfers.ts";
import { cardByCode, warrantyRecord } from "./record.ts";

type Read = { code: string; version: number };

/** Throws not_found, conflict where it was changed since it was read. */
async function act(
  ctx: Ctx,
  { code, version }: Read,
  change: (tx: Ctx, card: Card) => Promise<unknown>,
): Promise<WarrantyRecord> {
  const actor = await ctx.actor();
  await inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    const card = await cardByCode(tx, code, true);
    if (card.version !== version) throw new ShopError("conflict");
    await change(tx, card);
    await sql`update warranty.cards set version = version + 1 where id = ${card.id}`.execute(tx.sql);
  });
  return warrantyRecord(ctx, code);
}

/** Throws not_found, conflict, state_conflict for a card that has ended. */
export async function voidCard(
  ctx: Ctx,
  { void_reason, evidence, ...read }: Read & { void_reason: VoidReason; evidence: string },
): Promise<WarrantyRecord> {
  const { account_id } = await deskCaller(ctx);
  return act(ctx, read, async (tx, card) => {
    if (card.ended !== null) throw new ShopError("state_conflict");
    await sql`update warranty.cards set ended = 'void', ended_at = ${tx.now}, void_reason = ${void_reason},
        void_text = ${evidence}, voided_by = ${account_id}, objection = '', objected_at = null
      where id = ${card.id}`.execute(tx.sql);
    await noteAct(tx, card.id, "void", evidence);
    await tellOwner(tx, card.id, "warranty_void", { subject: `${card.code} ${tx.now.toISOString()}` });
  });
}

/** By another person than who voided it. Throws not_found, conflict, state_conflict, forbidden. */
export async function restoreCard(ctx: Ctx, { reason, ...read }: Read & { reason: string }): Promise<WarrantyRecord> {
  const { account_id } = await deskCaller(ctx);
  return act(ctx, read, async (tx, card) => {
    if (card.ended !== "void") throw new ShopError("state_conflict");
    if (card.voided_by === account_id) throw new ShopError("forbidden", { message_key: "void_by_you" });
    await sql`update warranty.cards set ended = null, ended_at = null, void_reason = null, void_text = '', voided_by = null,
        objection = '', objected_at = null where id = ${card.id}`.execute(tx.sql);
    await noteAct(tx, card.id, "restored", reason);
  });
}

/** Accepted: the term counts from the purchase. Throws not_found, conflict, state_conflict where none waits. */
export async function decideInvoice(
  ctx: Ctx,
  { accept, reason, ...read }: Read & { accept: boolean; reason: string },
): Promise<WarrantyRecord> {
  return act(ctx, read, async (tx, card) => {
    if (card.proof !== "pending" || card.bought_on === null) throw new ShopError("state_conflict");
    if (accept)
      await sql`update warranty.cards set proof = 'accepted', proof_decided_at = ${tx.now}, start_kind = 'bought',
        start_on = bought_on, end_on = greatest(end_on, bought_on) where id = ${card.id}`.execute(tx.sql);
    else
      await sql`update warranty.cards set proof = 'refused', proof_decided_at = ${tx.now} where id = ${card.id}`.execute(
        tx.sql,
      );
    await refreshEnd(tx, card.id);
    await noteAct(tx, card.id, accept ? "invoice_accepted" : "invoice_refused", reason);
  });
}

type Decision = { code: string; accept: boolean; reason: string };

/** Throws not_found, state_conflict where it is decided, or before the owner's 7 days are over. */
export async function decideTransfer(ctx: Ctx, { code, accept, reason }: Decision): Promise<WarrantyRecord> {
  const [asked] = await transfersWhere(ctx, sql`t.code = ${code}`);
  if (!asked || asked.card_id === null) throw new ShopError("not_found");
  const { rows } = await sql<{ code: string }>`select code from warranty.cards where id = ${asked.card_id}`.execute(
    ctx.sql,
  );
  const cardCode = rows[0]?.code ?? "";
  const actor = await ctx.actor();
  await inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    await cardByCode(tx, cardCode, true);
    const [row] = await transfersWhere(tx, sql`t.code = ${code}`);
    if (!row || (row.state !== "asked" && row.state !== "owner_told")) throw new ShopError("state_conflict");
    if (tx.now < ownerUntil(row)) throw new ShopError("state_conflict", { message_key: "transfer_too_early" });
    await (accept ? moveCard(tx, row, reason) : endTransfer(tx, row, "refused", reason));
  });
  return warrantyRecord(ctx, cardCode);
}
