import { type ConsentPurpose, consentPurposes } from "contract/privacy/consents.ts";
import type { Consent } from "contract/privacy/privacy.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { useEffect, useRef } from "react";
import { Form, redirect, useActionData, useNavigation, useRevalidator } from "react-router";
import { localeOf, shopOf } from "../context.ts";
import { useFocusFirstError } from "../forms/form-focus.ts";
import { asking, type FormProblem, readForm, sent, submit } from "../forms/forms.ts";
import { Hidden } from "../forms/hidden.tsx";
import { problemOf } from "../forms/problem-of.ts";
import { useLayoutData } from "../frame/layout-data.ts";
import { messagesAt, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { useUnread } from "../session/unread.ts";
import { codeStepOf, type Owner, OwnerCodeButton, OwnerProof } from "../shared/owner-proof.tsx";
import { ProblemNote, usePlaced } from "../shared/problem.tsx";
import { Button } from "../ui/button.tsx";
import { Badge } from "../ui/text/badge.tsx";
import { Note } from "../ui/text/note.tsx";
import { flash } from "../visitor.ts";
import type { Route } from "./+types/privacy";
import { Deletion } from "./deletion.tsx";
import { Requests } from "./requests.tsx";

export async function loader({ context }: Route.LoaderArgs) {
  const { privacy, identity, loyalty } = shopOf(context);
  const [overview, { has_password, phone }, { usable, held, debt }] = await Promise.all([
    privacy.overview({}),
    identity.profile({}),
    loyalty.points({}),
  ]);
  return { ...overview, owner: { has_password, phone }, points: { kept: usable + held, debt } };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { privacy, identity } = shopOf(context);
  const locale = localeOf(context);
  const { privacy: words } = messagesOf(locale);
  const done = (text: string) => {
    flash(context, "success", text);
    return redirect(pathsIn(locale).ownPrivacy(), 303);
  };
  switch (form.intent) {
    case "consent":
      return submit(form, privacy.saveConsent, sent(form, "purpose", "given"), () => {
        const purpose = consentPurposes.find((each) => each === form.input.purpose);
        const title = purpose ? words.consents[purpose].title : "";
        return done(form.input.given === "1" ? words.turned_on({ title }) : words.turned_off({ title }));
      });
    case "export": {
      const input = { ...sent(form, "current_password"), ...asking(form, "asks_code", "otp") };
      return submit(form, privacy.askExport, input, () => done(words.export_asked));
    }
    case "owner_code":
      return submit(form, identity.ownerCode, sent(form, "channel", "captcha"), () => ({ owner_sent: true }));
    case "deletion":
      return submit(form, privacy.askDeletion, sent(form, "understood"), ({ deletion_due_at }) =>
        done(words.deletion_asked({ day: formatDate(deletion_due_at ?? Date.now(), locale) })),
      );
    case "keep":
      return submit(form, privacy.takeBackDeletion, {}, () => done(words.deletion_taken_back));
    default:
      return redirect(pathsIn(locale).ownPrivacy(), 303);
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { privacy } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: privacy.title, description: privacy.description, path: null });
};

/** A finished export updates the bell: then this page's data is stale, also if it came while that was being loaded. */
function useNews(isWaiting: boolean, isIdle: boolean): void {
  const { revalidate } = useRevalidator();
  const unread = useUnread();
  const known = useRef(unread);
  useEffect(() => {
    if (!isIdle) return;
    const hasNews = unread > known.current;
    known.current = unread;
    if (hasNews && isWaiting) void revalidate();
  }, [unread, isWaiting, isIdle, revalidate]);
}

export default function PrivacyScreen({ loaderData }: Route.ComponentProps) {
  const { privacy: words } = useMessages();
  const paths = usePaths();
  const hotline = useLayoutData()?.hotline;
  const { consents, requests, deletion_due_at, deletion_days } = loaderData;
  const answer = useActionData();
  const problem = problemOf(answer);
  const navigation = useNavigation();
  const elsewhere = problem?.intent === "consent" || problem?.intent === "keep";
  const waits = requests.some(({ kind, status }) => kind === "export" && status === "waiting");
  useNews(waits, navigation.state === "idle");
  return (
    <>
      <h1 className="h2">{words.title}</h1>
      {elsewhere && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <section className="card" aria-labelledby="consents">
        <div className="panel">
          <h2 className="h3" id="consents">
            {words.consents_title}
          </h2>
          <p className="muted">{words.consents_text}</p>
        </div>
        <ul className="notices topped">
          {consents.map((consent) => (
            <ConsentRow key={consent.purpose} consent={consent} />
          ))}
        </ul>
        <p className="panel topped small muted">
          {words.not_done}{" "}
          <a className="link" href={paths.privacy()}>
            {words.policy}
          </a>
        </p>
      </section>
      <section className="card panel stack" aria-labelledby="export">
        <h2 className="h3" id="export">
          {words.export_title}
        </h2>
        <p className="muted">{words.export_text}</p>
        <ExportForm
          owner={loaderData.owner}
          waits={waits}
          sent={answer !== undefined && "owner_sent" in answer}
          problem={problemOf(answer, "export") ?? problemOf(answer, "owner_code")}
        />
        {waits && <p role="status">{words.export_asked}</p>}
      </section>
      <Requests requests={requests} />
      <Deletion
        due={deletion_due_at}
        days={deletion_days}
        points={loaderData.points}
        problem={problemOf(problem, "deletion")}
      />
      {hotline?.tel && (
        <p className="muted small">
          {words.complain}{" "}
          <a className="link num nowrap" href={`tel:${hotline.tel}`}>
            {words.complain_to({ phone: hotline.display })}
          </a>
        </p>
      )}
    </>
  );
}

type Asking = { owner: Owner; waits: boolean; sent: boolean; problem: FormProblem | undefined };

/** The whole export is for the owner alone, who proves it where the sign-in was not minutes ago. */
function ExportForm({ owner, waits, sent, problem: cameBack }: Asking) {
  const { privacy: words } = useMessages();
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent");
  const problem = usePlaced(cameBack);
  const step = codeStepOf(owner, sent, problem);
  useFocusFirstError(problem);
  return (
    <Form ref={form} method="post" action="#export" className="stack form-width" noValidate>
      <ProblemNote problem={problem} />
      <OwnerProof owner={owner} step={step} problem={problem} form={form} />
      <div className="row row-wrap">
        {step !== "send" && (
          <Button
            variant="secondary"
            icon="download"
            name="intent"
            value="export"
            loading={busy === "export"}
            disabled={waits}
          >
            {words.export_ask}
          </Button>
        )}
        <OwnerCodeButton owner={owner} step={step} busy={busy === "owner_code"} />
      </div>
    </Form>
  );
}

/** One purpose, one switch: a button that says what it will do, so that it works as it stands. */
function ConsentRow({ consent: { purpose, given, at } }: { consent: Consent }) {
  const { privacy: words } = useMessages();
  const locale = useLocale();
  const { title, text } = words.consents[purpose satisfies ConsentPurpose];
  const said = given ? words.given_at : words.refused_at;
  return (
    <li className="notice notice-wrap">
      <div className="grow">
        <h3 className="h4" id={`consent-${purpose}`}>
          {title} <Badge tone={given ? "ok" : "neutral"}>{given ? words.is_on : words.is_off}</Badge>
        </h3>
        <p className="soft">{text}</p>
        {at !== null && <p className="tiny muted num">{said({ at: formatDateTime(at, locale) })}</p>}
      </div>
      <Form method="post">
        <input type="hidden" name="intent" value="consent" />
        <Hidden<"privacy.saveConsent"> name="purpose" value={purpose} />
        <Hidden<"privacy.saveConsent"> name="given" value={given ? "0" : "1"} />
        <Button variant={given ? "secondary" : "tinted"} size="small" aria-describedby={`consent-${purpose}`}>
          {given ? words.turn_off : words.turn_on}
        </Button>
      </Form>
    </li>
  );
}
