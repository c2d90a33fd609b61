import type { Product } from "contract/catalogue/catalogue.ts";
import { formatNumber } from "contract/values/locale.ts";
import { useMessages, usePaths } from "../i18n.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { Rating } from "../ui/text/rating.tsx";
import { CommentItem } from "./parts/comment-item.tsx";
import { Histogram } from "./parts/histogram.tsx";

export type ReviewsOf = Pick<Product, "product_id" | "comments" | "star_rating">;

/** The ratings of a product's page: links alone, so that nothing in it needs a script. */
export function ProductReviews({ product: { product_id, comments, star_rating } }: { product: ReviewsOf }) {
  const { reviews: words } = useMessages();
  const paths = usePaths();
  const figure = star_rating && formatNumber(star_rating.average_x10 / 10, 1);
  return (
    <section className="section stack" aria-labelledby="ratings">
      <div className="section-head">
        <h2 id="ratings">{words.ratings}</h2>
        {star_rating && figure && (
          <Rating
            value={star_rating.average_x10 / 10}
            figure={figure}
            label={words.average({ figure })}
            count={words.count({ count: formatNumber(star_rating.count) })}
          />
        )}
      </div>
      {star_rating ? (
        <>
          <Histogram
            stars={comments.stars}
            count={comments.ratings}
            to={(stars) => paths.productReviews(product_id, { sao: stars })}
          />
          <ul className="card">
            {comments.items.map((comment) => (
              <CommentItem key={comment.id} comment={comment} />
            ))}
          </ul>
        </>
      ) : (
        <p className="muted">
          {words.none}. {words.none_text}
        </p>
      )}
      <div className="row row-wrap">
        {star_rating && (
          <ButtonLink variant="secondary" href={paths.productReviews(product_id)}>
            {words.see_all({ count: formatNumber(comments.ratings) })}
          </ButtonLink>
        )}
        <ButtonLink variant="tinted" href={paths.writeReview(product_id)}>
          {words.write}
        </ButtonLink>
        <ButtonLink variant="ghost" href={paths.productReviews(product_id, { loai: "hoi-dap" })}>
          {comments.questions > 0 ? words.see_questions({ count: formatNumber(comments.questions) }) : words.ask}
        </ButtonLink>
      </div>
    </section>
  );
}
