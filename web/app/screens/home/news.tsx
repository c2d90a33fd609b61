import type { PostCard } from "contract/content.ts";
import { imageUrl, srcset } from "contract/images.ts";
import type { NewsTab } from "../../guards.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Picture } from "../../ui/picture.tsx";
import { Rail } from "../../ui/rail.tsx";
import { Tabs } from "../../ui/tabs.tsx";

type NewsProps = { tabs: readonly Pick<NewsTab, "slug" | "name" | "posts">[] };

/** Four posts of every blog category: one in view on phones, three on wide screens. Spec §2, §9. */
export function News({ tabs }: NewsProps) {
  const { home, catalogue } = useMessages();
  const paths = usePaths();
  const shown = tabs.filter(({ posts }) => posts.length > 0);
  if (shown.length === 0) return null;
  return (
    <section className="section" aria-labelledby="news">
      <div className="section-head">
        <h2 id="news">{home.news}</h2>
        <a className="link" href={paths.news()}>
          {home.see_all}
        </a>
      </div>
      <Tabs
        label={home.news_tabs}
        tabs={shown.map(({ slug, name, posts }) => ({
          id: `tin-${slug}`,
          text: name,
          panel: (
            <Rail label={name} previous={catalogue.previous} next={catalogue.next} wide>
              {posts.map((post) => (
                <Post key={post.slug} post={post} />
              ))}
            </Rail>
          ),
        }))}
      />
    </section>
  );
}

function Post({ post }: { post: PostCard }) {
  const { home } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  return (
    <a className="news-card" href={paths.post(post)}>
      <Picture
        src={imageUrl(post.thumbnail_url, 480)}
        srcSet={srcset(post.thumbnail_url, [320, 480, 800])}
        sizes="(min-width: 80rem) 390px, (min-width: 48rem) 33vw, 84vw"
        alt={post.img_alt}
        width={480}
        height={270}
      />
      <small>
        {post.category_name} · {home.reading({ minutes: post.reading_minutes })}
      </small>
      <h3 {...foreign(post.lang, locale)}>{post.title}</h3>
    </a>
  );
}
