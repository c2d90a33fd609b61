import { MAX_CUSTOMER_MOVES } from "contract/service/service-words.ts";
import { messagesOf } from "messages/messages.ts";
import { redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { newSubmissionKey, readForm, sent, submit } from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { MembersStyles, ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { flash } from "../../visitor.ts";
import { CancelForm, DoneForm, MoveForm, QuoteForm } from "../parts/ticket-acts.tsx";
import { TicketBadge } from "../parts/ticket-badge.tsx";
import { About, History, Parts, PastQuotes } from "../parts/ticket-view.tsx";
import { bookingPath, ownTicketsPath, ticketPath } from "../paths.ts";
import type { Route } from "./+types/ticket";

/** One ticket, for its owner. Times are loaded only where another may be chosen. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const ticket = await shop.service.ticket({ code: params.code });
  const day = new URL(request.url).searchParams.get("day") ?? "";
  const days = ticket.can.move ? (await shop.service.times({ code: params.code })).days : [];
  return { ticket, days, day: days.some((each) => each.day === day) ? day : "", submission_key: newSubmissionKey() };
}

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { service } = shopOf(context);
  const locale = localeOf(context);
  const words = messagesOf(locale).household;
  const { code } = params;
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(pathsIn(locale).link(ticketPath(code)), 303);
  };
  switch (form.intent) {
    case "move":
      return submit(form, service.move, { code, ...sent(form, "day", "slot") }, done(words.saved));
    case "cancel":
      return submit(form, service.cancel, { code, ...sent(form, "reason") }, done(words.cancelled));
    case "quote":
      return submit(form, service.answerQuote, { code, ...sent(form, "number", "accept") }, done(words.answered));
    case "done":
      return submit(form, service.confirm, { code }, done(words.saved));
    default:
      throw new Response("Not found", { status: 404 });
  }
}

export const meta: Route.MetaFunction = (args) => {
  const { household: words } = messagesAt(args.location.pathname);
  const title = words.ticket_title({ code: args.loaderData?.ticket.code ?? "" });
  return pageMeta(args, { title, description: words.own_text, path: null });
};

export default function TicketScreen({ loaderData }: Route.ComponentProps) {
  const { household: words, common } = useMessages();
  const paths = usePaths();
  const { ticket, days, day, submission_key } = loaderData;
  const result: unknown = useActionData<typeof action>();
  const quote = ticket.quotes.find(({ state }) => state === "waiting");
  const { can } = ticket;
  return (
    <div className="wrap section">
      <ReadingStyles />
      <MembersStyles />
      <Breadcrumb
        label={words.own_title}
        trail={[
          { text: common.home, to: paths.home() },
          { text: words.book, to: paths.link(bookingPath()) },
          { text: words.here, to: paths.link(ownTicketsPath) },
          { text: ticket.code },
        ]}
      />
      <div className="stack above-8">
        <h1 className="h2">{words.ticket_title({ code: ticket.code })}</h1>
        <p>
          <TicketBadge state={ticket.state} /> {words.kinds[ticket.kind]}: {ticket.machine}
        </p>
      </div>
      <div className="with-summary above-16">
        <div className="stack-loose">
          {quote && <QuoteForm quote={quote} problem={problemOf(result, "quote")} submission_key={submission_key} />}
          {can.confirm && <DoneForm problem={problemOf(result, "done")} submission_key={submission_key} />}
          {can.move && (
            <MoveForm
              {...{ ticket, days, day, submission_key }}
              is_first={ticket.visit === null && ticket.moves_left === MAX_CUSTOMER_MOVES}
              problem={problemOf(result, "move")}
            />
          )}
          <Parts ticket={ticket} />
          <PastQuotes ticket={ticket} />
          <History ticket={ticket} />
        </div>
        <aside className="stack">
          <About ticket={ticket} />
          {can.cancel && <CancelForm problem={problemOf(result, "cancel")} submission_key={submission_key} />}
        </aside>
      </div>
    </div>
  );
}
