import { rules } from "virtual:field-rules/contact.send";
import { writtenTopics } from "contract/contact/contact-desk.ts";
import type { ShownBlockOf } from "contract/pages/pages.ts";
import { useRef } from "react";
import { useLocation, useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field, fieldError, typed } from "../../forms/forms.ts";
import { useMessages } from "../../i18n.tsx";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup } from "../../ui/fields/choices.tsx";
import { TextArea, TextInput } from "../../ui/fields/inputs.tsx";

type Props = { block: ShownBlockOf<"form">; problem: FormProblem | undefined };

/** A message to the shop. What came back keeps all that was typed. */
export function ContactForm({ block, problem }: Props) {
  const { contact: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const query = new URLSearchParams(useLocation().search);
  const busy = useNavigation().formData?.get("intent") === "send";
  useFocusFirstError(problem);
  const topic = typed<"contact.send">(problem, "topic", query.get("topic") ?? "");
  const text = (name: "full_name" | "phone" | "email" | "order_code" | "message") =>
    field<"contact.send">(problem, name);
  const consent = field<"contact.send">(problem, "consent");
  return (
    <CheckedForm ref={form} rules={rules} problem={problem} className="card">
      <div className="card-head">
        <h2 id={`${block.id}-title`} className="h4">
          {block.title}
        </h2>
      </div>
      <div className="panel stack-loose">
        <input type="hidden" name="intent" value="send" />
        <ProblemNote problem={problem} />
        <ChoiceGroup
          legend={words.topic}
          id="topic"
          className="chips chips-wrap"
          error={fieldError<"contact.send">(problem, "topic")}
        >
          {writtenTopics.map((each) => (
            <label key={each} className="chip">
              <input
                className="visually-hidden"
                type="radio"
                name={field<"contact.send">(problem, "topic").name}
                value={each}
                defaultChecked={each === topic}
                required
              />
              {words.topics[each]}
            </label>
          ))}
        </ChoiceGroup>
        <div className="fields">
          <TextInput {...text("full_name")} label={words.full_name} autoComplete="name" maxLength={100} required />
          <TextInput
            {...text("phone")}
            label={words.phone}
            help={words.phone_help}
            type="tel"
            inputMode="tel"
            autoComplete="tel"
            maxLength={30}
          />
          <TextInput
            {...text("email")}
            label={words.email}
            optional={words.optional}
            type="email"
            inputMode="email"
            autoComplete="email"
            maxLength={254}
          />
          <TextInput
            {...text("order_code")}
            label={words.order_code}
            optional={words.optional}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={20}
          />
          <TextArea
            {...text("message")}
            label={words.message}
            help={words.message_help}
            rows={5}
            maxLength={1_000}
            required
            wide
          />
        </div>
        <Checkbox
          name={field<"contact.send">(problem, "safety").name}
          value="true"
          defaultChecked={typed<"contact.send">(problem, "safety") === "true"}
        >
          {words.safety}
        </Checkbox>
        <ChoiceGroup legend={block.consent} hideLegend id="consent" error={consent.error}>
          <Checkbox name={consent.name} value="true" defaultChecked={consent.defaultValue === "true"}>
            {block.consent} <span className="muted">{words.consent_help}</span>
          </Checkbox>
        </ChoiceGroup>
        <CaptchaStep problem={problem} form={form} action="contact" own_only />
        <p>
          <Button loading={busy} loadingText={words.sending}>
            {block.submit}
          </Button>
        </p>
      </div>
    </CheckedForm>
  );
}
