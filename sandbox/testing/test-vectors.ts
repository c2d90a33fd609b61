/** The vectors of one vendor as tests: each of a kind, and that none was left out. */
import { expect, test } from "vitest";
import type { PaymentState } from "../core/ledger.ts";
import type { Json, JsonObject } from "../core/values/json.ts";

type Vector = { id: string; kind: string; scheme: string; input: JsonObject; expected: JsonObject };

export function vectorsIn(file: { vectors: readonly object[] }) {
  const vectors = file.vectors as readonly Vector[];
  const played = new Set<string>();
  return {
    play(kind: string, title: string, each: (vector: Vector) => void, scheme?: string) {
      const own = vectors.filter((one) => one.kind === kind && (scheme === undefined || one.scheme === scheme));
      for (const { id } of own) played.add(id);
      test.each(own)(`$id: ${title}`, each);
    },
    allPlayed: () =>
      test("every vector has been looked at", () => {
        expect(vectors.map(({ id }) => id).filter((id) => !played.has(id))).toEqual([]);
      }),
  };
}

export function texts(value: Json | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(value)).map(([name, each]) => [name, String(each)]));
}

/** What a shop makes of a vendor's state. */
export function statusOf(state: PaymentState): string {
  const statuses = { open: "pending", authorized: "pending", review: "pending", paid: "success" } as const;
  return state === "failed" || state === "expired" ? state : statuses[state];
}

/** Posts JSON to a path of the gateway; its answer. */
export async function askJson(url: string, body: unknown, headers: Record<string, string> = {}): Promise<JsonObject> {
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  return (await response.json()) as JsonObject;
}
