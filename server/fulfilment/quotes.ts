/**
 * Delivery quotes for items and a place, from the rate table, the warehouse of the region and the calendar. An order is
 * charged the `fee` and `fee_discount` of the quote with the chosen code, computed again at placement.
 * Spec §7 all-ship-fee; rules/fulfilment#quotes; docs/decisions/0020-delivery-fees.md
 */
import { ShopError } from "contract/errors.ts";
import type { ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { businessDay } from "contract/values/locale.ts";
import { sql } from "kysely";
import { dealJoins } from "../catalogue/products/public-prices.ts";
import type { Ctx } from "../kernel/context.ts";
import { type Destination, deliveryAreaOf } from "./addresses.ts";
import { type Parcel, type Quote, quote } from "./fees.ts";
import { carrierName, rateTable, warehouseArea, warehousesFor } from "./rates.ts";

/**
 * A quote of every carrier: available ones first, cheapest first, then the others with their reason. Without items there are
 * none. No statement while the table is memoised. Throws shipping_unavailable when no warehouse delivers to the region or the
 * ward no longer exists.
 */
export async function quotes(
  ctx: Ctx,
  { parcels, address }: { parcels: readonly Parcel[]; address: Destination },
): Promise<ShippingQuote[]> {
  const to = deliveryAreaOf(address);
  const table = await rateTable(ctx);
  const [origin] = await warehousesFor(ctx, to.region, table);
  if (!origin) throw new ShopError("shipping_unavailable");
  const name = (code: string) => carrierName(table, code, ctx.locale);
  const offers = quote(table.rates, parcels, warehouseArea(origin), to);
  const fastest = fastestOf(offers);
  return offers.map((offer, index) => ({
    code: offer.carrier.code,
    carrier: name(offer.carrier.code),
    name: nameOf(offer, name),
    fee: offer.fee,
    fee_discount: offer.fee_discount,
    eta_from: dayAfter(ctx.now, offer.days_from),
    eta_to: dayAfter(ctx.now, offer.days_to),
    shipments: offer.shipments.map((each) => ({
      shipping_class: each.shipping_class,
      service: each.carrier.code,
      name: name(each.carrier.code),
      fee: each.fee,
      fee_discount: each.fee_discount,
      chargeable_grams: each.chargeable_grams,
      eta_from: dayAfter(ctx.now, each.days_from),
      eta_to: dayAfter(ctx.now, each.days_to),
    })),
    inspection_allowed:
      offer.carrier.inspection_allowed && offer.shipments.every((each) => each.carrier.inspection_allowed),
    available: offer.unavailable_reason === null,
    unavailable_reason: offer.unavailable_reason,
    fastest: offer === fastest,
    cheapest: index === 0 && offer.unavailable_reason === null,
  }));
}

/** One unit of a product at its current price. Throws not_found for a product that is not sold. One statement. */
export async function parcelOf(ctx: Ctx, product_id: number): Promise<Parcel> {
  const { rows } = await sql<Parcel>`
    select p.shipping_class, p.weight_grams, p.length_mm, p.width_mm, p.height_mm, 1 as quantity,
      coalesce(g.price, f.price, catalogue.current_price(pr, ${ctx.now}::timestamptz))::dong as amount
    from catalogue.variants v
    join catalogue.prices pr on pr.variant_id = v.id
    join catalogue.products p on p.id = v.product_id
    join catalogue.categories c on c.id = p.category_id
    ${dealJoins(ctx.now, sql`array[c.id, c.parent_id]`)}
    where v.id = ${product_id} and p.status = 'active'`.execute(ctx.sql);
  const [parcel] = rows;
  if (!parcel) throw new ShopError("not_found");
  return parcel;
}

/** "Viettel Post + Giao lắp tận nhà": every carrier of the delivery, once each. */
function nameOf(offer: Quote, name: (code: string) => string): string {
  const codes = new Set([offer.carrier.code, ...offer.shipments.map((each) => each.carrier.code)]);
  return [...codes].map(name).join(" + ");
}

/**
 * The available quote whose last shipment arrives first. Undefined where two have the same days: marking one would be untrue,
 * and marking both would tell no more than the days do.
 */
function fastestOf(offers: readonly Quote[]): Quote | undefined {
  const bySpeed = (a: Quote, b: Quote) => a.days_to - b.days_to || a.days_from - b.days_from;
  const [first, second] = offers.filter((each) => each.unavailable_reason === null).toSorted(bySpeed);
  return first && second && bySpeed(first, second) === 0 ? undefined : first;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** Calendar days on the shop's clock, counted from today as if the order were confirmed now. */
function dayAfter(now: Date, days: number): string {
  return businessDay(now.getTime() + days * DAY_MS);
}
