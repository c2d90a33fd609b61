import type { PromotionRecord } from "contract/promotions/desk-promotions.ts";
import type { ReactNode } from "react";
import { field } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { TextInput } from "../../../ui/fields/inputs.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useStaff } from "../../frame/staff.ts";
import { useOfficeMessages } from "../../i18n.tsx";
import { FourEyes } from "../../kit/four-eyes.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";

type Props = { record: PromotionRecord };
const possible = { act: { possible: true, why: null }, why: {} } as const;

/** What a person may do with it now; what runs is only stopped, extended or copied. */
export function PromotionActs({ record }: Props) {
  const { promotion: words } = useOfficeMessages();
  const { holds } = useStaff();
  const { state, stopped } = record;
  const publishes = holds("promotions:publish");
  const writes = holds("promotions:write");
  const isOn = state === "running" || state === "scheduled";
  if (!publishes && !writes) return null;
  return (
    <section className="card" aria-labelledby="viec">
      <div className="card-head">
        <h2 id="viec">{words.acts}</h2>
      </div>
      {publishes && state === "draft" && <Publish record={record} />}
      {publishes && isOn && (
        <Act record={record} intent="stop" title={words.stop} text={words.stop_text} variant="danger" />
      )}
      {publishes && stopped && (
        <Act record={record} intent="resume" title={words.resume} text={words.resume_text} variant="primary" />
      )}
      {publishes && isOn && (
        <Act record={record} intent="extend" title={words.extend} text={words.extend_text} variant="primary">
          <Extended record={record} />
        </Act>
      )}
      {writes && <Copy />}
      {writes && state === "draft" && <Drop record={record} />}
      {state !== "draft" && <p className="panel small muted">{words.running_note}</p>}
    </section>
  );
}

function Publish({ record: { version, judgement } }: Props) {
  const { promotion: words } = useOfficeMessages();
  const problem = useProblem("publish");
  const needs = judgement?.needs ?? [];
  const reasons = needs.map((each) => words.reasons[each]).join(", ");
  return (
    <PossibleAct {...possible} title={words.publish} icon="calendar" intent="publish" open>
      <OfficeForm intent="publish" problem={problem} className="form-stack" labels={{ reason: words.reason }}>
        <Hidden<"promotions.publish"> name="version" value={version} />
        {needs.length > 0 ? (
          <FourEyes>
            <b className="own-line">{words.second_person}</b>
            {words.second_text({ reasons })}
          </FourEyes>
        ) : (
          <p className="small muted">{words.alone_text}</p>
        )}
        <TextInput
          {...field<"promotions.publish">(problem, "reason")}
          id="publish-reason"
          label={words.reason}
          autoComplete="off"
          required
        />
        <SubmitButton intent="publish">{needs.length > 0 ? words.publish_asked : words.publish}</SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}

type ActProps = Props & {
  intent: "stop" | "resume" | "extend";
  title: string;
  text: string;
  variant: "primary" | "danger";
  children?: ReactNode;
};

const icons = { stop: "pause", resume: "play", extend: "calendar" } as const;

function Act({ record: { version }, intent, title, text, variant, children }: ActProps) {
  const { promotion: words } = useOfficeMessages();
  const problem = useProblem(intent);
  return (
    <PossibleAct {...possible} title={title} icon={icons[intent]} intent={intent}>
      <OfficeForm intent={intent} problem={problem} className="form-stack" labels={{ reason: words.reason }}>
        <Hidden<"promotions.stop"> name="version" value={version} />
        <p className="small">{text}</p>
        {children}
        <TextInput
          {...field<"promotions.stop">(problem, "reason")}
          id={`${intent}-reason`}
          label={words.reason}
          autoComplete="off"
          required
        />
        <SubmitButton intent={intent} variant={variant}>
          {title}
        </SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}

function Extended({ record: { form, code } }: Props) {
  const { promotion: words } = useOfficeMessages();
  const problem = useProblem("extend");
  return (
    <>
      <TextInput
        {...field<"promotions.extend">(problem, "ends", form.ends)}
        id="extend-ends"
        label={words.ends}
        type="datetime-local"
      />
      {!code.startsWith("GV-") && form.max_uses !== undefined && (
        <TextInput
          {...field<"promotions.extend">(problem, "max_uses", String(form.max_uses))}
          id="extend-uses"
          label={words.max_uses}
          inputMode="numeric"
          autoComplete="off"
        />
      )}
    </>
  );
}

function Copy() {
  const { promotion: words } = useOfficeMessages();
  const problem = useProblem("copy");
  return (
    <OfficeForm intent="copy" problem={problem} className="panel">
      <SubmitButton intent="copy" variant="secondary">
        {words.copy}
      </SubmitButton>
    </OfficeForm>
  );
}

function Drop({ record: { version } }: Props) {
  const { promotion: words } = useOfficeMessages();
  const problem = useProblem("drop");
  return (
    <PossibleAct {...possible} title={words.drop} icon="trash" intent="drop">
      <OfficeForm intent="drop" problem={problem} className="form-stack">
        <Hidden<"promotions.drop"> name="version" value={version} />
        <p className="small">{words.drop_text}</p>
        <SubmitButton intent="drop" variant="danger">
          {words.drop}
        </SubmitButton>
      </OfficeForm>
    </PossibleAct>
  );
}
