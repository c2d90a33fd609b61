import type { PostCard } from "contract/content.ts";
import { imageUrl, srcset } from "contract/images.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Picture } from "../../ui/picture.tsx";

/** One article in a grid; the first one of a page is the picture to fetch at once. */
export function PostTile({ post, priority }: { post: PostCard; priority?: boolean }) {
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
      <h2 className="h4" {...foreign(post.lang, locale)}>
        {post.title}
      </h2>
    </a>
  );
}
