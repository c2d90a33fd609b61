/**
 * The transitions of a payment and of its attempts. Pure. A payment's status follows from what came in and what went back,
 * never remembered: money that comes too late, too often or in excess is with the shop, so it is to go back until it has
 * gone, or a person decides otherwise. rules/payments#states, rules/payments#late-money
 */
import type { PaymentStatus } from "contract/payments/payments.ts";

export type PaymentFlag = "overpaid" | "duplicate_payment" | "underpaid" | "late_success";
export type RefundReason = "order_cancelled" | "overpaid" | "underpaid" | "late" | "amount_mismatch";

/** đồng throughout. */
export type PaymentState = {
  /** What is due in all: the order's total and, in cash, its rounding. */
  amount: number;
  received: number;
  /** What of it pays for the order. */
  counted: number;
  refunded: number;
  /** What a claim stands on: to give back, proposed or owed, and not recorded as gone yet; kept as credit; dropped. */
  owed: number;
  /** The money was complete while the order was open. */
  is_settled: boolean;
  /** The order was cancelled by a person (`failed`) or lapsed (`expired`); null while it goes on. */
  ended_as: "failed" | "expired" | null;
  flags: readonly PaymentFlag[];
};

export type PaymentEvent =
  | { type: "credit"; amount: number }
  /** Money that came and cannot count: another sum than was asked for. */
  | { type: "uncounted"; amount: number }
  | { type: "deadline" }
  | { type: "order_cancelled" }
  | { type: "refund_recorded"; amount: number }
  /** A lapsed order goes on: so much of what was to go back counts after all. */
  | { type: "reopened"; amount: number };

export type Step = {
  state: PaymentState;
  /** The money is complete now, for the first time: what was paid for may go on. */
  settled: boolean;
  /** Money to give back because of this event. */
  owed: { amount: number; reason: RefundReason } | null;
};

/** A payment as it begins. One that owes nothing is settled at once. */
export function opened(amount: number): PaymentState {
  const none = { received: 0, counted: 0, refunded: 0, owed: 0 };
  return { amount, ...none, is_settled: amount === 0, ended_as: null, flags: [] };
}

/** The first that holds. `isPending`: an attempt is pending, or the money comes on delivery. */
export function statusOf(state: PaymentState, isPending: boolean): PaymentStatus {
  if (state.received > 0 && state.refunded === state.received) return "refunded";
  if (state.is_settled) return "success";
  return state.ended_as ?? (isPending || state.received > 0 ? "pending" : "created");
}

/** Throws RangeError where more would go back than is here. */
export function next(state: PaymentState, event: PaymentEvent): Step {
  switch (event.type) {
    case "credit":
      return credited(state, event.amount);
    case "uncounted":
      return owing({ ...state, received: state.received + event.amount }, event.amount, "amount_mismatch");
    case "deadline": {
      if (state.ended_as !== null || state.is_settled) return { state, settled: false, owed: null };
      const expired = { ...state, ended_as: "expired" as const, counted: 0 };
      return owing(state.received > 0 ? flagged(expired, "underpaid") : expired, allThatIsHere(state), "underpaid");
    }
    case "order_cancelled":
      if (state.ended_as !== null) return { state, settled: false, owed: null };
      return owing(
        { ...state, ended_as: "failed", counted: state.is_settled ? state.counted : 0 },
        allThatIsHere(state),
        "order_cancelled",
      );
    case "refund_recorded": {
      const refunded = state.refunded + event.amount;
      if (refunded > state.received) throw new RangeError(`${refunded} refunded of ${state.received} received`);
      return {
        state: { ...state, refunded, owed: Math.max(0, state.owed - event.amount) },
        settled: false,
        owed: null,
      };
    }
    case "reopened":
      return reopened(state, event.amount);
  }
}

/** Throws RangeError for a payment that did not lapse. */
function reopened(state: PaymentState, amount: number): Step {
  if (state.ended_as !== "expired") throw new RangeError("only what lapsed is reopened");
  const open = { ...state, ended_as: null, owed: state.owed - amount };
  if (amount < state.amount) return { state: { ...open, counted: amount }, settled: false, owed: null };
  const paid = { ...open, counted: state.amount, is_settled: true };
  return { ...owing(paid, amount - state.amount, "overpaid"), settled: true };
}

function credited(state: PaymentState, amount: number): Step {
  const due = state.amount - state.counted;
  const after = { ...state, received: state.received + amount };
  if (state.ended_as !== null) {
    const flag = after.received >= state.amount ? "late_success" : "underpaid";
    return owing(flagged(after, flag), amount, "late");
  }
  if (state.is_settled) return owing(flagged(after, "duplicate_payment"), amount, "overpaid");
  if (amount < due) return { state: { ...after, counted: state.counted + amount }, settled: false, owed: null };
  const paid = { ...after, counted: state.amount, is_settled: true };
  return { ...owing(amount > due ? flagged(paid, "overpaid") : paid, amount - due, "overpaid"), settled: true };
}

/** What came in, has not gone back and is not to go back yet. */
const allThatIsHere = ({ received, refunded, owed }: PaymentState): number => received - refunded - owed;

function owing(state: PaymentState, amount: number, reason: RefundReason): Step {
  if (amount === 0) return { state, settled: false, owed: null };
  return { state: { ...state, owed: state.owed + amount }, settled: false, owed: { amount, reason } };
}

function flagged(state: PaymentState, flag: PaymentFlag): PaymentState {
  return state.flags.includes(flag) ? state : { ...state, flags: [...state.flags, flag] };
}

/** đồng throughout. */
export type AttemptState = {
  id: number;
  amount: number;
  received: number;
  counted: number;
  refunded: number;
  /** Kept as credit, dropped or on its way back. */
  set_aside: number;
  state: PaymentStatus;
  flags: readonly string[];
};

/**
 * The attempts of a payment after a step of it: what the event brought to the attempt `by`, what stops counting, and how
 * open ones end. A success never goes back, and only money makes one.
 */
export function attemptsAfter<A extends AttemptState>(
  attempts: readonly A[],
  { before, event, step, by }: { before: PaymentState; event: PaymentEvent; step: Step; by: number | null },
): A[] {
  const { state, owed } = step;
  if (event.type === "reopened") return countedAgain(attempts, state);
  const raised = state.flags.filter((flag) => !before.flags.includes(flag));
  return attempts.map((attempt) => {
    const brought = event.type === "credit" || event.type === "uncounted" ? event.amount : 0;
    const isPaid = brought > 0 && attempt.id === by;
    const received = attempt.received + (isPaid ? brought : 0);
    const counted = isPaid ? attempt.counted + brought - (owed?.amount ?? 0) : attempt.counted;
    const isRaised = isPaid || (event.type === "deadline" && received > 0);
    const flags = isRaised ? [...new Set([...attempt.flags, ...raised, ...lateFlag(state, isPaid)])] : attempt.flags;
    const after = { ...attempt, received, flags, counted: state.ended_as && !state.is_settled ? 0 : counted };
    return { ...after, state: attemptState(after, state) };
  });
}

/** What is left of each attempt counts again, the earliest first, up to what the payment counts. */
function countedAgain<A extends AttemptState>(attempts: readonly A[], { counted, is_settled }: PaymentState): A[] {
  let rest = counted;
  return attempts.map((attempt) => {
    const own = Math.min(rest, attempt.received - attempt.refunded - attempt.set_aside);
    rest -= own;
    return { ...attempt, counted: own, state: is_settled && own > 0 ? "success" : attempt.state };
  });
}

/** Every attempt that late money came by says so, not only the first. */
function lateFlag({ ended_as, received, amount }: PaymentState, isPaid: boolean): PaymentFlag[] {
  if (!isPaid || ended_as === null) return [];
  return [received >= amount ? "late_success" : "underpaid"];
}

/** The first that holds. */
function attemptState(attempt: AttemptState, payment: PaymentState): PaymentStatus {
  const { amount, received, refunded, state, flags } = attempt;
  const isAsked = received >= amount && !flags.includes("amount_mismatch");
  const isComplete = isAsked || state === "success" || state === "refunded";
  if (isComplete && received > 0) return refunded === received ? "refunded" : "success";
  const isOpen = state === "created" || state === "pending";
  if (!isOpen) return state;
  if (payment.ended_as !== null) return payment.ended_as;
  return payment.is_settled && received > 0 ? "success" : state;
}
