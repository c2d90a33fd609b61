import { messagesOf } from "messages/messages.ts";
import { useEffect, useRef } from "react";
import { Form, redirect, useRevalidator } from "react-router";
import { localeOf, shopOf } from "../../context.ts";
import { readForm, submit } from "../../forms/forms.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { useAddToCart } from "../../navigation/add-to-cart.ts";
import { pathsIn } from "../../paths.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ProductCard } from "../../shared/products/product-card.tsx";
import { reportViewed } from "../../shared/products/report-viewed.ts";
import { shownCards } from "../../shared/products/shown-card.ts";
import { forgetViewed, viewedNow } from "../../shared/products/viewed-products.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Note } from "../../ui/text/note.tsx";
import { flash } from "../../visitor.ts";
import { DeviceViewed } from "../state/device-viewed.tsx";
import type { Route } from "./+types/viewed";

export async function loader({ context }: Route.LoaderArgs) {
  const { kept, products } = await shopOf(context).catalogue.viewed({});
  return { kept, cards: shownCards(products) };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await readForm(request);
  const { catalogue, privacy } = shopOf(context);
  const locale = localeOf(context);
  const words = messagesOf(locale);
  const done = (text: string) => () => {
    flash(context, "success", text);
    return redirect(pathsIn(locale).viewedProducts(), 303);
  };
  if (form.intent === "allow") {
    const { title } = words.privacy.consents.behaviour;
    const agreed = { ...form, input: { purpose: "behaviour", given: "1" } };
    return submit(agreed, privacy.saveConsent, done(words.privacy.turned_on({ title })));
  }
  return submit(form, catalogue.forgetViewed, done(words.favourites.viewed_cleared));
}

export const meta: Route.MetaFunction = (args) => {
  const { favourites } = messagesAt(args.location.pathname);
  return pageMeta(args, { title: favourites.viewed_title, description: favourites.viewed_description, path: null });
};

export default function ViewedScreen({ loaderData: { kept, cards } }: Route.ComponentProps) {
  const { favourites: words } = useMessages();
  useAddToCart();
  useTold(kept);
  return (
    <>
      <div className="between row-wrap">
        <h1 className="h2">{words.viewed_title}</h1>
        {cards.length > 0 && (
          <Form method="post" onSubmit={forgetViewed}>
            <Button variant="ghost" size="small" icon="trash" name="intent" value="clear">
              {words.viewed_clear}
            </Button>
          </Form>
        )}
      </div>
      {kept ? <p className="muted">{words.viewed_kept}</p> : <Offer />}
      {!kept && <DeviceViewed />}
      {kept && cards.length === 0 && <Nothing />}
      {cards.length > 0 && (
        <ul className="product-grid product-grid-list">
          {cards.map((card) => (
            <li key={card.product_id}>
              <ProductCard card={card} place="page" />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** With consent, what this device has stored before is added to the account's list. */
function useTold(kept: boolean): void {
  const { revalidate } = useRevalidator();
  const told = useRef(false);
  useEffect(() => {
    if (!kept || told.current) return;
    told.current = true;
    reportViewed(viewedNow()).then(async (isKept) => {
      if (isKept) await revalidate();
    });
  }, [kept, revalidate]);
}

/** The very text of the consent stands beside the button that gives it. */
function Offer() {
  const { favourites: words, privacy } = useMessages();
  const paths = usePaths();
  return (
    <Note>
      <p>{words.viewed_device}</p>
      <p className="small above-8">
        <b>{privacy.consents.behaviour.title}.</b> {privacy.consents.behaviour.text}
      </p>
      <Form method="post" className="row row-wrap viewed-answers">
        <Button variant="secondary" size="small" name="intent" value="allow">
          {words.viewed_allow}
        </Button>
        <a className="link" href={paths.ownPrivacy()}>
          {words.viewed_privacy}
        </a>
      </Form>
    </Note>
  );
}

function Nothing() {
  const { favourites: words } = useMessages();
  const paths = usePaths();
  return (
    <EmptyState
      image={emptyPicture("search")}
      heading={words.viewed_empty}
      text={words.viewed_empty_text}
      action={<ButtonLink href={paths.products()}>{words.go_shopping}</ButtonLink>}
    />
  );
}
