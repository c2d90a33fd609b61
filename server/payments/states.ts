/**
 * What becomes of a payment when something happens to it. Pure. Success never goes back; money that comes too late, too
 * often or in excess is kept and owed back, never dropped and never used by itself. Facts: payments 2.2, 11.3.
 */
import type { PaymentStatus } from "contract/payments.ts";

export type PaymentFlag = "overpaid" | "underpaid" | "late_success";
export type RefundReason = "order_cancelled" | "overpaid" | "underpaid" | "late";

export type PaymentState = {
  status: PaymentStatus;
  amount: number;
  received: number;
  refunded: number;
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

export function next(state: PaymentState, event: PaymentEvent): Step {
  switch (event.type) {
    case "credit":
      return credited(state, event.amount);
    case "deadline":
      return lapsed(state);
    case "order_cancelled":
      return cancelled(state);
    case "refund_recorded": {
      const refunded = state.refunded + event.amount;
      const all = refunded >= state.amount && state.status === "success";
      return still({ ...state, refunded, status: all ? "refunded" : state.status });
    }
  }
}

function credited(state: PaymentState, amount: number): Step {
  const received = state.received + amount;
  const complete = received >= state.amount;
  if (state.status === "pending" || state.status === "created") {
    if (!complete) return still({ ...state, received });
    const excess = received - state.amount;
    const paid = { ...state, received, status: "success" as const };
    if (excess === 0) return { state: paid, settled: true, owed: null };
    return { state: flagged(paid, "overpaid"), settled: true, owed: { amount: excess, reason: "overpaid" } };
  }
  if (state.status === "success" || state.status === "refunded") {
    return { state: flagged({ ...state, received }, "overpaid"), settled: false, owed: { amount, reason: "overpaid" } };
  }
  const late = complete
    ? flagged({ ...state, received, status: "success" }, "late_success")
    : flagged({ ...state, received }, "underpaid");
  return { state: late, settled: false, owed: { amount, reason: "late" } };
}

function lapsed(state: PaymentState): Step {
  if (state.status !== "pending" && state.status !== "created") return still(state);
  const expired = { ...state, status: "expired" as const };
  if (state.received === 0) return still(expired);
  return {
    state: flagged(expired, "underpaid"),
    settled: false,
    owed: { amount: state.received, reason: "underpaid" },
  };
}

function cancelled(state: PaymentState): Step {
  if (state.status === "pending" || state.status === "created") {
    const failed = { ...state, status: "failed" as const };
    if (state.received === 0) return still(failed);
    return { state: failed, settled: false, owed: { amount: state.received, reason: "order_cancelled" } };
  }
  // Excess is owed already, from the moment it came.
  if (state.status === "success" && !state.flags.includes("late_success")) {
    return { state, settled: false, owed: { amount: state.amount, reason: "order_cancelled" } };
  }
  return still(state);
}

const still = (state: PaymentState): Step => ({ state, settled: false, owed: null });

function flagged(state: PaymentState, flag: PaymentFlag): PaymentState {
  return state.flags.includes(flag) ? state : { ...state, flags: [...state.flags, flag] };
}
