/**
 * What follows when a provider says something of an attempt: one table of the order's state, the attempt's and what is said.
 * settlement.ts applies it, and decisions.test.ts plays every cell on a real payment. Pure. rules/payments#settlement
 */

/** `complete`: the money was all there while the order was open. */
export const orderStates = ["open", "complete", "cancelled", "lapsed"] as const;
/** `open`: created or pending; `ended`: failed or expired; `paid`: money came by it, whatever became of that. */
export const attemptPhases = ["open", "ended", "paid"] as const;
/**
 * `other_amount`: a message states another sum than was asked for; `other_amount_confirmed`: the answer to our own query
 * does. `second_charge`: a success under another number than the one that was recorded. `silence`: nothing new.
 */
export const sayings = [
  "success",
  "other_amount",
  "other_amount_confirmed",
  "second_charge",
  "failed",
  "expired",
  "review",
  "silence",
] as const;

export type OrderState = (typeof orderStates)[number];
export type AttemptPhase = (typeof attemptPhases)[number];
export type Saying = (typeof sayings)[number];

export type Act =
  /** The money counts; what is beyond the amount due is to go back. */
  | "count"
  /** Nothing of it was due: recorded, flagged, proposed to go back. */
  | "duplicate"
  /** The order is over: recorded, flagged, proposed to go back. */
  | "late"
  /** Money that came and cannot count: recorded, flagged, proposed to go back. */
  | "record"
  /** Flagged, and the provider is asked. */
  | "ask"
  | "end_failed"
  | "end_expired"
  /** The clock of the order stands. */
  | "review"
  /** Flagged alone. */
  | "flag_review"
  | "flag_conflict"
  | "flag_second_charge"
  | "nothing";

type Row = Readonly<Record<Saying, Act>>;

const open = (success: Act, review: Act): Row => ({
  success,
  other_amount: "ask",
  other_amount_confirmed: "record",
  second_charge: success, // no number was recorded yet
  failed: "end_failed",
  expired: "end_expired",
  review,
  silence: "nothing",
});

/** It failed or expired with us, and the provider says what it says: only money changes anything. */
const ended = (success: Act, review: Act): Row => ({ ...open(success, review), failed: "nothing", expired: "nothing" });

const paid: Row = {
  success: "nothing",
  other_amount: "flag_conflict",
  other_amount_confirmed: "flag_conflict",
  second_charge: "flag_second_charge",
  failed: "flag_conflict",
  expired: "flag_conflict",
  review: "flag_review",
  silence: "nothing",
};

export const decisions: Readonly<Record<OrderState, Readonly<Record<AttemptPhase, Row>>>> = {
  open: { open: open("count", "review"), ended: ended("count", "review"), paid },
  complete: { open: open("duplicate", "flag_review"), ended: ended("duplicate", "flag_review"), paid },
  cancelled: { open: open("late", "flag_review"), ended: ended("late", "flag_review"), paid },
  lapsed: { open: open("late", "flag_review"), ended: ended("late", "flag_review"), paid },
};
