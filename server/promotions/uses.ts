/**
 * The uses of codes and programmes by an order: locked in the one order, counted, given back and taken again.
 * rules/promotions#codes, rules/promotions#programmes
 */
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { giveBackCodes, retakeCodes } from "./codes.ts";
import { giveBackProgrammes, retakeProgrammes } from "./running-programmes.ts";

/**
 * Locks these programmes and the promotions of these codes by id, then the codes by id: what is read of them then stays so
 * until the transaction ends. A statement each for promotions and codes, none without any.
 */
export async function lockPromotions(
  ctx: Ctx,
  { codes, programmes }: { codes: readonly number[]; programmes: readonly number[] },
): Promise<void> {
  const ids = [...codes];
  if (codes.length + programmes.length > 0)
    await sql`select id from promotions.promotions where id = any(${[...programmes]}::int[]) or id in
      (select promotion_id from promotions.codes where id = any(${ids}::bigint[])) order by id for update`.execute(
      ctx.sql,
    );
  if (codes.length > 0)
    await sql`select id from promotions.codes where id = any(${ids}::bigint[]) order by id for update`.execute(ctx.sql);
}

/** Promotions that codes are issued of: before ledger accounts in the order of locks. Locks them by id against a change. */
export async function lockIssuers(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`select from promotions.promotions where id = any(${[...ids]}::int[]) order by id for key share`.execute(
    ctx.sql,
  );
}

/** Of an order: those it holds, or those it gave back. Programmes without a limit are written by no order. */
async function lockUses(ctx: Ctx, order_ref: string, which: "held" | "given back"): Promise<void> {
  const state = which === "held" ? sql`u.given_back_at is null` : sql`u.given_back_at is not null`;
  const { rows } = await sql<{ codes: number[]; programmes: number[] }>`select
    array(select u.code_id from promotions.code_uses u where u.order_ref = ${order_ref} and ${state}) as codes,
    array(select u.promotion_id from promotions.programme_uses u join promotions.promotions p on p.id = u.promotion_id
      where u.order_ref = ${order_ref} and ${state} and (p.max_uses is not null or p.per_customer is not null))
      as programmes`.execute(ctx.sql);
  for (const uses of rows) await lockPromotions(ctx, uses);
}

/** The uses of an order come back, once, however often this is called. Locks promotions, then codes, by id. */
export function giveBackUses(ctx: Ctx, order_ref: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await lockUses(ctx, order_ref, "held");
    await giveBackCodes(ctx, order_ref);
    await giveBackProgrammes(ctx, order_ref);
  });
}

/**
 * What a lapsed order had used and given back is used again at its old amounts; the window is not asked, for placement
 * decided it. Throws conflict where a limit was reached meanwhile. Locks promotions, then codes, by id.
 */
export function retakeUses(ctx: Ctx, order_ref: string): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await lockUses(ctx, order_ref, "given back");
    await retakeCodes(ctx, order_ref);
    await retakeProgrammes(ctx, order_ref);
  });
}
