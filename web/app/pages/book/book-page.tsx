import type { ProductCard } from "contract/catalogue/catalogue.ts";
import type { BookPage } from "contract/pages/book.ts";
import { type ImageWidth, imageUrl, srcset } from "contract/values/images.ts";
import { formatDong } from "contract/values/money.ts";
import type { ReactNode } from "react";
import { foreign, useLocale, useMessages, usePaths } from "../../i18n.tsx";
import { useShopName } from "../../shared/shop-name.ts";
import { Picture } from "../../ui/picture.tsx";
import { Price } from "../../ui/text/price.tsx";
import { Prose } from "../../ui/text/prose.tsx";
import { Unbroken } from "../../ui/text/unbroken.tsx";

/** A page of the catalogue: a section of the list, and what the book shows of it. */
export function BookPageSection({ page }: { page: BookPage }) {
  return (
    <section
      className={`book-page book-${page.layout}`}
      id={`trang-${page.page}`}
      data-page={page.page}
      aria-labelledby={`trang-${page.page}-ten`}
    >
      <Inside page={page} />
      <span className="book-number num tiny muted" aria-hidden="true">
        {page.page}
      </span>
    </section>
  );
}

function Inside({ page }: { page: BookPage }) {
  switch (page.layout) {
    case "cover":
    case "spread_intro":
      return <Intro page={page} />;
    case "contents":
      return <Contents page={page} />;
    case "grid_4":
    case "care_schedule":
      return <Goods page={page} />;
    case "letter":
    case "care":
      return <Words page={page} />;
    case "service":
      return <Service page={page} />;
    case "back_cover":
      return <Back page={page} />;
  }
}

function Title({ page, children }: { page: BookPage; children?: ReactNode }) {
  return (
    <div className="between">
      <h2 className="h3" id={`trang-${page.page}-ten`}>
        {page.title}
      </h2>
      {children}
    </div>
  );
}

const WIDTHS = [320, 480, 640, 960] as const satisfies readonly ImageWidth[];

function PagePicture({ page }: { page: BookPage }) {
  if (!page.picture) return null;
  const { image, alt } = page.picture;
  return (
    <Picture
      className="book-picture"
      src={imageUrl(image, 640)}
      srcSet={srcset(image, WIDTHS)}
      sizes="(width >= 900px) 46vw, 100vw"
      alt={alt}
      width={800}
      height={640}
      priority={page.layout === "cover"}
    />
  );
}

function Intro({ page }: { page: BookPage }) {
  const { book: words } = useMessages();
  const paths = usePaths();
  return (
    <>
      <PagePicture page={page} />
      <div className="book-caption stack">
        <Title page={page}>
          {page.from_price !== null && (
            <span className="small muted num nowrap">{words.from({ price: formatDong(page.from_price) })}</span>
          )}
        </Title>
        <p className="small soft">{page.text}</p>
        {page.category_slug && (
          <p className="small">
            <a className="link" href={paths.category(page.category_slug)}>
              {words.all_of_category}
            </a>
          </p>
        )}
      </div>
    </>
  );
}

function Contents({ page }: { page: BookPage }) {
  return (
    <>
      <Title page={page} />
      <ol className="book-contents">
        {page.entries.map((entry) => (
          <li key={entry.page}>
            <a href={`#trang-${entry.page}`}>
              <span>{entry.title}</span> <span className="num muted">{entry.page}</span>
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}

function Goods({ page }: { page: BookPage }) {
  const { book: words } = useMessages();
  return (
    <>
      <Title page={page} />
      {page.text && <p className="small soft">{page.text}</p>}
      <ul className="book-goods">
        {page.products.map((card, place) =>
          card ? (
            <li key={card.code}>
              <Goods4 card={card} />
            </li>
          ) : (
            // biome-ignore lint/suspicious/noArrayIndexKey: a place of the page, which stays empty
            <li key={place} className="book-gone small muted">
              {words.gone}
            </li>
          ),
        )}
      </ul>
      {page.note && <p className="small muted">{page.note}</p>}
    </>
  );
}

function Goods4({ card }: { card: ProductCard }) {
  const { book: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  return (
    <a className="book-item" href={paths.product(card)}>
      <Picture
        src={imageUrl(card.image.id, 320)}
        srcSet={srcset(card.image.id, [160, 240, 320, 480])}
        sizes="(width >= 900px) 20vw, 44vw"
        alt=""
        width={320}
        height={272}
      />
      <span className="small" {...foreign(card.lang, locale)}>
        <Unbroken text={card.name} />
      </span>
      {!card.available && <span className="tiny muted">{words.sold_out}</span>}
      <Price
        price={formatDong(card.price)}
        oldPrice={card.list_price === null ? undefined : formatDong(card.list_price)}
        labels={{ price: words.price, oldPrice: words.old_price }}
      />
    </a>
  );
}

function Words({ page }: { page: BookPage }) {
  const { book: words } = useMessages();
  const paths = usePaths();
  return (
    <>
      <PagePicture page={page} />
      <div className="book-caption stack">
        <Title page={page} />
        <Prose text={page.text} headingLevel={3} />
        {page.link && (
          <p>
            <a className="link" href={paths.link(page.link)}>
              {words.read_more}
            </a>
          </p>
        )}
      </div>
    </>
  );
}

function Service({ page }: { page: BookPage }) {
  const paths = usePaths();
  return (
    <>
      <Title page={page} />
      <p className="small soft">{page.text}</p>
      <ul className="book-codes">
        {page.qr.map(({ label, link, size, path }) => (
          <li key={link}>
            <a className="link small" href={paths.link(link)}>
              <svg
                viewBox={`0 0 ${size} ${size}`}
                width="120"
                height="120"
                shapeRendering="crispEdges"
                aria-hidden="true"
              >
                <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
                <path fill="#1c1d1a" d={path} />
              </svg>
              {label}
            </a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Back({ page }: { page: BookPage }) {
  const name = useShopName();
  return (
    <div className="book-caption stack text-centre">
      <h2 className="h2" id={`trang-${page.page}-ten`}>
        {page.title || name}
      </h2>
      {page.text.split("\n").map((line) => (
        <p key={line} className="small soft">
          {line}
        </p>
      ))}
    </div>
  );
}
