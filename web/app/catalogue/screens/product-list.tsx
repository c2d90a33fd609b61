import type { Category } from "contract/catalogue/catalogue.ts";
import { imageUrl } from "contract/values/images.ts";
import { formatNumber, localeOfPath } from "contract/values/locale.ts";
import { redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { assertPageExists, notFound } from "../../guards.ts";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { skipRevalidationAfterForms, useAddToCart } from "../../navigation/add-to-cart.ts";
import { pathsIn } from "../../paths.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { shownCards } from "../../shared/products/shown-card.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Chips } from "../../ui/chip.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { CompareTray } from "../compare/compare-tray.tsx";
import { AdviceBand, adviceOf } from "../list/advice-band.tsx";
import {
  fetchExpandedFacet,
  filterCount,
  type ListState,
  listingOf,
  listStateOf,
  queryOf,
  unfiltered,
} from "../list/list-state.ts";
import { CountLine, ProductResults, useListState } from "../list/product-results.tsx";
import type { Route } from "./+types/product-list";

/** `/san-pham` and `/san-pham/{category}`, one file for both levels. An id in the URL redirects to the slug. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const categoryParam = params.category;
  if (categoryParam !== undefined && !/^[a-z0-9-]{1,100}$/.test(categoryParam)) throw await notFound(shop);
  const category = categoryParam === undefined ? null : await shop.catalogue.category({ id: categoryParam });
  if (category && category.slug !== categoryParam) throw redirect(paths.category(category.slug), 301);
  const state = listStateOf(new URL(request.url).searchParams);
  const root = category?.path[0];
  const [list, expandedFacet, layout, tree, advice] = await Promise.all([
    shop.catalogue.products(listingOf(state, category?.slug)),
    fetchExpandedFacet(shop, state, category?.slug),
    shop.content.chrome({}),
    root ? shop.catalogue.category({ id: root.slug }) : shop.catalogue.categoryTree({}),
    category && state.page === 1 ? shop.content.posts({ about: category.slug, limit: 1 }) : null,
  ]);
  await assertPageExists(shop, state.page, list.meta);
  const tags = [
    `category:${category?.slug ?? "all"}`,
    ...list.data.map((card) => `product:${card.slug}`),
    ...(advice ? ["posts", ...advice.data.map((post) => `post:${post.slug}`)] : []),
  ];
  cachePage(context, { tags, until: layout.prices_change_at });
  const { understood: _words, data, ...rest } = list;
  return {
    category: category && { slug: category.slug, name: category.name, lang: category.lang, text: category.description },
    path: category?.path ?? [],
    related_categories: currentFirst((Array.isArray(tree) ? tree : tree.children).map(chipOf), category?.slug),
    list: { ...rest, data: shownCards(data), open_facet: expandedFacet },
    advice: advice?.data.map(adviceOf)[0] ?? null,
    shop_name: layout.name,
  };
}

function chipOf({ slug, name, image }: Category) {
  return { slug, name, image: image?.id ?? null };
}

/** On a phone only the first chips fit, so the current category comes first. */
function currentFirst(chips: ReturnType<typeof chipOf>[], current: string | undefined) {
  return chips.toSorted((one, other) => Number(other.slug === current) - Number(one.slug === current));
}

function addressOf(category: { slug: string } | null, paths: ReturnType<typeof pathsIn>, state: ListState): string {
  const query = queryOf(state);
  return category ? paths.category(category.slug, query) : paths.products(query);
}

export const shouldRevalidate = skipRevalidationAfterForms;

export const meta: Route.MetaFunction = (args) => {
  const { loaderData, location } = args;
  if (!loaderData) return [];
  const { catalogue, common, listing } = messagesAt(location.pathname);
  const { locale } = localeOfPath(location.pathname);
  const { category, path, list, shop_name } = loaderData;
  const paths = pathsIn(locale);
  const state = listStateOf(new URLSearchParams(location.search));
  const page = filterCount(state) === 0 ? state.page : 1; // a filtered page has the unfiltered list as its canonical URL
  const name = category?.name ?? catalogue.all_products;
  const count = formatNumber(list.meta.total);
  const query = page > 1 ? { page } : undefined;
  const trail = path.map((crumb) => ({ name: crumb.name, path: paths.category(crumb.slug) }));
  const title = page > 1 ? listing.page_of({ name, page }) : name;
  const description = category
    ? listing.category_description({ name, count, text: category.text })
    : listing.all_description({ count, shop: shop_name });
  return pageMeta(args, {
    title,
    description: page > 1 ? `${title}. ${description}` : description,
    path: category ? paths.category(category.slug, query) : paths.products(query),
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        ...(category ? trail : [{ name, path: paths.products() }]),
      ]),
    ],
  });
};

export default function ProductListScreen({ loaderData }: Route.ComponentProps) {
  const { category, path, related_categories, list, advice } = loaderData;
  const { catalogue, common, listing } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  useAddToCart();
  const trail = [
    { text: common.home, to: paths.home() },
    ...(category ? [] : [{ text: catalogue.all_products, to: paths.products() }]), // above a category a phone has no room for it
    ...path.map((crumb) => ({ text: crumb.name, to: paths.category(crumb.slug) })),
  ];
  return (
    <>
      <div className="wrap">
        <Breadcrumb label={catalogue.breadcrumb} trail={trail} />
        <header className="page-head">
          <h1 {...(category && foreign(category.lang, locale))}>{category?.name ?? catalogue.all_products}</h1>
          <CountLine list={list} />
          {category?.text && (
            <p className="text-width soft" {...foreign(category.lang, locale)}>
              {category.text}
            </p>
          )}
        </header>
        <CategoryChips categories={related_categories} current={category?.slug} />
        <ProductResults
          list={list}
          toList={(state) => addressOf(category, paths, state)}
          category={category?.slug}
          firstSort={listing.sorts.featured}
          sortNote={listing.featured_means}
          advice={advice && <AdviceBand advice={advice} />}
          empty={<NoProducts category={category} />}
        />
      </div>
      <CompareTray />
    </>
  );
}

type CategoryChipsProps = { categories: readonly ReturnType<typeof chipOf>[]; current: string | undefined };

/** The child categories, or the siblings of one without children. */
function CategoryChips({ categories, current }: CategoryChipsProps) {
  const { listing } = useMessages();
  const paths = usePaths();
  if (categories.length === 0) return null;
  return (
    <nav className="list-groups" aria-label={listing.groups}>
      <Chips>
        {categories.map(({ slug, name, image }) => (
          <a
            key={slug}
            className="chip chip-swatch"
            href={paths.category(slug)}
            aria-current={slug === current ? "page" : undefined}
          >
            {image && <img src={imageUrl(image, 96)} alt="" width={28} height={28} loading="lazy" />}
            {name}
          </a>
        ))}
      </Chips>
    </nav>
  );
}

function NoProducts({ category }: { category: { slug: string; name: string } | null }) {
  const { catalogue, listing } = useMessages();
  const paths = usePaths();
  const state = useListState();
  const filtered = filterCount(state) > 0;
  const name = category?.name ?? catalogue.all_products;
  return (
    <EmptyState
      image={emptyPicture("search")}
      heading={filtered ? listing.nothing_left : listing.empty_category}
      text={filtered ? listing.nothing_left_text : listing.empty_category_text}
      action={
        <ButtonLink href={filtered ? addressOf(category, paths, unfiltered(state)) : paths.products()}>
          {filtered ? listing.see_group({ name }) : catalogue.all_products}
        </ButtonLink>
      }
    />
  );
}
