import type { Category } from "contract/catalogue/catalogue.ts";
import { imageUrl } from "contract/values/images.ts";
import { formatNumber, localeOfPath } from "contract/values/locale.ts";
import { redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { mustHavePage, notFound } from "../../guards.ts";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { keepAfterForms, useAddToCart } from "../../navigation/add-to-cart.ts";
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
  filterCount,
  type ListState,
  listingOf,
  listStateOf,
  openFacet,
  queryOf,
  unfiltered,
} from "../list/list-state.ts";
import { CountLine, ProductResults, useListState } from "../list/product-results.tsx";
import type { Route } from "./+types/product-list";

/** `/san-pham` and `/san-pham/{category}`, one file for both levels. An id in the address leads to the slug. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const asked = params.category;
  if (asked !== undefined && !/^[a-z0-9-]{1,100}$/.test(asked)) throw await notFound(shop);
  const category = asked === undefined ? null : await shop.catalogue.category({ id: asked });
  if (category && category.slug !== asked) throw redirect(paths.category(category.slug), 301);
  const state = listStateOf(new URL(request.url).searchParams);
  const root = category?.path[0];
  const [list, shownFacet, chrome, tree, advice] = await Promise.all([
    shop.catalogue.products(listingOf(state, category?.slug)),
    openFacet(shop, state, category?.slug),
    shop.content.chrome({}),
    root ? shop.catalogue.category({ id: root.slug }) : shop.catalogue.categoryTree({}),
    category && state.page === 1 ? shop.content.posts({ about: category.slug, limit: 1 }) : null,
  ]);
  await mustHavePage(shop, state.page, list.meta);
  const tags = [
    `category:${category?.slug ?? "all"}`,
    ...list.data.map((card) => `product:${card.slug}`),
    ...(advice ? ["posts", ...advice.data.map((post) => `post:${post.slug}`)] : []),
  ];
  cachePage(context, { tags, until: chrome.prices_change_at });
  const { understood: _words, data, ...rest } = list;
  return {
    category: category && { slug: category.slug, name: category.name, lang: category.lang, text: category.description },
    path: category?.path ?? [],
    groups: currentFirst((Array.isArray(tree) ? tree : tree.children).map(groupOf), category?.slug),
    list: { ...rest, data: shownCards(data), open_facet: shownFacet },
    advice: advice?.data.map(adviceOf)[0] ?? null,
    shop_name: chrome.name,
  };
}

function groupOf({ slug, name, image }: Category) {
  return { slug, name, image: image?.id ?? null };
}

/** The row of a phone shows its first ones. */
function currentFirst(groups: ReturnType<typeof groupOf>[], current: string | undefined) {
  return groups.toSorted((one, other) => Number(other.slug === current) - Number(one.slug === current));
}

function addressOf(category: { slug: string } | null, paths: ReturnType<typeof pathsIn>, state: ListState): string {
  const query = queryOf(state);
  return category ? paths.category(category.slug, query) : paths.products(query);
}

export const shouldRevalidate = keepAfterForms;

export const meta: Route.MetaFunction = (args) => {
  const { loaderData, location } = args;
  if (!loaderData) return [];
  const { catalogue, common, listing } = messagesAt(location.pathname);
  const { locale } = localeOfPath(location.pathname);
  const { category, path, list, shop_name } = loaderData;
  const paths = pathsIn(locale);
  const state = listStateOf(new URLSearchParams(location.search));
  const page = filterCount(state) === 0 ? state.page : 1; // filtered, it is the list without filters to be found
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
  const { category, path, groups, list, advice } = loaderData;
  const { catalogue, common, listing } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  useAddToCart();
  const trail = [
    { text: common.home, to: paths.home() },
    ...(category ? [] : [{ text: catalogue.all_products, to: paths.products() }]), // a phone has room for the groups alone
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
        <Groups groups={groups} current={category?.slug} />
        <ProductResults
          list={list}
          toList={(state) => addressOf(category, paths, state)}
          category={category?.slug}
          firstSort={listing.sorts.featured}
          sortNote={listing.featured_means}
          advice={advice && <AdviceBand advice={advice} />}
          empty={<Nothing category={category} />}
        />
      </div>
      <CompareTray />
    </>
  );
}

type GroupsProps = { groups: readonly ReturnType<typeof groupOf>[]; current: string | undefined };

/** The level below, or beside the chosen one. */
function Groups({ groups, current }: GroupsProps) {
  const { listing } = useMessages();
  const paths = usePaths();
  if (groups.length === 0) return null;
  return (
    <nav className="list-groups" aria-label={listing.groups}>
      <Chips>
        {groups.map(({ slug, name, image }) => (
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

function Nothing({ category }: { category: { slug: string; name: string } | null }) {
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
