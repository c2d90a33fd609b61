import type { PostCard } from "contract/content/content.ts";
import { imageUrl, srcset } from "contract/values/images.ts";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Picture } from "../../ui/picture.tsx";

/** What the band shows of its article. */
export type Advice = Pick<
  PostCard,
  "slug" | "category_slug" | "title" | "lang" | "short_description" | "thumbnail_url"
>;

export function adviceOf(post: PostCard): Advice {
  const { slug, category_slug, title, lang, short_description, thumbnail_url } = post;
  return { slug, category_slug, title, lang, short_description, thumbnail_url };
}

/** After the products of a category: the article that helps to choose among them. */
export function AdviceBand({ advice }: { advice: Advice }) {
  const { listing } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const image = advice.thumbnail_url;
  return (
    <a className="advice" data-theme="light" href={paths.post(advice)}>
      <h2 className="h4" {...foreign(advice.lang, locale)}>
        {advice.title}
      </h2>
      <p className="soft small" {...foreign(advice.lang, locale)}>
        {advice.short_description}
      </p>
      <span className="link small" aria-hidden="true">
        {listing.read_advice}
      </span>
      <Picture
        src={imageUrl(image, 480)}
        srcSet={srcset(image, [240, 320, 480, 800])}
        sizes="(width >= 64rem) 400px, 44vw"
        alt=""
        width={480}
        height={270}
      />
    </a>
  );
}
