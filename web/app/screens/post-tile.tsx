import type { PostCard } from "contract/content.ts";
import { imageUrl, srcset } from "contract/images.ts";
import { foreign, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { Picture } from "../ui/picture.tsx";

/** What a tile shows of its article. */
export type ShownPost = Pick<
  PostCard,
  "slug" | "category_slug" | "category_name" | "title" | "lang" | "thumbnail_url" | "reading_minutes"
>;

export function shownPost(post: PostCard): ShownPost {
  const { slug, category_slug, category_name, title, lang, thumbnail_url, reading_minutes } = post;
  return { slug, category_slug, category_name, title, lang, thumbnail_url, reading_minutes };
}

type Props = {
  post: ShownPost;
  /** Of the title, below the heading of its section. */
  level: 2 | 3;
  /** The first picture of a page is fetched at once. */
  priority?: boolean;
};

/** One article among others, in grids and rails. */
export function PostTile({ post, level, priority }: Props) {
  const Title = `h${level}` as const;
  const { content } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  return (
    <a className="news-card" href={paths.post(post)}>
      <Picture
        src={imageUrl(post.thumbnail_url, 480)}
        srcSet={srcset(post.thumbnail_url, [320, 480, 800])}
        sizes="(width >= 80rem) 390px, (width >= 64rem) 33vw, (width >= 40rem) 50vw, 96vw"
        alt=""
        width={480}
        height={270}
        priority={priority}
      />
      <small>
        {post.category_name} · {content.reading({ minutes: post.reading_minutes })}
      </small>
      <Title className="h4" {...foreign(post.lang, locale)}>
        {post.title}
      </Title>
    </a>
  );
}
