import { redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../context.ts";
import { assertPageExists, notFound } from "../guards.ts";
import { ReadingStyles } from "../hydration/more-styles.tsx";
import { messagesAt, useMessages, usePaths } from "../i18n.tsx";
import { breadcrumbs, pageMeta } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { pageIn } from "../shared/page-number.ts";
import { PostTile } from "../shared/post-tile.tsx";
import { Breadcrumb } from "../ui/navigation/breadcrumb.tsx";
import { Pagination } from "../ui/navigation/pagination.tsx";
import { TabLinks } from "../ui/navigation/tabs.tsx";
import type { Route } from "./+types/post-list";

/** All news, or those of one category; an id answers with the category's slug. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const page = pageIn(new URL(request.url).searchParams);
  const slug = params.category;
  if (slug && /^\d+$/.test(slug)) {
    const named = await shop.content.postCategory({ id: slug });
    throw redirect(pathsIn(localeOf(context)).newsCategory(named.slug), 301);
  }
  const [{ data: categories }, list] = await Promise.all([
    shop.content.postCategories({ limit: 100 }),
    shop.content.posts({ page, ...(slug && { category_slug: slug }), sort: { created_at: "desc" } }),
  ]);
  const category = slug ? (categories.find((each) => each.slug === slug) ?? null) : null;
  if (slug && !category) throw await notFound(shop);
  await assertPageExists(shop, page, list.meta);
  cachePage(context, { tags: ["posts"] });
  return { categories, category, posts: list.data, meta: list.meta };
}

export const meta: Route.MetaFunction = (args) => {
  const { content, common } = messagesAt(args.location.pathname);
  const { category, meta } = args.loaderData ?? { category: null, meta: { current_page: 1 } };
  const page = meta.current_page;
  const paths = pathsIn("vi");
  const query = page > 1 ? { page } : undefined;
  const title = content.page_of({ title: category?.name ?? content.news_title, page });
  return pageMeta(args, {
    title,
    description: category || page > 1 ? `${title}. ${content.news_text}` : content.news_text,
    path: category ? paths.newsCategory(category.slug, query) : paths.news(query),
    json_ld: [
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: content.news_title, path: paths.news() },
        ...(category ? [{ name: category.name, path: paths.newsCategory(category.slug) }] : []),
      ]),
    ],
  });
};

/** Two stand beside the one that leads. */
const FEWEST_WITH_LEAD = 3;

export default function PostListScreen({ loaderData }: Route.ComponentProps) {
  const { content, common } = useMessages();
  const paths = usePaths();
  const { categories, category, posts, meta } = loaderData;
  const toPage = (page: number) => {
    const query = page > 1 ? { page } : undefined;
    return category ? paths.newsCategory(category.slug, query) : paths.news(query);
  };
  const leads = meta.current_page === 1 && posts.length >= FEWEST_WITH_LEAD;
  const trail = [
    { text: common.home, to: paths.home() },
    { text: content.news_title, to: paths.news() },
    ...(category ? [{ text: category.name, to: paths.newsCategory(category.slug) }] : []),
  ];
  return (
    <div className="wrap">
      <ReadingStyles />
      <Breadcrumb label={content.breadcrumb} trail={trail} />
      <div className="section-head">
        <div>
          <h1>{category?.name ?? content.news_title}</h1>
          <p className="muted">{content.news_text}</p>
        </div>
      </div>
      <TabLinks
        label={content.categories}
        tabs={[
          { to: paths.news(), text: content.all_posts, current: category === null },
          ...categories.map(({ slug, name, post_count }) => ({
            to: paths.newsCategory(slug),
            text: name,
            count: String(post_count),
            current: slug === category?.slug,
          })),
        ]}
      />
      {posts.length === 0 ? (
        <p className="section muted">{content.nothing}</p>
      ) : (
        <ul className="news-grid section">
          {posts.map((post, index) => (
            <li key={post.slug} className={index === 0 && leads ? "news-lead" : undefined}>
              <PostTile
                level={2}
                post={post}
                priority={index === 0}
                lead={index === 0 && leads ? post.short_description : undefined}
              />
            </li>
          ))}
        </ul>
      )}
      <Pagination
        label={content.pages}
        page={meta.current_page}
        lastPage={meta.last_page}
        toPage={toPage}
        previous={content.previous}
        next={content.next}
        pageLabel={(page) => content.page({ page })}
        more={{
          text: content.more({ count: Math.min(meta.per_page, meta.total - meta.current_page * meta.per_page) }),
          to: toPage(meta.current_page + 1),
        }}
      />
    </div>
  );
}
