import { rules } from "virtual:field-rules/service.visitProof";
import { isWireFailure } from "contract/errors.ts";
import { slotText } from "contract/service/service-words.ts";
import type { Work } from "contract/service/technician.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { useRef } from "react";
import { Form, redirect, useActionData, useNavigation } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { CheckedForm } from "../../forms/checked-form.tsx";
import { type FormProblem, field, fieldError, newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { MembersStyles, ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useLocale, useMessages } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { CaptchaStep } from "../../shared/captcha-step.tsx";
import { ProblemNote } from "../../shared/problem.tsx";
import { Button } from "../../ui/button.tsx";
import { TextArea, TextInput } from "../../ui/fields/inputs.tsx";
import { OtpInput } from "../../ui/fields/otp-input.tsx";
import { Note } from "../../ui/text/note.tsx";
import { PicturesForm } from "../parts/pictures.tsx";
import { TicketBadge } from "../parts/ticket-badge.tsx";
import { visitPath } from "../paths.ts";
import type { Route } from "./+types/technician";

/** A technician's visits of one day, on a phone. Before their phone is proved it shows nothing. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { service } = shopOf(context);
  const keys = { id: params.id, checkout_step: null, submission_key: newSubmissionKey() };
  const visits = await service.visit({ id: params.id }).catch((error: unknown) => {
    // Not proved yet: the code is asked for.
    if (codeOf(error) === "phone_unconfirmed") return null;
    throw error;
  });
  return { ...keys, visits };
}

/** Also of a refusal that a reading page got as the data of its error page. */
function codeOf(error: unknown): string | undefined {
  if (isWireFailure(error)) return error.body.code;
  return ((error ?? {}) as { data?: { code?: string } | null }).data?.code;
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { service } = shopOf(context);
  const back = () => redirect(pathsIn(localeOf(context)).link(visitPath(params.id)), 303);
  switch (form.intent) {
    case "code":
      return submit(form, service.visitCode, { id: params.id, ...sent(form, "captcha") }, () => ({ code_sent: true }));
    case "prove":
      return submit(form, service.visitProof, { id: params.id, ...sent(form, "otp") }, back);
    case "move":
      return submit(form, service.visitMove, sent(form, "id", "from", "to", "note"), back);
    case "part":
      return submit(form, service.visitParts, sent(form, "id", "name", "quantity"), back);
    case "quote":
      return submit(form, service.visitQuote, sent(form, "id", "reason", "lines"), back);
    default:
      throw new Response("Not found", { status: 404 });
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { household: words } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: words.tech_title, description: words.tech_text, path: null });
};

export default function TechnicianScreen({ loaderData: { visits, submission_key } }: Route.ComponentProps) {
  const { household: words } = useMessages();
  const result: unknown = useActionData<typeof action>();
  const isSent = typeof result === "object" && result !== null && "code_sent" in result;
  return (
    <div className="section form-width centred stack-loose">
      <ReadingStyles />
      <MembersStyles />
      <h1 className="h2">{visits ? words.tech_hello({ name: visits.technician }) : words.tech_title}</h1>
      {visits === null ? (
        <Code
          code_sent={isSent || problemOf(result, "prove") !== undefined}
          problem={problemOf(result, "prove") ?? problemOf(result, "code")}
          submission_key={submission_key}
        />
      ) : (
        visits.visits.map((work) => <Visit key={work.id} work={work} result={result} submission_key={submission_key} />)
      )}
    </div>
  );
}

type CodeProps = { code_sent: boolean; problem: FormProblem | undefined; submission_key: string };

function Code({ code_sent, problem, submission_key }: CodeProps) {
  const { household: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const intent = useNavigation().formData?.get("intent");
  return (
    <CheckedForm ref={form} rules={rules} problem={problem} className="card panel stack">
      <input type="hidden" name="idempotency_key" value={submission_key} />
      <p>{words.tech_text}</p>
      <ProblemNote problem={problem} />
      {code_sent && <Note role="status">{words.code_sent}</Note>}
      <Button
        variant={code_sent ? "secondary" : "primary"}
        name="intent"
        value="code"
        formNoValidate
        full
        loading={intent === "code"}
      >
        {words.send_code}
      </Button>
      <CaptchaStep problem={problem} form={form} action="send_code" own_only />
      {code_sent && (
        <>
          <OtpInput
            name={field<"service.visitProof">(problem, "otp").name}
            label={words.code}
            help={words.tech_text}
            error={fieldError<"service.visitProof">(problem, "otp")}
          />
          <Button name="intent" value="prove" full loading={intent === "prove"}>
            {words.tech_open}
          </Button>
        </>
      )}
    </CheckedForm>
  );
}

type VisitProps = { work: Work; result: unknown; submission_key: string };

function Visit({ work, result, submission_key }: VisitProps) {
  const { household: words } = useMessages();
  const locale = useLocale();
  const of = (intent: string) => {
    const problem = problemOf(result, intent);
    return problem?.values.id === work.id ? problem : undefined;
  };
  const isAtWork = work.state === "arrived" || work.state === "at_centre" || work.state === "working";
  return (
    <section className="card panel stack" aria-labelledby={`v-${work.id}`}>
      <div className="between">
        <h2 id={`v-${work.id}`} className="h4 num">
          {slotText(work.slot)}
        </h2>
        <TicketBadge state={work.state} />
      </div>
      <p className="small muted num">
        {formatDate(work.day, locale)} · {work.code}
      </p>
      <p>
        <b>{work.full_name}</b>
        <span className="own-line">{work.address}</span>
      </p>
      <p>
        {words.kinds[work.kind]}: {work.machine}
        {work.serial && (
          <span className="own-line small num">
            {words.tech_serial} {work.serial}
          </span>
        )}
        {work.is_covered && <span className="own-line small">{words.tech_covered}</span>}
      </p>
      {(work.fault || work.fault_text) && (
        <p>
          {work.fault && <b>{work.fault}</b>} <span className="own-line">{work.fault_text}</span>
        </p>
      )}
      {work.asked !== null && <Note tone="honey">{words.tech_asked({ total: formatDong(work.asked) })}</Note>}
      {work.agreed !== null && <Note tone="ok">{words.tech_agreed({ total: formatDong(work.agreed) })}</Note>}
      {work.to.length > 0 && <Moves work={work} problem={of("move")} submission_key={submission_key} />}
      {isAtWork && (
        <>
          <PartForm work={work} problem={of("part")} submission_key={submission_key} />
          <QuoteForm work={work} problem={of("quote")} submission_key={submission_key} />
        </>
      )}
      <PicturesForm pictures={work.pictures} return_to={visitPath(work.id)} refused={null} visit={work.id} />
      <details>
        <summary>{words.tech_history}</summary>
        <ul className="small stack above-8">
          {work.parts.map(({ name, quantity }) => (
            <li key={name}>{words.part_line({ quantity, name })}</li>
          ))}
          {work.moves.map(({ at, state, note }) => (
            <li key={`${at} ${state}`}>
              <span className="num">{formatDateTime(at, locale)}</span> {words.states[state]} {note}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

type Acting = { work: Work; problem: FormProblem | undefined; submission_key: string };

function Moves({ work, problem, submission_key }: Acting) {
  const { household: words } = useMessages();
  return (
    <Form method="post" className="stack">
      <input type="hidden" name="intent" value="move" />
      <input type="hidden" name="idempotency_key" value={submission_key} />
      <Hidden<"service.visitMove"> name="id" value={work.id} />
      <Hidden<"service.visitMove"> name="from" value={work.state} />
      <ProblemNote problem={problem} />
      <TextInput
        {...field<"service.visitMove">(problem, "note")}
        id={`note-${work.id}`}
        label={words.tech_note}
        autoComplete="off"
        maxLength={300}
      />
      {work.to.map((to, at) => (
        <Button
          key={to}
          full
          size="large"
          variant={at === 0 ? "primary" : "secondary"}
          name={field<"service.visitMove">(problem, "to").name}
          value={to}
        >
          {words.tech_moves[to]}
        </Button>
      ))}
    </Form>
  );
}

function PartForm({ work, problem, submission_key }: Acting) {
  const { household: words } = useMessages();
  return (
    <details open={problem !== undefined}>
      <summary>{words.tech_add_part}</summary>
      <Form method="post" className="stack above-8">
        <input type="hidden" name="intent" value="part" />
        <input type="hidden" name="idempotency_key" value={submission_key} />
        <Hidden<"service.visitParts"> name="id" value={work.id} />
        <ProblemNote problem={problem} />
        <TextInput
          {...field<"service.visitParts">(problem, "name")}
          id={`part-${work.id}`}
          label={words.tech_part}
          autoComplete="off"
          maxLength={100}
          required
        />
        <TextInput
          {...field<"service.visitParts">(problem, "quantity", "1")}
          id={`quantity-${work.id}`}
          label={words.tech_quantity}
          inputMode="numeric"
          autoComplete="off"
          required
        />
        <Button variant="secondary">{words.tech_add_part}</Button>
      </Form>
    </details>
  );
}

function QuoteForm({ work, problem, submission_key }: Acting) {
  const { household: words } = useMessages();
  return (
    <details open={problem !== undefined}>
      <summary>{words.tech_quote}</summary>
      <Form method="post" className="stack above-8">
        <input type="hidden" name="intent" value="quote" />
        <input type="hidden" name="idempotency_key" value={submission_key} />
        <Hidden<"service.visitQuote"> name="id" value={work.id} />
        <ProblemNote problem={problem} />
        <TextInput
          {...field<"service.visitQuote">(problem, "reason")}
          id={`reason-${work.id}`}
          label={words.tech_reason}
          autoComplete="off"
          maxLength={300}
          required
        />
        <TextArea
          {...field<"service.visitQuote">(problem, "lines")}
          id={`lines-${work.id}`}
          label={words.tech_quote}
          help={words.tech_lines}
          rows={3}
          required
        />
        <Button variant="secondary">{words.tech_send_quote}</Button>
      </Form>
    </details>
  );
}
