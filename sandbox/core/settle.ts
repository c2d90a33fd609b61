/** How a payment ends, and what is said of it afterwards. The faults that belong to a payment's end are used up here. */
import { type Fault, type FaultKind, takeFault } from "./faults.ts";
import type { Gateway } from "./gateway.ts";
import { orderOf, type Payment, type PaymentState } from "./ledger.ts";
import type { Ending, PaymentRules } from "./vendor.ts";

export function rulesOf(gateway: Gateway, payment: Payment): PaymentRules {
  const { payment: rules } = gateway.vendorNamed(payment.vendor);
  if (!rules) throw new Error(`${payment.vendor} has no payments by reference`);
  return rules;
}

/** States from which a payment can still be decided. */
export const undecided: readonly PaymentState[] = ["open", "authorized", "review"];

export async function finish(gateway: Gateway, payment: Payment, ending: Ending): Promise<void> {
  await finishAs(gateway, payment, rulesOf(gateway, payment).codes[ending]);
}

/** Ends it with one of the vendor's own codes, and notifies. */
export async function finishAs(gateway: Gateway, payment: Payment, code: string): Promise<void> {
  const take = (kind: FaultKind) => takeFault(gateway.state, kind, payment.vendor, payment.ref);
  const rules = rulesOf(gateway, payment);
  record(gateway, payment, code);
  if (payment.state === "paid") {
    if (take("forged_failure")) forgeFailure(gateway, payment);
    await notify(gateway, payment, take);
    const after = take("failure_after_success");
    if (after) gateway.dispatcher.notify(payment.vendor, failureOf(gateway, payment), { seconds: after.seconds ?? 1 });
    await payAnother(gateway, payment);
  } else {
    await notify(gateway, payment, take);
  }
  const late = code === rules.codes.expire ? take("success_after_expiry") : undefined;
  if (late) {
    const { vendor, token } = payment;
    gateway.clock.schedule({ vendor, name: "pay", data: { token } }, late.seconds ?? 60);
  }
}

/** What the vendor believes from now on. */
function record(gateway: Gateway, payment: Payment, code: string): void {
  const rules = rulesOf(gateway, payment);
  payment.code = code;
  payment.state = rules.stateOf(code, payment);
  payment.ended_at = gateway.clock.wall();
  payment.is_confirmed = false;
  if (payment.state === "failed" || payment.state === "expired") return;
  payment.txn ||= rules.newTxn(gateway);
  if (payment.state !== "paid") return;
  const other = takeFault(
    gateway.state,
    "changed_amount",
    payment.vendor,
    payment.ref,
    (fault) => fault.captured === true,
  );
  payment.captured = other ? (other.amount ?? payment.amount + 1000) : payment.amount;
}

async function notify(gateway: Gateway, payment: Payment, take: (kind: FaultKind) => Fault | undefined): Promise<void> {
  const rules = rulesOf(gateway, payment);
  const { dispatcher } = gateway;
  const after = take("notify_after_return");
  const beside = take("notify_with_return") ? rules.returnUrl(gateway, payment) : undefined;
  const isAwaited = beside !== undefined || take("notify_before_return") !== undefined;
  const seconds = isAwaited ? null : after ? (after.seconds ?? 2) : 0;
  const { id } = dispatcher.notify(payment.vendor, rules.ipn(gateway, payment), { seconds });
  if (isAwaited) await dispatcher.deliver(id, beside);
}

function failureOf(gateway: Gateway, payment: Payment) {
  const rules = rulesOf(gateway, payment);
  const code = rules.codes.cancel;
  return rules.ipn(gateway, { ...payment, code, state: rules.stateOf(code, payment), captured: 0 });
}

function forgeFailure(gateway: Gateway, payment: Payment): void {
  gateway.dispatcher.notify(payment.vendor, failureOf(gateway, payment), { is_forged: true });
}

/** The fault waits until there is another attempt of the order. */
async function payAnother(gateway: Gateway, payment: Payment): Promise<void> {
  const { state } = gateway;
  const another = state.payments.find(
    (each) => each.token !== payment.token && orderOf(each.ref) === orderOf(payment.ref) && each.state !== "paid",
  );
  if (another && takeFault(state, "second_success", payment.vendor, payment.ref)) await finish(gateway, another, "pay");
}
