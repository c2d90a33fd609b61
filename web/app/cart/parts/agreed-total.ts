/**
 * The total and the gifts a shopper has seen and accepted: what the order form sends as `expected_total` and `expected_gifts`. They follow the shopper's choices
 * (items, address, delivery, codes), never a price that changed or a gift that was lost meanwhile: a new total is shown beside the button, and the next click is
 * answered with the new total instead of an order. docs/decisions/0230-a-changed-price-is-confirmed-first.md
 */
import { useState } from "react";
import type { FormProblem } from "../../forms/forms.ts";
import type { Draft } from "./draft.ts";

/** Whether all that both drafts offer costs the same in both, and no gift of the first is lost in the second. */
export function isSamePrice(before: Draft, now: Draft): boolean {
  const prices = new Map(before.cart.items.map(({ key, unit_price }) => [key, unit_price]));
  if (now.cart.items.some(({ key, unit_price }) => (prices.get(key) ?? unit_price) !== unit_price)) return false;
  if (bought(before) !== bought(now) || placeOf(before) !== placeOf(now)) return true; // delivery may well cost another sum
  if (codesOf(before) !== codesOf(now)) return true;
  if (offGoods(before) !== offGoods(now)) return false; // one of them has ended, or was used up
  const gifts = giftsOf(now);
  if (giftsOf(before).some((gift) => !gifts.includes(gift))) return false;
  const fees = new Map(before.quotes.map(({ code, fee, fee_discount }) => [code, fee - fee_discount]));
  return now.quotes.every(
    ({ code, fee, fee_discount }) => (fees.get(code) ?? fee - fee_discount) === fee - fee_discount,
  );
}

const bought = ({ cart }: Draft) =>
  cart.items
    .flatMap(({ key, kind, quantity, selected }) => (kind === "bought" && selected ? `${key} ${quantity}` : []))
    .join();
const giftsOf = ({ cart }: Draft): readonly number[] =>
  cart.items.flatMap(({ kind, product_id }) => (kind === "gift" ? product_id : []));
const codesOf = ({ cart }: Draft) => cart.codes.map(({ slot, code }) => `${slot} ${code}`).join();
/** What a delivery coupon takes off depends on the delivery that was chosen. */
const offGoods = ({ cart }: Draft) =>
  cart.codes.flatMap(({ slot, amount }) => (slot === "delivery_coupon" ? [] : amount)).join();
const placeOf = ({ place }: Draft) => `${place.city_code} ${place.ward_code} ${place.current_ward_code}`;

type Agreed = { agreed: number; gifts: readonly number[]; before?: number };

/** `before` is given while a changed total is not agreed to yet. */
export function useAgreed(draft: Draft, refusal: FormProblem | undefined): Agreed {
  const { total } = draft.cart.totals;
  const [seen, setSeen] = useState({ draft, refusal, agreed: total, gifts: giftsOf(draft), is_changed: false });
  if (seen.draft === draft && seen.refusal === refusal) return { ...agreedOf(seen), before: beforeOf(seen, total) };
  // The answer to a click shows the new total: the next click agrees to it.
  const isTold = refusal !== seen.refusal && refusal?.code === "price_changed";
  const isChanged = !isTold && (seen.is_changed || !isSamePrice(seen.draft, draft));
  const agreed = isChanged ? agreedOf(seen) : { agreed: total, gifts: giftsOf(draft) };
  const next = { draft, refusal, is_changed: isChanged, ...agreed };
  setSeen(next);
  return { ...agreed, before: beforeOf(next, total) };
}

const agreedOf = ({ agreed, gifts }: Agreed) => ({ agreed, gifts });

function beforeOf({ is_changed, agreed }: { is_changed: boolean; agreed: number }, total: number): number | undefined {
  return is_changed && agreed !== total ? agreed : undefined;
}
