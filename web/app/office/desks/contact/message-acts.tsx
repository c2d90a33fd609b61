import type { MessageRecord } from "contract/contact/contact.ts";
import { ANSWER_LENGTH, type ContactAct, contactActs, MAX_EXTENSION } from "contract/contact/contact-desk.ts";
import { field } from "../../../forms/forms.ts";
import { Hidden } from "../../../forms/hidden.tsx";
import { Checkbox } from "../../../ui/fields/choices.tsx";
import { Select, TextArea, TextInput } from "../../../ui/fields/inputs.tsx";
import type { IconName } from "../../../ui/icon.tsx";
import { OfficeForm, SubmitButton, useProblem } from "../../forms.tsx";
import { useOfficeMessages } from "../../i18n.tsx";
import { PossibleAct } from "../../kit/possible-act.tsx";

const icons: Readonly<Record<ContactAct, IconName>> = {
  answer: "chat",
  assign: "user",
  extend: "clock",
  escalate: "upload",
  prioritise: "star",
  close: "check",
};
/** What may be done with a message, the answer first and open. */
export function MessageActs({ message }: { message: MessageRecord }) {
  const { contact } = useOfficeMessages();
  return (
    <section className="card" aria-labelledby="viec">
      <div className="card-head">
        <h2 id="viec">{contact.acts_title}</h2>
      </div>
      {contactActs.map((name) => {
        const act = message.acts[name];
        const title = name === "prioritise" && message.priority ? contact.take_back : contact.acts[name];
        return (
          act && (
            <PossibleAct
              key={name}
              act={act}
              why={contact.hindrances}
              title={title}
              icon={icons[name]}
              intent={name}
              open={name === "answer"}
            >
              <ActForm name={name} title={title} message={message} />
            </PossibleAct>
          )
        );
      })}
    </section>
  );
}

function ActForm({ name, title, message }: { name: ContactAct; title: string; message: MessageRecord }) {
  const { contact } = useOfficeMessages();
  const problem = useProblem(name);
  const labels = { answer: contact.answer, days: contact.days, reason: contact.reason, account: contact.colleague };
  const isReasonOptional = name === "assign" || name === "close";
  return (
    <OfficeForm intent={name} problem={problem} className="form-stack" labels={labels}>
      <Hidden<"contact.answer"> name="version" value={message.version} />
      {name === "answer" && <AnswerFields />}
      {name === "assign" && (
        <Select
          {...field<"contact.assign">(problem, "account", String(message.assigned_to?.id ?? ""))}
          label={contact.colleague}
          options={message.colleagues.map(({ id, full_name }) => ({ value: String(id), text: full_name }))}
        />
      )}
      {name === "extend" && (
        <TextInput
          {...field<"contact.extend">(problem, "days", String(MAX_EXTENSION))}
          label={contact.days}
          help={contact.days_help}
          inputMode="numeric"
          autoComplete="off"
          required
        />
      )}
      {name === "prioritise" && (
        <Hidden<"contact.prioritise"> name="priority" value={message.priority ? "false" : "true"} />
      )}
      {name !== "answer" && (
        <TextInput
          {...field<"contact.escalate">(problem, "reason")}
          id={`${name}-reason`}
          label={reasonLabel(name, contact)}
          autoComplete="off"
          maxLength={300}
          required={!isReasonOptional}
        />
      )}
      <SubmitButton intent={name}>{title}</SubmitButton>
    </OfficeForm>
  );
}

type Words = ReturnType<typeof useOfficeMessages>["contact"];

function reasonLabel(name: ContactAct, contact: Words): string {
  if (name === "assign") return contact.reason_of_hand_over;
  return name === "close" ? contact.reason_if_any : contact.reason;
}

function AnswerFields() {
  const { contact } = useOfficeMessages();
  const problem = useProblem("answer");
  return (
    <>
      <TextArea
        {...field<"contact.answer">(problem, "answer")}
        label={contact.answer}
        help={contact.answer_help}
        rows={6}
        maxLength={ANSWER_LENGTH}
        required
      />
      <Checkbox dense name={field<"contact.answer">(problem, "waiting").name} value="true">
        {contact.waiting}
      </Checkbox>
    </>
  );
}
