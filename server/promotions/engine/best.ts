/**
 * Which of many codes to use together: those with which an order costs least, delivery included. Knows nothing of how an
 * order is calculated; `due` says what one costs with given codes. rules/promotions#best-codes
 */
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import type { Dong } from "contract/values/money.ts";

type Candidate = { promotion: { kind: CodeSlot } };

/**
 * Of coupons and promo codes so many are tried together, each with each: those that lower an order most by themselves. With
 * more than that in one slot the answer is the best of what was tried. ASSUMED(0361)
 */
const TRIED_OF_A_SLOT = 10;

/**
 * At most one of each slot, and none that does not lower the order: with what is answered it costs at most what it costs with
 * no code, with `held`, with any one code, and with any set of those that are tried.
 */
export async function cheapestCodes<C extends Candidate>(
  candidates: readonly C[],
  held: readonly C[],
  due: (codes: readonly C[]) => Promise<Dong>,
): Promise<readonly C[]> {
  const search = { codes: [] as readonly C[], due: await due([]) };
  const consider = async (codes: readonly C[]): Promise<Dong> => {
    const cost = await due(codes);
    if (cost < search.due) Object.assign(search, { codes, due: cost });
    return cost;
  };
  await consider(held);
  // What lowers nothing by itself is tried too: a delivery coupon does so only once another code has lost the free delivery.
  const alone: { code: C; cost: Dong }[] = [];
  for (const code of candidates) alone.push({ code, cost: await consider([code]) });
  const of = (slot: CodeSlot, most = Number.POSITIVE_INFINITY): C[][] => {
    const ranked = alone.filter(({ code }) => code.promotion.kind === slot).toSorted((a, b) => a.cost - b.cost);
    return [[], ...ranked.slice(0, most).map(({ code }) => [code])];
  };
  for (const coupon of of("coupon", TRIED_OF_A_SLOT)) {
    for (const promo of of("promo_code", TRIED_OF_A_SLOT)) {
      // A voucher lowers neither fee nor threshold of delivery, so the best of both are found one by one.
      const voucher = await bestBeside([...coupon, ...promo], of("voucher"), consider);
      const delivery = await bestBeside([...coupon, ...promo], of("delivery_coupon"), consider);
      await consider([...coupon, ...promo, ...voucher, ...delivery]);
    }
  }
  return search.codes;
}

async function bestBeside<C>(
  beside: readonly C[],
  choices: readonly C[][],
  cost: (codes: readonly C[]) => Promise<Dong>,
) {
  let best: C[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (const choice of choices) {
    const due = await cost([...beside, ...choice]);
    if (due >= least) continue;
    least = due;
    best = choice;
  }
  return best;
}
