import { rules } from "virtual:field-rules/orders.cancel";
import { orderStatuses } from "contract/orders/order-states.ts";
import type { Order } from "contract/orders/orders.ts";
import { formatDateTime, relativeTime } from "contract/values/locale.ts";
import { useActionData, useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import type { FieldOf } from "../../forms/field-names.ts";
import { fieldError, typed } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { useLocale, useMessages } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { Select, TextArea } from "../../ui/fields/inputs.tsx";
import { Note } from "../../ui/text/note.tsx";
import { type Step, Steps, Timeline } from "../../ui/text/steps.tsx";
import { PayNow } from "../paying/pay-now.tsx";
import { OrderActions } from "./order-actions.tsx";
import { OrderFacts } from "./order-facts.tsx";
import { OrderSlipLink } from "./order-slip-link.tsx";

type Reasons = readonly { code: string; label: string }[];
type Props = { order: Order; reasons: Reasons; submission_key: string; idempotency_key: string; now: string };

export function OrderView({ order, reasons, submission_key, idempotency_key, now }: Props) {
  const { orders: words } = useMessages();
  const locale = useLocale();
  const problem = problemOf(useActionData());
  return (
    <>
      {problem && problem.code !== "invalid" && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <div className="card panel stack-loose">
        <Steps label={words.progress} steps={stepsOf(order, words.statuses, locale)} words={words.step_states} />
        {order.cancellation_reason && (
          <Note tone="danger">{words.cancelled_because({ reason: order.cancellation_reason })}</Note>
        )}
        <details>
          <summary className="link">{words.history}</summary>
          <History order={order} now={now} />
        </details>
      </div>
      <PayNow order={order} now={now} />
      <OrderFacts order={order} action={<OrderSlipLink code={order.order_code} />} />
      <OrderActions order={order} idempotency_key={idempotency_key} />
      {order.can_cancel && <Cancel reasons={reasons} submission_key={submission_key} />}
    </>
  );
}

/** Newest first; a change of address is no step, and is labelled so. */
export function History({ order, now }: { order: Order; now: string }) {
  const { orders: words } = useMessages();
  const locale = useLocale();
  return (
    <Timeline
      label={words.history}
      events={order.status_history.toReversed().map((change) => ({
        key: `${change.status} ${change.at}`,
        text: change.event === "status" ? words.statuses[change.status] : words.events[change.event],
        detail: (
          <>
            <time dateTime={change.at} title={formatDateTime(change.at, locale)}>
              {relativeTime(change.at, now, locale)}
            </time>
            {["", ...[formatDateTime(change.at, locale), words.by[change.who], change.note].filter(Boolean)].join(
              " · ",
            )}
          </>
        ),
      }))}
    />
  );
}

/** What follows a cancellation is left out. */
export function stepsOf(
  order: Order,
  texts: Record<Order["status"], string>,
  locale: Parameters<typeof formatDateTime>[1],
): Step[] {
  const reached = new Map(
    order.status_history
      .filter(({ event }) => event === "status")
      .map((change) => [change.status, formatDateTime(new Date(change.at), locale)]),
  );
  const icons = { confirmed: "success", delivering: "truck", delivered: "home", completed: "check" } as const;
  const whole = orderStatuses.filter((status) => status !== "cancelled");
  const path = order.has_delivery ? whole : whole.filter((status) => status !== "delivering" && status !== "delivered");
  const steps = path.map((status): Step => {
    const time = reached.get(status);
    const step = {
      text: texts[status],
      time,
      icon: status === "waiting_approval" ? ("clock" as const) : icons[status],
    };
    if (status === order.status) return { ...step, state: status === "completed" ? "done" : "current" };
    return { ...step, state: time ? "done" : "future" };
  });
  if (order.status !== "cancelled") return steps;
  const cancelled: Step = { text: texts.cancelled, state: "cancelled", time: reached.get("cancelled") };
  return [...steps.filter((step) => step.state === "done"), cancelled];
}

/** Opens without a script; requires a reason and shows what happens to the money. */
export function Cancel({ reasons, submission_key }: Pick<Props, "reasons" | "submission_key">) {
  const { orders: words } = useMessages();
  const problem = problemOf(useActionData(), "cancel");
  const busy = useNavigation().formData?.get("intent") === "cancel";
  return (
    <details className="card panel" open={problem !== undefined}>
      <summary className="link">{words.cancel}</summary>
      <CheckedForm rules={rules} problem={problem} className="stack">
        <h2 className="h4">{words.cancel_title}</h2>
        <p>{words.cancel_text}</p>
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="idempotency_key" value={submission_key} />
        <Select
          name={"reason" satisfies FieldOf<"orders.cancel">}
          label={words.cancel_reason}
          placeholder={words.choose_reason}
          options={reasons.map(({ code, label }) => ({ value: code, text: label }))}
          defaultValue={typed<"orders.cancel">(problem, "reason")}
          error={fieldError<"orders.cancel">(problem, "reason")}
          required
        />
        <TextArea
          name={"note" satisfies FieldOf<"orders.cancel">}
          label={words.cancel_note}
          optional={words.optional}
          rows={2}
          maxLength={300}
          defaultValue={typed<"orders.cancel">(problem, "note")}
          error={fieldError<"orders.cancel">(problem, "note")}
        />
        <div>
          <Button variant="danger-filled" loading={busy} loadingText={words.checking}>
            {words.cancel}
          </Button>
        </div>
      </CheckedForm>
    </details>
  );
}
