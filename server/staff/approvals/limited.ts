/**
 * Acts that one person may do up to a limit: the sum of the last hours counts, by what it is summed, by any person, with
 * the requests that wait; so that no splitting gets past it. rules/staff#four-eyes
 */
import { createHmac } from "node:crypto";
import type { Mode } from "contract/staff/rights.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { type Ask, secondPerson } from "../../kernel/second-person.ts";
import { setting } from "../../platform/settings.ts";
import { actingAccount } from "../held.ts";

type Limited = {
  ask: Ask & { amount: number };
  /** How the caller holds the right. */
  modes: readonly Mode[];
  limit: number;
  /** Acts of one person a day of Việt Nam. */
  times: number;
  /** By what it is summed: "order 17", "phone +84…". Stored as keyed hashes. */
  sums: readonly string[];
  /** Only what was done without approval counts: what waits does not, nor what was approved. */
  alone_only?: true;
};

/** In the transaction of the act, which it notes. Throws as `secondPerson`. */
export async function limitedAct(tx: Ctx, { ask, modes, limit, times, sums, alone_only }: Limited): Promise<void> {
  const account_id = await actingAccount(tx);
  if (account_id === null) return;
  const hashes = sums
    .map((text) => createHmac("sha256", tx.config.data_key).update(`limit ${text}`).digest("hex"))
    .sort();
  for (const lock of [...hashes, `account ${account_id}`])
    await sql`select pg_advisory_xact_lock(hashtextextended(${`limited ${ask.kind} ${lock}`}, 0))`.execute(tx.sql);
  const { splitting_hours } = await setting(tx, "approval_limits");
  const { rows } = await sql<{ largest: number; today: number }>`
    select coalesce((select max(total) from (
        select sum(amount)::bigint as total from unnest(${hashes}::text[]) as key join (
          select l.sums, l.amount from staff.limited_acts l
            where l.kind = ${ask.kind} and l.at > clock_timestamp() - make_interval(hours => ${splitting_hours})
          union all
          select p.sums, p.amount from staff.approvals p
            where p.kind = ${ask.kind} and p.state in ('asked', 'approved') and p.subject <> ${ask.subject}
              and p.expires_at > ${tx.now}) acts on key = any (acts.sums)
        group by key) totals), 0)::bigint as largest,
      (select count(*)::int from staff.limited_acts l where l.kind = ${ask.kind} and l.account_id = ${account_id}
        and (l.at at time zone 'Asia/Ho_Chi_Minh')::date = (clock_timestamp() at time zone 'Asia/Ho_Chi_Minh')::date) as today`.execute(
    tx.sql,
  );
  const { largest = 0, today = 0 } = rows[0] ?? {};
  const within = modes.includes("within_limit") && largest + ask.amount <= limit && today < times;
  if (!modes.includes("full") && !within) {
    await secondPerson(tx, { ...ask, ...(!alone_only && { sums: hashes }) });
    if (alone_only) return;
  }
  await tx.sql
    .insertInto("staff.limited_acts")
    .values({ kind: ask.kind, account_id, amount: ask.amount, sums: hashes })
    .execute();
}

const RETAINED_DAYS = 31;

/** Part of the job `sweep`. */
export async function sweepLimitedActs(ctx: Ctx): Promise<void> {
  await sql`delete from staff.limited_acts where at < now() - make_interval(days => ${RETAINED_DAYS})`.execute(ctx.sql);
}
