import type { ProductCard } from "contract/catalogue/catalogue.ts";
import type { Post } from "contract/content/content.ts";
import type { Shop } from "contract/contract.ts";
import { imageUrl, srcset } from "contract/values/images.ts";
import { formatDate } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { redirect, useRouteLoaderData } from "react-router";
import { cachePage, localeOf, shopOf } from "../context.ts";
import { ReadingStyles } from "../hydration/more-styles.tsx";
import { foreign, messagesAt, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { breadcrumbs, pageMeta, shopLd } from "../meta.ts";
import { pathsIn } from "../paths.ts";
import { PostTile } from "../shared/post-tile.tsx";
import { type ShownCard, shownCards } from "../shared/products/shown-card.ts";
import { Breadcrumb } from "../ui/navigation/breadcrumb.tsx";
import { Picture } from "../ui/picture.tsx";
import { Note } from "../ui/text/note.tsx";
import { Price } from "../ui/text/price.tsx";
import { Prose, proseHeadings } from "../ui/text/prose.tsx";
import { Unbroken } from "../ui/text/unbroken.tsx";
import type { Route } from "./+types/post";

/** The public address has slugs; an id, or another category, answers with the right one. rules/site#addresses */
export async function loader({ params, context }: Route.LoaderArgs) {
  const shop = shopOf(context);
  const [post, layout] = await Promise.all([shop.content.post({ id: params.slug }), shop.content.chrome({})]);
  const { slug, category_slug } = post;
  if (params.slug !== slug || params.category !== category_slug) {
    throw redirect(pathsIn(localeOf(context)).post({ category_slug, slug }), 301);
  }
  const products = await productsOf(shop, post.related_categories);
  const tags = products.flatMap((card) => [`product:${card.slug}`, `category:${card.category_slug}`]);
  cachePage(context, { tags: ["posts", `post:${slug}`, ...tags], until: layout.prices_change_at });
  return { post, products: shownCards(products) };
}

const MAX_CATEGORIES = 2; // one statement each
const MAX_PRODUCTS = 2;

/** What people like most of that which the article speaks of. */
async function productsOf(shop: Shop, categories: Post["related_categories"]): Promise<ProductCard[]> {
  const asked = categories.slice(0, MAX_CATEGORIES);
  const limit = Math.floor(MAX_PRODUCTS / Math.max(1, asked.length));
  const lists = await Promise.all(asked.map(({ slug }) => shop.catalogue.products({ category: slug, limit })));
  return lists.flatMap(({ data }) => data);
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

const HEADINGS_FOR_CONTENTS = 3;
/** Less is said by the length of the page itself. */
const MINUTES_WORTH_TELLING = 2;

export default function PostScreen({ loaderData: { post, products } }: Route.ComponentProps) {
  const { content } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const headings = proseHeadings(post.body);
  return (
    <article className="wrap">
      <ReadingStyles />
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
        <p className="muted small">
          {content.by({ author: post.author })} ·{" "}
          <time dateTime={post.created_at}>{formatDate(new Date(post.created_at), locale)}</time>
          {post.reading_minutes >= MINUTES_WORTH_TELLING && ` · ${content.reading({ minutes: post.reading_minutes })}`}
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
        {headings.length >= HEADINGS_FOR_CONTENTS ? (
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
          <Mentioned products={products} categories={post.related_categories} />
          {post.tags.length > 0 && (
            <ul className="row row-wrap" aria-label={content.tags}>
              {post.tags.map(({ slug, label }) => (
                <li key={slug}>
                  <a className="chip" href={paths.tag(slug)}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          )}
          <Share post={post} />
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

/** Plain links, opened on press: nothing of another site is loaded before. */
function Share({ post }: { post: Post }) {
  const { content } = useMessages();
  const { public_url = "" } = useRouteLoaderData<{ public_url?: string }>("root") ?? {};
  const address = public_url + usePaths().post(post);
  const mail = new URLSearchParams({ subject: post.title, body: address }).toString().replaceAll("+", "%20");
  return (
    <p className="row row-wrap">
      <b>{content.share}</b>
      <a className="link tall" href={`mailto:?${mail}`}>
        {content.share_mail}
      </a>
      <a
        className="link tall"
        href={`https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(address)}`}
        rel="noopener noreferrer"
      >
        Facebook
      </a>
    </p>
  );
}

type MentionedProps = { products: readonly ShownCard[]; categories: Post["related_categories"] };

/** Products of the article with their price, and the way to all of their kind. */
function Mentioned({ products, categories }: MentionedProps) {
  const { content } = useMessages();
  const paths = usePaths();
  if (categories.length === 0) return null;
  return (
    <section className="stack above-16" aria-labelledby="mentioned">
      <h2 className="h4" id="mentioned">
        {content.related_products}
      </h2>
      {products.length > 0 && (
        <ul className="stack">
          {products.map((card) => (
            <MentionedProduct key={card.product_id} card={card} />
          ))}
        </ul>
      )}
      <nav aria-labelledby="mentioned">
        <ul className="row row-wrap">
          {categories.map(({ slug, name }) => (
            <li key={slug}>
              <a className="chip" href={paths.category(slug)}>
                {name}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </section>
  );
}

/** The whole card is one link. */
function MentionedProduct({ card }: { card: ShownCard }) {
  const { content, catalogue } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  return (
    <li className="card panel row mentioned">
      <span className="thumb thumb-large">
        <Picture
          src={imageUrl(card.image.id, 96)}
          srcSet={srcset(card.image.id, [96, 160, 240])}
          sizes="96px"
          alt=""
          width={96}
          height={96}
        />
      </span>
      <div className="grow">
        <h3 className="h4" {...foreign(card.lang, locale)}>
          <a href={paths.product(card)}>
            <Unbroken text={card.name} />
          </a>
        </h3>
        <Price
          price={formatDong(card.price)}
          oldPrice={card.list_price === null ? undefined : formatDong(card.list_price)}
          labels={{ price: catalogue.price, oldPrice: catalogue.old_price }}
        />
      </div>
      <span className="button button-tinted button-small wide-only" aria-hidden="true">
        {content.see_product}
      </span>
    </li>
  );
}
