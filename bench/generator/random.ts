/** Repeatable random numbers: the same key gives the same sequence on every machine. Not for secrets. Pure. */

export type Random = {
  /** From 0 up to, and without, 1. */
  share(): number;
  /** A whole number from 0 up to, and without, `end`. */
  below(end: number): number;
  isBy(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
  /** Around 0, most within one: the bell curve. */
  bell(): number;
};

/** xorshift128, seeded by splitting the key's two numbers (SplitMix32): both published, both short. */
export function randomOf(seed: number, number: number): Random {
  let mixed = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(number + 1, 0x85ebca6b)) | 0;
  const split = () => {
    mixed = (mixed + 0x9e3779b9) | 0;
    let value = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad);
    value = Math.imul(value ^ (value >>> 15), 0x735a2d97);
    return (value ^ (value >>> 15)) | 0;
  };
  let [a, b, c, d] = [split(), split(), split(), split() | 1];
  const share = () => {
    const turned = d ^ (d << 11);
    [d, c, b] = [c, b, a];
    a = a ^ (a >>> 19) ^ turned ^ (turned >>> 8);
    return (a >>> 0) / 0x1_0000_0000;
  };
  const below = (end: number) => Math.floor(share() * end);
  return {
    share,
    below,
    isBy: (probability) => share() < probability,
    pick: <T>(values: readonly T[]): T => {
      const picked = values[below(values.length)];
      if (values.length === 0) throw new Error("nothing to pick from");
      return picked as T;
    },
    bell: () => share() + share() + share() + share() - 2,
  };
}

/** Picks by weight, in one look-up: the weights are summed up once. */
export function weighted<T>(entries: readonly (readonly [T, number])[]): (random: Random) => T {
  let total = 0;
  const bounds = entries.map(([, weight]) => {
    total += weight;
    return total;
  });
  return (random) => {
    const at = random.share() * total;
    let [low, high] = [0, bounds.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((bounds[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    const entry = entries[low];
    if (!entry) throw new Error("nothing to pick from");
    return entry[0];
  };
}
