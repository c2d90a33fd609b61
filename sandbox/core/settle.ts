/** How a payment ends, and what is said of it afterwards. The faults that belong to a payment's end are used up here. */
import { type FaultKind, takeFault } from "./faults.ts";
import type { Gateway } from "./gateway.ts";
import { type Ipn, orderOf, type Payment, type PaymentState } from "./ledger.ts";
import type { Ending, PaymentRules } from "./vendor.ts";

export function rulesOf(gateway: Gateway, payment: Payment): PaymentRules {
  const { payment: rules } = gateway.vendorNamed(payment.vendor);
  if (!rules) throw new Error(`${payment.vendor} has no payments by reference`);
  return rules;
}

/** States from which a payment can still be decided. */
export const undecided: readonly PaymentState[] = ["open", "authorized", "review"];

/** Whether its notification was answered when this returns; otherwise it is queued. */
type Finishing = { is_awaited?: boolean };

export async function finish(gateway: Gateway, payment: Payment, ending: Ending, how: Finishing = {}): Promise<void> {
  await finishAs(gateway, payment, rulesOf(gateway, payment).codes[ending], how);
}

/** Ends it with one of the vendor's own codes, and notifies. */
export async function finishAs(gateway: Gateway, payment: Payment, code: string, how: Finishing = {}): Promise<void> {
  const take = (kind: FaultKind) => takeFault(gateway.state, kind, payment.vendor, payment.ref);
  const rules = rulesOf(gateway, payment);
  record(gateway, payment, code);
  const beside = take("notify_with_return") ? rules.returnUrl(gateway, payment) : undefined;
  const isAwaited = how.is_awaited || beside !== undefined || take("notify_before_return") !== undefined;
  const behind = take("notify_after_return");
  const say = async (ipn: Ipn | undefined, isForged: boolean) => {
    if (!ipn) return;
    const seconds = isAwaited ? null : behind ? (behind.seconds ?? 2) : 0;
    const { id } = gateway.dispatcher.notify(payment.vendor, ipn, { seconds, is_forged: isForged });
    if (isAwaited) await gateway.dispatcher.deliver(id, isForged ? undefined : beside);
  };
  if (payment.state === "paid") {
    if (take("forged_failure")) await say(failureOf(gateway, payment), true);
    await say(told(gateway, payment), false);
    const after = take("failure_after_success");
    const failure = after && failureOf(gateway, payment);
    if (failure) gateway.dispatcher.notify(payment.vendor, failure, { seconds: after.seconds ?? 1 });
    await payAnother(gateway, payment);
  } else {
    await say(told(gateway, payment), false);
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

/** Nothing where the vendor sends no message of such an end. */
function told(gateway: Gateway, payment: Payment): Ipn | undefined {
  const rules = rulesOf(gateway, payment);
  return (rules.tells?.(payment) ?? true) ? rules.ipn(gateway, payment) : undefined;
}

function failureOf(gateway: Gateway, payment: Payment): Ipn | undefined {
  const rules = rulesOf(gateway, payment);
  const code = rules.codes.cancel;
  return told(gateway, { ...payment, code, state: rules.stateOf(code, payment), captured: 0 });
}

/** The fault waits until there is another attempt of the order. */
async function payAnother(gateway: Gateway, payment: Payment): Promise<void> {
  const { state } = gateway;
  const another = state.payments.find(
    (each) => each.token !== payment.token && orderOf(each.ref) === orderOf(payment.ref) && each.state !== "paid",
  );
  if (another && takeFault(state, "second_success", payment.vendor, payment.ref)) await finish(gateway, another, "pay");
}
