/**
 * What is kept back for a purpose: held, then spent or let go. A hold never ends, nor does what it holds. What comes back, of a
 * hold or of what was spent, keeps its end, or gets a later one once. rules/ledger#holds
 */
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { type AccountKind, type LockedAccount, lockAccounts } from "./accounts.ts";
import { openLots, settling, taken, transferOf } from "./movements.ts";
import { type Transfer, writeTransfers } from "./transfers.ts";

/** What is still held, what was spent of it, and what of that came back. */
export type Hold = {
  id: number;
  account_id: number;
  kind: AccountKind;
  purpose: string;
  amount: number;
  spent: number;
  back: number;
};

/**
 * What comes back with an end before `at_least` ends then instead, once; what had that already keeps its end, or ends with
 * `today` where it is over.
 */
export type Extension = { at_least: Date; today: Date };

/** Of these purposes, in the order they were opened. Locks nothing. */
export async function holdsOf(ctx: Ctx, purpose: string): Promise<Hold[]> {
  const { rows } = await sql<Hold>`
    select h.id, h.account_id, a.kind, h.purpose, h.amount,
      coalesce((select sum(t.amount) from ledger.transfers t where t.hold_id = h.id and t.code = 'spend'), 0)::bigint as spent,
      coalesce((select sum(t.amount) from ledger.transfers t where t.hold_id = h.id and t.code = 'give_back'), 0)::bigint as back
    from ledger.holds h join ledger.accounts a on a.id = h.account_id
    where h.purpose = ${purpose} order by h.id`.execute(ctx.sql);
  return rows;
}

/** The same, with their accounts locked by id and what has ended in them written off. */
export async function lockHolds(ctx: Ctx, purpose: string) {
  const ids = (await holdsOf(ctx, purpose)).map((hold) => hold.account_id);
  const accounts = await lockAccounts(ctx, ids);
  const holds = ids.length === 0 ? [] : await holdsOf(ctx, purpose);
  return holds.flatMap((hold) => {
    const account = accounts.get(hold.account_id);
    return account ? [{ hold, account }] : [];
  });
}

/** False where less is usable. The account is locked. */
export async function hold(
  ctx: Ctx,
  account: LockedAccount,
  { amount, purpose }: { amount: number; purpose: string },
): Promise<boolean> {
  const { parts, missing } = taken(account, amount);
  if (missing > 0) return false;
  const { id } = await ctx.sql
    .insertInto("ledger.holds")
    .values({ account_id: account.id, purpose, opened_at: ctx.now })
    .returning("id")
    .executeTakeFirstOrThrow();
  const moved = parts.flatMap((part) => [part, { ...part, hold: id, amount: -part.amount }]);
  const asked = { code: "hold" as const, amount, source: `hold:${id}` };
  await writeTransfers(ctx, [{ ...transferOf(account, "itself", asked, moved), hold: id }]);
  return true;
}

/** The whole hold is spent. The account is locked. Safe to repeat. */
export async function spendHold(ctx: Ctx, account: LockedAccount, { id, amount }: Hold): Promise<void> {
  if (amount === 0) return;
  const parts = (await heldIn(ctx, id)).map(({ lot, amount }) => ({
    account: account.id,
    lot: lot.id,
    hold: id,
    amount: -amount,
  }));
  const asked = { code: "spend" as const, amount, source: `hold:${id}` };
  await writeTransfers(ctx, [{ ...transferOf(account, "shop", asked, parts), hold: id }]);
}

/** The whole hold is let go, what was taken last first. The account is locked. Safe to repeat. */
export async function releaseHold(
  ctx: Ctx,
  account: LockedAccount,
  { id, amount }: Hold,
  extension: Extension,
): Promise<void> {
  if (amount === 0) return;
  const held = (await heldIn(ctx, id)).toReversed();
  const back = await backInto(ctx, account, held, extension);
  const out = held.map(({ lot, amount }) => ({ account: account.id, lot: lot.id, hold: id, amount: -amount }));
  const asked = { code: "release" as const, amount, source: `hold:${id}` };
  const release: Transfer = { ...transferOf(account, "itself", asked, [...out, ...back]), hold: id };
  await writeTransfers(ctx, [release, ...settling(account, asked, back)]);
}

/**
 * So much of what a hold spent comes back, what was taken last first, at most what has not come back yet. Answers how much. The
 * account is locked. A source gives back once.
 */
export async function giveBackSpent(
  ctx: Ctx,
  account: LockedAccount,
  { id, spent, back }: Hold,
  { amount, source, extension }: { amount: number; source: string; extension: Extension },
): Promise<number> {
  const wanted = Math.min(amount, spent - back);
  if (wanted <= 0) return 0;
  const came = await backInto(ctx, account, part(await spentOf(ctx, id), back, wanted), extension);
  const asked = { code: "give_back" as const, amount: wanted, source };
  const transfer: Transfer = { ...transferOf(account, "account", asked, came), hold: id };
  const written = await writeTransfers(ctx, [transfer, ...settling(account, asked, came)]);
  return written.length > 0 ? wanted : 0;
}

type InLot = { lot: { id: number; origin_id: number; ends_at: Date | null; is_extended: boolean }; amount: number };

/** What a hold has in each lot, in the order in which it was taken. */
function heldIn(ctx: Ctx, hold_id: number): Promise<InLot[]> {
  return inLots(
    ctx,
    sql`select lot_id, sum(amount)::bigint as amount, min(id) as n from ledger.entries
    where hold_id = ${hold_id} group by lot_id having sum(amount) > 0`,
  );
}

/** What a hold spent of each lot, what was taken last first. */
async function spentOf(ctx: Ctx, hold_id: number): Promise<InLot[]> {
  const taken = await inLots(
    ctx,
    sql`select e.lot_id, -e.amount as amount, e.id as n from ledger.entries e
    join ledger.transfers t on t.id = e.transfer_id where t.hold_id = ${hold_id} and t.code = 'spend' and e.hold_id = ${hold_id}`,
  );
  return taken.toReversed();
}

async function inLots(ctx: Ctx, parts: ReturnType<typeof sql>): Promise<InLot[]> {
  const { rows } = await sql<InLot["lot"] & { amount: number }>`
    select l.id, coalesce(l.origin_id, l.id) as origin_id, l.ends_at, l.is_extended, p.amount
    from (${parts}) p join ledger.lots l on l.id = p.lot_id order by p.n`.execute(ctx.sql);
  return rows.map(({ amount, ...lot }) => ({ lot, amount }));
}

/** Of a list the part after so much, and so much of it. */
function part(list: readonly InLot[], after: number, amount: number): InLot[] {
  let passed = after;
  let left = amount;
  return list.flatMap((each) => {
    const skipped = Math.min(passed, each.amount);
    passed -= skipped;
    const taken = Math.min(left, each.amount - skipped);
    left -= taken;
    return taken === 0 ? [] : [{ ...each, amount: taken }];
  });
}

type Back = { account: number; lot: number; amount: number };

/** Soonest end first, so that a debt is taken from there. */
async function backInto(
  ctx: Ctx,
  { id }: LockedAccount,
  came: readonly InLot[],
  extension: Extension,
): Promise<Back[]> {
  const parts = came.map((each) => ({ ...each, later: laterEnd(each.lot, extension, ctx.now) }));
  const later = parts.flatMap(({ lot, later }) =>
    later ? [{ origin_id: lot.origin_id, ends_at: later, is_extended: true }] : [],
  );
  const opened = await openLots(ctx, id, later);
  const ends = ({ later, lot }: (typeof parts)[number]) =>
    (later ?? lot.ends_at)?.getTime() ?? Number.POSITIVE_INFINITY;
  return parts
    .map((each) => ({
      account: id,
      lot: each.later ? opened.shift() : each.lot.id,
      amount: each.amount,
      ends: ends(each),
    }))
    .toSorted((a, b) => a.ends - b.ends)
    .flatMap(({ account, lot, amount }) => (lot === undefined ? [] : [{ account, lot, amount }]));
}

/** The end of the lot that what comes back goes into; null: its own, unchanged. */
function laterEnd({ ends_at, is_extended }: InLot["lot"], { at_least, today }: Extension, now: Date): Date | null {
  if (ends_at === null || ends_at >= at_least) return null;
  if (!is_extended) return at_least;
  return ends_at > now ? null : today;
}
