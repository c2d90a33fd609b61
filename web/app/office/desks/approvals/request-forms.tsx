import { formatDateTime, relativeTime } from "contract/values/locale.ts";
import { field } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { Note } from "../../../ui/text/note.tsx";
import { OfficeForm, StepUpFields, SubmitButton, useProblem } from "../../forms.tsx";
import { useLanguage, useOfficeMessages } from "../../i18n.tsx";
import { FourEyes } from "../../kit/four-eyes.tsx";
import type { RequestData } from "./request.tsx";

type Props = Pick<RequestData, "approval">;

/** What may be done with it; what cannot says why. */
export function Decide({ approval, byHand }: Props & { byHand: boolean }) {
  const { approvals: said, rights } = useOfficeMessages();
  const language = useLanguage();
  const { can, runs_at, state, decided_by } = approval;
  const may = (act: (typeof can)[number]) => can.includes(act);
  if (state !== "asked" && !may("run")) return null;
  return (
    <>
      {runs_at && <Note tone="honey">{said.alone_waits({ at: formatDateTime(runs_at, language) })}</Note>}
      {may("run") && <Note tone="honey">{said.run}</Note>}
      {may("decide") && <Approve approval={approval} byHand={byHand} />}
      {may("decide") && <Refuse />}
      {may("withdraw") && !may("confirm_alone") && !runs_at && (
        <FourEyes>{said.own({ decided_by: rights.names[decided_by] })}</FourEyes>
      )}
      {may("confirm_alone") && <Alone approval={approval} />}
      {may("stop") && <Plain intent="stop" text={said.stop} />}
      {may("withdraw") && <Plain intent="withdraw" text={said.withdraw} />}
    </>
  );
}

function Approve({ approval, byHand }: Props & { byHand: boolean }) {
  const { approvals: said } = useOfficeMessages();
  return (
    <section className="card" aria-label={said.approve}>
      <OfficeForm intent="approve" problem={useProblem("approve")} main className="panel form-stack">
        <FourEyes>
          {said.binds} {byHand && said.by_hand}
        </FourEyes>
        <Hidden<"staff.approve"> name="digest" value={approval.digest} />
        <StepUpFields intent="approve" />
        <SubmitButton intent="approve">{said.approve}</SubmitButton>
      </OfficeForm>
    </section>
  );
}

function Refuse() {
  const { approvals: said } = useOfficeMessages();
  const problem = useProblem("refuse");
  return (
    <section className="card" aria-label={said.refuse}>
      <OfficeForm intent="refuse" problem={problem} className="panel form-stack">
        <TextInput
          {...field<"staff.refuse">(problem, "reason")}
          label={said.refuse_reason}
          autoComplete="off"
          required
        />
        <StepUpFields intent="refuse" />
        <SubmitButton intent="refuse" variant="danger">
          {said.refuse}
        </SubmitButton>
      </OfficeForm>
    </section>
  );
}

function Alone({ approval }: Props) {
  const { approvals: said } = useOfficeMessages();
  const problem = useProblem("alone");
  return (
    <section className="card" aria-label={said.alone}>
      <OfficeForm intent="alone" problem={problem} className="panel form-stack">
        <FourEyes>{said.alone_text}</FourEyes>
        <Hidden<"staff.confirmAlone"> name="digest" value={approval.digest} />
        <TextInput
          {...field<"staff.confirmAlone">(problem, "reason")}
          id="alone-reason"
          label={said.reason}
          autoComplete="off"
          required
        />
        <StepUpFields intent="alone" />
        <SubmitButton intent="alone">{said.alone}</SubmitButton>
      </OfficeForm>
    </section>
  );
}

function Plain({ intent, text }: { intent: "stop" | "withdraw"; text: string }) {
  return (
    <OfficeForm intent={intent} problem={useProblem(intent)} className="form-stack">
      <SubmitButton intent={intent} variant="danger">
        {text}
      </SubmitButton>
    </OfficeForm>
  );
}

export function Comments({ approval, now }: RequestData) {
  const { approvals: said } = useOfficeMessages();
  const language = useLanguage();
  const problem = useProblem("comment");
  const may = approval.can.includes("comment");
  if (!may && approval.comments.length === 0) return null;
  return (
    <section className="card" aria-labelledby="comments">
      <div className="card-head">
        <h2 id="comments">{said.comments}</h2>
      </div>
      <ol className="rows">
        {approval.comments.map(({ by, at, text }) => (
          <li key={at}>
            <span>
              <b>{by}</b> {text}
            </span>
            <span className="tiny muted nowrap num">{relativeTime(at, now, language)}</span>
          </li>
        ))}
      </ol>
      {may && (
        <OfficeForm intent="comment" problem={problem} className="panel form-stack">
          <TextInput
            {...field<"staff.commentApproval">(problem, "text")}
            label={said.comment}
            autoComplete="off"
            required
          />
          <SubmitButton intent="comment" variant="secondary">
            {said.send}
          </SubmitButton>
        </OfficeForm>
      )}
    </section>
  );
}
