import { cachePage, shopOf } from "../../context.ts";
import { assertPageExists } from "../../guards.ts";
import { ReadingStyles } from "../../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { pageIn } from "../../shared/page-number.ts";
import { PostTile } from "../../shared/post-tile.tsx";
import { ProductCard } from "../../shared/products/product-card.tsx";
import { shownCards } from "../../shared/products/shown-card.ts";
import { Breadcrumb } from "../../ui/navigation/breadcrumb.tsx";
import { Pagination } from "../../ui/navigation/pagination.tsx";
import type { Route } from "./+types/tag";

/** Products that bear the tag, then the newest articles about it. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const page = pageIn(new URL(request.url).searchParams);
  const shop = shopOf(context);
  const [{ tag, label, products, posts }, layout] = await Promise.all([
    shop.pages.tag({ tag: params.tag, page }),
    shop.content.chrome({}),
  ]);
  await assertPageExists(shop, page, products.meta);
  const shown = products.data.flatMap((card) => [`product:${card.slug}`, `category:${card.category_slug}`]);
  cachePage(context, { tags: ["catalogue", "posts", "category:all", ...shown], until: layout.prices_change_at });
  return { tag, label, products: shownCards(products.data), meta: products.meta, posts };
}

export const meta: Route.MetaFunction = (args) => {
  const { pages, common, content } = messagesAt(args.location.pathname);
  if (!args.loaderData) return [];
  const { tag, label, meta } = args.loaderData;
  const page = meta.current_page;
  const path = pathsIn("vi").tag(tag, page > 1 ? { page } : undefined);
  return pageMeta(args, {
    title: content.page_of({ title: label, page }),
    description: pages.tag_text({ label }),
    path,
    json_ld: [
      breadcrumbs([
        { name: common.home, path: "/" },
        { name: label, path },
      ]),
    ],
  });
};

export default function TagScreen({ loaderData: { tag, label, products, meta, posts } }: Route.ComponentProps) {
  const { pages, common, content } = useMessages();
  const paths = usePaths();
  return (
    <div className="wrap stack-loose">
      <ReadingStyles />
      <Breadcrumb label={pages.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: label }]} />
      <header className="page-head">
        <h1>{label}</h1>
        <p className="muted">{pages.tag_text({ label })}</p>
      </header>
      {products.length > 0 && (
        <ul className="product-grid">
          {products.map((card, at) => (
            <li key={card.product_id}>
              <ProductCard card={card} place="page" priority={at === 0} />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        label={pages.list_pages}
        page={meta.current_page}
        lastPage={meta.last_page}
        toPage={(page) => paths.tag(tag, page > 1 ? { page } : undefined)}
        previous={pages.previous}
        next={pages.next}
        pageLabel={(page) => pages.page({ page })}
      />
      {posts.length > 0 && (
        <section className="section" aria-labelledby="articles">
          <div className="section-head">
            <h2 id="articles">{content.news_title}</h2>
          </div>
          <ul className="news-grid">
            {posts.map((post) => (
              <li key={post.slug}>
                <PostTile level={3} post={post} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
