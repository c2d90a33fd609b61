/** Ranges of pay that the list is narrowed to, in million đồng a month: `10-15` in the address. */
export type PayRange = { value: string; min?: number; max?: number };

const MILLION = 1_000_000;

export const payRanges: readonly PayRange[] = [
  { value: "0-10", max: 10 },
  { value: "10-15", min: 10, max: 15 },
  { value: "15-20", min: 15, max: 20 },
  { value: "20-", min: 20 },
];

/** The bounds as the call takes them; nothing for a range that is none. */
export function payOf(value: string): { min?: number; max?: number } {
  const { min, max } = payRanges.find((range) => range.value === value) ?? {};
  return { ...(min !== undefined && { min: min * MILLION }), ...(max !== undefined && { max: max * MILLION }) };
}
