/**
 * Đồng: whole numbers, VAT included, never a float. Every sum the shop shows or stores goes through these functions,
 * so that parts always add up to the whole and rounding happens in one documented way.
 * Spec §9 (display); rules/platform#money
 */

/** Whole đồng, signed, a safe integer. A plain `number`: the database domain and the schema of the wire check it. */
export type Dong = number;

/** A rate in basis points: 800 is 8 %. */
export type RateBp = number;

const WHOLE_BP = 10_000n;

export function isDong(value: unknown): value is Dong {
  return Number.isSafeInteger(value);
}

/** Throws RangeError when a part or the sum is not a safe integer: a wrong sum must not be stored. */
export function sum(amounts: Iterable<Dong>): Dong {
  let total = 0;
  for (const amount of amounts) total = checked(total + checked(amount));
  return total;
}

/**
 * `rate_bp` of `amount`, rounded half up to 1 đ. Below zero the size is rounded the same way,
 * so the share of a reversal is exactly the reversal of the share.
 */
export function share(amount: Dong, rate_bp: RateBp): Dong {
  return divideHalfUp(BigInt(amount) * BigInt(rate_bp), WHOLE_BP);
}

/** `numerator / denominator`, rounded half up in size; exact beyond 2⁵³ on the way. The denominator is positive. */
export function divideHalfUp(numerator: bigint, denominator: bigint): Dong {
  const size = numerator < 0n ? -numerator : numerator;
  const rounded = (2n * size + denominator) / (2n * denominator);
  return checked(Number(numerator < 0n ? -rounded : rounded));
}

/**
 * Splits `amount` over `weights` (whole, not negative) by largest remainder; equal remainders favour the earlier part.
 * The parts sum to `amount`, and where `amount` is at most the sum of the weights no part exceeds its weight.
 * Throws RangeError when there is something to split and nothing to carry it.
 */
export function allocate(amount: Dong, weights: readonly number[]): Dong[] {
  if (amount < 0) return allocate(-amount, weights).map((part) => 0 - part);
  const total = weights.reduce((before, weight) => {
    if (weight < 0) throw new RangeError(`a weight may not be negative: ${weight}`);
    return before + BigInt(weight);
  }, 0n);
  if (total === 0n) {
    if (amount !== 0) throw new RangeError(`nothing to carry ${amount} đ`);
    return weights.map(() => 0);
  }
  const shares = weights.map((weight, index) => {
    const product = BigInt(amount) * BigInt(weight);
    return { index, part: Number(product / total), remainder: product % total };
  });
  let left = amount - sum(shares.map((each) => each.part));
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.index - b.index : a.remainder < b.remainder ? 1 : -1,
  );
  for (const each of byRemainder) {
    if (left === 0) break;
    each.part += 1;
    left -= 1;
  }
  return shares.map((each) => each.part);
}

/** What is asked for in cash: up to the next 1,000 đ, the smallest note in use. */
export function roundCashUp(amount: Dong): Dong {
  return checked(Math.ceil(amount / 1000) * 1000);
}

/** The discount of `now` against `was` in whole percent, rounded down so that it never promises more. */
export function percentOff(was: Dong, now: Dong): number {
  if (was <= 0 || now >= was) return 0;
  return Number((BigInt(was - now) * 100n) / BigInt(was));
}

/**
 * `12,990,000 đ`, with a no-break space before the sign, the same in every language. Nothing, and zero, read `0đ`.
 * ASSUMED(0001): zero is shown as the empty amount is.
 */
export function formatDong(amount: Dong | null | undefined): string {
  if (!amount) return "0đ"; // Spec §9
  const digits = Math.abs(amount)
    .toString()
    .replace(/\B(?=(?:\d{3})+$)/g, ",");
  return `${amount < 0 ? "-" : ""}${digits}\u00a0đ`;
}

function checked(amount: number): Dong {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`not whole: ${amount}`);
  return amount === 0 ? 0 : amount; // never −0
}
