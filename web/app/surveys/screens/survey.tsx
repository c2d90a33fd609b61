import type { Poll } from "contract/surveys/surveys.ts";
import { formatDate } from "contract/values/locale.ts";
import { redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { type FormInput, newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { signedCookie } from "../../session/signed-cookie.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Results } from "../parts/results.tsx";
import { SurveyForm } from "../parts/survey-form.tsx";
import type { Route } from "./+types/survey";

/** So long an invitation is good at most, and a browser's key. */
const invitation = signedCookie("survey_invited", 60 * 86_400);
const browserKey = signedCookie("survey_key", 400 * 86_400);

type Whose = { t?: string; respondent?: string; order?: string };

/** The token of an invitation goes into a cookie, and the address is clean. Opening it answers nothing. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const address = new URL(request.url);
  const t = address.searchParams.get("t");
  if (t) {
    await invitation.keep(context, `${params.slug} ${t}`);
    throw redirect(pathsIn(localeOf(context)).survey(params.slug), 303);
  }
  const poll = await shopOf(context).surveys.poll({ id: params.slug, ...(await whose(request, params.slug, context)) });
  if (params.slug !== poll.slug) throw redirect(pathsIn(localeOf(context)).survey(poll.slug), 301);
  if (poll.respondent) await browserKey.keep(context, `${poll.slug} ${poll.respondent}`);
  return { poll, submission_key: newSubmissionKey(), checkout_step: null };
}

/** What this browser brings for the survey: a cookie names one survey, the newest. */
async function whose(request: Request, slug: string, context: Route.LoaderArgs["context"]): Promise<Whose> {
  const order = new URL(request.url).searchParams.get("don");
  const [invited, known] = await Promise.all([invitation.read(context), browserKey.read(context)]);
  const of = (text: string | null) => (text?.startsWith(`${slug} `) ? text.slice(slug.length + 1) : undefined);
  const [t, respondent] = [of(invited), of(known)];
  return { ...(t && { t }), ...(respondent && { respondent }), ...(order && { order }) };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { surveys } = shopOf(context);
  const mine = await whose(request, params.slug, context);
  // The form's own key wins: another survey may have been opened in between.
  const answered = { id: params.slug, ...mine, ...sent(form, "answers", "consent"), ...keyOf(form.input) };
  return submit(form, surveys.answer, answered, (done) => ({ done }));
}

function keyOf({ respondent }: FormInput) {
  return typeof respondent === "string" ? { respondent } : {};
}

export const meta: Route.MetaFunction = (args) => {
  const { surveys: words } = messagesAt(args.location.pathname);
  const poll = args.loaderData?.poll;
  return pageMeta(args, { title: poll?.title ?? words.title, description: poll?.intro ?? "", path: null });
};

export default function SurveyScreen({ loaderData: { poll, submission_key } }: Route.ComponentProps) {
  const { surveys: words } = useMessages();
  const locale = useLocale();
  const result = useActionData<typeof action>();
  const done = result && "done" in result ? result.done : undefined;
  const problem = problemOf(result);
  return (
    <div className="text-width centred stack-loose survey" {...foreign(poll.lang, locale)}>
      <ReadingStyles />
      <header className="stack">
        <p className="small muted" lang={locale}>
          {words.about({ count: poll.questions.length })}
        </p>
        <h1>{poll.title}</h1>
        <p className="muted">{poll.intro}</p>
      </header>
      {poll.lang !== locale && (
        <div lang={locale}>
          <Note>{words.only_vietnamese}</Note>
        </div>
      )}
      {done ? (
        <Thanks poll={poll} thanks={done.thanks} results={done.results} />
      ) : poll.state === "open" || problem ? (
        <SurveyForm poll={poll} problem={problem} submission_key={submission_key} />
      ) : (
        <Closed poll={poll} />
      )}
    </div>
  );
}

function Thanks({ poll, thanks, results }: { poll: Poll; thanks: string; results: Poll["results"] }) {
  return (
    <section className="card panel stack" aria-labelledby="thanks">
      <Icon name="success" size={24} />
      <h2 id="thanks" className="h3" role="status">
        {thanks}
      </h2>
      {results && <Results poll={poll} results={results} />}
    </section>
  );
}

/** Why it cannot be answered, and the way on. */
function Closed({ poll }: { poll: Poll }) {
  const { surveys: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const last = poll.ends_at && formatDate(new Date(Date.parse(poll.ends_at) - 1), locale);
  const said: Readonly<Record<Exclude<Poll["state"], "open">, string>> = {
    answered: poll.once_per === "order" ? words.answered_order : words.answered,
    closed: last && poll.state === "closed" ? words.ended({ day: last }) : words.closed,
    not_yet: words.not_yet,
    not_invited: words.not_invited,
  };
  return (
    <section className="card panel stack" lang={locale}>
      <h2 className="h4">{poll.state === "open" ? "" : said[poll.state]}</h2>
      {poll.results && <Results poll={poll} results={poll.results} />}
      <p className="row row-wrap">
        {poll.state === "not_invited" && <ButtonLink href={paths.login()}>{words.sign_in}</ButtonLink>}
        <ButtonLink href={paths.home()} variant="secondary">
          {words.home}
        </ButtonLink>
      </p>
    </section>
  );
}
