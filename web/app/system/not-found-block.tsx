import { imageUrl, srcset } from "contract/values/images.ts";
import { useEffect, useRef, useState } from "react";
import type { Missing, News } from "../guards.ts";
import { foreign, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { emptyPicture } from "../shared/products/empty-picture.ts";
import { Button, ButtonLink } from "../ui/button.tsx";
import { useHydrated } from "../ui/hydrated.ts";
import { Icon } from "../ui/icon.tsx";

/** Spec §2: image, heading, text, search that is disabled while empty, way home, news. */
export function NotFound({ news, missing }: { news: News; missing: Missing }) {
  const { common } = useMessages();
  const paths = usePaths();
  const heading = {
    content: common.thisPageWasNotFound,
    address: common.thisPageCouldNotBeFound,
    order: common.order_not_found,
  }[missing];
  return (
    <>
      <title>{heading}</title>
      <meta name="robots" content="noindex" />
      <div className="not-found">
        <img {...emptyPicture("404")} alt="" width={480} height={360} />
        <div className="stack">
          <h1>{heading}</h1>
          <p>{common.contentThisPageWasNotFound}</p>
          <LostSearch />
          <p className="row row-wrap">
            <ButtonLink variant="secondary" icon="home" href={paths.home()}>
              {common.returnToHomePage}
            </ButtonLink>
            <a className="link" href={paths.orderLookup()}>
              {common.order_lookup}
            </a>
          </p>
        </div>
      </div>
      <NewsBlock posts={news} />
    </>
  );
}

function LostSearch() {
  const { common } = useMessages();
  const paths = usePaths();
  const hydrated = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState("");

  useEffect(() => setText(input.current?.value ?? ""), []); // typed before hydration

  return (
    <search>
      {/* Before hydration, which follows at once, the browser itself refuses an empty text. */}
      <form className="row" action={paths.search()} data-wake="">
        <span className="search search-bordered">
          <Icon name="search" />
          <input
            ref={input}
            type="search"
            name="name"
            aria-label={common.search}
            placeholder={common.search_placeholder_short}
            maxLength={120}
            pattern=".*\S.*"
            required
            onInput={(event) => setText(event.currentTarget.value)}
          />
        </span>
        <Button disabled={hydrated && text.trim() === ""}>{common.search_submit}</Button>
      </form>
    </search>
  );
}

function NewsBlock({ posts }: { posts: News }) {
  const { common } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  if (posts.length === 0) return null;
  return (
    <section className="section" aria-labelledby="lost-news">
      <div className="section-head">
        <h2 id="lost-news">{common.news}</h2>
        <a className="link" href={paths.news()}>
          {common.see_all}
        </a>
      </div>
      <ul className="rail-list rail-wide">
        {posts.map((post) => (
          <li key={post.slug}>
            <a className="news-card" href={paths.post(post)} {...foreign(post.lang, locale)}>
              <img
                src={imageUrl(post.thumbnail_url, 480)}
                srcSet={srcset(post.thumbnail_url, [320, 480, 800])}
                sizes="(width < 48rem) 84vw, 380px"
                alt={post.img_alt}
                width={480}
                height={270}
                loading="lazy"
              />
              <small className="muted">{post.category_name}</small>
              <h3 className="h4">{post.title}</h3>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
