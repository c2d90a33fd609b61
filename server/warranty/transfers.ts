/**
 * A new owner: who asks shows their phone, who owns agrees by a code. Dates, months and repairs stay; the old owner's data leave the
 * card. A serial without a card answers alike. Locks: the card. rules/warranty#transfer
 */
import { ShopError } from "contract/errors.ts";
import type { Transfer } from "contract/warranty/warranty.ts";
import type { TransferState } from "contract/warranty/warranty-words.ts";
import { type RawBuilder, sql } from "kysely";
import { findByPhone } from "../identity/customers.ts";
import { useCodes } from "../identity/signing-in/otp.ts";
import { phoneUnconfirmed } from "../identity/signing-in/phone-proof.ts";
import { type Ctx, enqueueEach, inTransaction } from "../kernel/context.ts";
import { callerOf, cardOfSerial, cardWhere, isFree, isOwner, noteAct } from "./cards.ts";
import { newCode } from "./codes.ts";
import { tellOwner } from "./messages.ts";
import { provedPhone } from "./proof.ts";
import { countSerial, typedSerial } from "./serials/known-serials.ts";

const DAY_MS = 86_400_000;
/** The owner has so long; staff decide no earlier. */
export const OWNER_DAYS = 7;

export type TransferRow = {
  id: number;
  code: string;
  card_id: number | null;
  customer_id: number | null;
  phone: string;
  full_name: string;
  state: TransferState;
  asked_at: Date;
  reason: string;
};

const columns = sql`t.id, t.code, t.card_id, t.customer_id, t.phone, t.full_name, t.state, t.asked_at, t.reason`;

export const ownerUntil = ({ asked_at }: Pick<TransferRow, "asked_at">): Date =>
  new Date(asked_at.getTime() + OWNER_DAYS * DAY_MS);

const shown = (row: TransferRow): Transfer => ({
  code: row.code,
  // Whether an owner was reached says whether there is one.
  state: row.state === "owner_told" ? "asked" : row.state,
  asked_at: row.asked_at.toISOString(),
  until: ownerUntil(row).toISOString(),
});

export async function transfersWhere(ctx: Ctx, condition: RawBuilder<unknown>): Promise<TransferRow[]> {
  const { rows } = await sql<TransferRow>`
    select ${columns} from warranty.transfers t where ${condition} order by t.id desc limit 100`.execute(ctx.sql);
  return rows;
}

export async function waitingTransfers(ctx: Ctx, card_id: number): Promise<Transfer[]> {
  const rows = await transfersWhere(ctx, sql`t.card_id = ${card_id} and t.state in ('asked', 'owner_told')`);
  return rows.map(shown);
}

type Wish = {
  serial: string;
  phone: string;
  otp?: string | undefined;
  full_name: string;
  captcha?: string | undefined;
};

/** Throws invalid at `serial`, state_conflict for a machine without an owner, otp_wrong, otp_expired, captcha_required, too_many. Safe to repeat. */
export async function askTransfer(ctx: Ctx, asked: Wish): Promise<Transfer> {
  const serial = await typedSerial(ctx, asked.serial);
  await countSerial(ctx, serial, asked.captcha);
  const phone = await provedPhone(ctx, asked);
  const caller = await callerOf(ctx);
  const actor = await ctx.actor();
  return inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    const found = await cardOfSerial(tx, serial);
    const card = found && (await cardWhere(tx, sql`c.id = ${found.id}`, true));
    if (card && isOwner(card, { ...caller, proved: [phone] })) throw serialConflict("warranty_yours");
    if (card && (card.activated_at === null || isFree(card))) throw serialConflict("warranty_not_activated");
    const isOpen = card !== null && card.ended === null;
    const [standing] = isOpen
      ? await transfersWhere(
          tx,
          sql`t.card_id = ${card.id} and t.phone = ${phone} and t.state in ('asked', 'owner_told')`,
        )
      : [];
    if (standing) return shown(standing);
    const { rows } = await sql<TransferRow>`
      insert into warranty.transfers as t (code, card_id, customer_id, phone, full_name, locale, state, asked_at)
      values (${newCode("DC")}, ${isOpen ? card.id : null}, ${caller.phone === phone ? caller.customer_id : null}, ${phone},
        ${asked.full_name}, ${tx.locale}, ${isOpen ? "owner_told" : "asked"}, ${tx.now}) returning ${columns}`.execute(
      tx.sql,
    );
    const [row] = rows;
    if (!row) throw new ShopError("conflict");
    if (isOpen)
      await tellOwner(tx, card.id, "warranty_transfer_asked", {
        subject: row.code,
        day: ownerUntil(row).toISOString(),
      });
    return shown(row);
  });
}

const serialConflict = (message_key: string): ShopError => new ShopError("state_conflict", { message_key });

async function transferOf(ctx: Ctx, code: string): Promise<TransferRow> {
  const [row] = await transfersWhere(ctx, sql`t.code = ${code.toUpperCase()}`);
  if (!row) throw new ShopError("not_found");
  return row;
}

const isWaiting = ({ state }: TransferRow): boolean => state === "asked" || state === "owner_told";

type Answer = { code: string; accept: boolean; otp?: string | undefined };

/** Agreeing takes a code to the card's phone. Throws not_found for who is not the owner, state_conflict, otp_wrong, otp_expired. */
export async function answerTransfer(ctx: Ctx, { code, accept, otp }: Answer): Promise<Transfer> {
  const caller = await callerOf(ctx);
  const asked = await transferOf(ctx, code);
  if (asked.card_id === null) throw new ShopError("not_found");
  const before = await cardWhere(ctx, sql`c.id = ${asked.card_id}`);
  if (!isOwner(before, caller)) throw new ShopError("not_found");
  if (isWaiting(asked) && accept && before.phone !== "" && !caller.proved.includes(before.phone)) {
    if (!otp) throw phoneUnconfirmed();
    await useCodes(ctx, [{ field: "otp", target: before.phone, purpose: "warranty", code: otp }]);
  }
  const actor = await ctx.actor();
  return inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    const card = await cardWhere(tx, sql`c.id = ${before.id}`, true);
    if (!isOwner(card, caller) && card.customer_id !== before.customer_id) throw new ShopError("not_found");
    const row = await transferOf(tx, code);
    if (!isWaiting(row)) {
      if ((row.state === "done") === accept && (row.state === "done" || row.state === "refused")) return shown(row);
      throw new ShopError("state_conflict");
    }
    await (accept ? moveCard(tx, row) : endTransfer(tx, row, "refused", ""));
    return shown(await transferOf(tx, code));
  });
}

/** The card is locked. */
export async function moveCard(tx: Ctx, row: TransferRow, reason = ""): Promise<void> {
  const account = await findByPhone(tx, row.phone);
  // An invoice that waits for its decision stays until then.
  const { rows } = await sql<{ key: string }>`
    with before as (select id, invoice_key from warranty.cards where id = ${row.card_id})
    update warranty.cards c set customer_id = ${account?.id ?? row.customer_id}, phone = ${row.phone},
      full_name = ${row.full_name}, place = '', bought_at = '', erased_at = null, version = version + 1,
      invoice_key = case when c.proof = 'pending' then c.invoice_key end
    from before where c.id = before.id 
    returning case when c.invoice_key is null then before.invoice_key end as key`.execute(tx.sql);
  await enqueueEach(
    tx,
    "remove_file",
    rows.filter(({ key }) => key !== null),
  );
  await endTransfer(tx, row, "done", reason);
  await sql`update warranty.transfers set state = 'refused', decided_at = ${tx.now}
    where card_id = ${row.card_id} and state in ('asked', 'owner_told')`.execute(tx.sql);
  if (row.card_id !== null) await noteAct(tx, row.card_id, "transferred");
}

/** The asker is told. */
export async function endTransfer(
  tx: Ctx,
  row: TransferRow,
  state: "done" | "refused" | "withdrawn",
  reason: string,
): Promise<void> {
  await sql`update warranty.transfers set state = ${state}, decided_at = ${tx.now}, reason = ${reason}
    where id = ${row.id}`.execute(tx.sql);
  if (row.card_id === null || state === "withdrawn") return;
  const account = row.customer_id ?? (await findByPhone(tx, row.phone))?.id ?? null;
  const kind = state === "done" ? "warranty_transferred" : "warranty_transfer_refused";
  const path = state === "done" ? {} : { path: "/dang-ky-bao-hanh" };
  await tellOwner(tx, row.card_id, kind, { customer_id: account, subject: row.code, ...path });
}

/** Throws not_found for who did not ask, state_conflict. */
export async function withdrawTransfer(ctx: Ctx, code: string): Promise<Transfer> {
  const caller = await callerOf(ctx);
  const isAsker = ({ customer_id, phone }: TransferRow) =>
    (customer_id !== null && customer_id === caller.customer_id) || (phone !== "" && caller.proved.includes(phone));
  return inTransaction(ctx, async (tx) => {
    await sql`select from warranty.transfers where code = ${code.toUpperCase()} for update`.execute(tx.sql);
    const row = await transferOf(tx, code);
    if (!isAsker(row)) throw new ShopError("not_found");
    if (row.state === "withdrawn") return shown(row);
    if (!isWaiting(row)) throw new ShopError("state_conflict");
    await endTransfer(tx, row, "withdrawn", "");
    return shown(await transferOf(tx, code));
  });
}
