/**
 * Vouchers the shop gives by itself: in the month of a birthday by the exact rank, once a calendar year, to nobody under
 * sixteen; at a rank, once for each; to a new account. rules/promotions#given-vouchers
 */
import type { Dong } from "contract/values/money.ts";
import { newOrderCode } from "contract/values/public-code.ts";
import { type RawBuilder, sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { endOfDays, endOfMonth } from "../ledger/periods.ts";
import { notify } from "../notifications/notifications.ts";
import { codeDigest } from "./codes.ts";

/** As points: rules/loyalty#who. */
const MIN_AGE = 16; // ASSUMED(0327)
/** Accounts in one transaction, and transactions in one turn of the job; the next night goes on. */
const BATCH_ACCOUNTS = 200;
const MAX_BATCHES = 500;

type Due = { customer_id: number; promotion_id: number; occasion: string; amount: Dong; given_days: number | null };

/** The job `give_vouchers`. Safe to repeat and to interrupt. */
export async function giveVouchers(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await giveBatch(ctx)) < BATCH_ACCOUNTS) break;
  }
}

/**
 * Two nights at once give each voucher once: the row of the occasion is unique, and a code without one is not kept. The ledger of
 * an account is not touched.
 */
function giveBatch(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (ctx) => {
    const due = await dueVouchers(ctx);
    if (due.length === 0) return 0;
    const codes = due.map((each) => {
      const code = `QT${newOrderCode()}`;
      const digest = codeDigest(code)?.toString("hex");
      return {
        ...each,
        code,
        digest,
        ends_at: each.given_days ? endOfDays(ctx.now, each.given_days) : endOfMonth(ctx.now, 0),
      };
    });
    const { rows: given } = await sql<{ customer_id: number; occasion: string }>`
      with wanted as (select * from jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) as w (customer_id bigint,
          promotion_id integer, occasion text, code text, digest text, ends_at timestamptz)),
        made as (
          insert into promotions.codes (promotion_id, digest, code, is_owned, customer_id, starts_at, ends_at, max_uses)
          select promotion_id, decode(digest, 'hex'), code, true, customer_id, ${ctx.now}::timestamptz, ends_at, 1 from wanted
          returning id, code)
      insert into promotions.given_vouchers (customer_id, occasion, code_id, given_at)
      select w.customer_id, w.occasion, m.id, ${ctx.now}::timestamptz from wanted w join made m using (code)
      order by w.customer_id, w.occasion
      returning customer_id, occasion`.execute(ctx.sql);
    for (const { customer_id, occasion, amount, ends_at } of codes) {
      const day = new Date(ends_at.getTime() - 1000).toISOString();
      await notify(ctx, { customer_id, kind: "voucher_given", subject: occasion, facts: { amount, day } });
    }
    return given.length;
  });
}

/**
 * What active accounts are due today and were not given, at most a batch. Locks these accounts, so that another process waits and
 * then finds nothing due. The dearer one of an occasion is given.
 */
async function dueVouchers(ctx: Ctx): Promise<Due[]> {
  const today = sql`(${ctx.now}::timestamptz at time zone 'Asia/Ho_Chi_Minh')::date`;
  const isDue = (occasion: RawBuilder<unknown>) => sql`not exists (select from promotions.given_vouchers v
    where v.customer_id = c.id and v.occasion = ${occasion})`;
  const { rows: found } = await sql<Due>`
    with running as (
      select p.id, p.given_for, p.given_rank, p.given_days, (p.action ->> 'amount')::dong as amount, p.starts_at
      from promotions.promotions p
      where p.given_for is not null and p.starts_at <= ${ctx.now}::timestamptz and p.ends_at > ${ctx.now}::timestamptz
        and coalesce(p.used < p.max_uses, true)),
    due as (
      select c.id as customer_id, r.id as promotion_id, 'birthday:' || extract(year from ${today}) as occasion, r.amount, r.given_days
      from identity.customers c left join loyalty.accounts a on a.customer_id = c.id
      join running r on r.given_for = 'birthday' and coalesce(r.given_rank = coalesce(a.rank, 'member'), true)
      where c.status = 'active' and extract(month from c.birthday) = extract(month from ${today})
        and c.birthday + make_interval(years => ${MIN_AGE}) <= ${today}
        and ${isDue(sql`'birthday:' || extract(year from ${today})`)}
      union all
      select c.id, r.id, 'rank:' || a.rank, r.amount, r.given_days
      from running r join loyalty.accounts a on a.rank = r.given_rank join identity.customers c on c.id = a.customer_id
      where r.given_for = 'rank' and c.status = 'active' and ${isDue(sql`'rank:' || a.rank`)}
      union all
      select c.id, r.id, 'welcome', r.amount, r.given_days
      from running r join identity.customers c on c.created_at >= r.starts_at
      where r.given_for = 'welcome' and c.status = 'active' and ${isDue(sql`'welcome'`)})
    select distinct on (customer_id, occasion) customer_id, promotion_id, occasion, amount, given_days from due
    order by customer_id, occasion, amount desc, promotion_id limit ${BATCH_ACCOUNTS}`.execute(ctx.sql);
  if (found.length === 0) return [];
  const ids = [...new Set(found.map(({ customer_id }) => customer_id))];
  await sql`select id from identity.customers where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    ctx.sql,
  );
  const { rows: given } = await sql<Pick<Due, "customer_id" | "occasion">>`
    select customer_id, occasion from promotions.given_vouchers where customer_id = any(${ids}::bigint[])`.execute(
    ctx.sql,
  );
  const isGiven = (due: Due) =>
    given.some((each) => each.customer_id === due.customer_id && each.occasion === due.occasion);
  return found.filter((due) => !isGiven(due));
}
