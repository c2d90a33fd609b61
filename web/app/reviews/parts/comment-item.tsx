import type { ShownComment } from "contract/reviews/reviews.ts";
import { formatDate } from "contract/values/locale.ts";
import type { ReactNode } from "react";
import { foreign, useLocale, useMessages } from "../../i18n.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Rating } from "../../ui/text/rating.tsx";

type Props = {
  comment: Omit<ShownComment, "kind"> & { kind: string };
  level?: 3 | 4;
  /** What the reader can do with it. */
  children?: ReactNode;
};

/** One rating or question with its replies, as everybody sees it. Texts are plain: nothing in them is a link. */
export function CommentItem({ comment, level = 3, children }: Props) {
  const { reviews: words } = useMessages();
  const locale = useLocale();
  const { id, stars, text, lang, hashtags, pictures, author, variant, at, edited, replies } = comment;
  const Heading = `h${level}` as const;
  const name = author.name ?? words.former;
  const facts = [
    formatDate(new Date(at), locale),
    ...(variant ? [variant] : []),
    ...(edited ? [words.marks.edited] : []),
  ];
  return (
    <li className="panel review stack" id={`c${id}`}>
      <div className="row row-wrap">
        <Heading className="h4">{name}</Heading>
        {author.marks.map((mark) => (
          <Badge key={mark} tone={mark === "verified" ? "ok" : "neutral"}>
            {words.marks[mark]}
          </Badge>
        ))}
      </div>
      <div className="row row-wrap small muted">
        {stars !== null && (
          <Rating value={stars} figure={String(stars)} label={words.average({ figure: String(stars) })} />
        )}
        <span className="num">{facts.join(" · ")}</span>
      </div>
      <p className="review-text" {...foreign(lang, locale)}>
        {text}
      </p>
      {hashtags.length > 0 && <p className="small muted">{hashtags.map((tag) => words.hashtags[tag]).join(" · ")}</p>}
      {pictures.length > 0 && (
        <ul className="row row-wrap">
          {pictures.map((src, index) => (
            <li key={src}>
              <a href={src}>
                <img
                  className="thumb"
                  src={src}
                  alt={words.picture({ n: index + 1, name })}
                  width={72}
                  height={72}
                  loading="lazy"
                />
              </a>
            </li>
          ))}
        </ul>
      )}
      {replies.length > 0 && (
        <ul className="stack review-replies">
          {replies.map((reply) => (
            <li key={reply.id} id={`c${reply.id}`}>
              <p className="small">
                <b>{reply.is_shop ? words.shop : (reply.author.name ?? words.former)}</b>{" "}
                {reply.author.marks.map((mark) => (
                  <Badge key={mark} tone="neutral">
                    {words.marks[mark]}
                  </Badge>
                ))}
                <span className="muted num"> {formatDate(new Date(reply.at), locale)}</span>
              </p>
              <p className="review-text" {...foreign(reply.lang, locale)}>
                {reply.text}
              </p>
            </li>
          ))}
        </ul>
      )}
      {children}
    </li>
  );
}
