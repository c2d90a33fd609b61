/**
 * Serials of an order's machines, piece by piece: written by staff until the warehouse reads them. Another serial than before takes
 * a reason, and the card of the piece moves with it. Locks: the serials, then the card. rules/warranty#serials
 */
import { ShopError } from "contract/errors.ts";
import type { OrderSerials } from "contract/warranty/desk-warranties.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { noteAct } from "../cards.ts";
import { serialRefused, typedSerial } from "./known-serials.ts";
import { shownSerial } from "./serials.ts";

type LineRow = {
  id: number;
  key: string;
  name: string;
  sku: string;
  prefix: string;
  quantity: number;
  product_id: number;
};

async function linesOf(ctx: Ctx, code: string): Promise<LineRow[]> {
  const { rows } = await sql<LineRow & { is_order: boolean }>`
    select l.id, l.key, l.name, l.sku, p.serial_prefix as prefix, l.quantity, p.id as product_id
    from orders.orders o left join (orders.lines l join catalogue.variants v on v.id = l.variant_id
      join catalogue.products p on p.id = v.product_id and p.warranty_months > 0 and p.serial_prefix <> '') on l.order_id = o.id
    where o.code = ${code} order by l.id`.execute(ctx.sql);
  if (rows.length === 0) throw new ShopError("not_found", { message_key: "order_not_found" });
  return rows.filter(({ id }) => id !== null);
}

/** Throws not_found. */
export async function orderSerials(ctx: Ctx, code: string): Promise<OrderSerials> {
  const lines = await linesOf(ctx, code);
  const { rows } = await sql<{ order_line_id: number; piece: number; serial: string }>`
    select order_line_id, piece, serial from warranty.serials
    where order_line_id = any (${lines.map(({ id }) => id)}::bigint[])`.execute(ctx.sql);
  const at = new Map(rows.map(({ order_line_id, piece, serial }) => [`${order_line_id} ${piece}`, serial]));
  return {
    code,
    lines: lines.map(({ id, quantity, key, name, sku, prefix }) => ({
      ...{ key, name, sku, prefix },
      serials: Array.from({ length: quantity }, (_, index) => {
        const serial = at.get(`${id} ${index + 1}`);
        return serial === undefined ? null : shownSerial(serial);
      }),
    })),
  };
}

type Written = { code: string; key: string; piece: number; serial: string; reason: string };

/** Throws not_found, invalid at `serial` (also of another product) and `reason`, serial_used. */
export async function saveOrderSerial(ctx: Ctx, sent: Written): Promise<OrderSerials> {
  const serial = await typedSerial(ctx, sent.serial);
  const line = (await linesOf(ctx, sent.code)).find(({ key }) => key === sent.key);
  if (!line || sent.piece > line.quantity) throw new ShopError("not_found");
  if (serial.slice(0, -10) !== line.prefix) throw serialRefused("serial_other_product");
  const actor = await ctx.actor();
  await inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    await lockSerials(tx, line.id, sent.piece, serial);
    const { rows: before } = await sql<{ serial: string }>`
      select serial from warranty.serials where order_line_id = ${line.id} and piece = ${sent.piece}`.execute(tx.sql);
    const old = before[0]?.serial;
    if (old === serial) return;
    if (old !== undefined && sent.reason === "")
      throw new ShopError("invalid", { fields: { reason: [{ key: "required" }] } });
    await refuseUsed(tx, serial);
    await moveSerial(tx, { line, piece: sent.piece, serial, old, reason: sent.reason });
  });
  return orderSerials(ctx, sent.code);
}

async function lockSerials(tx: Ctx, lineId: number, piece: number, serial: string): Promise<void> {
  // One change of a piece at a time; a serial that is not known yet has no row to lock.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`serial ${serial}`}, 0))`.execute(tx.sql);
  await sql`select from warranty.serials where serial = ${serial} or (order_line_id = ${lineId} and piece = ${piece})
    order by serial for update`.execute(tx.sql);
}

/** On another piece, sold elsewhere, or with a card of its own. */
async function refuseUsed(tx: Ctx, serial: string): Promise<void> {
  const { rows } = await sql`
    select from warranty.serials s where s.serial = ${serial} and (s.state <> 'unsold'
      or exists (select from warranty.cards c where c.serial = s.serial and c.ended is distinct from 'returned'))`.execute(
    tx.sql,
  );
  if (rows.length > 0) throw new ShopError("serial_used", { fields: { serial: [{ key: "serial_used" }] } });
}

type Move = { line: LineRow; piece: number; serial: string; old: string | undefined; reason: string };

/** What was on the piece is in stock again. */
async function moveSerial(tx: Ctx, { line, piece, serial, old, reason }: Move): Promise<void> {
  const { rows: cards } = await sql<{ id: number }>`
    select id from warranty.cards where order_line_id = ${line.id} and piece = ${piece} for update`.execute(tx.sql);
  if (old !== undefined)
    await sql`update warranty.serials set state = 'unsold', order_line_id = null, piece = null where serial = ${old}`.execute(
      tx.sql,
    );
  await sql`insert into warranty.serials (serial, product_id, state, order_line_id, piece, known_at)
    values (${serial}, ${line.product_id}, 'order', ${line.id}, ${piece}, ${tx.now})
    on conflict (serial) do update set state = 'order', order_line_id = excluded.order_line_id, piece = excluded.piece`.execute(
    tx.sql,
  );
  const [card] = cards;
  if (!card) return;
  await sql`update warranty.cards set serial = ${serial}, version = version + 1 where id = ${card.id}`.execute(tx.sql);
  const moved = old === undefined ? shownSerial(serial) : `${shownSerial(old)} → ${shownSerial(serial)}`;
  await noteAct(tx, card.id, "serial", reason === "" ? moved : `${moved}: ${reason}`);
}
