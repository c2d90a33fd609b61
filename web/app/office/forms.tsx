/**
 * A form of the office: what came back stands at its field, with the proof anew where the act asks for one, and both
 * versions where another change came first. Works as plain HTML; web/app/forms/forms.ts reads and answers it.
 * rules/office#forms
 */
import { type ComponentProps, type ReactNode, useEffect, useRef } from "react";
import { Form, Link, useActionData, useNavigation } from "react-router";
import { type FormProblem, type SentForm, submit } from "../forms/forms.ts";
import { problemOf } from "../forms/problem-of.ts";
import { Button, type ButtonProps } from "../ui/button.tsx";
import { ErrorSummary } from "../ui/fields/field.tsx";
import { TextInput } from "../ui/fields/inputs.tsx";
import { Note } from "../ui/text/note.tsx";
import { type RouteContext, shopOf } from "./context.ts";
import { useStaff } from "./frame/staff.ts";
import { useOfficeMessages } from "./i18n.tsx";
import { PasskeyProof } from "./kit/factors/passkey-proof.tsx";
import { paths } from "./paths.ts";

/** Name of the field with the step-up code; the call of the form does not read it. */
const STEP_UP_FIELD = "step_up_code";

/** Sends the step-up code that came with a form. A FormProblem where it is wrong, undefined where the act may follow. */
export async function verifyStepUp(form: SentForm, context: RouteContext) {
  const code = form.input[STEP_UP_FIELD];
  if (typeof code !== "string") return undefined;
  const proof: SentForm = { ...form, input: { ...form.input, code } };
  const refused = await submit(proof, shopOf(context).staff.stepUp, { code }, () => undefined);
  if (!refused) return undefined;
  const { errors, message } = refused.data;
  const own = { [STEP_UP_FIELD]: errors.code ?? [message] };
  return { ...refused, data: { ...refused.data, values: form.input, errors: own, code: "step_up_required" } };
}

/** The form with this intent as it came back, on a page with several. */
export function useProblem(intent: string): FormProblem | undefined {
  return problemOf(useActionData(), intent);
}

type Props = Omit<ComponentProps<typeof Form>, "children"> & {
  intent: string;
  problem: FormProblem | undefined;
  /** Of the fields, for the summary of a form that came back. */
  labels?: Readonly<Record<string, string>>;
  /** The one form that Ctrl S saves. */
  main?: boolean;
  children: ReactNode;
};

export function OfficeForm({ intent, problem, labels = {}, main, children, ...form }: Props) {
  const { frame } = useOfficeMessages();
  const note = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem) (firstWrong(note.current?.closest("form")) ?? note.current)?.focus();
  }, [problem]);
  const wrong = Object.entries(labels).flatMap(([id, label]) => (problem?.errors[id] ? { id, label } : []));
  const isProof = problem?.code === "step_up_required";
  return (
    <Form method="post" noValidate {...form} data-main={main ? "" : undefined}>
      <input type="hidden" name="intent" value={intent} />
      {problem && (
        <div ref={note} tabIndex={-1} className="form-note">
          {wrong.length > 1 ? (
            <ErrorSummary title={frame.look_at} errors={wrong} />
          ) : isProof ? null : (
            problem.message && <Refusal problem={problem} />
          )}
        </div>
      )}
      {children}
    </Form>
  );
}

function firstWrong(form: HTMLFormElement | null | undefined): HTMLElement | null | undefined {
  return form?.querySelector<HTMLElement>("[aria-invalid=true]");
}

function Refusal({ problem }: { problem: FormProblem }) {
  const { frame } = useOfficeMessages();
  const isAsked = problem.code === "approval_asked";
  return (
    <Note tone={isAsked || problem.code === "conflict" ? "honey" : "danger"} role="alert">
      {isAsked && <b className="own-line">{frame.second_person}</b>}
      {problem.message}
      {isAsked && (
        <Link className="link own-line" to={paths.approvals("own")}>
          {frame.to_approvals}
        </Link>
      )}
    </Note>
  );
}

/** The fields of a step-up in the form of a guarded act, shown once the last step-up has expired: one submission does both. */
export function StepUpFields({ intent }: { intent: string }) {
  const { frame } = useOfficeMessages();
  const { is_proved, passkeys_available } = useStaff();
  const sent = useProblem(intent);
  const problem = sent?.code === "step_up_required" ? sent : undefined;
  if (is_proved && !problem) return null;
  const { step_up } = frame;
  return (
    <fieldset className="proof">
      <legend>{step_up.title}</legend>
      <p className="small muted">{step_up.hint}</p>
      {passkeys_available && <PasskeyProof />}
      <TextInput
        id={`${intent}-${STEP_UP_FIELD}`}
        name={STEP_UP_FIELD}
        label={step_up.code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        spellCheck={false}
        error={problem?.errors[STEP_UP_FIELD]?.[0]}
      />
    </fieldset>
  );
}

/** The button that sends: busy while its form is on its way. */
export function SubmitButton({ intent, ...button }: ButtonProps & { intent: string }) {
  const { state, formData } = useNavigation();
  return <Button type="submit" loading={state !== "idle" && formData?.get("intent") === intent} {...button} />;
}
