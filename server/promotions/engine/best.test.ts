/** What is chosen never costs more than nothing chosen, than what was held, and than any set of one code a slot. rules/promotions#best-codes */
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import { codeSlots } from "contract/promotions/code-slots.ts";
import { describe, expect, test } from "vitest";
import { cheapestCodes } from "./best.ts";

type Candidate = { promotion: { kind: CodeSlot }; off: number };
const code = (kind: CodeSlot, off: number): Candidate => ({ promotion: { kind }, off });

/** 1,000,000 đ of goods; below 800,000 đ after codes delivery costs 60,000 đ, which a delivery coupon lowers. */
function dueOf(codes: readonly Candidate[]): Promise<number> {
  const of = (...kinds: CodeSlot[]) =>
    codes.reduce((all, { promotion, off }) => all + (kinds.includes(promotion.kind) ? off : 0), 0);
  const goods = Math.max(0, 1_000_000 - of("coupon", "promo_code"));
  const fee = goods < 800_000 ? 60_000 : 0;
  const left = Math.max(0, goods - of("voucher"));
  return Promise.resolve(left + Math.max(0, fee - of("delivery_coupon")));
}

/** The same numbers for the same seed. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

/** Every set of at most one candidate a slot. */
function setsOf(candidates: readonly Candidate[]): Candidate[][] {
  return codeSlots.reduce<Candidate[][]>(
    (sets, slot) => {
      const choices = candidates.filter(({ promotion }) => promotion.kind === slot).map((each) => [each]);
      return sets.flatMap((set) => [[], ...choices].map((choice) => [...set, ...choice]));
    },
    [[]],
  );
}

describe("codes that are chosen for an order", () => {
  test.each(Array.from({ length: 60 }, (_, seed) => seed))("never make it dearer (%i)", async (seed) => {
    const next = random(seed + 1);
    const kind = () => codeSlots[next(codeSlots.length)] ?? "coupon";
    const candidates = Array.from({ length: next(12) }, () => code(kind(), next(30) * 10_000));
    const held = codeSlots.flatMap((slot) => candidates.filter(({ promotion }) => promotion.kind === slot).slice(0, 1));
    const best = await cheapestCodes(candidates, held, dueOf);
    const due = await dueOf(best);
    expect(due).toBeLessThanOrEqual(await dueOf([]));
    expect(due).toBeLessThanOrEqual(await dueOf(held));
    for (const one of candidates) expect(due).toBeLessThanOrEqual(await dueOf([one]));
    for (const set of setsOf(candidates)) expect(due).toBeLessThanOrEqual(await dueOf(set));
    const slots = best.map(({ promotion }) => promotion.kind);
    expect(new Set(slots).size).toBe(slots.length);
  });

  test("leave out one that costs more delivery than it takes off", async () => {
    const kept = code("promo_code", 190_000);
    // Together 210,000 đ, which loses a free delivery of 60,000 đ.
    expect(await cheapestCodes([code("coupon", 20_000), kept], [], dueOf)).toEqual([kept]);
    expect(await cheapestCodes([code("coupon", 80_000), kept], [], dueOf)).toHaveLength(2);
  });

  test("have a delivery coupon that lowers nothing alone, beside one that loses the free delivery", async () => {
    const set = [code("coupon", 250_000), code("delivery_coupon", 60_000)];
    expect(await cheapestCodes(set, [], dueOf)).toEqual(set);
    const small = [code("coupon", 210_000), code("delivery_coupon", 60_000), code("promo_code", 20_000)];
    expect(await cheapestCodes(small, [], dueOf)).toEqual([small[0], small[2], small[1]]);
  });

  test("are those that lower most together, not those that lower most alone", async () => {
    const wanted = [code("coupon", 200_000), code("voucher", 300_000)];
    expect(await cheapestCodes([code("coupon", 150_000), ...wanted], [], dueOf)).toEqual(wanted);
  });
});
