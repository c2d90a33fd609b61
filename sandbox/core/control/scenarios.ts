/** Faults that belong together, by name: what a shop must survive. */
import { type FaultKind, InvalidInput } from "../faults.ts";
import { randomOf } from "../ids.ts";
import type { JsonObject } from "../values/json.ts";

type FaultInput = { kind: FaultKind } & JsonObject;

export const scenarios = {
  "lost-notifications": "no notification arrives: only queries find the money",
  "late-and-double": "notifications come two minutes late, and each twice",
  race: "notification, its duplicates and the browser's return arrive at the same instant",
  forged: "a forged failure, then a damaged and a stranger's signature, before the real message",
  "wrong-message-amount": "the message states another amount than the vendor holds",
  "wrong-amount": "the vendor holds another amount than was asked",
  conflict: "a failure follows the success",
  "late-success": "the money comes after the expiry",
  "double-pay": "another attempt of the same order is paid too",
  "paid-before-answer": "the notification overtakes the answer to the creation",
  "create-lost": "the answer to the creation never comes",
  "vague-queries": "queries fail once and say pending three times",
  "refund-refused": "a refund is pending first and refused then",
  random: "`faults` (5) faults drawn by `seed`",
} as const;

const faultsOf: Readonly<Record<Exclude<keyof typeof scenarios, "random">, readonly FaultInput[]>> = {
  "lost-notifications": [{ kind: "drop", count: null }],
  "late-and-double": [{ kind: "delay", seconds: 120 }, { kind: "duplicate" }],
  race: [{ kind: "notify_with_return" }, { kind: "duplicate", times: 3, at_once: true }],
  forged: [{ kind: "forged_failure" }, { kind: "bad_signature" }, { kind: "other_secret" }],
  "wrong-message-amount": [{ kind: "changed_amount" }],
  "wrong-amount": [{ kind: "changed_amount", captured: true }],
  conflict: [{ kind: "failure_after_success" }],
  "late-success": [{ kind: "success_after_expiry" }],
  "double-pay": [{ kind: "second_success" }],
  "paid-before-answer": [{ kind: "notify_before_create" }],
  "create-lost": [{ kind: "create_timeout" }],
  "vague-queries": [{ kind: "query_500" }, { kind: "query_pending", count: 3 }],
  "refund-refused": [{ kind: "refund_refused" }],
};
/** What random runs draw from: faults after which a shop that asks again still finds every đồng. */
const drawn: readonly FaultKind[] = [
  "drop",
  "duplicate",
  "delay",
  "reorder",
  "bad_signature",
  "other_secret",
  "changed_amount",
  "unknown_reference",
  "slow_reader",
  "half_closed",
  "forged_failure",
  "failure_after_success",
  "success_after_expiry",
  "second_success",
  "notify_before_return",
  "notify_after_return",
  "notify_with_return",
  "notify_before_create",
  "create_500",
  "query_pending",
  "query_500",
];

/** Throws InvalidInput for an unknown name. */
export function scenarioFaults(name: string, { vendor, ref, seed, faults = 5 }: JsonObject): JsonObject[] {
  const aim = { ...(vendor === undefined ? {} : { vendor }), ...(ref === undefined ? {} : { ref }) };
  if (name === "random") {
    if (typeof seed !== "string" || seed === "")
      throw new InvalidInput("seed is a text: the same draws the same faults");
    const random = randomOf(seed);
    return Array.from({ length: Number(faults) }, () => ({
      kind: drawn[Math.floor(random() * drawn.length)] ?? "drop",
      ...aim,
    }));
  }
  const known = Object.entries(faultsOf).find(([each]) => each === name)?.[1];
  if (!known) throw new InvalidInput(`A scenario is one of ${Object.keys(scenarios).join(", ")}`);
  return known.map((fault) => ({ ...fault, ...aim }));
}
