import type { ProductCard as Card, Product } from "contract/catalogue/catalogue.ts";
import type { Shop } from "contract/contract.ts";
import { localeOfPath } from "contract/values/locale.ts";
import { truncate } from "contract/values/text.ts";
import { useEffect } from "react";
import { redirect, useLocation, useNavigate, useRouteLoaderData } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { notFound } from "../../guards.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { skipRevalidationAfterForms, useAddToCart } from "../../navigation/add-to-cart.ts";
import { pathsIn } from "../../paths.ts";
import type { loader as rootLoader } from "../../root.tsx";
import { clearCompared, comparedNow, MAX_COMPARED, rememberCompared } from "../../shared/products/compare-list.ts";
import { emptyPicture } from "../../shared/products/empty-picture.ts";
import { CopyButton } from "../../ui/copy-button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Switch } from "../../ui/fields/choices.tsx";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Note } from "../../ui/text/note.tsx";
import { CompareFind, FIND_PLACE } from "../compare/compare-find.tsx";
import { CompareTable } from "../compare/compare-table.tsx";
import { categoryOf, type ShownProduct, shownOf } from "../product/product-data.ts";
import type { Route } from "./+types/compare";

const between = "-vs-";
const MAX_FOUND = 8;

/** ASSUMED(0063): `/so-sanh-san-pham/a-vs-b`: the URL is the comparison. It holds only products of the first one's category. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const paths = pathsIn(localeOf(context));
  const asked = [...new Set((params.slug ?? "").split(between).filter(Boolean))];
  if (!asked.every((slug) => /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) && slug.length <= 100)) throw await notFound(shop);
  if (asked.length > MAX_COMPARED) throw redirect(paths.compare(asked.slice(0, MAX_COMPARED)));
  const [found, layout] = await Promise.all([
    asked.length > 0 ? shop.catalogue.compare({ slugs: asked }) : [],
    shop.content.chrome({}),
  ]);
  const [first] = found;
  if (asked.length > 0 && !first) throw await notFound(shop);
  const category = first && categoryOf(first);
  const query = (new URL(request.url).searchParams.get("find") ?? "").trim().slice(0, 120);
  const cards = query ? await candidates(shop, query, category, asked) : [];
  const tags = [...found, ...cards].map(({ slug }) => `product:${slug}`);
  cachePage(context, { tags: ["category:all", ...tags], until: layout.prices_change_at });
  return {
    products: found.filter((product) => categoryOf(product) === category).map(shownOf),
    others: othersOf(found, category),
    missing: asked.length - found.length,
    find: query,
    said: truncate(query, 60), // decision 0242
    cards,
  };
}

async function candidates(
  shop: Shop,
  name: string,
  category: string | undefined,
  slugs: readonly string[],
): Promise<Card[]> {
  const { data } = await shop.catalogue.products({ name, category, limit: MAX_FOUND + MAX_COMPARED });
  return data.filter(({ slug }) => !slugs.includes(slug)).slice(0, MAX_FOUND);
}

/** Products of another category, by category: each a comparison of its own to start with. */
function othersOf(found: readonly Product[], category: string | undefined) {
  const strangers = found.filter((product) => categoryOf(product) !== category);
  return [...Map.groupBy(strangers, categoryOf).values()].map((products) => ({
    group: products[0]?.categories.at(-1)?.name ?? "",
    products: products.map(({ slug, name }) => ({ slug, name })),
  }));
}

export const shouldRevalidate = skipRevalidationAfterForms;

export const meta: Route.MetaFunction = (args) => {
  const { common, comparison } = messagesAt(args.location.pathname);
  const paths = pathsIn(localeOfPath(args.location.pathname).locale);
  const products = args.loaderData?.products ?? [];
  const names = products.map(({ model }) => model).join(", ");
  const named = products.length > 0;
  // The same products in another order are the same page.
  const path = paths.compare(products.map(({ slug }) => slug).sort());
  const trail = [{ name: comparison.compare_title, path: paths.compare() }];
  if (named) trail.push({ name: names, path });
  return pageMeta(args, {
    title: named ? comparison.compare_names({ names }) : comparison.compare_title,
    description: named ? comparison.compare_description({ names }) : comparison.compare_intro,
    path,
    json_ld: [breadcrumbs([{ name: common.home, path: paths.home() }, ...trail])],
  });
};

export default function CompareScreen({ loaderData }: Route.ComponentProps) {
  const { products, others, missing, find: query, said, cards } = loaderData;
  const { catalogue, common, comparison } = useMessages();
  const paths = usePaths();
  useAddToCart();
  useRemembered(products);
  useChosen(products.length === 0 && query === "");
  const category = products[0]?.categories.at(-1);
  const trail = [
    { text: common.home, to: paths.home() },
    ...(category ? [{ text: category.name, to: paths.category(category.slug) }] : []),
    { text: catalogue.compare },
  ];
  const slugs = products.map(({ slug }) => slug);
  return (
    <div className="wrap compare-page">
      <ReadingStyles />
      <Breadcrumb label={catalogue.breadcrumb} trail={trail} />
      <div className="section-head">
        <h1>{products.length > 1 ? comparison.compare_count({ count: products.length }) : comparison.compare_title}</h1>
        {products.length > 1 && <Switch className="compare-only">{comparison.only_differences}</Switch>}
      </div>
      <div className="stack">
        {missing > 0 && <Note>{comparison.compare_gone}</Note>}
        {others.map(({ group, products: strangers }) => (
          <Note key={group} tone="honey" icon="info">
            {comparison.compare_other({
              group: category?.name ?? "",
              names: strangers.map(({ name }) => name).join(", "),
            })}{" "}
            <a className="link" href={paths.compare(strangers.map(({ slug }) => slug))}>
              {comparison.compare_start_over({ group })}
            </a>
          </Note>
        ))}
        {products.length === 1 && <Note>{comparison.compare_one}</Note>}
        {products.length > 0 ? <CompareTable products={products} /> : <Empty />}
        {products.length > 1 && <Share slugs={slugs} />}
        <CompareFind slugs={slugs} query={query} said={said} cards={cards} />
      </div>
    </div>
  );
}

/** What is compared on the screen is what this device compares. */
function useRemembered(products: readonly ShownProduct[]): void {
  useEffect(() => {
    if (products.length === 0) return;
    rememberCompared(
      products.map((product) => ({
        slug: product.slug,
        name: product.name,
        category_slug: categoryOf(product),
        image: product.variants[0]?.gallery[0]?.id ?? "",
      })),
    );
  }, [products]);
}

/** An address without products leads on to what this device has chosen; after the last one was taken out it has none. */
function useChosen(isEmpty: boolean): void {
  const navigate = useNavigate();
  const paths = usePaths();
  const { hash } = useLocation();
  useEffect(() => {
    if (!isEmpty) return;
    if (hash === `#${FIND_PLACE}`) return clearCompared();
    const slugs = comparedNow().map(({ slug }) => slug);
    if (slugs.length > 0) navigate(paths.compare(slugs), { replace: true });
  }, [isEmpty, hash, navigate, paths]);
}

/** Only this device knows what was chosen elsewhere, so the page hydrates at once. */
function Empty() {
  const { comparison } = useMessages();
  return (
    <div data-wake="">
      <EmptyState
        image={emptyPicture("search")}
        heading={comparison.compare_empty}
        text={comparison.compare_empty_text}
      />
    </div>
  );
}

function Share({ slugs }: { slugs: readonly string[] }) {
  const { comparison } = useMessages();
  const paths = usePaths();
  const origin = useRouteLoaderData<typeof rootLoader>("root")?.public_url ?? "";
  return (
    <div className="row row-wrap">
      <p className="muted small grow">{comparison.compare_legend}</p>
      <CopyButton
        text={origin + paths.compare(slugs)}
        label={comparison.compare_share}
        what={comparison.compare_share_what}
        copied={comparison.copied}
      />
    </div>
  );
}
