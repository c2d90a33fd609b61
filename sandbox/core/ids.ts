/** Ids that follow from the seed and the number of those before: a run with the same seed and steps has the same ids. */
import { createHash } from "node:crypto";

export type Ids = {
  /** Lower-case hex. */
  hex(kind: string, length: number): string;
  /** Decimal digits, 9 or more, the first between 1 and 9; never the same twice, nor likely those of another seed. */
  digits(kind: string, length: number): string;
  /** 1, 2, 3 ... of each kind. */
  count(kind: string): number;
};

const COUNT_DIGITS = 6;

/** `counters` is part of the stored state: it goes on after a restart. */
export function createIds(seed: string, counters: () => Record<string, number>): Ids {
  const count = (kind: string): number => {
    const next = (counters()[kind] ?? 0) + 1;
    counters()[kind] = next;
    return next;
  };
  const hash = (kind: string) =>
    createHash("sha512")
      .update(`${seed}:${kind}:${count(kind)}`)
      .digest("hex");
  return {
    count,
    hex: (kind, length) => hash(kind).slice(0, length),
    digits: (kind, length) => {
      const begin = BigInt(`0x${hash(kind)}`)
        .toString()
        .slice(0, length - COUNT_DIGITS);
      return `${begin}${String(counters()[kind] ?? 0).padStart(COUNT_DIGITS, "0")}`;
    },
  };
}

/** Numbers in [0, 1) that follow from the seed. */
export function randomOf(seed: string): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash("sha256").update(`${seed}:${drawn}`).digest().readUInt32BE(0) / 2 ** 32;
  };
}
