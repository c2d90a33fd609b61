import { imageUrl } from "contract/images.ts";
import { formatDateTime, formatNumber } from "contract/locale.ts";
import { formatDong, percentOff } from "contract/money.ts";
import { Link, useRevalidator } from "react-router";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Countdown } from "../../ui/countdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { Price } from "../../ui/price.tsx";
import { Rating } from "../../ui/rating.tsx";
import { CompareToggle } from "./compare-toggle.tsx";
import { categoryOf, low_stock, type ShownProduct, type ShownVariant } from "./product-data.ts";

type Props = { product: ShownProduct; variant: ShownVariant };

/** Someone typed a product's code into the search and came straight here. */
export function CodeNote({ code }: { code: string | null }) {
  const { catalogue } = useMessages();
  const paths = usePaths();
  if (!code) return null;
  return (
    <div className="my-3">
      <Note role="status">
        {catalogue.exact_code({ query: code })}{" "}
        <a className="link" href={paths.search(code, { all: 1 })}>
          {catalogue.exact_back}
        </a>
      </Note>
    </div>
  );
}

export function ProductHead({ product, variant }: Props) {
  const { catalogue } = useMessages();
  const locale = useLocale();
  const { name, model, slug, star_rating } = product;
  const picture = variant.gallery[0];
  return (
    <>
      <div className="row row-wrap">
        <Badge>{catalogue.model({ model })}</Badge>
        <Stock variant={variant} />
      </div>
      <h1 {...foreign(product.lang, locale)}>{name}</h1>
      <div className="row row-wrap">
        {star_rating && <Stars rating={star_rating} />}
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

/** A figure only where few are left, because only then is it kept true. */
export function Stock({ variant: { stock } }: { variant: Pick<ShownVariant, "stock"> }) {
  const { catalogue } = useMessages();
  if (stock === 0) return <Badge tone="neutral">{catalogue.sold_out}</Badge>;
  if (stock <= low_stock) return <Badge tone="honey">{catalogue.low_stock({ count: stock })}</Badge>;
  return (
    <Badge tone="ok" icon="check">
      {catalogue.in_stock}
    </Badge>
  );
}

function Stars({ rating: { average_x10, count } }: { rating: NonNullable<ShownProduct["star_rating"]> }) {
  const { catalogue } = useMessages();
  const locale = useLocale();
  const figure = formatNumber(average_x10 / 10, locale, 1);
  return (
    <Rating
      value={average_x10 / 10}
      figure={figure}
      label={catalogue.rating({ figure })}
      count={catalogue.rating_count({ count: formatNumber(count, locale) })}
    />
  );
}

export function PriceBox({ variant: { price, list_price, flash_sale } }: { variant: ShownVariant }) {
  const { catalogue } = useMessages();
  const facts = [
    ...(list_price === null ? [] : [catalogue.saving({ amount: formatDong(list_price - price) })]),
    catalogue.vat_included,
    ...(flash_sale?.maximum ? [catalogue.flash_limits({ maximum: flash_sale.maximum })] : []),
    ...(flash_sale && flash_sale.minimum > 1 ? [catalogue.flash_minimum({ minimum: flash_sale.minimum })] : []),
  ];
  return (
    <div className="price-box">
      {flash_sale && <FlashHead sale={flash_sale} />}
      <div aria-live="polite">
        <Price
          size="large"
          price={formatDong(price)}
          oldPrice={list_price === null ? undefined : formatDong(list_price)}
          percent={list_price === null ? undefined : `−${percentOff(list_price, price)}%`}
          words={{ price: catalogue.price, oldPrice: catalogue.old_price }}
        />
        <p className="text-sm text-ink-2 num">{facts.join(" · ")}</p>
      </div>
    </div>
  );
}

function FlashHead({ sale: { quota, sold, ends_at } }: { sale: NonNullable<ShownVariant["flash_sale"]> }) {
  const { catalogue } = useMessages();
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  return (
    <div className="price-box-flash">
      <b className="row">
        <Icon name="bolt" />
        {catalogue.flash_sale}
      </b>
      <span className="row row-wrap num text-xs">
        {catalogue.flash_left({ left: quota - sold, quota })}
        <Countdown
          until={ends_at}
          label={catalogue.flash_ends({ time: formatDateTime(ends_at, locale) })}
          ended={catalogue.flash_over}
          days={(count) => catalogue.days({ count })}
          look="small"
          onEnd={revalidate}
        />
      </span>
    </div>
  );
}

/** Each colour is an address; the page stays where it is. */
export function Colours({ product, variant }: Props) {
  const { catalogue } = useMessages();
  const paths = usePaths();
  if (product.variants.length < 2) return null;
  const ref = { category_slug: categoryOf(product), slug: product.slug };
  return (
    <div className="product-option">
      <p id="colour">
        {catalogue.colour}: <b>{variant.colour?.label}</b>
      </p>
      {/* biome-ignore lint/a11y/useSemanticElements: links are no fields */}
      <div className="row row-wrap" role="group" aria-labelledby="colour">
        {product.variants.map(({ code, colour, gallery, is_default, stock }) => {
          const image = gallery[0]?.id ?? "";
          return (
            <Link
              key={code}
              className="chip chip-swatch"
              to={paths.product(ref, { sku: is_default ? null : code })}
              replace
              preventScrollReset
              aria-current={code === variant.code ? "true" : undefined}
            >
              <img src={imageUrl(image, 96)} alt="" width={28} height={28} loading="lazy" />
              {colour?.label ?? code}
              {stock === 0 && <span className="muted">({catalogue.colour_sold_out})</span>}
            </Link>
          );
        })}
      </div>
    </div>
  );
}
