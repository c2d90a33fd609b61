/** The samples of a provider's folder: `samples/vectors.json`, messages and signatures as its vendor makes them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

export type Vector = {
  id: string;
  kind: string;
  scheme: string;
  input: Record<string, unknown> & { fields?: Record<string, unknown>; body?: unknown };
  expected: Record<string, unknown>;
};

/** `play(kind, title, each)` makes a test of every sample of a kind; `allPlayed()` a test that no kind was left out. */
export function vectorsOf(folder: string) {
  const { vectors } = JSON.parse(readFileSync(join(folder, "samples/vectors.json"), "utf8")) as { vectors: Vector[] };
  const played = new Set<string>();
  return {
    play(kind: string, title: string, each: (vector: Vector) => void, scheme?: string) {
      const own = vectors.filter((one) => one.kind === kind && (scheme === undefined || one.scheme === scheme));
      for (const { id } of own) played.add(id);
      test.each(own)(`$id: ${title}`, each);
    },
    allPlayed: () =>
      test("every sample is played", () => {
        expect(vectors.map(({ id }) => id).filter((id) => !played.has(id))).toEqual([]);
      }),
  };
}

export const texts = (fields: object = {}): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** Under three zones of the process. */
export function inEveryZone(check: () => void): void {
  const zone = process.env.TZ;
  for (const TZ of ["UTC", "Asia/Ho_Chi_Minh", "America/Los_Angeles"]) {
    process.env.TZ = TZ;
    check();
  }
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
}
