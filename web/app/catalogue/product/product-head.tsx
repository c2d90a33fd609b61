import { imageUrl } from "contract/values/images.ts";
import { formatNumber } from "contract/values/locale.ts";
import { formatDong, percentOff } from "contract/values/money.ts";
import { Suspense } from "react";
import { lazyPart } from "../../hydration/lazy.tsx";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { CompareToggle } from "../../shared/products/compare-toggle.tsx";
import { FavouriteButton } from "../../shared/products/favourite-button.tsx";
import { Badge } from "../../ui/text/badge.tsx";
import { Note } from "../../ui/text/note.tsx";
import { Price } from "../../ui/text/price.tsx";
import { Rating } from "../../ui/text/rating.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";
import { FlashHead } from "./flash-head.tsx";
import { categoryOf, LOW_STOCK, type ShownProduct, type ShownVariant } from "./product-data.ts";

/** Its clock comes only where a sale runs. */
const Flash = import.meta.env.SSR ? FlashHead : lazyPart(async () => (await import("./flash-head.tsx")).FlashHead);

type Props = { product: ShownProduct; variant: ShownVariant };

/** The search redirected a product's code here. */
export function CodeNote({ code }: { code: string | null }) {
  const { buying } = useMessages();
  const paths = usePaths();
  if (!code) return null;
  return (
    <div className="code-note">
      <Note role="status">
        {buying.exact_code({ query: code })}{" "}
        <a className="link" href={paths.search(code, { all: 1 })}>
          {buying.exact_back}
        </a>
      </Note>
    </div>
  );
}

export function ProductHead({ product, variant }: Props) {
  const { buying } = useMessages();
  const locale = useLocale();
  const { name, model, slug, star_rating } = product;
  const picture = variant.gallery[0];
  return (
    <>
      <div className="row row-wrap">
        <Badge>{buying.model({ model })}</Badge>
        <Stock variant={variant} />
      </div>
      <h1 {...foreign(product.lang, locale)}>
        <Unbroken text={name} />
      </h1>
      <div className="row row-wrap">
        {star_rating && <Stars rating={star_rating} />}
        <FavouriteButton size="button" product={{ product_id: variant.product_id, slug, name }} />
        {picture && (
          <CompareToggle
            size="button"
            product={{ slug, name, category_slug: categoryOf(product), image: picture.id }}
          />
        )}
      </div>
    </>
  );
}

/** A number only where few are left, because only then does a change of it purge the page. */
function Stock({ variant: { stock } }: { variant: Pick<ShownVariant, "stock"> }) {
  const { catalogue, buying } = useMessages();
  if (stock === 0) return <Badge tone="neutral">{catalogue.sold_out}</Badge>;
  if (stock <= LOW_STOCK) return <Badge tone="honey">{buying.low_stock({ count: stock })}</Badge>;
  return (
    <Badge tone="ok" icon="check">
      {catalogue.in_stock}
    </Badge>
  );
}

function Stars({ rating: { average_x10, count } }: { rating: NonNullable<ShownProduct["star_rating"]> }) {
  const { catalogue } = useMessages();
  const figure = formatNumber(average_x10 / 10, 1);
  return (
    <Rating
      value={average_x10 / 10}
      figure={figure}
      label={catalogue.rating({ figure })}
      count={catalogue.rating_count({ count: formatNumber(count) })}
    />
  );
}

export function PriceBox({ variant: { price, list_price, flash_sale, programme } }: { variant: ShownVariant }) {
  const { catalogue, buying } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  const facts = [
    ...(list_price === null ? [] : [buying.saving({ amount: formatDong(list_price - price) })]),
    buying.vat_included,
    ...(flash_sale?.maximum ? [buying.flash_limits({ maximum: flash_sale.maximum })] : []),
    ...(flash_sale && flash_sale.minimum > 1 ? [buying.flash_minimum({ minimum: flash_sale.minimum })] : []),
  ];
  return (
    <div className="price-box">
      {flash_sale && (
        <Suspense>
          <Flash sale={flash_sale} />
        </Suspense>
      )}
      <div aria-live="polite">
        <Price
          size="large"
          price={formatDong(price)}
          oldPrice={list_price === null ? undefined : formatDong(list_price)}
          percent={list_price === null ? undefined : `−${percentOff(list_price, price)}%`}
          labels={{ price: catalogue.price, oldPrice: catalogue.old_price }}
        />
        <p className="small soft num">{facts.join(" · ")}</p>
        {programme && (
          <a className="link small" href={paths.programme(programme.slug)} {...foreign(programme.lang, locale)}>
            {buying.programme_price({ title: programme.title })}
          </a>
        )}
      </div>
    </div>
  );
}

/** Each colour is a URL; the scroll position stays. */
export function Colours({ product, variant }: Props) {
  const { buying } = useMessages();
  const paths = usePaths();
  if (product.variants.length < 2) return null;
  const ref = { category_slug: categoryOf(product), slug: product.slug };
  return (
    <div className="product-option">
      <p id="colour">
        {buying.colour}: <b>{variant.colour?.label}</b>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: links are no fields */}
      <div className="row row-wrap" role="group" aria-labelledby="colour">
        {product.variants.map(({ code, colour, gallery, is_default, stock }) => {
          const image = gallery[0]?.id ?? "";
          return (
            <a
              key={code}
              className="chip chip-swatch"
              href={paths.product(ref, { sku: is_default ? null : code })}
              data-stay="replace"
              aria-current={code === variant.code ? "true" : undefined}
            >
              <img src={imageUrl(image, 96)} alt="" width={28} height={28} loading="lazy" />
              {colour?.label ?? code}
              {stock === 0 && <span className="muted">({buying.colour_sold_out})</span>}
            </a>
          );
        })}
      </div>
    </div>
  );
}
