import { rules } from "virtual:field-rules/recruitment.status";
import type { ApplicationStatus } from "contract/recruitment/recruitment.ts";
import { mayWithdraw } from "contract/recruitment/states.ts";
import { formatDate } from "contract/values/locale.ts";
import { Form, useActionData, useNavigation } from "react-router";
import { shopOf } from "../../context.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { field, readForm, sent, submit } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { KeyValues } from "../../ui/text/key-values.tsx";
import { Note } from "../../ui/text/note.tsx";
import type { Route } from "./+types/application-status";

/** Code and phone are posted, so no address holds them; the answer is shown once. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { recruitment } = shopOf(context);
  const proof = sent(form, "code", "phone");
  const phone = typeof form.input.phone === "string" ? form.input.phone : "";
  if (form.intent === "withdraw")
    return submit(form, recruitment.withdraw, proof, (application) => ({ application, phone }));
  return submit(form, recruitment.status, proof, (application) => ({ application, phone }));
}

export const meta: Route.MetaFunction = (args) => {
  const { recruitment } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: recruitment.status_title, description: recruitment.status_text, path: null });
};

type Found = { application: ApplicationStatus; phone: string };

export default function ApplicationStatusScreen() {
  const { recruitment: words } = useMessages();
  const paths = usePaths();
  const result: unknown = useActionData<typeof action>();
  const found = isFound(result) ? result : null;
  return (
    <div className="wrap section">
      <ReadingStyles />
      <div className="form-width centred stack-loose">
        <Breadcrumb
          label={words.breadcrumb}
          trail={[{ text: words.title, to: paths.vacancies() }, { text: words.look_up }]}
        />
        <h1>{words.status_title}</h1>
        {found ? <Found {...found} /> : <LookUp result={result} />}
      </div>
    </div>
  );
}

const isFound = (result: unknown): result is Found =>
  typeof result === "object" && result !== null && "application" in result;

function LookUp({ result }: { result: unknown }) {
  const { recruitment: words } = useMessages();
  const problem = problemOf(result);
  const navigation = useNavigation();
  useFocusFirstError(problem);
  return (
    <>
      <p className="muted">{words.status_text}</p>
      {problem && problem.code !== "invalid" && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <CheckedForm rules={rules} problem={problem} className="card panel stack">
        <input type="hidden" name="intent" value="look_up" />
        <TextInput
          {...field<"recruitment.status">(problem, "code")}
          label={words.code}
          help={words.code_help}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={20}
          required
        />
        <TextInput
          {...field<"recruitment.status">(problem, "phone")}
          type="tel"
          inputMode="tel"
          label={words.phone}
          autoComplete="tel"
          maxLength={30}
          required
        />
        <Button full loading={navigation.state !== "idle"} loadingText={words.checking}>
          {words.look_up}
        </Button>
      </CheckedForm>
    </>
  );
}

function Found({ application, phone }: Found) {
  const { recruitment: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const { code, vacancy, state, sent_on, delete_on, has_cv } = application;
  const isWithdrawn = state === "withdrawn";
  return (
    <div className="card panel stack" role="status">
      <h2 className="h4" {...foreign(vacancy.lang, locale)}>
        <a className="link" href={paths.vacancy(vacancy)}>
          {vacancy.title}
        </a>
      </h2>
      <KeyValues
        rows={[
          { name: words.code, value: code },
          { name: words.state, value: <b>{words.states[state]}</b> },
          { name: words.sent_on, value: formatDate(sent_on, locale) },
          { name: words.delete_on, value: formatDate(delete_on, locale) },
        ]}
      />
      {isWithdrawn && <Note tone="ok">{words.withdrawn_text}</Note>}
      {!has_cv && !isWithdrawn && <Note>{words.cv_gone}</Note>}
      {mayWithdraw(state) && (
        <Form method="post" className="stack">
          <Hidden<"recruitment.withdraw"> name="code" value={code} />
          <Hidden<"recruitment.withdraw"> name="phone" value={phone} />
          <p className="small muted">{words.withdraw_text}</p>
          <div>
            <Button variant="danger" name="intent" value="withdraw">
              {words.withdraw}
            </Button>
          </div>
        </Form>
      )}
      <p>
        <ButtonLink href={paths.vacancies()} variant="secondary">
          {words.to_vacancies}
        </ButtonLink>
      </p>
    </div>
  );
}
