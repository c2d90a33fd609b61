/**
 * Which of many codes to use together: those with which an order costs least, delivery included. Knows nothing of how an
 * order is calculated; `due` says what one costs with given codes. rules/promotions#best-codes
 */
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import type { Dong } from "contract/values/money.ts";

type Candidate = { promotion: { kind: CodeSlot } };

/** Of one slot so many are tried together with others: those that lower an order most by themselves. ASSUMED(0361) */
const TRIED_OF_A_SLOT = 5;

/**
 * At most one of each slot, and none that does not lower the order: with what is answered it costs at most what it costs with
 * no code, with `held`, and with any one code.
 */
export async function cheapestCodes<C extends Candidate>(
  candidates: readonly C[],
  held: readonly C[],
  due: (codes: readonly C[]) => Promise<Dong>,
): Promise<readonly C[]> {
  const search = { codes: [] as readonly C[], due: await due([]) };
  const bare = search.due;
  const consider = async (codes: readonly C[]): Promise<Dong> => {
    const cost = await due(codes);
    if (cost < search.due) Object.assign(search, { codes, due: cost });
    return cost;
  };
  await consider(held);
  const alone: { code: C; cost: Dong }[] = [];
  for (const code of candidates) {
    const cost = await consider([code]);
    // One that lowers nothing alone may do so beside none: only what makes an order dearer, or no difference, is left out.
    if (cost < bare) alone.push({ code, cost });
  }
  const of = (slot: CodeSlot): C[][] => {
    const ranked = alone.filter(({ code }) => code.promotion.kind === slot).toSorted((a, b) => a.cost - b.cost);
    return [[], ...ranked.slice(0, TRIED_OF_A_SLOT).map(({ code }) => [code])];
  };
  for (const coupon of of("coupon")) {
    for (const promo of of("promo_code")) {
      // A voucher lowers no threshold of delivery, so the best of both are found one by one.
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
