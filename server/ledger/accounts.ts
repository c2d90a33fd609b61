/**
 * Accounts of the ledger and their lots. A balance is what the entries sum to (db/migrations/0120_ledger.sql); an account is
 * locked before its lots are read for a change, and what has ended is written off then, so that an end holds whether the
 * night's job has run or not. rules/ledger
 */
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { type LedgerCtx, type Part, type Transfer, writeTransfers } from "./transfers.ts";

export type AccountKind = "points" | "gift_card";

export type Lot = { id: number; origin_id: number; ends_at: Date | null; is_extended: boolean; usable: number };
/** Locked until the transaction ends. `lots` have something usable, in the order in which they are taken. */
export type LockedAccount = { id: number; kind: AccountKind; usable: number; held: number; debt: number; lots: Lot[] };

export type Balance = { usable: number; held: number; debt: number };

/** A new account with nothing in it. */
export async function openAccount(ctx: Pick<LedgerCtx, "sql" | "now">, kind: AccountKind): Promise<number> {
  const { id } = await ctx.sql
    .insertInto("ledger.accounts")
    .values({ kind, opened_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The points account of a customer, opened when there is none. */
export async function pointsAccountOf(ctx: LedgerCtx, customer_id: number): Promise<number> {
  const found = await findPointsAccount(ctx, customer_id);
  if (found !== null) return found;
  await sql`insert into ledger.accounts (kind, customer_id, opened_at) values ('points', ${customer_id}, ${ctx.now})
    on conflict (customer_id) where kind = 'points' do nothing`.execute(ctx.sql);
  const opened = await findPointsAccount(ctx, customer_id);
  if (opened === null) throw new Error("an account that was opened is there");
  return opened;
}

/** Null for a customer who never had points. */
export async function findPointsAccount(ctx: LedgerCtx, customer_id: number): Promise<number | null> {
  const row = await ctx.sql
    .selectFrom("ledger.accounts")
    .select("id")
    .where("kind", "=", "points")
    .where("customer_id", "=", customer_id)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Of accounts by id, what may be spent now: what has ended is left out, also before the night has written it off. */
export async function balancesOf(ctx: Ctx, ids: readonly number[]): Promise<Map<number, Balance>> {
  if (ids.length === 0) return new Map();
  const { rows } = await sql<Balance & { id: number }>`
    select a.id, a.held, a.debt, a.usable - coalesce((select sum(l.usable) from ledger.lots l
      where l.account_id = a.id and l.usable > 0 and l.ends_at <= ${ctx.now}), 0)::bigint as usable
    from ledger.accounts a where a.id = any(${[...ids]}::bigint[])`.execute(ctx.sql);
  return new Map(rows.map(({ id, ...balance }) => [id, balance]));
}

/** Locks accounts by id, and writes off what has ended in them. */
export async function lockAccounts(ctx: LedgerCtx, ids: readonly number[]): Promise<Map<number, LockedAccount>> {
  const unique = [...new Set(ids)];
  if (unique.length === 0) return new Map();
  await sql`select from ledger.accounts where id = any(${unique}::bigint[]) order by id for update`.execute(ctx.sql);
  const accounts = await readLocked(ctx, unique);
  const ended = [...accounts.values()].flatMap((account) => endedOf(account, ctx.now));
  if (ended.length === 0) return accounts;
  await writeTransfers(ctx, ended);
  return readLocked(ctx, unique);
}

/** As above, for one. Throws not_found. */
export async function lockAccount(ctx: LedgerCtx, id: number): Promise<LockedAccount> {
  const account = (await lockAccounts(ctx, [id])).get(id);
  if (!account) throw new ShopError("not_found");
  return account;
}

async function readLocked(ctx: LedgerCtx, ids: readonly number[]): Promise<Map<number, LockedAccount>> {
  const { rows } = await sql<
    Omit<LockedAccount, "lots"> & { lots: (Omit<Lot, "ends_at"> & { ends_at: string | null })[] }
  >`
    select a.id, a.kind, a.usable, a.held, a.debt, coalesce((select jsonb_agg(jsonb_build_object('id', l.id,
        'origin_id', coalesce(l.origin_id, l.id), 'ends_at', l.ends_at, 'is_extended', l.is_extended, 'usable', l.usable)
        order by l.ends_at, l.id) from ledger.lots l where l.account_id = a.id and l.usable > 0), '[]') as lots
    from ledger.accounts a where a.id = any(${[...ids]}::bigint[]) and a.has_lots`.execute(ctx.sql);
  const dated = (at: string | null) => (at === null ? null : new Date(at));
  return new Map(
    rows.map((row) => [row.id, { ...row, lots: row.lots.map((lot) => ({ ...lot, ends_at: dated(lot.ends_at) })) }]),
  );
}

/** An end counts from its own last second, whenever it is written. A lot ends once: nothing comes into one that has ended. */
function endedOf({ id, kind, lots }: LockedAccount, now: Date): Transfer[] {
  return lots.flatMap((lot): Transfer[] => {
    if (lot.ends_at === null || lot.ends_at > now) return [];
    const parts: Part[] = [{ account: id, lot: lot.id, amount: -lot.usable }];
    const at = new Date(lot.ends_at.getTime() - 1000);
    return [{ code: "expire", kind, account: id, to: "shop", amount: lot.usable, source: `lot:${lot.id}`, at, parts }];
  });
}

const EXPIRY_BATCH = 200;

/**
 * What has ended is written off, some accounts at a time in transactions of their own, so that none is locked for long. Answers
 * how many accounts. Safe to repeat.
 */
export async function expireEnded(ctx: Ctx): Promise<number> {
  for (let done = 0; ; ) {
    const { rows } = await sql<{ account_id: number }>`select account_id from ledger.lots
      where usable > 0 and ends_at <= ${ctx.now} order by ends_at limit ${EXPIRY_BATCH}`.execute(ctx.sql);
    if (rows.length === 0) return done;
    const ids = rows.map((row) => row.account_id);
    done += await inTransaction(ctx, async (ctx) => (await lockAccounts(ctx, ids)).size);
  }
}
