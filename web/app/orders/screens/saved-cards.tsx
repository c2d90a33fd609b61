import { formatDate } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { Form, redirect, useActionData } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { readForm, sent, submit } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import { cardLine, cardLogo, monthLine } from "../paying/card-line.ts";
import type { Route } from "./+types/saved-cards";

const logos = import.meta.glob<string>("../../../art/payment/*.svg", { query: "?url", import: "default", eager: true });

export async function loader({ context }: Route.LoaderArgs) {
  return { cards: await shopOf(context).payments.savedCards({}) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const { card: words } = messagesOf(locale);
  return submit(form, shopOf(context).payments.removeSavedCard, sent(form, "code"), () => {
    flash(context, "success", words.removed);
    return redirect(pathsIn(locale).savedCards(), 303);
  });
}

export const meta: Route.MetaFunction = (args) => {
  const { card } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: card.card_title, description: card.page_note, path: null });
};

export default function SavedCardsScreen({ loaderData: { cards } }: Route.ComponentProps) {
  const { card: words, orders } = useMessages();
  const paths = usePaths();
  const locale = useLocale();
  const problem = problemOf(useActionData());
  if (cards.length === 0) {
    return (
      <>
        <h1 className="h2">{words.card_title}</h1>
        <EmptyState
          image={emptyPicture("orders")}
          heading={words.none}
          text={words.none_text}
          action={<ButtonLink href={paths.products()}>{orders.continue_shopping}</ButtonLink>}
        />
      </>
    );
  }
  return (
    <>
      <h1 className="h2">{words.card_title}</h1>
      <Note>{words.page_note}</Note>
      {problem && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      <ul className="card notices">
        {cards.map((each) => (
          <li key={each.code} className="notice notice-wrap">
            <img src={logos[`../../../art/payment/${cardLogo(each.brand)}.svg`]} alt="" width={64} height={32} />
            <span className="grow">
              <b className="own-line num">
                {cardLine(each)} {each.expires_soon && <Badge tone="honey">{words.soon}</Badge>}
                {each.is_expired && <Badge>{words.over}</Badge>}
              </b>
              <span className="own-line small muted num">{words.ends({ month: monthLine(each.expires) })}</span>
              {each.last_used_at && (
                <span className="own-line small muted num">
                  {words.last_used({ at: formatDate(each.last_used_at, locale) })}
                </span>
              )}
            </span>
            <Form method="post">
              <Hidden<"payments.removeSavedCard"> name="code" value={each.code} />
              <Button
                variant="secondary"
                size="small"
                name="intent"
                value="remove"
                aria-label={words.remove_named({ card: cardLine(each) })}
              >
                {words.remove}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <p className="muted small">{words.refunds}</p>
    </>
  );
}
