import { rules } from "virtual:field-rules/service.request";
import { MAX_FAULT_TEXT, slotText } from "contract/service/service-words.ts";
import type { ServiceSlots } from "contract/service/tickets.ts";
import { formatDate } from "contract/values/locale.ts";
import { useRef } from "react";
import { useNavigation } from "react-router";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { field, fieldError } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup, Radio } from "../../ui/fields/choices.tsx";
import { Select, TextArea, TextInput } from "../../ui/fields/inputs.tsx";
import { OtpInput } from "../../ui/fields/otp-input.tsx";
import { Note } from "../../ui/text/note.tsx";
import { queryOf } from "../booking-query.ts";
import { bookingPath } from "../paths.ts";
import type { BookingProps } from "./booking.tsx";

type Props = BookingProps & { slots: ServiceSlots };

/** The last step: time, fault, person. The code goes to the phone that is typed here; what was typed stays. */
export function ContactForm(props: Props) {
  const { asked, options, slots, caller, submission_key, code_sent, problem } = props;
  const { household: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const intent = useNavigation().formData?.get("intent");
  useFocusFirstError(problem);
  const at = (name: "fault" | "text" | "full_name" | "phone" | "street" | "warranty_id", otherwise = "") =>
    field<"service.request">(problem, name, otherwise);
  const consent = field<"service.request">(problem, "consent");
  const slot = field<"service.request">(problem, "slot");
  const chosen = slots.days.find(({ day }) => day === asked.day);
  const machine = at("warranty_id", asked.warranty_id);
  return (
    <CheckedForm
      ref={form}
      rules={rules}
      problem={problem}
      className="card"
      id="lien-he"
      action={`${paths.link(bookingPath(queryOf(asked)))}#lien-he`}
    >
      <div className="card-head">
        <h3 className="h4">{words.step_contact}</h3>
      </div>
      <div className="panel stack-loose">
        <input type="hidden" name="idempotency_key" value={submission_key} />
        {asked.kind && <Hidden<"service.request"> name="kind" value={asked.kind} />}
        <Hidden<"service.request"> name="category_slug" value={asked.category_slug} />
        <Hidden<"service.request"> name="city_code" value={asked.city_code} />
        <Hidden<"service.request"> name="ward_code" value={asked.ward_code} />
        <ProblemNote problem={problem} />
        {chosen && (
          <>
            <Hidden<"service.request"> name="day" value={chosen.day} />
            <ChoiceGroup
              legend={`${words.time}, ${formatDate(chosen.day, locale)}`}
              id="slot"
              error={slot.error ?? fieldError<"service.request">(problem, "day")}
            >
              {chosen.slots.map(({ slot: each, free }) => (
                <Radio
                  key={each}
                  name={slot.name}
                  value={each}
                  defaultChecked={slot.defaultValue === each}
                  disabled={free === 0}
                  after={<span className="small muted">{free === 0 ? words.full : words.left({ count: free })}</span>}
                >
                  <span className="num">{slotText(each)}</span>
                </Radio>
              ))}
              <Radio name={slot.name} value="" defaultChecked={slot.defaultValue === ""}>
                {words.when_call}
              </Radio>
            </ChoiceGroup>
          </>
        )}
        {options.machines.length > 0 && (
          <ChoiceGroup legend={words.machine} id="warranty_id" error={machine.error}>
            {options.machines.map(({ id, name, serial, is_covered }) => (
              <Radio
                key={id}
                name={machine.name}
                value={id}
                defaultChecked={machine.defaultValue === id}
                after={is_covered ? <span className="small">{words.covered}</span> : undefined}
              >
                {words.machine_line({ name, serial: serial ?? "" })}
              </Radio>
            ))}
            <Radio name={machine.name} value="" defaultChecked={machine.defaultValue === ""}>
              {words.other_machine}
            </Radio>
          </ChoiceGroup>
        )}
        <div className="fields">
          <Select
            {...at("fault")}
            label={words.fault}
            placeholder={words.fault_none}
            options={options.faults.map(({ code, name }) => ({ value: code, text: name }))}
          />
          <TextArea
            {...at("text")}
            id="text"
            label={words.text}
            help={words.text_help}
            rows={3}
            maxLength={MAX_FAULT_TEXT}
          />
          <TextInput
            {...at("full_name", caller?.full_name ?? "")}
            label={words.full_name}
            autoComplete="name"
            maxLength={100}
            required
          />
          <TextInput {...at("street")} label={words.street} autoComplete="address-line1" maxLength={200} required />
          <TextInput
            {...at("phone", caller?.phone ?? "")}
            type="tel"
            inputMode="tel"
            label={words.phone}
            autoComplete="tel"
            maxLength={30}
            required
          />
        </div>
        {!caller?.phone && (
          <div className="stack">
            {code_sent && <Note role="status">{words.code_sent}</Note>}
            <p>
              <Button
                variant="secondary"
                name="intent"
                value="code"
                formNoValidate
                loading={intent === "code"}
                loadingText={words.sending}
              >
                {words.send_code}
              </Button>
            </p>
            <OtpInput
              name={field<"service.request">(problem, "otp").name}
              label={words.code}
              help={words.code_help}
              error={fieldError<"service.request">(problem, "otp")}
            />
          </div>
        )}
        <ChoiceGroup legend={words.consent} hideLegend id="consent" error={consent.error}>
          <Checkbox name={consent.name} value="true" defaultChecked={consent.defaultValue === "true"}>
            {words.consent}{" "}
            <a className="link" href={paths.privacy()}>
              {words.details}
            </a>
          </Checkbox>
        </ChoiceGroup>
        <CaptchaStep problem={problem} form={form} action="send_code" own_only />
        <p>
          <Button size="large" name="intent" value="request" loading={intent === "request"} loadingText={words.sending}>
            {chosen ? words.book : words.ask}
          </Button>
        </p>
      </div>
    </CheckedForm>
  );
}
