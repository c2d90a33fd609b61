/** Shares of an amount over lines, such that the order of the lines changes none of them. Pure. */
import { allocate, type Dong, sum } from "contract/values/money.ts";

export type Shares = ReadonlyMap<string, Dong>;

/** By largest remainder over `weight`; equal remainders go to the lower SKU, then to the lower key. Throws as `allocate`. */
export function shareOver<L extends { key: string; sku: string }>(
  amount: Dong,
  lines: readonly L[],
  weight: (line: L) => Dong,
): Shares {
  const inOrder = lines.toSorted((a, b) => compare(a.sku, b.sku) || compare(a.key, b.key));
  const parts = allocate(amount, inOrder.map(weight));
  return new Map(inOrder.map(({ key }, index) => [key, parts[index] ?? 0]));
}

export const sumOf = (shares: Shares): Dong => sum(shares.values());

/** By code units: the same on every machine, whatever its locale. */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
