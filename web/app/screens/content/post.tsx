import { imageUrl, srcset } from "contract/images.ts";
import { formatDate } from "contract/locale.ts";
import { redirect } from "react-router";
import { cachePage, localeOf, shopOf } from "../../context.ts";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { breadcrumbs, pageMeta, shopLd } from "../../meta.ts";
import { pathsIn } from "../../paths.ts";
import { Breadcrumb } from "../../ui/breadcrumb.tsx";
import { Note } from "../../ui/note.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Prose, proseHeadings } from "../../ui/prose.tsx";
import { PostTile } from "../post-tile.tsx";
import type { Route } from "./+types/post";

/** The public address has slugs; an id, or another category, answers with the right one. Readings "Addresses of pages". */
export async function loader({ params, context }: Route.LoaderArgs) {
  const post = await shopOf(context).content.post({ id: params.slug });
  const { slug, category_slug } = post;
  if (params.slug !== slug || params.category !== category_slug) {
    throw redirect(pathsIn(localeOf(context)).post({ category_slug, slug }), 301);
  }
  cachePage(context, { tags: ["posts", `post:${slug}`] });
  return { post };
}

export const meta: Route.MetaFunction = (args) => {
  const { content, common } = messagesAt(args.location.pathname);
  const post = args.loaderData?.post;
  if (!post) return [];
  const paths = pathsIn("vi");
  const image = imageUrl(post.thumbnail_url, 1200);
  const publisher = shopLd(args);
  return pageMeta(args, {
    title: post.title,
    description: post.short_description,
    path: paths.post(post),
    image,
    type: "article",
    json_ld: [
      {
        "@type": "Article",
        headline: post.title,
        description: post.short_description,
        image,
        datePublished: post.created_at,
        dateModified: post.updated_at,
        inLanguage: post.body_lang,
        mainEntityOfPage: paths.post(post),
        author: {
          "@type": publisher.name && post.author.includes(publisher.name) ? "Organization" : "Person",
          name: post.author,
        },
        publisher,
      },
      breadcrumbs([
        { name: common.home, path: paths.home() },
        { name: content.news_title, path: paths.news() },
        { name: post.category_name, path: paths.newsCategory(post.category_slug) },
        { name: post.title, path: paths.post(post) },
      ]),
    ],
  });
};

const headings_for_contents = 3;

export default function PostScreen({ loaderData: { post } }: Route.ComponentProps) {
  const { content } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const headings = proseHeadings(post.body);
  return (
    <article className="wrap">
      <header className="article-head">
        <Breadcrumb
          label={content.breadcrumb}
          trail={[
            { text: content.news_title, to: paths.news() },
            { text: post.category_name, to: paths.newsCategory(post.category_slug) },
            { text: post.title },
          ]}
        />
        <h1 {...foreign(post.lang, locale)}>{post.title}</h1>
        <p className="lead" {...foreign(post.lang, locale)}>
          {post.short_description}
        </p>
        <p className="muted text-sm">
          {content.by({ author: post.author })} ·{" "}
          <time dateTime={post.created_at}>{formatDate(new Date(post.created_at), locale)}</time> ·{" "}
          {content.reading({ minutes: post.reading_minutes })}
        </p>
      </header>
      <Picture
        className="article-cover"
        src={imageUrl(post.thumbnail_url, 960)}
        srcSet={srcset(post.thumbnail_url, [480, 640, 960, 1200, 1600])}
        sizes="(width >= 80rem) 1200px, 96vw"
        alt={post.img_alt}
        width={1200}
        height={480}
        priority
      />
      <div className="article-layout">
        {headings.length >= headings_for_contents ? (
          <nav className="contents" aria-label={content.contents}>
            <b>{content.contents}</b>
            {headings.map(({ id, text }) => (
              <a key={id} href={`#${id}`}>
                {text}
              </a>
            ))}
          </nav>
        ) : (
          <span />
        )}
        <div className="stack-loose">
          {post.body_lang !== locale && <Note>{content.only_vietnamese}</Note>}
          <Prose text={post.body} article headingLevel={2} {...foreign(post.body_lang, locale)} />
          {post.related_categories.length > 0 && (
            <nav className="card panel stack" aria-label={content.related_products}>
              <b>{content.related_products}</b>
              <ul className="row row-wrap">
                {post.related_categories.map(({ slug, name }) => (
                  <li key={slug}>
                    <a className="chip" href={paths.category(slug)}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </div>
      {post.related_posts.length > 0 && (
        <section className="section" aria-labelledby="more">
          <div className="section-head">
            <h2 id="more">{content.read_on}</h2>
          </div>
          <ul className="news-grid">
            {post.related_posts.slice(0, 3).map((each) => (
              <li key={each.slug}>
                <PostTile level={3} post={each} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </article>
  );
}
