import { useMessages, usePaths } from "../i18n.tsx";
import { PostTile, type ShownPost } from "../shared/post-tile.tsx";
import { Rail } from "../ui/navigation/rail.tsx";
import { Tabs } from "../ui/navigation/tabs.tsx";

type NewsProps = { tabs: readonly { slug: string; name: string; posts: readonly ShownPost[] }[] };

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
        <a className="link" id="news-all" aria-labelledby="news-all news" href={paths.news()}>
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
                <PostTile key={post.slug} post={post} level={3} />
              ))}
            </Rail>
          ),
        }))}
      />
    </section>
  );
}
