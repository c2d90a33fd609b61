import { imageUrl, srcset } from "contract/values/images.ts";
import { formatDong } from "contract/values/money.ts";
import type { FieldOf } from "../../forms/field-names.ts";
import { CachedFragment } from "../../hydration/cached-fragment.tsx";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Button } from "../../ui/button.tsx";
import { classes } from "../../ui/classes.ts";
import { fetchFirst, Picture } from "../../ui/picture.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Meter } from "../../ui/text/meter.tsx";
import { Price } from "../../ui/text/price.tsx";
import { Rating } from "../../ui/text/rating.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";
import { CompareToggle, comparedOf } from "./compare-toggle.tsx";
import { FavouriteButton } from "./favourite-button.tsx";
import type { ShownCard as Card } from "./shown-card.ts";

/** How wide a card's picture stands: in a list beside its filters, alone on its page, among a page's rows, in a rail. */
const sizes = {
  list: "(min-width: 80rem) 214px, (min-width: 64rem) 28vw, (min-width: 40rem) 33vw, 50vw",
  page: "(min-width: 80rem) 226px, (min-width: 40rem) 33vw, 50vw",
  grid: "(min-width: 80rem) 226px, (min-width: 40rem) 33vw, 50vw",
  rail: "(min-width: 80rem) 226px, (min-width: 48rem) 33vw, 152px",
} as const;
const widths = [160, 240, 320, 480] as const;
const NEARLY_SOLD = 0.85; // of the flash-sale quantity
/** Below this share sold the bar is hidden. */
const WORTH_TELLING = 0.1;

export type ProductCardProps = {
  card: Card;
  place: keyof typeof sizes;
  /** One of the first pictures of its page. */
  priority?: boolean;
  /** With the button that puts it beside others; where the page has a tray for them. */
  comparable?: boolean;
  /** Among its like: all around it are in the same sale. */
  in_sale?: boolean;
};

/** The whole card is one link; its buttons are above it. */
export function ProductCard(props: ProductCardProps) {
  const { card, place, priority } = props;
  // A cached fragment cannot say so itself.
  if (import.meta.env.SSR && priority) fetchFirst(pictureOf(card, place));
  return (
    <CachedFragment
      as="article"
      className={classes("product-card", !card.available && "product-card-sold-out")}
      of={props}
    >
      {() => <Inside {...props} />}
    </CachedFragment>
  );
}

function pictureOf({ image }: Card, place: keyof typeof sizes) {
  return { src: imageUrl(image.id, 240), srcSet: srcset(image.id, widths), sizes: sizes[place] };
}

function Inside({ card, place, priority, comparable, in_sale }: ProductCardProps) {
  const { catalogue } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const { list_price, name, available, flash_sale, specs, colours } = card;
  const Name = place === "list" || place === "page" ? "h2" : "h3"; // a row of cards has a heading of its own
  const facts = [...specs, ...(colours > 1 ? [catalogue.colours({ count: colours })] : [])];
  return (
    <>
      <div className="product-card-image">
        <Picture {...pictureOf(card, place)} alt="" width={240} height={240} priority={priority} />
        {!available && <span className="product-card-state">{catalogue.sold_out}</span>}
        {place === "list" && available && colours <= 1 && <AddForm card={card} />}
        <Badges card={card} in_sale={in_sale} />
        {comparable && (
          <div className="product-card-favourite">
            <CompareToggle product={comparedOf(card)} />
          </div>
        )}
      </div>
      <div className="product-card-favourite">
        <FavouriteButton product={card} />
      </div>
      <div className="product-card-body">
        <Name className="product-card-name" {...foreign(card.lang, locale)}>
          <a href={paths.product(card)}>
            <Unbroken text={name} />
          </a>
        </Name>
        <Price
          price={formatDong(card.price)}
          oldPrice={list_price === null ? undefined : formatDong(list_price)}
          labels={{ price: catalogue.price, oldPrice: catalogue.old_price }}
        />
        {facts.length > 0 && <Facts facts={facts} />}
        {flash_sale && flash_sale.sold >= flash_sale.quota * WORTH_TELLING && (
          <Meter value={flash_sale.sold} max={flash_sale.quota} label={soldWords(flash_sale, catalogue)} />
        )}
        {card.star_rating && <CardRating rating={card.star_rating} />}
      </div>
    </>
  );
}

/** As many as have room in one line, each whole: the others wrap out of sight. */
function Facts({ facts }: { facts: readonly string[] }) {
  return (
    <p className="product-card-line">
      {facts.map((fact, place) => (
        <span key={fact}>{place > 0 ? ` · ${fact}` : fact}</span>
      ))}
    </p>
  );
}

type Words = ReturnType<typeof useMessages>["catalogue"];

function soldWords({ sold, quota }: { sold: number; quota: number }, words: Words): string {
  return sold >= quota * NEARLY_SOLD ? words.flash_almost({ sold, quota }) : words.flash_sold({ sold, quota });
}

/** Two at the most: how much less, and then what is new about it. */
function Badges({ card, in_sale }: Pick<ProductCardProps, "card" | "in_sale">) {
  const { catalogue } = useMessages();
  const second = card.badges.find((badge) => (badge === "flash" && !in_sale) || badge === "new");
  if (card.discount_percent === 0 && !second) return null;
  return (
    <div className="product-card-badges">
      {card.discount_percent > 0 && <Badge tone="sale">{`−${card.discount_percent}%`}</Badge>}
      {second === "flash" && (
        <Badge tone="sale-soft" icon="bolt">
          {catalogue.flash_sale}
        </Badge>
      )}
      {second === "new" && <Badge tone="brand">{catalogue.badge_new}</Badge>}
    </div>
  );
}

function CardRating({ rating: { average_x10, count } }: { rating: NonNullable<Card["star_rating"]> }) {
  const { catalogue } = useMessages();
  const figure = (average_x10 / 10).toFixed(1);
  return (
    <p className="product-card-meta">
      <Rating
        compact
        value={average_x10 / 10}
        figure={figure}
        label={catalogue.rating({ figure })}
        count={catalogue.rating_count({ count: String(count) })}
      />
    </p>
  );
}

/**
 * In lists, shown to pointers. `useAddToCart` of the screen keeps the shopper on the page; without script the referrer names
 * the page to return to.
 */
function AddForm({ card: { product_id, name, flash_sale } }: { card: Card }) {
  const { catalogue } = useMessages();
  const paths = usePaths();
  return (
    <form className="product-card-add" method="post" action={paths.cart()} data-add="">
      <input type="hidden" name={"product_id" satisfies FieldOf<"cart.addItem">} value={product_id} />
      <input type="hidden" name={"quantity" satisfies FieldOf<"cart.addItem">} value={flash_sale?.minimum ?? 1} />
      <Button size="small" full name="intent" value="add" aria-label={catalogue.add_named({ name })}>
        {catalogue.add}
      </Button>
    </form>
  );
}
