/**
 * What comes into an account and goes out of it. What goes out is taken soonest end first, then oldest; what an account owes is
 * taken from whatever becomes usable, so debt and usable never stand side by side. Each function names its locked account, and
 * each is safe to repeat with its source. rules/ledger
 */
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { findPointsAccount, type LockedAccount, type Lot, lockAccount } from "./accounts.ts";
import { isWritten, type LedgerCtx, type Part, type Transfer, type TransferCode, writeTransfers } from "./transfers.ts";

type Movement = { code: TransferCode; amount: number; source: string; reason?: string };

/** A new lot. Answers whether it was written now. Nothing for 0. */
export async function credit(
  ctx: LedgerCtx,
  account: LockedAccount,
  { ends_at, ...asked }: Movement & { ends_at: Date | null },
): Promise<boolean> {
  if (asked.amount === 0 || (await isWritten(ctx, asked.code, asked.source))) return false;
  const [lot] = await openLots(ctx, account.id, [{ origin_id: null, ends_at, is_extended: false }]);
  const parts = [{ account: account.id, ...(lot && { lot }), amount: asked.amount }];
  await writeTransfers(ctx, [transferOf(account, "account", asked, parts), ...settling(account, asked, parts)]);
  return true;
}

/**
 * `first`: the lots of this origin before the others. Where too little is usable the rest becomes a debt with `owing`; without,
 * throws conflict. Answers whether it was written now. Nothing for 0.
 */
export async function debit(
  ctx: LedgerCtx,
  account: LockedAccount,
  { first, owing = false, ...asked }: Movement & { first?: number; owing?: boolean },
): Promise<boolean> {
  if (asked.amount === 0) return false;
  const { parts, missing } = taken(account, asked.amount, first);
  if (missing > 0 && !owing) throw new ShopError("conflict");
  const debt = missing > 0 ? [{ account: account.id, amount: -missing }] : [];
  const written = await writeTransfers(ctx, [transferOf(account, "shop", asked, [...parts, ...debt])]);
  return written.length > 0;
}

/** Pays a debt away without points; at most what is owed. */
export async function forgive(ctx: Ctx, account: LockedAccount, asked: Movement): Promise<boolean> {
  const amount = Math.min(asked.amount, account.debt);
  if (amount === 0) return false;
  const written = await writeTransfers(ctx, [
    transferOf(account, "account", { ...asked, amount }, [{ account: account.id, amount }]),
  ]);
  return written.length > 0;
}

/** The opposite of a transfer between an account and the shop, once. Throws not_found for any other. */
export async function reverse(
  ctx: Ctx,
  transfer_id: number,
  { reason, today }: { reason: string; today: Date },
): Promise<boolean> {
  const { rows } = await sql<{ account: number; is_in: boolean; amount: number; lot: number | null; done: boolean }>`
    select case when t.to_kind in ('points', 'gift_card') then t.to_account else t.from_account end as account,
      t.to_kind in ('points', 'gift_card') as is_in, t.amount,
      (select coalesce(l.origin_id, l.id) from ledger.entries e join ledger.lots l on l.id = e.lot_id
        where e.transfer_id = t.id order by e.id limit 1) as lot,
      exists (select from ledger.transfers r where r.reverses = t.id) as done
    from ledger.transfers t where t.id = ${transfer_id} and t.from_account <> t.to_account`.execute(ctx.sql);
  const [old] = rows;
  if (!old) throw new ShopError("not_found");
  if (old.done) return false;
  const account = await lockAccount(ctx, old.account);
  const asked = { code: "reversal" as const, amount: old.amount, source: `transfer:${transfer_id}`, reason };
  const transfer = old.is_in
    ? outwards(account, asked, old.lot)
    : await inwards(ctx, account, asked, { transfer_id, today });
  const [head, ...others] = transfer;
  if (!head) return false;
  return (await writeTransfers(ctx, [{ ...head, reverses: transfer_id }, ...others])).length > 0;
}

function outwards(account: LockedAccount, asked: Movement, origin: number | null): Transfer[] {
  const { parts, missing } = taken(account, asked.amount, origin ?? undefined);
  if (missing > 0 && account.kind !== "points") throw new ShopError("conflict");
  const debt = missing > 0 ? [{ account: account.id, amount: -missing }] : [];
  return [transferOf(account, "shop", asked, [...parts, ...debt])];
}

/** Into the lots it was taken from; for those that have ended, into one that ends with today. What was a debt is paid away. */
async function inwards(
  ctx: Ctx,
  account: LockedAccount,
  asked: Movement,
  { transfer_id, today }: { transfer_id: number; today: Date },
): Promise<Transfer[]> {
  const { rows } = await sql<{ amount: number; lot: number | null; origin_id: number; is_over: boolean }>`
    select -e.amount as amount, l.id as lot, coalesce(l.origin_id, l.id) as origin_id, coalesce(l.ends_at <= ${ctx.now}, false) as is_over
    from ledger.entries e left join ledger.lots l on l.id = e.lot_id
    where e.transfer_id = ${transfer_id} and e.account_id = ${account.id} order by e.id`.execute(ctx.sql);
  const over = rows.filter((row) => row.is_over);
  const again = over.map(({ origin_id }) => ({ origin_id, ends_at: today, is_extended: true }));
  const opened = await openLots(ctx, account.id, again);
  const parts = rows.map(({ amount, lot, is_over }): Part => {
    const into = is_over ? opened.shift() : lot;
    return { account: account.id, ...(into && { lot: into }), amount };
  });
  const usable = parts.filter((part) => part.lot !== undefined);
  return [transferOf(account, "account", asked, parts), ...settling(account, asked, usable)];
}

/** What an account owes, out of what has just become usable in it. */
export function settling(
  account: LockedAccount,
  { code, source }: Pick<Movement, "code" | "source">,
  came: readonly Part[],
): Transfer[] {
  let owed = account.debt;
  const parts: Part[] = [];
  for (const { lot, amount } of came) {
    const part = Math.min(owed, amount);
    if (part === 0 || lot === undefined) continue;
    owed -= part;
    parts.push({ account: account.id, lot, amount: -part }, { account: account.id, amount: part });
  }
  const amount = account.debt - owed;
  return amount === 0
    ? []
    : [transferOf(account, "itself", { code: "settle", amount, source: `${code} ${source}` }, parts)];
}

export function transferOf(
  account: LockedAccount,
  to: Transfer["to"],
  asked: Movement,
  parts: readonly Part[],
): Transfer {
  return { ...asked, kind: account.kind, account: account.id, to, parts };
}

/** Soonest end first, then oldest; those of an origin before. */
export function taken({ id, lots }: LockedAccount, amount: number, first?: number): { parts: Part[]; missing: number } {
  const ordered = first === undefined ? lots : [...lots.filter(ofFirst), ...lots.filter((lot) => !ofFirst(lot))];
  let missing = amount;
  const parts: Part[] = [];
  for (const lot of ordered) {
    const part = Math.min(missing, lot.usable);
    if (part === 0) break;
    missing -= part;
    parts.push({ account: id, lot: lot.id, amount: -part });
  }
  return { parts, missing };

  function ofFirst(lot: Lot): boolean {
    return lot.origin_id === first;
  }
}

type NewLot = { origin_id: number | null; ends_at: Date | null; is_extended: boolean };

/** Empty lots, in the order given. */
export async function openLots(ctx: LedgerCtx, account_id: number, lots: readonly NewLot[]): Promise<number[]> {
  if (lots.length === 0) return [];
  const opened = await ctx.sql
    .insertInto("ledger.lots")
    .values(lots.map((lot) => ({ account_id, ...lot, opened_at: ctx.now })))
    .returning("id")
    .execute();
  return opened.map(({ id }) => id);
}

/** Points of a person who is erased: what is usable and what is owed is void, and the account is nobody's. Safe to repeat. */
export async function voidPoints(ctx: Ctx, customer_id: number): Promise<void> {
  const id = await findPointsAccount(ctx, customer_id);
  if (id === null) return;
  const account = await lockAccount(ctx, id);
  await debit(ctx, account, { code: "void", amount: account.usable, source: `account:${id}` });
  await forgive(ctx, account, { code: "void", amount: account.debt, source: `account:${id}` });
  await ctx.sql.updateTable("ledger.accounts").set({ customer_id: null }).where("id", "=", id).execute();
}
