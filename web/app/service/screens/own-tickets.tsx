import { rules } from "virtual:field-rules/service.prove";
import { slotText } from "contract/service/service-words.ts";
import type { OwnTicket } from "contract/service/tickets.ts";
import { formatDate } from "contract/values/locale.ts";
import { useRef } from "react";
import { redirect, useActionData, useNavigation } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { useFocusFirstError } from "../../forms/form-focus.ts";
import { type FormProblem, field, fieldError, newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { MembersStyles, ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { TextInput } from "../../ui/fields/inputs.tsx";
import { OtpInput } from "../../ui/fields/otp-input.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Note } from "../../ui/text/note.tsx";
import { TicketBadge } from "../parts/ticket-badge.tsx";
import { bookingPath, ownTicketsPath, ticketPath } from "../paths.ts";
import { sendCode } from "../send-code.ts";
import type { Route } from "./+types/own-tickets";

/** One's own tickets: of the account, or of a phone that is proved here. */
export async function loader({ context }: Route.LoaderArgs) {
  const { data } = await shopOf(context).service.own({ limit: 100 });
  return { tickets: data, submission_key: newSubmissionKey() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  if (form.intent === "code") return sendCode(context, form);
  return submit({ ...form, intent: "prove" }, shopOf(context).service.prove, sent(form, "phone", "otp"), () =>
    redirect(pathsIn(localeOf(context)).link(ownTicketsPath), 303),
  );
}

export const meta: Route.MetaFunction = (args) => {
  const { household: words } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: words.own_title, description: words.own_text, path: null });
};

export default function OwnTicketsScreen({ loaderData: { tickets, submission_key } }: Route.ComponentProps) {
  const { household: words, common } = useMessages();
  const paths = usePaths();
  const result: unknown = useActionData<typeof action>();
  const answer = (typeof result === "object" && result !== null ? result : {}) as {
    code_sent?: true;
    typed?: FormProblem;
  };
  return (
    <div className="wrap section">
      <ReadingStyles />
      <MembersStyles />
      <Breadcrumb
        label={words.own_title}
        trail={[
          { text: common.home, to: paths.home() },
          { text: words.book, to: paths.link(bookingPath()) },
          { text: words.here },
        ]}
      />
      <div className="stack above-8">
        <h1>{words.own_title}</h1>
        <p className="lead muted">{words.own_text}</p>
      </div>
      <div className="with-summary above-16">
        <section aria-label={words.here}>
          {tickets.length === 0 ? <p>{words.own_none}</p> : <Tickets tickets={tickets} />}
        </section>
        <aside>
          <LookUp
            code_sent={answer.code_sent === true}
            problem={answer.typed ?? problemOf(result, "prove") ?? problemOf(result, "code")}
            submission_key={submission_key}
          />
        </aside>
      </div>
    </div>
  );
}

function Tickets({ tickets }: { tickets: readonly OwnTicket[] }) {
  const { household: words } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  return (
    <ul className="stack">
      {tickets.map((ticket) => (
        <li key={ticket.code} className="card panel stack">
          <div className="between">
            <a className="link" href={paths.link(ticketPath(ticket.code))}>
              <b className="nowrap">{ticket.code}</b>
            </a>
            <TicketBadge state={ticket.state} />
          </div>
          <p>
            {words.kinds[ticket.kind]}: {ticket.machine}
          </p>
          {ticket.visit && (
            <p className="small num">
              {words.visit({ time: slotText(ticket.visit.slot), day: formatDate(ticket.visit.day, locale) })}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

type LookUpProps = { code_sent: boolean; problem: FormProblem | undefined; submission_key: string };

function LookUp({ code_sent, problem, submission_key }: LookUpProps) {
  const { household: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const intent = useNavigation().formData?.get("intent");
  useFocusFirstError(problem);
  return (
    <CheckedForm ref={form} rules={rules} problem={problem} className="card panel stack" id="tra-cuu" action="#tra-cuu">
      <input type="hidden" name="idempotency_key" value={submission_key} />
      <h2 className="h4">{words.look_up}</h2>
      <p className="small muted">{words.look_up_text}</p>
      <ProblemNote problem={problem} />
      <TextInput
        {...field<"service.prove">(problem, "phone")}
        type="tel"
        inputMode="tel"
        label={words.phone}
        autoComplete="tel"
        maxLength={30}
        required
      />
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
        name={field<"service.prove">(problem, "otp").name}
        label={words.code}
        help={words.code_help}
        error={fieldError<"service.prove">(problem, "otp")}
      />
      <CaptchaStep problem={problem} form={form} action="send_code" own_only />
      <Button full name="intent" value="prove" loading={intent === "prove"} loadingText={words.sending}>
        {words.show}
      </Button>
    </CheckedForm>
  );
}
