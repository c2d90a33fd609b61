/** Faults on demand: each is armed for a vendor, a reference or the next n occasions, and used up by them. */
import type { State } from "./ledger.ts";
import type { JsonObject } from "./values/json.ts";

/** Each with the occasion that uses it up: one try of a notification, one payment's end, or one request. */
export const faultKinds = {
  drop: "a try is lost on the way",
  duplicate:
    "a try is sent `times` (1) more times, one after another or, with `at_once`, over several sockets together",
  delay: "a notification comes `seconds` (60) later",
  reorder: "a notification is held until the next of its vendor was sent",
  bad_signature: "a try's signature is damaged",
  other_secret: "a try is signed with another secret",
  changed_amount: "a try states `amount` (asked + 1000), well signed; with `captured` the vendor holds that sum",
  unknown_reference: "a try names a reference that the shop does not know, well signed",
  slow_reader: "the vendor takes the reply's body only `seconds` (20) later",
  half_closed: "the vendor closes its half of the socket after the request",
  forged_failure: "a failure with a forged signature comes before the real success",
  failure_after_success: "a well signed failure follows the success after `seconds` (1)",
  success_after_expiry: "a payment that expired is paid after all, `seconds` (60) later",
  second_success: "another attempt of the same order is paid too",
  notify_before_return: "the notification is answered before the browser is sent back",
  notify_after_return: "the notification comes `seconds` (2) after the browser was sent back",
  notify_with_return: "the notification and the browser's return arrive at the same instant, over two sockets",
  notify_before_create: "the payment is paid and notified before the answer to its creation",
  create_500: "the answer to a creation is 500, after it was stored",
  create_timeout: "a creation is never answered, after it was stored",
  refund_500: "the answer to a refund is 500, after it was taken on",
  refund_timeout: "a refund is never answered, after it was taken on",
  query_pending: "a query is answered with pending",
  query_500: "a query is answered with 503",
  refund_refused: "a refund is pending first and refused `seconds` (60) later",
} as const;
export type FaultKind = keyof typeof faultKinds;

export type Fault = {
  id: number;
  kind: FaultKind;
  /** Absent: any. */
  vendor?: string;
  ref?: string;
  /** Occasions left; null: all. */
  count: number | null;
  seconds?: number;
  times?: number;
  amount?: number;
  captured?: boolean;
  at_once?: boolean;
};

export class InvalidInput extends Error {
  override readonly name = "InvalidInput";
}

/** Throws InvalidInput: a mistyped fault would otherwise be a test that proves nothing. */
export function readFault(input: JsonObject, vendors: readonly string[]): Omit<Fault, "id"> {
  const fault: Omit<Fault, "id"> = { kind: kindOf(input.kind), count: 1 };
  for (const [name, value] of Object.entries(input)) {
    if (name === "kind") continue;
    else if (name === "vendor" && typeof value === "string" && vendors.includes(value)) fault.vendor = value;
    else if (name === "ref" && typeof value === "string") fault.ref = value;
    else if (name === "count" && (value === null || isWhole(value, 1))) fault.count = value;
    else if ((name === "seconds" || name === "times" || name === "amount") && isWhole(value, 0)) fault[name] = value;
    else if ((name === "captured" || name === "at_once") && typeof value === "boolean") fault[name] = value;
    else throw new InvalidInput(`${name} is no field of a fault, or has a wrong value`);
  }
  return fault;
}

function kindOf(value: unknown): FaultKind {
  const kind = (Object.keys(faultKinds) as FaultKind[]).find((each) => each === value);
  if (!kind) throw new InvalidInput(`kind is one of ${Object.keys(faultKinds).join(", ")}`);
  return kind;
}

function isWhole(value: unknown, min: number): value is number {
  return Number.isSafeInteger(value) && Number(value) >= min;
}

export function armFault(state: State, fault: Omit<Fault, "id">): Fault {
  state.counters.fault = (state.counters.fault ?? 0) + 1;
  const armed = { id: state.counters.fault, ...fault };
  state.faults.push(armed);
  return armed;
}

/** The first that fits, one occasion less. */
export function takeFault(
  state: State,
  kind: FaultKind,
  vendor: string,
  ref: string,
  fits: (fault: Fault) => boolean = () => true,
): Fault | undefined {
  const fault = state.faults.find(
    (each) => each.kind === kind && (each.vendor ?? vendor) === vendor && (each.ref ?? ref) === ref && fits(each),
  );
  if (fault && fault.count !== null) {
    fault.count -= 1;
    if (fault.count === 0) state.faults.splice(state.faults.indexOf(fault), 1);
  }
  return fault;
}
