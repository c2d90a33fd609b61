/**
 * The form of an application: a plain multipart form to the server's route, which sends the browser back here. With scripts
 * the same route is asked while the page stays: the progress is shown, and an error leaves every field as it is.
 */
import { MAX_INTRODUCTION } from "contract/recruitment/limits.ts";
import type { SentApplication, Vacancy } from "contract/recruitment/recruitment.ts";
import { formatDate } from "contract/values/locale.ts";
import { useEffect, useRef, useState } from "react";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, fieldsToMend } from "../../forms/forms.ts";
import { useSending } from "../../forms/use-sending.ts";
import { useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Checkbox, ChoiceGroup } from "../../ui/fields/choices.tsx";
import { ErrorSummary, Field } from "../../ui/fields/field.tsx";
import { Select, TextArea, TextInput } from "../../ui/fields/inputs.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { APPLY } from "../own-form.ts";
import { sendApplication } from "../paths.ts";

type Own = { sent: SentApplication | null; problem: FormProblem | null; cv: { name: string; bytes: number } | null };
type Props = {
  vacancy: Pick<Vacancy, "id" | "slug" | "category_slug">;
  provinces: readonly { code: string; name: string }[];
  own: Own | null;
};

type FieldName =
  | "full_name"
  | "phone"
  | "email"
  | "birthday"
  | "province_code"
  | "expected_salary"
  | "introduction"
  | "cv_file"
  | "consent";

export function ApplicationForm({ vacancy, provinces, own }: Props) {
  const [sent, setSent] = useState(own?.sent ?? null);
  return (
    <div id="nop-ho-so" className="stick">
      {sent ? <SentCard sent={sent} /> : <Fields vacancy={vacancy} provinces={provinces} own={own} onSent={setSent} />}
    </div>
  );
}

function SentCard({ sent }: { sent: SentApplication }) {
  const { recruitment: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => card.current?.focus(), []);
  const until = formatDate(new Date(Date.parse(sent.answer_by) - 1), locale);
  return (
    <div ref={card} tabIndex={-1} className="card panel stack" role="status">
      <Icon name="success" size={24} />
      <h2 className="h4">{words.sent({ code: sent.code })}</h2>
      <p className="small">{words.sent_text({ until, delete_on: formatDate(sent.delete_on, locale) })}</p>
      <p>
        <ButtonLink href={paths.applicationStatus()} variant="secondary">
          {words.look_up}
        </ButtonLink>
      </p>
    </div>
  );
}

type FieldsProps = Props & { onSent: (sent: SentApplication) => void };

function Fields({ vacancy, provinces, own, onSent }: FieldsProps) {
  const { recruitment: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const form = useRef<HTMLFormElement>(null);
  const { problem, percent, failed, onSubmit, onInput } = useSending<SentApplication>(
    APPLY,
    own?.problem ?? undefined,
    onSent,
  );
  useFocusFirstError(problem);
  const first = own?.problem?.values ?? {};
  const at = (name: FieldName) => ({
    name,
    error: problem?.errors[name]?.[0],
    defaultValue: typeof first[name] === "string" ? first[name] : "",
  });
  const labels: Readonly<Record<FieldName, string>> = {
    full_name: words.full_name,
    phone: words.phone,
    email: words.email,
    birthday: words.birthday,
    province_code: words.province,
    expected_salary: words.expected_salary,
    introduction: words.introduction,
    cv_file: words.cv,
    consent: words.consent,
  };
  const busy = percent !== null;
  return (
    <form
      ref={form}
      className="card"
      method="post"
      encType="multipart/form-data"
      action={sendApplication(vacancy.id)}
      onSubmit={onSubmit}
      onInput={onInput}
    >
      <div className="card-head">
        <h2 className="h4">{words.apply}</h2>
        <span className="tiny muted">{words.no_account}</span>
      </div>
      <div className="panel stack">
        <input type="hidden" name="return_to" value={paths.vacancy(vacancy)} />
        <input type="hidden" name={"lang" satisfies string} value={locale} />
        {problem && <ErrorSummary title={words.look_at} errors={fieldsToMend(labels, problem)} />}
        <Refusal problem={problem} failed={failed} />
        <TextInput {...at("full_name")} label={labels.full_name} autoComplete="name" maxLength={60} required />
        <TextInput
          {...at("phone")}
          type="tel"
          inputMode="tel"
          label={labels.phone}
          autoComplete="tel"
          maxLength={30}
          required
        />
        <TextInput {...at("email")} type="email" label={labels.email} autoComplete="email" maxLength={254} required />
        <TextInput
          {...at("birthday")}
          type="date"
          min="1900-01-01"
          label={labels.birthday}
          optional={words.optional}
          help={words.birthday_help}
          autoComplete="bday"
        />
        <Select
          {...at("province_code")}
          label={labels.province_code}
          optional={words.optional}
          placeholder={words.choose_province}
          options={provinces.map(({ code, name }) => ({ value: code, text: name }))}
        />
        <TextInput
          {...at("expected_salary")}
          inputMode="numeric"
          label={labels.expected_salary}
          optional={words.optional}
          help={words.expected_salary_help}
          maxLength={20}
        />
        <TextArea
          {...at("introduction")}
          label={labels.introduction}
          optional={words.optional}
          help={words.introduction_help}
          maxLength={MAX_INTRODUCTION}
          rows={4}
        />
        <CvField error={at("cv_file").error} held={own?.cv ?? null} />
        <ChoiceGroup legend={words.consent} hideLegend id="consent" error={at("consent").error}>
          <Checkbox
            name={"consent" satisfies FieldName}
            value="1"
            defaultChecked={first.consent === ("1" as unknown)}
            required
            after={
              <a className="link small" href={paths.privacy()}>
                {words.details}
              </a>
            }
          >
            {words.consent}
          </Checkbox>
        </ChoiceGroup>
        <CaptchaStep problem={problem} form={form} action="apply" />
        <Button
          full
          loading={busy}
          loadingText={percent === 100 || !percent ? words.sending : words.uploading({ percent })}
        >
          {words.send}
        </Button>
        <p className="visually-hidden" role="status">
          {percent !== null && words.uploading({ percent: Math.floor(percent / 25) * 25 })}
        </p>
      </div>
    </form>
  );
}

function Refusal({ problem, failed }: { problem: FormProblem | undefined; failed: boolean }) {
  const { recruitment: words } = useMessages();
  const said = problem?.code === "invalid" || problem?.code === "captcha_required" ? "" : problem?.message;
  const text = failed ? words.not_sent : said;
  if (!text) return null;
  return (
    <Note tone="danger" role="alert">
      {text}
    </Note>
  );
}

/** Names of units are the same in all three languages. */
function sizeText(bytes: number): string {
  const KB = 1024;
  return bytes < KB * KB ? `${Math.max(1, Math.round(bytes / KB))} KB` : `${(bytes / KB / KB).toFixed(1)} MB`;
}

function CvField({ error, held }: { error: string | undefined; held: Own["cv"] }) {
  const { recruitment: words } = useMessages();
  const field = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<{ name: string; bytes: number } | null>(null);
  const show = () => {
    const file = field.current?.files?.[0];
    setChosen(file ? { name: file.name, bytes: file.size } : null);
  };
  useEffect(show, []); // chosen before hydration
  const kept = held && !chosen ? words.cv_kept({ name: held.name, size: sizeText(held.bytes) }) : null;
  const picked = chosen ? words.cv_chosen({ name: chosen.name, size: sizeText(chosen.bytes) }) : null;
  return (
    <Field id="cv_file" label={words.cv} error={error} ok={error ? null : (picked ?? kept)} help={words.cv_help}>
      {(control) => (
        <input
          {...control}
          ref={field}
          className="input file-input"
          type="file"
          name={"cv_file" satisfies FieldName}
          accept=".pdf,.docx,application/pdf,application/vnd.openxmlformats-officedocument.wordprocessingml.document"
          required={held === null}
          onChange={show}
        />
      )}
    </Field>
  );
}
