import { rules } from "virtual:field-rules/warranty.confirm";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { useRef } from "react";
import { useActionData, useNavigation } from "react-router";
import { shopOf } from "../../context.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { field, fieldError, newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { MembersStyles, ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { OtpInput } from "../../ui/fields/otp-input.tsx";
import { KeyValues } from "../../ui/text/key-values.tsx";
import { Note } from "../../ui/text/note.tsx";
import { refusalIn } from "../parts/checked.ts";
import { Machine } from "../parts/machine.tsx";
import type { Route } from "./+types/confirm";

/** The link of a message: it shows the machine and the agent, never the phone. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const token = new URL(request.url).searchParams.get("token") ?? "";
  const key = { submission_key: newSubmissionKey() };
  try {
    const asked = token === "" ? null : await shopOf(context).warranty.confirmation({ token });
    return { token, asked, ...key };
  } catch (error) {
    if (refusalIn(error) === null) throw error;
    return { token, asked: null, ...key }; // lapsed, unknown or malformed: one same page
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { warranty } = shopOf(context);
  switch (form.intent) {
    case "code":
      return submit(form, warranty.sendConfirmCode, sent(form, "token", "captcha"), () => ({ code_sent: true }));
    case "not_me":
      return submit(form, warranty.notMe, sent(form, "token"), () => ({ outcome: "detached" as const, id: null }));
    default:
      return submit({ ...form, intent: "confirm" }, warranty.confirm, sent(form, "token", "otp"), ({ id }) => ({
        outcome: "confirmed" as const,
        id,
      }));
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { warranty: words } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: words.confirm_title, description: words.certificate_text, path: null });
};

type Outcome = { outcome: "confirmed" | "detached"; id: string | null };
const outcomeOf = (result: unknown): Outcome | null =>
  typeof result === "object" && result !== null && "outcome" in result ? (result as Outcome) : null;

export default function ConfirmScreen({ loaderData: { token, asked, submission_key } }: Route.ComponentProps) {
  const { warranty: words } = useMessages();
  const result: unknown = useActionData<typeof action>();
  const outcome = outcomeOf(result);
  return (
    <div className="wrap section">
      <ReadingStyles />
      <MembersStyles />
      <div className="form-width centred stack-loose">
        <h1>{words.confirm_title}</h1>
        {outcome || asked?.state === "confirmed" || asked?.state === "not_me" ? (
          <Ended is_confirmed={(outcome?.outcome ?? asked?.state) === "confirmed"} id={outcome?.id ?? null} />
        ) : asked ? (
          <Question {...{ token, asked, result, submission_key }} />
        ) : (
          <Lapsed />
        )}
      </div>
    </div>
  );
}

type QuestionProps = {
  token: string;
  asked: NonNullable<Route.ComponentProps["loaderData"]["asked"]>;
  result: unknown;
  submission_key: string;
};

function Question({ token, asked, result, submission_key }: QuestionProps) {
  const { warranty: words } = useMessages();
  const locale = useLocale();
  const form = useRef<HTMLFormElement>(null);
  const intent = useNavigation().formData?.get("intent");
  const problem = problemOf(result, "confirm") ?? problemOf(result, "code") ?? problemOf(result, "not_me");
  const isSent = typeof result === "object" && result !== null && "code_sent" in result;
  useFocusFirstError(problem);
  const { product, agent, months, end_on, until } = asked;
  return (
    <CheckedForm ref={form} rules={rules} problem={problem} className="card panel stack-loose">
      <input type="hidden" name="idempotency_key" value={submission_key} />
      <Hidden<"warranty.confirm"> name="token" value={token} />
      <p>{words.confirm_text({ agent })}</p>
      <Machine product={product} level={2}>
        <p className="small">
          {words.months({ months })}, {words.until({ day: formatDate(end_on, locale) })}
        </p>
      </Machine>
      <KeyValues
        rows={[
          { name: words.agent, value: agent },
          { name: words.link_until, value: formatDateTime(until, locale) },
        ]}
      />
      <ProblemNote problem={problem} />
      {isSent && <Note role="status">{words.code_sent}</Note>}
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
        name={field<"warranty.confirm">(problem, "otp").name}
        label={words.code}
        error={fieldError<"warranty.confirm">(problem, "otp")}
      />
      <CaptchaStep problem={problem} form={form} action="send_code" own_only />
      <Button
        size="large"
        full
        name="intent"
        value="confirm"
        loading={intent === "confirm"}
        loadingText={words.sending}
      >
        {words.confirm}
      </Button>
      <Button variant="secondary" full name="intent" value="not_me" formNoValidate>
        {words.not_me}
      </Button>
      <p className="small muted">{words.not_me_text}</p>
    </CheckedForm>
  );
}

function Ended({ is_confirmed, id }: { is_confirmed: boolean; id: string | null }) {
  const { warranty: words } = useMessages();
  const paths = usePaths();
  return (
    <div className="card panel stack" role="status">
      <h2 className="h4">{is_confirmed ? words.confirmed_title : words.detached_title}</h2>
      <p>{is_confirmed ? words.confirmed_text : words.detached_text}</p>
      <p>
        <ButtonLink href={id === null ? paths.warranty({}) : paths.warrantyCard(id)} variant="secondary">
          {id === null ? words.to_look_up : words.see_card}
        </ButtonLink>
      </p>
    </div>
  );
}

function Lapsed() {
  const { warranty: words } = useMessages();
  const paths = usePaths();
  return (
    <div className="card panel stack">
      <h2 className="h4">{words.lapsed_title}</h2>
      <p>{words.lapsed_text}</p>
      <p>
        <ButtonLink href={paths.warranty({})} variant="secondary">
          {words.to_look_up}
        </ButtonLink>
      </p>
    </div>
  );
}
