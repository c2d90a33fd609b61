import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { next, opened, type PaymentEvent, type PaymentState, type Step, statusOf } from "./states.ts";

function run(state: PaymentState, events: readonly Event[]): { state: PaymentState; steps: Step[] } {
  const steps: Step[] = [];
  let now = state;
  for (const event of events) {
    const step = next(now, event.type === "refund" ? { type: "refund_recorded", amount: now.owed } : event);
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

/** The part of a vector's story that reaches the state machine: forged, repeated and browser events never do. */
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
  readFileSync(new URL("../providers/bank-transfer/samples/vectors.json", import.meta.url), "utf8"),
) as Vector[];

/** The samples call late money a success; here it is owed back, and the payment stays expired. */
function paymentStatus({ status, flags }: Vector["expected"]): string {
  return flags.includes("late_success") ? "expired" : status;
}

describe("a payment gets the status of the provider's result", () => {
  for (const vector of vectors.filter((each) => each.kind === "sequence")) {
    it(vector.id, () => {
      const { state, steps } = run(opened(vector.input.amount_vnd), genuine(vector.input.events));
      expect(statusOf(state, true)).toBe(paymentStatus(vector.expected));
      expect(steps.filter((step) => step.settled)).toHaveLength(vector.expected.fulfil_count);
      expect([...state.flags]).toEqual(vector.expected.flags.filter((flag) => flag !== "bad_signature"));
    });
  }
});

/** `refund`: all that is owed goes back, as a person records it. */
type Event = PaymentEvent | { type: "refund" };

const anyEvent: fc.Arbitrary<Event> = fc.oneof(
  fc.record({ type: fc.constant("credit" as const), amount: fc.integer({ min: 1, max: 3_000_000 }) }),
  fc.constant({ type: "deadline" as const }),
  fc.constant({ type: "order_cancelled" as const }),
  fc.constant({ type: "refund" as const }),
);

const story = fc.array(anyEvent, { maxLength: 12 });

describe("random sequences of payments and refunds", () => {
  it("every đồng received is counted for a paid order, owed back or refunded", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), story, (amount, events) => {
        const { state, steps } = run(opened(amount), events);
        const arrived = events.reduce((sum, event) => sum + (event.type === "credit" ? event.amount : 0), 0);
        const owed = steps.reduce((sum, step) => sum + (step.owed?.amount ?? 0), 0);
        expect(state.received).toBe(arrived);
        expect(state.owed).toBe(owed - state.refunded);
        const kept = state.ended_as !== null ? 0 : Math.min(arrived, amount);
        expect(kept + owed).toBe(arrived);
      }),
    );
  });

  it("an order becomes paid at most once, only by enough money, and never after it ended", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), story, (amount, events) => {
        const { steps } = run(opened(amount), events);
        const settling = steps.filter((step) => step.settled);
        expect(settling.length).toBeLessThanOrEqual(1);
        for (const step of settling) {
          expect(step.state.received).toBeGreaterThanOrEqual(amount);
          expect(step.state.ended_as).toBeNull();
        }
      }),
    );
  });

  it("a payment is 'refunded' only when all of it was returned", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), story, (amount, events) => {
        for (const { state } of run(opened(amount), events).steps) {
          const isGone = state.received > 0 && state.received === state.refunded;
          expect(statusOf(state, true) === "refunded").toBe(isGone);
        }
      }),
    );
  });

  it("what owes nothing is settled from the start, and all that arrives goes back", () => {
    expect(statusOf(opened(0), false)).toBe("success");
    fc.assert(
      fc.property(story, (events) => {
        const { state, steps } = run(opened(0), events);
        expect(steps.some((step) => step.settled)).toBe(false);
        expect(state.counted).toBe(0);
        expect(state.owed + state.refunded).toBe(state.received);
      }),
    );
  });

  it("more than came in never goes back", () => {
    const paid = run(opened(500), [{ type: "credit", amount: 500 }]).state;
    expect(() => next(paid, { type: "refund_recorded", amount: 501 })).toThrow(RangeError);
  });
});
