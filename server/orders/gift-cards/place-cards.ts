/**
 * Placement of an order of gift cards alone: nothing is delivered, nothing lowers it, and money alone pays it, before the cards
 * are there. They are opened and the order is completed in the transaction in which it is paid. rules/loyalty#gift-cards
 */
import { createHash } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import type { CardOrderInput } from "contract/orders/gift-cards.ts";
import type { Placed } from "contract/orders/orders.ts";
import { emptyImageId } from "contract/values/images.ts";
import { businessDay } from "contract/values/locale.ts";
import { callerOf } from "../../calls/idempotency.ts";
import { newLineKey } from "../../cart/carts.ts";
import { dealsOf, NO_PROMOTIONS } from "../../cart/deals.ts";
import { totals } from "../../cart/totals.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { termsOf } from "../../loyalty/accounts.ts";
import { cardProduct } from "../../loyalty/gift-cards/product.ts";
import { assertMayPay } from "../../payments/methods.ts";
import { openPayment } from "../../payments/payments.ts";
import { assertMethod, assertShown, placed, quickRepeat } from "../place-order.ts";
import { NOWHERE, writeOrder } from "../write.ts";

type CardBuyer = { session_id: number | null; customer_id: number | null; is_unkeyed: boolean };

/** VAT is due when a card is used, not when it is bought. */
const NO_VAT = 0;

/** Throws invalid, price_changed, payment_unavailable. Safe to repeat: the same unkeyed request is one order. */
export function placeCards(ctx: Ctx, input: CardOrderInput, buyer: CardBuyer): Promise<Placed> {
  assertMethod(input);
  const { session_id: _token, lang: _lang, expected_total: _total, ...asked } = input;
  const { session_id: id, customer_id } = buyer;
  const who = callerOf(ctx, id === null ? null : { id, customer_id });
  const hash = createHash("sha256")
    .update(`gift cards ${who}\n${JSON.stringify(asked)}`)
    .digest();
  return inTransaction(ctx, async (ctx) => {
    const earlier = await quickRepeat(ctx, input, buyer, hash);
    if (earlier) return placed(ctx, earlier);
    const { sku, quantity, payment_method } = input;
    const product = await cardProduct(ctx);
    const value = product.values.find((each) => each.sku === sku)?.value;
    if (value === undefined) throw new ShopError("invalid", { fields: { sku: [{ key: "required_choice" }] } });
    const key = newLineKey();
    const price = { list_price: value, unit_price: value, flash_sale: false, vat_rate_bp: NO_VAT };
    const amounts = totals([{ key, kind: "bought", quantity, ...price }]);
    const { total, cash } = amounts.totals;
    assertShown(input, total);
    await assertMayPay(ctx, payment_method, { amount: total, minutes: null, has_delivery: false });
    const today = businessDay(ctx.now);
    const { id: order_id, code } = await writeOrder(ctx, {
      ...{ cart_id: null, hash, payment_method, amounts, basket: { lines: [] }, codes: [], address: NOWHERE },
      input: { ...input, company_invoice: null, note: "" },
      buyer: { ...buyer, cart: null, unproven_from: null },
      quote: { code: "", name: "", eta_from: today, eta_to: today },
      deals: dealsOf(ctx, [], NO_PROMOTIONS, { payment_method, shipping_method: "", city_code: null }),
      // Buying a card earns nothing; what it pays for does.
      terms: { ...(await termsOf(ctx, customer_id)), earn_rate_bp: 0 },
    });
    const { slug, name, names } = product;
    await ctx.sql
      .insertInto("orders.lines")
      .values({
        ...{ order_id, key, sku, slug, quantity, name: names.vi, variant_id: null, card_value: value },
        ...{ category_slug: "", colour: null, image: JSON.stringify({ id: emptyImageId("orders"), alt: name }) },
        ...{ shipping_class: "", commission_rate_bp: 0, vat_class: "standard", vat_rate_bp: NO_VAT },
        ...{ list_price: value, unit_price: value, line_total: total },
      })
      .execute();
    const { uid_payment, ...payment } = await openPayment(ctx, {
      ...{ order_code: code, method: payment_method, total, cash, has_delivery: false },
    });
    await ctx.announce(ctx, "order_placed", { order_code: code, total });
    return { order_code: code, uid_payment, status: "waiting_approval", totals: amounts.totals, payment };
  });
}
