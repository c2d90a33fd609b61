import { classes } from "../classes.ts";
import { Icon } from "../icon.tsx";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type RatingProps = {
  /** 0 to 5. */
  value: number;
  /** The same, as people read it: "4.9". Stars never stand without it. */
  figure: string;
  /** What screen readers hear instead of stars: "4.9 trên 5 sao". */
  label: string;
  /** "(1,284)". */
  count?: string;
  /** One star instead of five: on cards. */
  compact?: boolean;
};

export function Rating({ value, figure, label, count, compact }: RatingProps) {
  const stars = compact ? [5] : [1, 2, 3, 4, 5];
  return (
    <span className="rating">
      <span className="stars" aria-hidden="true">
        {stars.map((star) => (
          <Icon
            key={star}
            name="star"
            filled
            className={classes(!compact && star > Math.round(value) && "star-empty") || undefined}
          />
        ))}
      </span>
      <VisuallyHidden>{label}</VisuallyHidden>
      <b aria-hidden="true">{figure}</b>
      {count && <span className="rating-count">{count}</span>}
    </span>
  );
}
