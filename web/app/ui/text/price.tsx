import { classes } from "../classes.ts";
import { VisuallyHidden } from "./visually-hidden.tsx";

export type PriceProps = {
  /** Formatted: "1,990,000 đ". */
  price: string;
  /** The price before the discount, shown struck through; `price` is then in the accent colour. */
  oldPrice?: string;
  /** "−31%". */
  percent?: string;
  /** Read out by screen readers before each of the two prices. */
  labels: { price: string; oldPrice: string };
  size?: "card" | "large" | "total";
  className?: string;
};

export function Price({ price, oldPrice, percent, labels, size = "card", className }: PriceProps) {
  return (
    <p className={classes("price", !oldPrice && "price-full", size !== "card" && `price-${size}`, className)}>
      <b>
        <VisuallyHidden>{`${labels.price} `}</VisuallyHidden>
        {price}
      </b>
      {oldPrice && (
        <s>
          <VisuallyHidden>{`${labels.oldPrice} `}</VisuallyHidden>
          {oldPrice}
        </s>
      )}
      {percent && <span className="price-percent">{percent}</span>}
    </p>
  );
}
