/**
 * Codes as they are stored: looked up as they are typed, read for the calculation, used by an order and given back. A use is
 * counted under the lock of its promotion and its code, so that no limit is ever passed; a customer is a phone number, stored
 * as a digest, and the signed-in account. rules/promotions#codes
 */
import { createHash } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { Rank } from "contract/loyalty/ranks.ts";
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import { codeForm } from "contract/promotions/typed-code.ts";
import type { Dong } from "contract/values/money.ts";
import { newOrderCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import type { Words } from "../platform/settings.ts";
import type { Action, Conditions, Promotion, Situation } from "./engine/promotion.ts";

/** Whose order it would be; a phone that is not known yet is empty. */
export type CodeCaller = { customer_id: number | null; phone: string };

export type StoredCode = {
  id: number;
  digest: Buffer;
  code: string;
  title: Words;
  promotion: Promotion & { kind: CodeSlot };
  is_owned: boolean;
  /** Of the caller, the same for each code. */
  account: Situation["account"];
  is_first_order: boolean;
};

type Row = {
  id: number;
  digest: Buffer;
  code: string | null;
  title: Words;
  promotion_id: number;
  kind: CodeSlot;
  action: Action;
  conditions: Conditions;
  starts_at: Date;
  ends_at: Date;
  combines: boolean;
  is_without_minimum: boolean;
  is_owned: boolean;
  uses_left: number | null;
  customer_uses_left: number | null;
  budget_left: Dong | null;
  is_own: boolean;
  rank: Rank | null;
  is_first_order: boolean;
};

/** The digest of a code as it is typed. Null where its form has more than a code may have: letters A to Z and digits. */
export function codeDigest(typed: string): Buffer | null {
  const code = codeForm(typed);
  return /^[A-Z0-9]{3,40}$/.test(code) ? createHash("sha256").update(code).digest() : null;
}

type Which = { ids: readonly number[] } | { digests: readonly Buffer[] } | "shown";

/** Listed ones stay in the list for so long after their end. ASSUMED(0361) */
const SHOWN_DAYS_AFTER = 180;

/**
 * By id. `shown`: listed ones and the caller's own, at most 200, those that are not over first. One statement. Locks nothing.
 */
export async function findCodes(ctx: Ctx, which: Which, caller: CodeCaller): Promise<StoredCode[]> {
  const asked =
    which === "shown"
      ? sql`(p.is_listed and not c.is_owned and c.code is not null
            and p.ends_at > ${ctx.now}::timestamptz - make_interval(days => ${SHOWN_DAYS_AFTER}))
          or c.customer_id = ${caller.customer_id}`
      : "ids" in which
        ? sql`c.id = any(${[...which.ids]}::bigint[])`
        : sql`c.digest = any(${[...which.digests]}::bytea[])`;
  const { customer_id, phone } = caller;
  const { rows } = await sql<Row>`
    select c.id, c.digest, coalesce(c.code, c.hint) as code, p.title, p.id as promotion_id, p.kind, p.action, p.conditions,
      coalesce(c.starts_at, p.starts_at) as starts_at, coalesce(c.ends_at, p.ends_at) as ends_at, p.combines,
      c.is_without_minimum, c.is_owned, least(p.max_uses - p.used, c.max_uses - c.used) as uses_left,
      p.per_customer - (select count(*)::int from promotions.code_uses u where u.promotion_id = p.id and u.given_back_at is null
        and (u.buyer = ${buyerDigest(phone)}
          or u.order_ref in (select o.code from orders.orders o where o.customer_id = ${customer_id}))) as customer_uses_left,
      (p.budget - p.spent)::dong as budget_left, not c.is_owned or coalesce(c.customer_id = ${customer_id}, false) as is_own,
      (select a.rank from loyalty.accounts a where a.customer_id = ${customer_id}) as rank,
      not exists (select from orders.orders o where o.status <> 'cancelled'
        and (o.customer_id = ${customer_id} or (o.receiver_phone = ${phone} and ${phone} <> ''))) as is_first_order
    from promotions.codes c join promotions.promotions p on p.id = c.promotion_id
    where ${asked}
    order by ${which === "shown" ? sql`coalesce(c.ends_at, p.ends_at) > ${ctx.now} desc, c.is_owned desc,` : sql``} c.id
    limit 200`.execute(ctx.sql);
  return rows.map((row) => storedCode(row, caller));
}

function storedCode(row: Row, { customer_id }: CodeCaller): StoredCode {
  const { id, digest, code, title, promotion_id, rank, is_first_order, is_without_minimum, is_owned } = row;
  const { kind, action, starts_at, ends_at, combines, uses_left, customer_uses_left, budget_left, is_own } = row;
  const { min_order: _minimum, ...conditions } = row.conditions;
  return {
    ...{ id, digest, title, is_first_order, is_owned },
    account: customer_id === null ? null : { kind: "customer", rank },
    code: code ?? "",
    promotion: {
      ...{ id: promotion_id, kind, action, starts_at, ends_at, combines, combines_with: null, priority: 0 },
      conditions: is_without_minimum ? conditions : row.conditions,
      ...{ uses_left, customer_uses_left, budget_left, is_own },
    },
  };
}

/** What an order takes off by its codes is a use of each. The codes are locked (`lockPromotions`) and were read under that lock. */
export async function redeemCodes(
  ctx: Ctx,
  order: { order_ref: string; buyer: string; uses: readonly { code_id: number; amount: Dong }[] },
): Promise<void> {
  if (order.uses.length === 0) return;
  await sql`
    with uses as (select * from jsonb_to_recordset(${JSON.stringify(order.uses)}::jsonb) as u (code_id bigint, amount dong)),
      counted as (
        update promotions.codes c set used = c.used + 1 from uses u where c.id = u.code_id
        returning c.id, c.promotion_id, u.amount),
      summed as (
        update promotions.promotions p set used = p.used + s.times, spent = p.spent + s.amount
        from (select promotion_id, count(*)::int as times, sum(amount)::dong as amount from counted group by 1) s
        where p.id = s.promotion_id)
    insert into promotions.code_uses (code_id, order_ref, promotion_id, buyer, amount, used_at)
    select id, ${order.order_ref}, promotion_id, ${buyerDigest(order.buyer)}::bytea, amount, ${ctx.now}::timestamptz
    from counted`.execute(ctx.sql);
}

/** As many codes of a promotion into a wallet, each used once; answers their ids. The promotion is locked, or its lock comes first. */
export async function issueCodes(
  ctx: Ctx,
  {
    promotion_id,
    customer_id,
    count,
    ends_at,
  }: { promotion_id: number; customer_id: number; count: number; ends_at: Date },
): Promise<number[]> {
  const codes = Array.from({ length: count }, () => {
    const code = newOrderCode();
    const digest = codeDigest(code);
    if (!digest) throw new Error("a new code has the form of one");
    return { promotion_id, digest, code, is_owned: true, customer_id, starts_at: ctx.now, ends_at, max_uses: 1 };
  });
  const written = await ctx.sql.insertInto("promotions.codes").values(codes).returning("id").execute();
  return written.map(({ id }) => id);
}

/** A voucher that comes back is valid as long as it was, at least so many days, and without its minimum. rules/promotions#codes */
const RETURNED_DAYS = 14;

/** Once, however often this is called. What is given back is locked by the caller. */
export async function giveBackCodes(ctx: Ctx, order_ref: string): Promise<void> {
  await sql`
    with back as (
      update promotions.code_uses set given_back_at = ${ctx.now}
      where order_ref = ${order_ref} and given_back_at is null returning code_id, promotion_id, amount),
    counted as (
      update promotions.codes c set used = c.used - 1,
        is_without_minimum = c.is_without_minimum or (c.is_owned and p.kind = 'voucher'),
        ends_at = case when c.is_owned and p.kind = 'voucher'
          then greatest(coalesce(c.ends_at, p.ends_at), ${ctx.now}::timestamptz + make_interval(days => ${RETURNED_DAYS}))
          else c.ends_at end
      from back b, promotions.promotions p where c.id = b.code_id and p.id = c.promotion_id)
    update promotions.promotions p set used = p.used - s.times, spent = p.spent - s.amount
    from (select promotion_id, count(*)::int as times, sum(amount)::dong as amount from back group by 1) s
    where p.id = s.promotion_id`.execute(ctx.sql);
}

/** Throws conflict where a limit was reached meanwhile. What is taken again is locked by the caller. */
export async function retakeCodes(ctx: Ctx, order_ref: string): Promise<void> {
  const { rows } = await sql<{ code_id: number; amount: Dong }>`select code_id, amount from promotions.code_uses
    where order_ref = ${order_ref} and given_back_at is not null`.execute(ctx.sql);
  if (rows.length === 0) return;
  const { receiver_phone: buyer, customer_id } = await ctx.sql
    .selectFrom("orders.orders")
    .select(["receiver_phone", "customer_id"])
    .where("code", "=", order_ref)
    .executeTakeFirstOrThrow();
  const ids = rows.map((row) => row.code_id);
  for (const { id, promotion } of await findCodes(ctx, { ids }, { customer_id, phone: buyer })) {
    const { uses_left, customer_uses_left, budget_left, is_own } = promotion;
    const amount = rows.find((row) => row.code_id === id)?.amount ?? 0;
    const isSpent = [uses_left, customer_uses_left].some((left) => left !== null && left < 1);
    if (isSpent || !is_own || (budget_left !== null && budget_left < amount))
      throw new ShopError("conflict", { message_key: "code_used_up" });
  }
  await ctx.sql
    .deleteFrom("promotions.code_uses")
    .where("order_ref", "=", order_ref)
    .where("given_back_at", "is not", null)
    .execute();
  await redeemCodes(ctx, { order_ref, buyer, uses: rows });
}

/** Reaction to person_erased: what was in the wallet is nobody's. */
export async function eraseWallet(ctx: Ctx, customer_id: number): Promise<void> {
  await ctx.sql.deleteFrom("promotions.given_vouchers").where("customer_id", "=", customer_id).execute();
  await ctx.sql
    .updateTable("promotions.codes")
    .set({ customer_id: null })
    .where("customer_id", "=", customer_id)
    .execute();
}

export function buyerDigest(phone: string): Buffer {
  return createHash("sha256").update(`code buyer\n${phone}`).digest();
}
