/** Random choices that are the same for the same seed. */
export type Random = {
  /** 0 ≤ n < most */
  below(most: number): number;
  /** True in `percent` of a hundred cases. */
  is(percent: number): boolean;
  oneOf<T>(things: readonly [T, ...T[]]): T;
};

/** mulberry32 behind an FNV-1a of the seed: well spread, and the same on every machine. */
export function randomOf(seed: string): Random {
  let state = 0x811c9dc5;
  for (const letter of seed) state = Math.imul(state ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (most: number) => Math.floor(next() * most);
  return {
    below,
    is: (percent) => next() * 100 < percent,
    oneOf: (things) => things[below(things.length)] ?? things[0],
  };
}
