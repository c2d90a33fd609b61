import type { OrderRecord } from "contract/orders/desk-orders.ts";
import { formatDong } from "contract/values/money.ts";
import { field } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import { OfficeForm, StepUpFields, SubmitButton, useProblem } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";

/** What this person may do with the order; what is not possible now stays, with its reason. */
export function OrderActs({ order }: { order: OrderRecord }) {
  const { orders } = useOfficeMessages();
  const { approve, cancel, refund } = order.acts;
  if (!approve && !cancel && !refund) return null;
  return (
    <section className="card" aria-labelledby="viec">
      <div className="card-head">
        <h2 id="viec">{orders.acts_title}</h2>
      </div>
      {approve && (
        <PossibleAct act={approve} why={orders.hindrances} title={orders.approve} icon="check" intent="approve" open>
          <Approve version={order.version} />
        </PossibleAct>
      )}
      {refund && (
        <PossibleAct act={refund} why={orders.hindrances} title={orders.refund_title} icon="cash" intent="refund">
          <Refund version={order.version} amount={order.payment?.refund_owed ?? 0} />
        </PossibleAct>
      )}
      {cancel && (
        <PossibleAct act={cancel} why={orders.hindrances} title={orders.cancel} icon="close" intent="cancel">
          <Cancel version={order.version} />
        </PossibleAct>
      )}
    </section>
  );
}

function Approve({ version }: { version: number }) {
  const { orders } = useOfficeMessages();
  const problem = useProblem("approve");
  return (
    <OfficeForm intent="approve" problem={problem} className="form-stack" labels={{ note: orders.approve_note }}>
      <Hidden<"orders.approve"> name="version" value={version} />
      <TextInput
        {...field<"orders.approve">(problem, "note")}
        id="approve-note"
        label={orders.approve_note}
        autoComplete="off"
      />
      <SubmitButton intent="approve" variant="primary" data-act="KeyA">
        {orders.approve}
      </SubmitButton>
    </OfficeForm>
  );
}

function Cancel({ version }: { version: number }) {
  const { orders } = useOfficeMessages();
  const problem = useProblem("cancel");
  return (
    <OfficeForm intent="cancel" problem={problem} className="form-stack" labels={{ note: orders.cancel_note }}>
      <p className="small">{orders.cancel_text}</p>
      <Hidden<"orders.cancelByStaff"> name="version" value={version} />
      <TextArea
        {...field<"orders.cancelByStaff">(problem, "note")}
        id="cancel-note"
        label={orders.cancel_note}
        required
        rows={2}
      />
      <SubmitButton intent="cancel" variant="danger">
        {orders.cancel}
      </SubmitButton>
    </OfficeForm>
  );
}

function Refund({ version, amount }: { version: number; amount: number }) {
  const { orders } = useOfficeMessages();
  const problem = useProblem("refund");
  return (
    <OfficeForm
      intent="refund"
      problem={problem}
      className="form-stack"
      labels={{ reference: orders.reference, reason: orders.reason }}
    >
      <p className="small">
        {orders.refund_text} <span className="own-line">{orders.within_limit}</span>
      </p>
      <Hidden<"orders.recordRefund"> name="version" value={version} />
      <Hidden<"orders.recordRefund"> name="amount" value={amount} />
      <TextInput
        {...field<"orders.recordRefund">(problem, "reference")}
        label={orders.reference}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <TextInput
        {...field<"orders.recordRefund">(problem, "reason")}
        label={orders.reason}
        autoComplete="off"
        required
      />
      <StepUpFields intent="refund" />
      <SubmitButton intent="refund" variant="primary">
        {orders.refund({ amount: formatDong(amount) })}
      </SubmitButton>
    </OfficeForm>
  );
}
