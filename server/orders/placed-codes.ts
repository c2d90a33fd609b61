/**
 * The codes of an order that is placed: those of the cart, which stay at 0 with their reason where they stopped fitting, and
 * those that came with the order, which refuse it where they do not fit. rules/promotions#codes
 */
import { ShopError } from "contract/errors.ts";
import type { Address } from "contract/fulfilment/fulfilment.ts";
import type { PlaceInput } from "contract/orders/orders.ts";
import { type CodeOutcome, type Deals, dealsOf, refusedCode } from "../cart/deals.ts";
import type { Ctx } from "../kernel/context.ts";
import { type CodeCaller, codeDigest, findCodes, lockCodes, type StoredCode } from "../promotions/codes.ts";
import type { Basket, Buyer } from "./place-order.ts";

/** The code that stands at each place of `codes`. */
export type TypedCodes = readonly StoredCode[];

/**
 * Judged again for this receiver, method and place. Throws invalid at `codes.N` for an unknown one and for a second of one
 * kind. Locks promotions, then codes, by id, so that no other order can take their last use meanwhile.
 */
export async function dealsToPlace(
  ctx: Ctx,
  input: PlaceInput,
  { customer_id }: Buyer,
  { city_code }: Address,
  { cart, lines }: Basket,
): Promise<{ deals: Deals; typed: TypedCodes }> {
  const caller: CodeCaller = { customer_id, phone: input.phone };
  const typed = await typedCodes(ctx, input.codes ?? [], caller);
  const kinds = typed.map(({ promotion }) => promotion.kind);
  const kept = (cart?.codes ?? []).filter(({ slot }) => !kinds.includes(slot));
  const ids = [...kept.map(({ code_id }) => code_id), ...typed.map(({ id }) => id)];
  const codes = ids.length === 0 ? [] : await lockCodes(ctx, ids, caller);
  const { payment_method, shipping_method } = input;
  return { deals: dealsOf(ctx, lines, codes, { payment_method, shipping_method, city_code }), typed };
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
