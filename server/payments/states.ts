/**
 * The transitions of a payment. Pure. Its status follows from what came in and what went back,
 * never remembered: money that comes too late, too often or in excess is with the shop, so it is owed back until it has
 * gone. rules/payments#states, rules/payments#late-money
 */
import type { PaymentStatus } from "contract/payments/payments.ts";

export type PaymentFlag = "overpaid" | "duplicate_payment" | "underpaid" | "late_success";
export type RefundReason = "order_cancelled" | "overpaid" | "underpaid" | "late";

/** đồng throughout. */
export type PaymentState = {
  amount: number;
  received: number;
  refunded: number;
  /** To give back, and not recorded as gone yet. */
  owed: number;
  /** The money was complete while the order was open. */
  is_settled: boolean;
  /** The order was cancelled by a person (`failed`) or lapsed (`expired`); null while it goes on. */
  ended_as: "failed" | "expired" | null;
  flags: readonly PaymentFlag[];
};

export type PaymentEvent =
  | { type: "credit"; amount: number }
  | { type: "deadline" }
  | { type: "order_cancelled" }
  | { type: "refund_recorded"; amount: number };

export type Step = {
  state: PaymentState;
  /** The money is complete now, for the first time: what was paid for may go on. */
  settled: boolean;
  /** Money to give back because of this event. */
  owed: { amount: number; reason: RefundReason } | null;
};

/** The first that holds. */
export function statusOf(state: PaymentState): PaymentStatus {
  if (state.received > 0 && state.refunded === state.received) return "refunded";
  if (state.is_settled) return "success";
  return state.ended_as ?? "pending";
}

/** Throws RangeError where more would go back than is here. */
export function next(state: PaymentState, event: PaymentEvent): Step {
  switch (event.type) {
    case "credit":
      return credited(state, event.amount);
    case "deadline": {
      if (state.ended_as !== null || state.is_settled) return { state, settled: false, owed: null };
      const expired = { ...state, ended_as: "expired" as const };
      return owing(state.received > 0 ? flagged(expired, "underpaid") : expired, allThatIsHere(state), "underpaid");
    }
    case "order_cancelled":
      if (state.ended_as !== null) return { state, settled: false, owed: null };
      return owing({ ...state, ended_as: "failed" }, allThatIsHere(state), "order_cancelled");
    case "refund_recorded": {
      const refunded = state.refunded + event.amount;
      if (refunded > state.received) throw new RangeError(`${refunded} refunded of ${state.received} received`);
      return {
        state: { ...state, refunded, owed: Math.max(0, state.owed - event.amount) },
        settled: false,
        owed: null,
      };
    }
  }
}

function credited(state: PaymentState, amount: number): Step {
  const due = state.amount - state.received;
  const after = { ...state, received: state.received + amount };
  if (state.ended_as !== null) {
    const flag = after.received >= state.amount ? "late_success" : "underpaid";
    return owing(flagged(after, flag), amount, "late");
  }
  if (state.is_settled) return owing(flagged(after, "duplicate_payment"), amount, "overpaid");
  if (amount < due) return { state: after, settled: false, owed: null };
  const paid = { ...after, is_settled: true };
  return { ...owing(amount > due ? flagged(paid, "overpaid") : paid, amount - due, "overpaid"), settled: true };
}

/** What came in, has not gone back and is not owed yet. */
const allThatIsHere = ({ received, refunded, owed }: PaymentState): number => received - refunded - owed;

function owing(state: PaymentState, amount: number, reason: RefundReason): Step {
  if (amount === 0) return { state, settled: false, owed: null };
  return { state: { ...state, owed: state.owed + amount }, settled: false, owed: { amount, reason } };
}

function flagged(state: PaymentState, flag: PaymentFlag): PaymentState {
  return state.flags.includes(flag) ? state : { ...state, flags: [...state.flags, flag] };
}
