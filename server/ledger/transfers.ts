/**
 * The writing of transfers with their entries, in one statement, so that every constraint of a balance judges them together.
 * Who calls has locked the accounts. rules/ledger#transfers
 */
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import type { AccountKind } from "./accounts.ts";

/** As declared in ledger.pairs; the database refuses any other. */
export type TransferCode =
  | "activate"
  | "adjust"
  | "earn"
  | "earn_extra"
  | "expire"
  | "give_back"
  | "hold"
  | "release"
  | "reversal"
  | "settle"
  | "spend"
  | "take_back"
  | "take_back_extra"
  | "void";

/** What a movement needs: the demo data is written with as little. */
export type LedgerCtx = Pick<Ctx, "sql" | "now" | "actor">;

/** An entry of an account with lots. Without a lot it is a debt; with a hold it is of what is held. */
export type Part = { account: number; lot?: number; hold?: number; amount: number };

export type Transfer = {
  code: TransferCode;
  kind: AccountKind;
  account: number;
  /** From the account to the shop, from the shop to the account, or within the account. */
  to: "shop" | "account" | "itself";
  amount: number;
  source: string;
  at?: Date;
  reason?: string;
  hold?: number;
  reverses?: number;
  /** Of the account; the shop's own entry follows from them. */
  parts: readonly Part[];
};

/** A source that was written before under its code is left as it is: safe to repeat. Answers the ids of what was written. */
export async function writeTransfers(ctx: LedgerCtx, transfers: readonly Transfer[]): Promise<number[]> {
  if (transfers.length === 0) return [];
  const actor = await ctx.actor();
  const rows = transfers.map(({ code, kind, account, to, amount, source, at, reason, hold, reverses, parts }) => ({
    ...{ code, kind, account, towards: to, amount, source, at: at ?? ctx.now, reason: reason ?? "" },
    ...{ hold: hold ?? null, reverses: reverses ?? null, parts },
  }));
  const { rows: written } = await sql<{ id: number }>`
    with asked as (
      select t.*, s.id as shop, s.kind as shop_kind
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (code text, kind text, account bigint, towards text, amount bigint,
        source text, at timestamptz, reason text, hold bigint, reverses bigint, parts jsonb)
      join ledger.accounts s on s.kind = case t.kind when 'points' then 'points_issued' else 'gift_cards_issued' end),
    written as (
      insert into ledger.transfers (code, from_account, from_kind, to_account, to_kind, amount, source, at, actor, reason, hold_id, reverses)
      select code, case towards when 'account' then shop else account end, case towards when 'account' then shop_kind else kind end,
        case towards when 'shop' then shop else account end, case towards when 'shop' then shop_kind else kind end,
        amount, source, at, ${actor}::actor, reason, hold, reverses from asked
      on conflict (code, source) do nothing returning id, code, source),
    parts as (
      select w.id, p.account, p.lot, p.hold, p.amount, p.n
      from written w join asked a using (code, source)
        cross join lateral (
          select e.account, e.lot, e.hold, e.amount, e.n from rows from (jsonb_to_recordset(a.parts) as (account bigint, lot bigint, hold bigint, amount bigint))
            with ordinality as e (account, lot, hold, amount, n)
          union all
          select a.shop, null, null, case a.towards when 'account' then -a.amount else a.amount end, 1000000 where a.towards <> 'itself') p),
    entered as (
      insert into ledger.entries (transfer_id, account_id, lot_id, hold_id, amount)
      select id, account, lot, hold, amount from parts order by id, n)
    select id from written order by id`.execute(ctx.sql);
  return written.map(({ id }) => id);
}

/** Whether this source was written under this code. */
export async function isWritten(ctx: LedgerCtx, code: TransferCode, source: string): Promise<boolean> {
  const row = await ctx.sql
    .selectFrom("ledger.transfers")
    .select("id")
    .where("code", "=", code)
    .where("source", "=", source)
    .executeTakeFirst();
  return row !== undefined;
}
