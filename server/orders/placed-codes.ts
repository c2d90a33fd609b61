/**
 * The deals of an order that is placed: programmes; the codes of the cart, which stay at 0 with their reason where they stopped
 * fitting; and the codes that came with the order, which refuse it where they do not fit. rules/promotions#codes
 */
import { ShopError } from "contract/errors.ts";
import type { Address } from "contract/fulfilment/fulfilment.ts";
import type { PlaceInput } from "contract/orders/orders.ts";
import { type CodeOutcome, type Deals, dealsOf, programmeUses, refusedCode } from "../cart/deals.ts";
import { sendersOf } from "../cart/view.ts";
import type { Ctx } from "../kernel/context.ts";
import { type CodeCaller, codeDigest, findCodes, type StoredCode } from "../promotions/codes.ts";
import { runningProgrammes } from "../promotions/running-programmes.ts";
import { lockPromotions } from "../promotions/uses.ts";
import type { Basket, Buyer } from "./place-order.ts";

/** The code that stands at each place of `codes`. */
export type TypedCodes = readonly StoredCode[];

/**
 * Programmes and codes, judged again for this receiver, method and place. Throws invalid at `codes.N` for an unknown one and
 * for a second of one kind, and price_changed. Locks promotions, then codes, by id, so that no other order can take their last
 * use meanwhile.
 */
export async function dealsToPlace(
  ctx: Ctx,
  input: PlaceInput,
  { customer_id }: Buyer,
  address: Address,
  { cart, lines }: Basket,
): Promise<{ deals: Deals; typed: TypedCodes }> {
  const caller: CodeCaller = { customer_id, phone: input.phone };
  const typed = await typedCodes(ctx, input.codes ?? [], caller);
  const kinds = typed.map(({ promotion }) => promotion.kind);
  const kept = (cart?.codes ?? []).filter(({ slot }) => !kinds.includes(slot));
  const ids = [...kept.map(({ code_id }) => code_id), ...typed.map(({ id }) => id)];
  const { payment_method, shipping_method } = input;
  const choices = { payment_method, shipping_method, city_code: address.city_code };
  const judged = async (): Promise<Deals> => {
    const codes = ids.length === 0 ? [] : await findCodes(ctx, { ids }, caller);
    const promotions = { codes, programmes: await runningProgrammes(ctx, caller) };
    return dealsOf(ctx, lines, promotions, choices, await sendersOf(ctx, promotions, address));
  };
  const before = await judged();
  const limited = limitedProgrammes(before);
  if (ids.length === 0 && limited.length === 0) return { deals: before, typed };
  await lockPromotions(ctx, { codes: ids, programmes: limited });
  const deals = await judged();
  // Another programme may take the place of one that has just been used up: its limits are not locked.
  if (limitedProgrammes(deals).some((id) => !limited.includes(id))) throw new ShopError("price_changed");
  return { deals, typed };
}

function limitedProgrammes(deals: Deals): number[] {
  const limited = new Set(deals.programmes.filter((each) => each.is_limited).map(({ promotion }) => promotion.id));
  return programmeUses(deals).flatMap(({ promotion_id: id }) => (limited.has(id) ? [id] : []));
}

async function typedCodes(ctx: Ctx, codes: readonly string[], caller: CodeCaller): Promise<TypedCodes> {
  if (codes.length === 0) return [];
  const digests = codes.map(codeDigest);
  const found = await findCodes(ctx, { digests: digests.filter((digest) => digest !== null) }, caller);
  const known = codes.map((_, index) => {
    const digest = digests[index];
    const stored = digest && found.find((each) => each.digest.equals(digest));
    if (!stored) throw atPlace(refusedCode(ctx, { why: "unknown" }), index);
    return stored;
  });
  known.forEach(({ promotion }, index) => {
    if (known.findIndex((each) => each.promotion.kind === promotion.kind) === index) return;
    throw new ShopError("invalid", {
      message_key: "code_twice",
      fields: { [`codes.${index}`]: [{ key: "code_twice" }] },
    });
  });
  return known;
}

/** Throws invalid at `codes.N` with the first condition that fails. */
export function assertTypedFit(ctx: Ctx, typed: TypedCodes, outcomes: readonly CodeOutcome[]): void {
  typed.forEach(({ id }, index) => {
    const failure = outcomes.find(({ stored }) => stored.id === id)?.failure;
    if (failure) throw atPlace(refusedCode(ctx, failure), index);
  });
}

function atPlace({ message_key, params, fields }: ShopError, index: number): ShopError {
  return new ShopError("invalid", { message_key, params, fields: { [`codes.${index}`]: fields.code ?? [] } });
}
