/**
 * What may be held by orders whose placer proved no phone. A phone in a form is only typed, and a cookie thrown away is a
 * new visitor: so the session and the IP address are counted beside it, and a caller above the limit is asked for the
 * code of /checkout/otp. No caller is refused: one IP address may be many clients'. docs/decisions/0216
 */
import { createHmac } from "node:crypto";
import { sql } from "kysely";
import { phoneUnconfirmed } from "../../identity/signing-in/phone-proof.ts";
import { ipOf } from "../../kernel/client-address.ts";
import type { Ctx } from "../../kernel/context.ts";
import { inPortions } from "../../platform/cleanup.ts";
import { setting } from "../../platform/settings.ts";
import { takesTooMuch } from "../../promotions/flash-sales.ts";

/** Whose order it is; `unproven_from` is null for a caller who has proved a phone. */
export type Placer = { session_id: number | null; unproven_from: Buffer | null };

/** The caller's IP address as an order stores it: comparable, not readable. */
export function unprovenFrom({ config, client }: Ctx): Buffer {
  return createHmac("sha256", config.signing_key)
    .update(`unproven order ${ipOf(client)}`)
    .digest();
}

/**
 * In the transaction that places, before it locks stock. Orders that wait for their money or for staff hold stock; more
 * of them than the setting allows, with these units, throws phone_unconfirmed. Takes advisory locks of the session and
 * the address, in this order, so that placements at once see each other; two statements, none for a proved caller.
 */
export async function assertMayHold(ctx: Ctx, { session_id, unproven_from }: Placer, units: number): Promise<void> {
  if (unproven_from === null) return;
  const { units_per_session, units_per_address } = await setting(ctx, "unproven_orders");
  const names = [`unproven from ${unproven_from.toString("hex")}`];
  if (session_id !== null) names.unshift(`unproven in ${session_id}`);
  await sql`select pg_advisory_xact_lock(hashtextextended(name, 0)) from unnest(${names}::text[]) as name`.execute(
    ctx.sql,
  );
  const { rows } = await sql<{ in_session: number; from_address: number }>`
    select coalesce(sum(l.quantity) filter (where o.session_id = ${session_id}), 0)::int as in_session,
      coalesce(sum(l.quantity) filter (where o.unproven_from = ${unproven_from}), 0)::int as from_address
    from orders.orders o join orders.lines l on l.order_id = o.id
    where (o.session_id = ${session_id} or o.unproven_from = ${unproven_from})
      and o.unproven_from is not null and o.customer_id is null and o.status = 'waiting_approval'`.execute(ctx.sql);
  const { in_session = 0, from_address = 0 } = rows[0] ?? {};
  const { limit_factor } = ctx.config;
  if (in_session + units > units_per_session * limit_factor) throw phoneUnconfirmed();
  if (from_address + units > units_per_address * limit_factor) throw phoneUnconfirmed();
}

/**
 * In the transaction that places, after the order took its flash-sale items and while it holds their locks. A session may
 * have one customer's maximum of an item, whatever phones it named, and an IP address that of `flash_buyers_per_address`
 * customers. Throws phone_unconfirmed beyond. One statement, none for a proved caller.
 */
export async function assertFlashShare(
  ctx: Ctx,
  { session_id, unproven_from }: Placer,
  order_code: string,
): Promise<void> {
  if (unproven_from === null) return;
  const { flash_buyers_per_address } = await setting(ctx, "unproven_orders");
  const buyers = flash_buyers_per_address * ctx.config.limit_factor;
  if (await takesTooMuch(ctx, { order_ref: order_code, session_id, unproven_from, buyers })) throw phoneUnconfirmed();
}

const RETAINED_DAYS = 30; // ASSUMED(0216): no unpaid order waits longer (settings: transfer_deadline_hours)

/** Where an order came from is forgotten after a month. Safe to repeat. */
export async function sweepUnproven(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - RETAINED_DAYS * 86_400_000);
  await inPortions((portion) =>
    sql`update orders.orders set unproven_from = null where id in (
      select id from orders.orders where unproven_from is not null and placed_at < ${before}
      order by id limit ${portion} for update skip locked)`.execute(ctx.sql),
  );
}
