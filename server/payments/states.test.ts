import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { next, type PaymentEvent, type PaymentState, type Step } from "./states.ts";

const fresh = (amount: number): PaymentState => ({ status: "pending", amount, received: 0, refunded: 0, flags: [] });

function run(state: PaymentState, events: readonly PaymentEvent[]): { state: PaymentState; steps: Step[] } {
  const steps: Step[] = [];
  let now = state;
  for (const event of events) {
    const step = next(now, event);
    steps.push(step);
    now = step.state;
  }
  return { state: now, steps };
}

type VectorEvent = { type: string; amount_vnd?: number; signed?: boolean; txn?: string; result?: string };
type Vector = {
  id: string;
  kind: string;
  input: { amount_vnd: number; events: VectorEvent[] };
  expected: { status: string; fulfil_count: number; flags: string[] };
};

/** The part of a vector's story that reaches the state machine: forged, repeated and browser-told events never do. */
function genuine(events: VectorEvent[]): PaymentEvent[] {
  const seen = new Set<string>();
  const reaching: PaymentEvent[] = [];
  for (const event of events) {
    const amount = event.amount_vnd ?? 0;
    if (event.type === "tick") reaching.push({ type: "deadline" });
    if (event.type === "refund_confirmed") reaching.push({ type: "refund_recorded", amount });
    const txn = event.type === "credit" ? event.txn : event.type === "notify" && event.signed ? "notify" : undefined;
    if (txn === undefined || seen.has(txn)) continue;
    seen.add(txn);
    reaching.push({ type: "credit", amount });
  }
  return reaching;
}

const vectors = JSON.parse(
  readFileSync(new URL("providers/bank-transfer/samples/vectors.json", import.meta.url), "utf8"),
) as Vector[];

describe("a payment ends as the provider facts say", () => {
  for (const vector of vectors.filter((each) => each.kind === "sequence")) {
    it(vector.id, () => {
      const { state, steps } = run(fresh(vector.input.amount_vnd), genuine(vector.input.events));
      expect(state.status).toBe(vector.expected.status);
      expect(steps.filter((step) => step.settled)).toHaveLength(vector.expected.fulfil_count);
      expect([...state.flags]).toEqual(vector.expected.flags.filter((flag) => flag !== "bad_signature"));
    });
  }
});

const anyEvent: fc.Arbitrary<PaymentEvent> = fc.oneof(
  fc.record({ type: fc.constant("credit" as const), amount: fc.integer({ min: 1, max: 3_000_000 }) }),
  fc.constant({ type: "deadline" as const }),
  fc.constant({ type: "order_cancelled" as const }),
);

/** An order is cancelled once; the caller sees to that. */
const story = fc
  .array(anyEvent, { maxLength: 12 })
  .map((events) => events.filter((event, at) => event.type !== "order_cancelled" || events.indexOf(event) === at));

describe("no story loses a shopper's money", () => {
  it("what arrived is either kept for a paid order or owed back, to the đồng", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), story, (amount, events) => {
        const { state, steps } = run(fresh(amount), events);
        const arrived = events.reduce((sum, event) => sum + (event.type === "credit" ? event.amount : 0), 0);
        const owed = steps.reduce((sum, step) => sum + (step.owed?.amount ?? 0), 0);
        const settled = steps.some((step) => step.settled);
        const off = steps.some((step) => step.owed?.reason === "order_cancelled") || !settled;
        expect(state.received).toBe(arrived);
        const open = state.status === "pending";
        expect(owed).toBe(open ? 0 : off ? arrived : arrived - amount);
      }),
    );
  });

  it("an order is paid for at most once, and only by enough money", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), story, (amount, events) => {
        const { steps } = run(fresh(amount), events);
        const settling = steps.filter((step) => step.settled);
        expect(settling.length).toBeLessThanOrEqual(1);
        for (const step of settling) expect(step.state.received).toBeGreaterThanOrEqual(amount);
      }),
    );
  });
});
