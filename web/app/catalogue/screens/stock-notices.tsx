import { messagesOf } from "messages/messages.ts";
import { Form, redirect } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { readForm, sent, submit } from "../../forms/forms.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { problemOf } from "../../forms/problem-of.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ProductCard } from "../../shared/products/product-card.tsx";
import { shownCards } from "../../shared/products/shown-card.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import type { Route } from "./+types/stock-notices";

/** With `product_id` the page asks for the consent to be told about that variant. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const asked = new URL(request.url).searchParams.get("product_id") ?? "";
  const [waiting, found] = await Promise.all([
    shop.catalogue.stockNotices({}),
    /^\d{1,9}$/.test(asked) ? shop.catalogue.cards({ ids: asked }) : [],
  ]);
  const isKnown = waiting.some(({ product_id }) => product_id === found[0]?.product_id);
  return { asked: isKnown ? [] : shownCards(found.slice(0, 1)), waiting: shownCards(waiting) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const locale = localeOf(context);
  const { restocking: words } = messagesOf(locale);
  const { askStockNotice, forgetStockNotice } = shopOf(context).catalogue;
  const done = (text: string) => {
    flash(context, "success", text);
    return redirect(pathsIn(locale).stockNotices(), 303);
  };
  if (form.intent === "remove") {
    return submit(form, forgetStockNotice, sent(form, "product_id"), () => done(words.removed));
  }
  return submit(form, askStockNotice, sent(form, "product_id"), ({ name }) => done(words.asked({ name })));
}

export const meta: Route.MetaFunction = (args) => {
  const { restocking } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: restocking.title, description: restocking.description, path: null });
};

export default function StockNoticesScreen({ loaderData: { asked, waiting }, actionData }: Route.ComponentProps) {
  const { restocking: words, favourites } = useMessages();
  const paths = usePaths();
  const problem = problemOf(actionData);
  return (
    <>
      <h1 className="h2">{words.title}</h1>
      {problem && (
        <Note tone="danger" role="alert">
          {problem.message}
        </Note>
      )}
      {asked.map((card) => (
        <Form key={card.product_id} method="post" className="card panel stack">
          <b>{card.name}</b>
          <p className="small soft">{words.consent}</p>
          <Hidden<"catalogue.askStockNotice"> name="product_id" value={card.product_id} />
          <div>
            <Button name="intent" value="consent">
              {words.ask}
            </Button>
          </div>
        </Form>
      ))}
      {waiting.length === 0 && asked.length === 0 && (
        <EmptyState
          image={emptyPicture("cart")}
          heading={words.empty}
          text={words.empty_text}
          action={<ButtonLink href={paths.products()}>{favourites.go_shopping}</ButtonLink>}
        />
      )}
      <ul className="product-grid product-grid-list without-favourite-buttons">
        {waiting.map((card) => (
          <li key={card.product_id} className="stack">
            <ProductCard card={card} place="page" />
            <Form method="post">
              <Hidden<"catalogue.forgetStockNotice"> name="product_id" value={card.product_id} />
              <Button
                variant="ghost"
                size="small"
                icon="trash"
                name="intent"
                value="remove"
                full
                aria-label={words.remove_named({ name: card.name })}
              >
                {words.remove}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </>
  );
}
