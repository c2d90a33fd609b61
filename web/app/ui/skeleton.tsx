/** A square picture to come. */
function SkeletonTile() {
  return <div className="skeleton skeleton-tile" aria-hidden="true" />;
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
