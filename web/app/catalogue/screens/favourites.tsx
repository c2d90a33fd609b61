import { Form } from "react-router";
import { shopOf } from "../../context.ts";
import type { FieldOf } from "../../forms/field-names.ts";
import { Hidden } from "../../forms/hidden.tsx";
import { assertPageExists } from "../../guards.ts";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { pageMeta } from "../../meta.ts";
import { useAddToCart } from "../../navigation/add-to-cart.ts";
import { pageIn } from "../../shared/page-number.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { ProductCard } from "../../shared/products/product-card.tsx";
import { shownCards } from "../../shared/products/shown-card.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import type { Route } from "./+types/favourites";

const per_page = 24; // rules/wire

export async function loader({ request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const page = pageIn(new URL(request.url).searchParams);
  const { data, meta: about } = await shop.catalogue.favourites({ page, limit: per_page });
  await assertPageExists(shop, page, about);
  return { cards: shownCards(data), about };
}

export const meta: Route.MetaFunction = (args) => {
  const { favourites } = messagesAt(args.location.pathname);
  return pageMeta(args, {
    title: favourites.favourites_title,
    description: favourites.favourites_description,
    path: null,
  });
};

export default function FavouritesScreen({ loaderData: { cards, about } }: Route.ComponentProps) {
  const { favourites: words, restocking } = useMessages();
  const paths = usePaths();
  useAddToCart();
  return (
    <>
      <h1 className="h2">{words.favourites_title}</h1>
      <p>
        <a className="link small" href={paths.stockNotices()}>
          {restocking.title}
        </a>
      </p>
      {cards.length === 0 && (
        <EmptyState
          image={emptyPicture("cart")}
          heading={words.favourites_empty}
          text={words.favourites_empty_text}
          action={<ButtonLink href={paths.products()}>{words.go_shopping}</ButtonLink>}
        />
      )}
      <ul className="product-grid product-grid-list without-favourite-buttons">
        {cards.map((card) => (
          <li key={card.product_id} className="stack">
            <ProductCard card={card} place="page" />
            <Form method="post" action={paths.favourite()}>
              <Hidden<"catalogue.toggleFavourite"> name="product_id" value={card.product_id} />
              <input type="hidden" name="return_to" value={paths.favourites({ page: page(about.current_page) })} />
              <Button
                variant="ghost"
                size="small"
                icon="trash"
                name={"favourite" satisfies FieldOf<"catalogue.toggleFavourite">}
                value="0"
                full
                aria-label={words.remove_named({ name: card.name })}
              >
                {words.remove}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
      <Pagination
        label={words.pages}
        page={about.current_page}
        lastPage={about.last_page}
        toPage={(number) => paths.favourites({ page: page(number) })}
        previous={words.previous}
        next={words.next}
        pageLabel={(number) => words.page({ page: number })}
      />
    </>
  );
}

const page = (number: number): number | null => (number === 1 ? null : number);
