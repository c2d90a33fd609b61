/**
 * An order sent elsewhere before it has left. Amounts were agreed, so only a place counts that the same method reaches for
 * the same fee, from the same warehouse: anything else is a new order. Spec §7 set-shipping-address/{order};
 * docs/decisions/0146-changing-an-orders-place.md
 */
import { ShopError } from "contract/errors.ts";
import type { Address } from "contract/fulfilment/fulfilment.ts";
import { canChangeAddress } from "contract/orders/orders.ts";
import { sql } from "kysely";
import { deliveryAreaOf } from "../fulfilment/addresses.ts";
import type { Parcel } from "../fulfilment/fees.ts";
import { quotes } from "../fulfilment/quotes.ts";
import { warehousesFor } from "../fulfilment/rates.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { lockPayable } from "../payments/attempts.ts";
import type { StoredOrder } from "./view.ts";

export type Destination = { address: Address; full_name: string; phone: string };

/**
 * Throws state_conflict once it is delivering or cancelled, shipping_unavailable where it would cost something else or
 * come from elsewhere. Takes the payable lock, then the order's row. Safe to repeat.
 */
export async function changeAddress(ctx: Ctx, order: StoredOrder, to: Destination): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockPayable(ctx, order.code);
    if (!canChangeAddress(order.status)) throw tooLate();
    const actor = await ctx.actor();
    const laterDays = await assertSameService(ctx, order, to.address);
    // One conditional update and its row of history: an order that has moved on meanwhile stays as it is.
    const { rows } = await sql`
      with changed as (
        update orders.orders set address = ${JSON.stringify(to.address)}::jsonb, address_text = ${to.address.text},
          address_text_legacy = ${to.address.legacy_address?.text ?? null},
          receiver_name = ${to.full_name}, receiver_phone = ${to.phone},
          eta_from = eta_from + ${laterDays.from}::int, eta_to = eta_to + ${laterDays.to}::int
        where id = ${order.id} and status = ${order.status}
        returning id, status)
      insert into orders.history (order_id, status, event, at, actor)
      select id, status, 'address', ${ctx.now}, ${actor} from changed
      returning id`.execute(ctx.sql);
    if (rows.length !== 1) throw tooLate();
  });
}

/** Days by which the new place is later; both are quoted now, so a changed price list does not stand in the way. */
async function assertSameService(ctx: Ctx, order: StoredOrder, to: Address): Promise<{ from: number; to: number }> {
  const parcels = await parcelsOf(ctx, order.id);
  const [before, after] = await Promise.all(
    [order.address, to].map(async (address) => {
      const offers = await quotes(ctx, { parcels, address });
      const offer = offers.find(({ code, available }) => code === order.shipping_method && available);
      const [origin] = await warehousesFor(ctx, deliveryAreaOf(address).region);
      if (!offer) throw new ShopError("shipping_unavailable");
      return { offer, origin: origin?.code };
    }),
  );
  if (!before || !after) throw new ShopError("shipping_unavailable");
  if (before.origin !== after.origin) throw elsewhere("address_other_warehouse");
  const due = ({ offer }: typeof before) => offer.fee - offer.fee_discount;
  if (due(before) !== due(after)) throw elsewhere("address_other_fee");
  return {
    from: daysBetween(before.offer.eta_from, after.offer.eta_from),
    to: daysBetween(before.offer.eta_to, after.offer.eta_to),
  };
}

async function parcelsOf(ctx: Ctx, order_id: number): Promise<Parcel[]> {
  const { rows } = await sql<Parcel>`
    select l.shipping_class, p.weight_grams, p.length_mm, p.width_mm, p.height_mm, l.quantity,
      (l.line_total - l.discount)::dong as amount
    from orders.lines l
    join catalogue.variants v on v.id = l.variant_id
    join catalogue.products p on p.id = v.product_id
    where l.order_id = ${order_id} and l.kind = 'bought' order by l.id`.execute(ctx.sql);
  return rows;
}

const DAY_MS = 86_400_000;

const daysBetween = (one: string, other: string) => Math.round((Date.parse(other) - Date.parse(one)) / DAY_MS);

const tooLate = () => new ShopError("state_conflict", { message_key: "address_too_late" });

const elsewhere = (message_key: string) => new ShopError("shipping_unavailable", { message_key });
