/**
 * The codes of a cart: put in, taken out, and the list of those it could have. A code that does not fit is refused with the
 * first condition that fails; one that fits and stops fitting later stays and says why. Spec §5, §7 Coupons;
 * rules/promotions#codes
 */
import type { ShownCode } from "contract/cart/codes.ts";
import { ShopError } from "contract/errors.ts";
import type { CodeSlot } from "contract/promotions/promotions.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { codeDigest, findCodes } from "../promotions/codes.ts";
import type { CartView } from "./cart.ts";
import { type CartRef, findCart, lockCart, type StoredCart } from "./carts.ts";
import { type CodeOutcome, codeOnWire, codeOutcomes, dealsOf, NO_PROMOTIONS, refusedCode } from "./deals.ts";
import {
  choicesOf,
  dealsOfCart,
  type LineWithVariant,
  linesWithVariants,
  promotionsOf,
  quotesFor,
  sendersOf,
  viewCart,
} from "./view.ts";

type Typed = { cart_id?: string | undefined; code: string; replace?: boolean | undefined };

/** Throws not_found, coupon_slot_taken, or invalid at `code`. Locks the cart. Safe to repeat. */
export function addCode(ctx: Ctx, ref: CartRef, { cart_id, code, replace = false }: Typed): Promise<CartView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = namedCart(await lockCart(ctx, ref), cart_id);
    const digest = codeDigest(code);
    const [stored] = digest ? await findCodes(ctx, { digests: [digest] }, callerOf(cart)) : [];
    if (!stored) throw refusedCode(ctx, { why: "unknown" });
    const slot = stored.promotion.kind;
    const held = cart.codes.find((each) => each.slot === slot);
    if (held && held.code_id !== stored.id && !replace) throw new ShopError("coupon_slot_taken");
    const others = cart.codes.filter((each) => each.slot !== slot);
    const wanted = { ...cart, codes: [...others, { slot, code_id: stored.id }] };
    const lines = await selectedLines(ctx, cart);
    const outcomes = codeOutcomes(await dealsOfCart(ctx, wanted, lines), await quoteOf(ctx, cart, lines));
    const failure = outcomes.find((each) => each.stored.id === stored.id)?.failure;
    if (failure) throw refusedCode(ctx, failure);
    await sql`insert into cart.codes (cart, slot, code_id) values (${cart.id}, ${slot}, ${stored.id})
      on conflict (cart, slot) do update set code_id = excluded.code_id`.execute(ctx.sql);
    return viewCart(ctx, wanted, ref.kind);
  });
}

/** Throws not_found. Locks the cart. Safe to repeat. */
export function removeCode(ctx: Ctx, ref: CartRef, slot: CodeSlot, cart_id?: string): Promise<CartView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = namedCart(await lockCart(ctx, ref), cart_id);
    await ctx.sql.deleteFrom("cart.codes").where("cart", "=", cart.id).where("slot", "=", slot).execute();
    return viewCart(ctx, { ...cart, codes: cart.codes.filter((each) => each.slot !== slot) }, ref.kind);
  });
}

/** Codes that fit first, those that take off most before the others. Throws not_found for a cart that is not the caller's. */
export async function listCodes(ctx: Ctx, ref: CartRef | null, cart_id?: string): Promise<ShownCode[]> {
  const found = ref && (await findCart(ctx, ref));
  if (cart_id && found?.cart_id !== cart_id) throw new ShopError("not_found");
  const caller = found ? callerOf(found) : { customer_id: ref?.owner.customer_id ?? null, phone: "" };
  const shown = await findCodes(ctx, "shown", caller);
  const lines = found ? await selectedLines(ctx, found) : [];
  const { codes: chosen, programmes } = found ? await promotionsOf(ctx, found) : NO_PROMOTIONS;
  const warehouses = await sendersOf(ctx, { codes: chosen, programmes }, found?.address ?? null);
  const quote = found && (await quoteOf(ctx, found, lines));
  const choices = found ? choicesOf(found) : { payment_method: null, shipping_method: null, city_code: null };
  const judged = shown.map((stored): ShownCode => {
    const beside = chosen.filter(({ promotion }) => promotion.kind !== stored.promotion.kind);
    const outcomes = codeOutcomes(
      dealsOf(ctx, lines, { codes: [...beside, stored], programmes }, choices, warehouses),
      quote,
    );
    const outcome = outcomes.find((each) => each.stored === stored) ?? { stored, taken: 0, cut: 0, failure: null };
    return shownCode(ctx, outcome, found?.codes.some(({ code_id }) => code_id === stored.id) ?? false);
  });
  return judged.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.amount - a.amount);
}

const callerOf = ({ customer_id, receiver_phone }: StoredCart) => ({ customer_id, phone: receiver_phone });

function namedCart(cart: StoredCart | null, cart_id: string | undefined): StoredCart {
  if (!cart || (cart_id && cart_id !== cart.cart_id)) throw new ShopError("not_found");
  return cart;
}

function selectedLines(ctx: Ctx, cart: StoredCart): Promise<LineWithVariant[]> {
  return linesWithVariants(
    ctx,
    cart.lines.filter((line) => line.selected),
  );
}

/** The cart's own delivery before any delivery coupon; null until it is chosen. */
async function quoteOf(ctx: Ctx, cart: StoredCart, lines: readonly LineWithVariant[]) {
  if (!cart.address || lines.length === 0) return null;
  const quotes = await quotesFor(ctx, lines, cart.address, null);
  return quotes.find((each) => each.code === cart.shipping_method && each.available) ?? null;
}

function shownCode(ctx: Ctx, outcome: CodeOutcome, isChosen: boolean): ShownCode {
  const { promotion, is_owned: isOwned } = outcome.stored;
  return {
    ...codeOnWire(ctx, outcome),
    state: stateOf(outcome),
    is_chosen: isChosen,
    is_own: isOwned,
    starts_at: promotion.starts_at.toISOString(),
    ends_at: promotion.ends_at.toISOString(),
    minimum_order: promotion.conditions.min_order ?? 0,
  };
}

const ORDER: readonly ShownCode["state"][] = ["usable", "unmet", "coming", "used", "expired"];

function stateOf({ failure }: CodeOutcome): ShownCode["state"] {
  if (failure === null) return "usable";
  if (failure.why === "not_begun") return "coming";
  if (failure.why === "expired") return "expired";
  return failure.why === "used_up" || failure.why === "per_customer" ? "used" : "unmet";
}
