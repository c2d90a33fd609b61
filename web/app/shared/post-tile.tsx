import type { PostCard } from "contract/content/content.ts";
import { imageUrl, srcset } from "contract/values/images.ts";
import { formatDate } from "contract/values/locale.ts";
import { foreign, useLocale, usePaths } from "../i18n.tsx";
import { Picture } from "../ui/picture.tsx";

/** What a tile shows of its article. */
export type ShownPost = Pick<
  PostCard,
  "slug" | "category_slug" | "category_name" | "title" | "lang" | "thumbnail_url" | "created_at"
>;

export function shownPost(post: PostCard): ShownPost {
  const { slug, category_slug, category_name, title, lang, thumbnail_url, created_at } = post;
  return { slug, category_slug, category_name, title, lang, thumbnail_url, created_at };
}

type Props = {
  post: ShownPost;
  /** Of the title, below the heading of its section. */
  level: 2 | 3;
  /** The first picture of a page is fetched at once. */
  priority?: boolean;
  /** What the article that leads the page begins with: it stands two columns wide. */
  lead?: string;
};

const column = "(width >= 80rem) 390px, (width >= 64rem) 33vw, (width >= 40rem) 50vw, 96vw";
const TWO_COLUMNS = "(width >= 80rem) 795px, (width >= 64rem) 66vw, 96vw";

/** One article among others, in grids and rails. */
export function PostTile({ post, level, priority, lead }: Props) {
  const Title = `h${level}` as const;
  const locale = useLocale();
  const paths = usePaths();
  const widths = lead ? ([480, 800, 1200, 1600] as const) : ([320, 480, 800] as const);
  return (
    <a className="news-card" href={paths.post(post)}>
      <Picture
        src={imageUrl(post.thumbnail_url, 480)}
        srcSet={srcset(post.thumbnail_url, widths)}
        sizes={lead ? TWO_COLUMNS : column}
        alt=""
        width={480}
        height={270}
        priority={priority}
      />
      <small>
        {post.category_name} · <time dateTime={post.created_at}>{formatDate(new Date(post.created_at), locale)}</time>
      </small>
      <Title className="h4" {...foreign(post.lang, locale)}>
        {post.title}
      </Title>
      {lead && (
        <p className="soft" {...foreign(post.lang, locale)}>
          {lead}
        </p>
      )}
    </a>
  );
}
