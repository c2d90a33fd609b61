/**
 * The codes of a cart: put in, taken out, chosen for the shopper, and the list of those it could have. A code that does not
 * fit is refused with the first condition that fails; one that fits and stops fitting later stays and says why. Spec §5,
 * §7 Coupons; rules/promotions#codes
 */
import type { CodeList, ShownCode } from "contract/cart/codes.ts";
import { isShopError, ShopError } from "contract/errors.ts";
import { PlaceInput, type ShippingQuote } from "contract/fulfilment/fulfilment.ts";
import { type CodeGroup, type CodeSlot, codeGroups } from "contract/promotions/code-slots.ts";
import { type Dong, formatDong } from "contract/values/money.ts";
import { sql } from "kysely";
import { type Destination, resolveDestination } from "../fulfilment/addresses.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { codeDigest, findCodes, type StoredCode } from "../promotions/codes.ts";
import { cheapestCodes } from "../promotions/engine/best.ts";
import type { CartView } from "./cart.ts";
import { type CartRef, findCart, lockCart, type StoredCart } from "./carts.ts";
import {
  type CodeOutcome,
  codeOnWire,
  codeOutcomes,
  type Deals,
  dealsOf,
  NO_PROMOTIONS,
  type OrderChoices,
  type Promotions,
  refusedCode,
} from "./deals.ts";
import {
  amountsOf,
  choicesOf,
  type LineWithVariant,
  linesWithVariants,
  promotionsOf,
  quotesFor,
  sendersOf,
  viewCart,
} from "./view.ts";

/** What is chosen in an order form so far; what is missing is as stored with the cart. */
type FormChoices = Partial<PlaceInput> & { shipping_method?: string | undefined };
type Typed = FormChoices & {
  cart_id?: string | undefined;
  code: string;
  replace?: boolean | undefined;
  dearer?: boolean | undefined;
};

/**
 * Throws not_found, coupon_slot_taken, code_dearer where the order would cost more with it, or invalid at `code` or at a
 * choice. Locks the cart. Safe to repeat.
 */
export function addCode(ctx: Ctx, ref: CartRef, { cart_id, code, replace, dearer, ...form }: Typed): Promise<CartView> {
  return inTransaction(ctx, async (ctx) => {
    const cart = namedCart(await lockCart(ctx, ref), cart_id);
    const digest = codeDigest(code);
    const [stored] = digest ? await findCodes(ctx, { digests: [digest] }, callerOf(cart)) : [];
    if (!stored) throw refusedCode(ctx, { why: "unknown" });
    const slot = stored.promotion.kind;
    const basket = await basketOf(ctx, cart, form);
    const others = basket.held.filter(({ promotion }) => promotion.kind !== slot);
    const after = await outcomesOf(ctx, basket, [...others, stored]);
    const outcome = after.outcomes.find((each) => each.stored === stored);
    if (outcome?.failure) throw refusedCode(ctx, outcome.failure);
    const taken = basket.held.find(({ promotion, id }) => promotion.kind === slot && id !== stored.id);
    if (taken && !replace) {
      const held = (await outcomesOf(ctx, basket, basket.held)).outcomes.find((each) => each.stored === taken);
      const saved = { held_off: formatDong(held?.taken), typed_off: formatDong(outcome?.taken) };
      throw new ShopError("coupon_slot_taken", { params: { held: taken.code, typed: stored.code, ...saved } });
    }
    const more = after.due - (await outcomesOf(ctx, basket, others)).due;
    if (more > 0 && !dearer) throw new ShopError("code_dearer", { params: { more: formatDong(more) } });
    await sql`insert into cart.codes (cart, slot, code_id) values (${cart.id}, ${slot}, ${stored.id})
      on conflict (cart, slot) do update set code_id = excluded.code_id`.execute(ctx.sql);
    const codes = [...cart.codes.filter((each) => each.slot !== slot), { slot, code_id: stored.id }];
    return viewCart(ctx, { ...cart, codes }, ref.kind);
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

/**
 * Those of the listed codes, of the caller's own and of those in the cart with which the order costs least. One that waits in
 * its slot for its condition stays there. `saving`: how much less it costs than without a code, delivery included. Throws
 * not_found, invalid at a choice. Locks the cart. Safe to repeat.
 */
export function chooseCodes(
  ctx: Ctx,
  ref: CartRef,
  cart_id: string | undefined,
  form: FormChoices,
): Promise<{ cart: CartView; saving: Dong }> {
  return inTransaction(ctx, async (ctx) => {
    const cart = namedCart(await lockCart(ctx, ref), cart_id);
    const basket = await basketOf(ctx, cart, form);
    const { held } = basket;
    const shown = await findCodes(ctx, "shown", callerOf(cart));
    const others = shown.filter(({ id }) => !held.some((each) => each.id === id));
    const dueWith = async (codes: readonly StoredCode[]) => (await outcomesOf(ctx, basket, codes)).due;
    const fitting: StoredCode[] = [];
    for (const code of [...held, ...others]) if (await fits(ctx, basket, code)) fitting.push(code);
    const best = await cheapestCodes(fitting, held, dueWith);
    const { outcomes } = await outcomesOf(ctx, basket, held);
    const isFree = ({ stored, taken }: CodeOutcome) =>
      taken === 0 && !best.some(({ promotion }) => promotion.kind === stored.promotion.kind);
    const wanted = [...best, ...outcomes.filter(isFree).map(({ stored }) => stored)];
    const codes = wanted.map(({ id, promotion }) => ({ slot: promotion.kind, code_id: id }));
    await ctx.sql.deleteFrom("cart.codes").where("cart", "=", cart.id).execute();
    if (codes.length > 0) {
      const rows = codes.map((each) => ({ cart: cart.id, ...each }));
      await ctx.sql.insertInto("cart.codes").values(rows).execute();
    }
    const saving = (await dueWith([])) - (await dueWith(wanted));
    return { cart: await viewCart(ctx, { ...cart, codes }, ref.kind), saving };
  });
}

/** Alone in the cart; but for two codes that do not combine, no code changes whether another fits. */
async function fits(ctx: Ctx, basket: Basket, code: StoredCode): Promise<boolean> {
  const { outcomes } = await outcomesOf(ctx, basket, [code]);
  return outcomes.every(({ failure }) => failure === null);
}

type ListQuery = FormChoices & {
  cart_id?: string | undefined;
  group?: CodeGroup | undefined;
  page: number;
  limit: number;
};

/**
 * Codes that fit first, those that take off most before the others. Throws not_found for a cart that is not the caller's,
 * invalid at a choice.
 */
export async function listCodes(ctx: Ctx, ref: CartRef | null, query: ListQuery): Promise<CodeList> {
  const { cart_id, group, page, limit, ...form } = query;
  const found = ref && (await findCart(ctx, ref));
  if (cart_id && found?.cart_id !== cart_id) throw new ShopError("not_found");
  const caller = found ? callerOf(found) : { customer_id: ref?.owner.customer_id ?? null, phone: "" };
  const shown = await findCodes(ctx, "shown", caller);
  const basket = found ? await basketOf(ctx, found, form) : NO_BASKET;
  const judged: ShownCode[] = [];
  for (const stored of shown) {
    const beside = basket.held.filter(({ promotion }) => promotion.kind !== stored.promotion.kind);
    const { outcomes, delivery } = await outcomesOf(ctx, basket, [...beside, stored]);
    const outcome = outcomes.find((each) => each.stored === stored) ?? { stored, taken: 0, cut: 0, failure: null };
    const isAsked = delivery > 0 && outcome.taken > 0;
    const before = isAsked ? (await outcomesOf(ctx, basket, beside)).delivery : delivery;
    const is_chosen = basket.held.some(({ id }) => id === stored.id);
    judged.push(shownCode(ctx, outcome, { is_chosen, delivery_more: Math.max(0, delivery - before) }));
  }
  const sorted = judged.toSorted((a, b) => ORDER.indexOf(a.state) - ORDER.indexOf(b.state) || b.amount - a.amount);
  const counts = Object.fromEntries(codeGroups.map((each) => [each, sorted.filter((code) => isIn(each, code)).length]));
  const wanted = group ? sorted.filter((code) => isIn(group, code)) : sorted;
  return {
    data: wanted.slice((page - 1) * limit, page * limit),
    meta: {
      current_page: page,
      last_page: Math.max(1, Math.ceil(wanted.length / limit)),
      per_page: limit,
      total: wanted.length,
    },
    counts: counts as CodeList["counts"],
  };
}

const groupOf: Record<ShownCode["state"], CodeGroup> = {
  usable: "usable",
  unmet: "usable",
  coming: "coming",
  used: "used",
  used_up: "expired",
  expired: "expired",
};
const isIn = (group: CodeGroup, { state }: ShownCode): boolean => groupOf[state] === group;

const callerOf = ({ customer_id, receiver_phone }: StoredCart) => ({ customer_id, phone: receiver_phone });

function namedCart(cart: StoredCart | null, cart_id: string | undefined): StoredCart {
  if (!cart || (cart_id && cart_id !== cart.cart_id)) throw new ShopError("not_found");
  return cart;
}

/** What codes are judged for: what would be ordered, how, and where to. */
type Basket = {
  lines: readonly LineWithVariant[];
  choices: OrderChoices;
  place: (Destination & { city_code: string }) | null;
  held: readonly StoredCode[];
  programmes: Promotions["programmes"];
  /** Those that serve the place, where a gift asks for them. */
  warehouses: readonly string[];
};

const NO_BASKET: Basket = {
  lines: [],
  choices: { payment_method: null, shipping_method: null, city_code: null },
  place: null,
  held: [],
  programmes: NO_PROMOTIONS.programmes,
  warehouses: [],
};

async function basketOf(ctx: Ctx, cart: StoredCart, { shipping_method, ...asked }: FormChoices): Promise<Basket> {
  const selected = cart.lines.filter((line) => line.selected);
  const promotions = await promotionsOf(ctx, cart);
  const place = asked.city_code ? resolveDestination(ctx, PlaceInput.parse(asked)) : cart.address;
  const stored = choicesOf(cart);
  return {
    lines: await linesWithVariants(ctx, selected),
    choices: {
      ...stored,
      shipping_method: shipping_method ?? stored.shipping_method,
      city_code: place?.city_code ?? null,
    },
    place,
    held: promotions.codes,
    programmes: promotions.programmes,
    warehouses: await sendersOf(ctx, promotions, place),
  };
}

/** What an order of it with these codes costs, what of it is delivery, and what each takes off. No statement while the rates are memoised. */
async function outcomesOf(
  ctx: Ctx,
  { lines, choices, place, programmes, warehouses }: Basket,
  codes: readonly StoredCode[],
): Promise<{ outcomes: CodeOutcome[]; due: Dong; delivery: Dong }> {
  const deals = dealsOf(ctx, lines, { codes, programmes }, choices, warehouses);
  const quote = place && lines.length > 0 ? await quoteOf(ctx, lines, place, choices.shipping_method, deals) : null;
  const { totals } = await amountsOf(ctx, lines, quote, deals);
  const delivery = totals.shipping - totals.shipping_discount;
  return { outcomes: codeOutcomes(deals, quote), due: totals.total, delivery };
}

/** Null where no unit is chosen, or none delivers there. */
async function quoteOf(
  ctx: Ctx,
  lines: readonly LineWithVariant[],
  place: Destination,
  method: string | null,
  deals: Deals,
): Promise<ShippingQuote | null> {
  if (!method) return null;
  try {
    const quotes = await quotesFor(ctx, lines, place, deals);
    return quotes.find((each) => each.code === method && each.available) ?? null;
  } catch (error) {
    // The ward of a stored address may have been dissolved since.
    if (isShopError(error) && error.code === "shipping_unavailable") return null;
    throw error;
  }
}

function shownCode(
  ctx: Ctx,
  outcome: CodeOutcome,
  { is_chosen, delivery_more }: Pick<ShownCode, "is_chosen" | "delivery_more">,
): ShownCode {
  const { promotion, is_owned: isOwned } = outcome.stored;
  return {
    ...codeOnWire(ctx, outcome, delivery_more),
    state: stateOf(outcome),
    is_chosen,
    is_own: isOwned,
    starts_at: promotion.starts_at.toISOString(),
    ends_at: promotion.ends_at.toISOString(),
    minimum_order: promotion.conditions.min_order ?? 0,
    ...worthOf(promotion.action),
    uses_left: promotion.customer_uses_left,
  };
}

function worthOf(action: StoredCode["promotion"]["action"]): Pick<ShownCode, "percent" | "most"> {
  if (action.type === "amount" || action.type === "delivery_amount") return { percent: null, most: action.amount };
  if (action.type === "percent" || action.type === "delivery_percent")
    return { percent: action.rate_bp / 100, most: action.cap };
  return { percent: null, most: null };
}

const ORDER: readonly ShownCode["state"][] = ["usable", "unmet", "coming", "used", "used_up", "expired"];

/** One that others have used up is over for the caller, who has not used it. */
function stateOf({ failure, stored }: CodeOutcome): ShownCode["state"] {
  if (failure === null) return "usable";
  if (failure.why === "not_begun") return "coming";
  if (failure.why === "per_customer") return "used";
  if (failure.why === "used_up") return stored.is_owned ? "used" : "used_up";
  return failure.why === "expired" ? "expired" : "unmet";
}
