/** The rows of a new order: what was sold, as it was that moment. Called by placement, in its transaction. */
import type { Address, ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import type { PlaceInput } from "contract/orders/orders.ts";
import { allocate } from "contract/values/money.ts";
import type { Points } from "contract/values/points.ts";
import { newOrderCode } from "contract/values/public-code.ts";
import type { CartKind } from "../cart/carts.ts";
import { type CodeOutcome, currentLines, type Deals, giftKey, programmeOf } from "../cart/deals.ts";
import type { Amounts } from "../cart/totals.ts";
import type { LineWithVariant } from "../cart/view.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Terms } from "../loyalty/accounts.ts";
import { writeVat } from "./vat.ts";

/** How it is sent, as the order says it. */
export type OrderedDelivery = Pick<ShippingQuote, "code" | "name" | "eta_from" | "eta_to">;

/** What is only a code goes nowhere: it is there on the day it is placed. */
export const NOWHERE: Address = {
  ...{ address_system: "current", city_code: "", district_code: "", ward_code: "", street: "" },
  ...{ type: "home", text: "", legacy_address: null },
};

export type NewOrder = {
  cart_id: string | null;
  input: Pick<PlaceInput, "full_name" | "phone" | "email" | "company_invoice" | "note">;
  buyer: {
    cart: { kind: CartKind } | null;
    session_id: number | null;
    customer_id: number | null;
    unproven_from: Buffer | null;
  };
  hash: Buffer;
  address: Address;
  payment_method: string;
  basket: { lines: readonly LineWithVariant[] };
  quote: OrderedDelivery;
  amounts: Amounts;
  codes: readonly CodeOutcome[];
  deals: Deals;
  /** What it earns, as it was told. */
  terms: Terms;
  /** Of an exchange: what each line takes; otherwise points are shared over the lines. */
  line_points?: ReadonlyMap<string, Points>;
};

/** Answers the order's internal id and its public code. */
export async function writeOrder(ctx: Ctx, order: NewOrder): Promise<{ id: number; code: string }> {
  const { id, code } = await writeHead(ctx, order);
  const lines = lineRows(id, order);
  if (lines.length > 0) await ctx.sql.insertInto("orders.lines").values(lines).execute();
  await writeVat(ctx, id, "placement", order.amounts.vat_groups);
  const adjustments = adjustmentRows(id, order);
  if (adjustments.length > 0) await ctx.sql.insertInto("orders.adjustments").values(adjustments).execute();
  await ctx.sql
    .insertInto("orders.history")
    .values({ order_id: id, status: "waiting_approval", at: ctx.now, actor: await ctx.actor() })
    .execute();
  return { id, code };
}

async function writeHead(ctx: Ctx, order: NewOrder): Promise<{ id: number; code: string }> {
  const { input, buyer, address, quote, amounts } = order;
  for (;;) {
    const written = await ctx.sql
      .insertInto("orders.orders")
      .values({
        code: newOrderCode(),
        kind: buyer.cart?.kind ?? "normal",
        cart_id: order.cart_id,
        request_hash: order.hash,
        session_id: buyer.session_id,
        customer_id: buyer.customer_id,
        unproven_from: buyer.unproven_from,
        locale: ctx.locale,
        status: "waiting_approval",
        ...amounts.totals,
        ...order.terms,
        payment_method: order.payment_method,
        shipping_method: quote.code,
        shipping_unit: quote.name,
        eta_from: quote.eta_from,
        eta_to: quote.eta_to,
        receiver_name: input.full_name,
        receiver_phone: input.phone,
        receiver_email: input.email,
        address: JSON.stringify(address),
        address_text: address.text,
        address_text_legacy: address.legacy_address?.text ?? null,
        company_invoice: input.company_invoice && JSON.stringify(input.company_invoice),
        note: input.note,
        placed_at: ctx.now,
      })
      .onConflict((conflict) => conflict.column("code").doNothing()) // 50 random bits: the second try is never seen
      .returning(["id", "code"])
      .executeTakeFirst();
    if (written) return written;
  }
}

/** The one list of what was taken off: coupon and promo code from goods, then the voucher, then what a code pays of delivery. */
function adjustmentRows(order_id: number, { amounts, codes }: NewOrder) {
  const goods = amounts.adjustments.map((each) => ({ ...each, part: "goods", shares: JSON.stringify(each.shares) }));
  const voucher = amounts.lines.filter((line) => line.voucher > 0).map(({ key, voucher }) => [key, 0 - voucher]);
  const others = codes.flatMap(({ stored: { code, title, promotion }, taken }) => {
    if (promotion.kind !== "voucher" && promotion.kind !== "delivery_coupon") return [];
    const isVoucher = promotion.kind === "voucher";
    const shares = JSON.stringify(isVoucher ? Object.fromEntries(voucher) : {});
    return [
      {
        source: promotion.kind,
        label: title.vi,
        code,
        amount: 0 - taken,
        part: isVoucher ? "voucher" : "delivery",
        shares,
      },
    ];
  });
  return [...goods, ...others].map((each) => ({ order_id, ...each }));
}

/** Whole points by what codes and voucher leave of each line, by its key; equal remainders go to the lower SKU. */
function pointShares({ basket, amounts }: NewOrder): Map<string, Points> {
  const { trade_in, points } = amounts.totals;
  const payable = new Map(amounts.lines.map((line) => [line.key, line.payable]));
  const lines = basket.lines
    .map(({ line, item }) => ({ key: line.key, sku: item.code, payable: payable.get(line.key) ?? 0 }))
    .toSorted((a, b) => (a.sku < b.sku ? -1 : 1));
  const traded = allocate(
    trade_in,
    lines.map((line) => line.payable),
  );
  const parts = allocate(
    points,
    lines.map((line, index) => line.payable - (traded[index] ?? 0)),
  );
  return new Map(lines.map(({ key }, index) => [key, parts[index] ?? 0]));
}

function lineRows(order_id: number, order: NewOrder) {
  const { basket, amounts, deals } = order;
  const points = order.line_points ?? pointShares(order);
  const prices = currentLines(deals, []);
  const sets = new Map(deals.gifts.map((gift) => [giftKey(gift), gift.set_keys]));
  return basket.lines.map(({ line, item }, index) => {
    const amount = amounts.lines[index];
    if (!amount) throw new Error("every line has its amount");
    const { slug, category_slug, name, colour, shipping_class, list_price, commission_rate_bp } = item;
    const { vat_class, vat_rate_bp } = item;
    return {
      order_id,
      key: line.key,
      kind: line.kind,
      variant_id: item.product_id,
      sku: item.code,
      ...{ slug, category_slug, name, colour, shipping_class, list_price, commission_rate_bp },
      ...{ vat_class, vat_rate_bp },
      image: JSON.stringify(item.image),
      quantity: line.quantity,
      unit_price: amount.unit_price,
      line_total: amount.line_total,
      discount: amount.discount,
      voucher: amount.voucher,
      points: points.get(line.key) ?? 0,
      gift_value: line.kind === "gift" ? item.unit_price : null,
      programme_id: programmeOf(deals, prices.get(line.key) ?? line.key)?.promotion.id ?? null,
      set_keys: sets.get(line.key) ?? [],
    };
  });
}
