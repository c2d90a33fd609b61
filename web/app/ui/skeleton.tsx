import { classes } from "./classes.ts";

/** Lines of text to come; the last one is short. Appears only when waiting lasts longer than 200 ms. */
export function Skeleton({ lines = 1, className }: { lines?: number; className?: string }) {
  return (
    <div className="stack" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines without content have no other name
        <div key={line} className={classes("skeleton skeleton-text", className)} />
      ))}
    </div>
  );
}

/** A picture to come, square unless the class says otherwise. */
export function SkeletonTile({ className }: { className?: string }) {
  return <div className={classes("skeleton skeleton-tile", className)} aria-hidden="true" />;
}

/** A product card to come: its picture, two lines of a name, its price, and a line of facts. */
export function SkeletonCard() {
  return (
    <div className="product-card" aria-hidden="true">
      <div className="product-card-image">
        <SkeletonTile />
      </div>
      <div className="product-card-body">
        <div className="product-card-name">
          <div className="skeleton skeleton-text" />
          <div className="skeleton skeleton-text" />
        </div>
        <div className="price">
          <div className="skeleton skeleton-text skeleton-short" />
        </div>
        <div className="product-card-line">
          <div className="skeleton skeleton-text skeleton-short" />
        </div>
      </div>
    </div>
  );
}
