/** The blocks of a page, each as a section with its heading. All of it works without scripts. */

import { imageAspect, imageHeight } from "contract/content/image-size.ts";
import type { ShownBlock, ShownBlockOf, ShownPage, ShownPicture } from "contract/pages/pages.ts";
import { type ImageWidth, imageUrl, srcset } from "contract/values/images.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatPhone } from "contract/values/phone.ts";
import type { ReactNode } from "react";
import { preload } from "react-dom";
import { foreign, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { ProductCard } from "../shared/products/product-card.tsx";
import { shownCards } from "../shared/products/shown-card.ts";
import { ButtonLink } from "../ui/button.tsx";
import { Countdown } from "../ui/countdown.tsx";
import { Icon } from "../ui/icon.tsx";
import { Accordion } from "../ui/navigation/accordion.tsx";
import { Picture } from "../ui/picture.tsx";
import { Note } from "../ui/text/note.tsx";
import { Prose } from "../ui/text/prose.tsx";
import { Table } from "./table.tsx";

/** `form` renders the one form of the page, where it has one. */
export function Blocks({ page, form }: { page: ShownPage; form?: (block: ShownBlockOf<"form">) => ReactNode }) {
  const { pages } = useMessages();
  const locale = useLocale();
  const [first] = page.blocks;
  return (
    <div className="blocks" {...foreign(page.lang, locale)}>
      {first?.type !== "hero" && <h1>{page.title}</h1>}
      {page.lang !== locale && (
        <div lang={locale}>
          <Note>{pages.only_vietnamese}</Note>
        </div>
      )}
      {page.blocks.map((block, at) =>
        block.type === "hero" ? (
          <Hero key={block.id} block={block} first={at === 0} />
        ) : (
          <section
            key={block.id}
            id={block.id}
            aria-labelledby={`${block.id}-title`}
            className={`block block-${block.type}`}
          >
            <Section block={block} form={form} />
          </section>
        ),
      )}
    </div>
  );
}

function Section({
  block,
  form,
}: {
  block: ShownBlock;
  form: ((block: ShownBlockOf<"form">) => ReactNode) | undefined;
}) {
  switch (block.type) {
    case "hero":
      return null;
    case "text_picture":
      return <TextPicture block={block} />;
    case "product_row":
      return (
        <>
          <Title block={block} />
          <Products products={block.products} columns={block.columns} />
        </>
      );
    case "countdown":
      return <Until block={block} />;
    case "tabs":
      return <Tabs block={block} />;
    case "faq":
      return <Questions block={block} />;
    case "gallery":
      return <Gallery block={block} />;
    case "film":
      return <Film block={block} />;
    case "form":
      return form?.(block);
    case "map":
      return <Places block={block} />;
    case "code":
      return <Table block={block} />;
  }
}

const Title = ({ block }: { block: ShownBlock }) => <h2 id={`${block.id}-title`}>{block.title}</h2>;

/** As wide as the page, and as half of it. */
const FULL: readonly ImageWidth[] = [480, 640, 800, 960, 1200, 1600];
const PART: readonly ImageWidth[] = [240, 320, 480, 640, 800];
const narrow = "(max-width: 47.98rem)";
const wide = "(min-width: 48rem)";
const FULL_SIZES = "(width >= 80rem) 1200px, 100vw";

function Hero({ block, first }: { block: ShownBlockOf<"hero">; first: boolean }) {
  const { title, text, picture, actions, figures } = block;
  const Heading = first ? "h1" : "h2";
  return (
    <header id={block.id}>
      <div className={picture ? "page-hero" : "page-hero-plain"} data-theme={picture ? "light" : undefined}>
        <div className="page-hero-text">
          <Heading>{title}</Heading>
          <p>{text}</p>
          {actions.length > 0 && (
            <p className="row row-wrap">
              {actions.map((action, at) => (
                <Action key={action.link} action={action} isFirst={at === 0} />
              ))}
            </p>
          )}
        </div>
        {picture && <HeroPicture picture={picture} />}
      </div>
      {figures.length > 0 && (
        <dl className="figures">
          {figures.map(({ value, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd className="num">{value}</dd>
            </div>
          ))}
        </dl>
      )}
    </header>
  );
}

const icons = { call: "phone", mail: undefined, link: undefined, anchor: undefined } as const;

function Action({ action, isFirst }: { action: ShownBlockOf<"hero">["actions"][number]; isFirst: boolean }) {
  const paths = usePaths();
  return (
    <ButtonLink href={paths.link(action.link)} variant={isFirst ? "primary" : "secondary"} icon={icons[action.kind]}>
      {action.label}
    </ButtonLink>
  );
}

function HeroPicture({ picture }: { picture: ShownPicture }) {
  const { image, image_narrow, alt } = picture;
  const onPhone = image_narrow || image;
  const narrowSet = srcset(onPhone, [320, 480, 640, 800]);
  const wideSet = srcset(image, FULL);
  const soon = { as: "image", fetchPriority: "high" } as const;
  // React preloads pictures by itself, but none that a <picture> chooses.
  preload(imageUrl(onPhone, 640), { ...soon, imageSrcSet: narrowSet, imageSizes: "100vw", media: narrow });
  preload(imageUrl(image, 1200), { ...soon, imageSrcSet: wideSet, imageSizes: FULL_SIZES, media: wide });
  return (
    <picture>
      <source media={narrow} srcSet={narrowSet} sizes="100vw" width={800} height={imageHeight(onPhone, 800)} />
      <Picture
        src={imageUrl(image, 1200)}
        srcSet={wideSet}
        sizes={FULL_SIZES}
        alt={alt}
        width={1200}
        height={imageHeight(image, 1200)}
        priority
      />
    </picture>
  );
}

function isWide({ image }: ShownPicture): boolean {
  const [across, high] = imageAspect(image);
  return across > high;
}

function PartPicture({ picture, className }: { picture: ShownPicture; className?: string | undefined }) {
  const { image, alt } = picture;
  return (
    <Picture
      className={className}
      src={imageUrl(image, 640)}
      srcSet={srcset(image, PART)}
      sizes="(width >= 48rem) 560px, 100vw"
      alt={alt}
      width={640}
      height={imageHeight(image, 640)}
    />
  );
}

function TextPicture({ block }: { block: ShownBlockOf<"text_picture"> }) {
  const paths = usePaths();
  const { text, picture, side, button } = block;
  const isBeside = picture !== null && side !== "none";
  return (
    <div className={isBeside ? `beside beside-${side}` : "card panel"}>
      <div className="stack">
        <Title block={block} />
        <Prose text={text} headingLevel={3} idPrefix={block.id} />
        {button && (
          <p>
            <a className="link" href={paths.link(button.link)}>
              {button.label}
            </a>
          </p>
        )}
      </div>
      {isBeside && <PartPicture picture={picture} className={isWide(picture) ? "beside-wide" : undefined} />}
    </div>
  );
}

function Products({ products, columns }: Pick<ShownBlockOf<"product_row">, "products" | "columns">) {
  return (
    <ul className={`product-grid block-products block-products-${columns}`}>
      {shownCards(products).map((card) => (
        <li key={card.product_id}>
          <ProductCard card={card} place="grid" />
        </li>
      ))}
    </ul>
  );
}

function Until({ block }: { block: ShownBlockOf<"countdown"> }) {
  const { pages } = useMessages();
  const locale = useLocale();
  const { title, ends_at, running, after } = block;
  if (!running) return <p className="until">{after}</p>;
  const label = pages.ends({ time: formatDateTime(ends_at, locale) });
  return (
    <div className="until">
      <div>
        <Title block={{ ...block, title }} />
        <time dateTime={ends_at}>{label}</time>
      </div>
      <span className="needs-script">
        <Countdown until={ends_at} label={label} ended={after} days={(count) => pages.days({ count })} look="on-dark" />
      </span>
    </div>
  );
}

/** Panels below each other with headings: nothing is hidden from who has no scripts, prints or searches in the page. */
function Tabs({ block }: { block: ShownBlockOf<"tabs"> }) {
  return (
    <>
      <Title block={block} />
      <ul className="panels">
        {block.tabs.map(({ id, label, text, products }) => (
          <li key={id} id={`${block.id}-${id}`} className="card panel stack">
            <h3 className="h4">{label}</h3>
            <Prose text={text} headingLevel={4} idPrefix={`${block.id}-${id}`} />
            {products.length > 0 && <Products products={products} columns={2} />}
          </li>
        ))}
      </ul>
    </>
  );
}

function Questions({ block }: { block: ShownBlockOf<"faq"> }) {
  return (
    <>
      <Title block={block} />
      <Accordion
        items={block.items.map(({ question, answer }, at) => ({
          id: `${block.id}-${at + 1}`,
          summary: question,
          body: <Prose text={answer} headingLevel={3} idPrefix={`${block.id}-${at + 1}`} />,
        }))}
      />
    </>
  );
}

function Gallery({ block }: { block: ShownBlockOf<"gallery"> }) {
  return (
    <>
      <Title block={block} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls is reached by the keyboard */}
      <ul className="picture-row" tabIndex={0} aria-labelledby={`${block.id}-title`}>
        {block.items.map(({ picture, caption }) => (
          <li key={caption} className={isWide(picture) ? "picture-wide" : undefined}>
            <figure>
              <a href={imageUrl(picture.image, 1600)} data-document="">
                <PartPicture picture={picture} />
              </a>
              <figcaption>{caption}</figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </>
  );
}

function Film({ block }: { block: ShownBlockOf<"film"> }) {
  const { pages } = useMessages();
  const { src, poster, transcript } = block;
  return (
    <div className="stack">
      <Title block={block} />
      <PartPicture picture={poster} className="film-poster" />
      <p>
        <a className="link" href={src} rel="noopener noreferrer">
          {pages.film({ site: new URL(src).hostname })}
        </a>
      </p>
      <details>
        <summary>{pages.transcript}</summary>
        <Prose text={transcript} headingLevel={3} idPrefix={block.id} />
      </details>
    </div>
  );
}

function Places({ block }: { block: ShownBlockOf<"map"> }) {
  const { pages } = useMessages();
  const paths = usePaths();
  return (
    <div className="stack-loose">
      <Title block={block} />
      {block.text && <Prose text={block.text.replaceAll("\n", "\n\n")} headingLevel={3} idPrefix={block.id} />}
      {block.stores.length > 0 && (
        <ul className="panels">
          {block.stores.map(({ id, name, address, phone, lat, lng }) => (
            <li key={id} className="card panel stack">
              <h3 className="h4">{name}</h3>
              <p className="small">{address}</p>
              <p className="row row-wrap">
                <a
                  className="link row num tall"
                  href={`tel:${phone.replaceAll(" ", "")}`}
                  aria-label={pages.call({ phone: formatPhone(phone) })}
                >
                  <Icon name="phone" size={16} /> {formatPhone(phone)}
                </a>
                <a
                  className="link row tall"
                  href={`https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`}
                  rel="noopener noreferrer"
                >
                  <Icon name="pin" size={16} /> {pages.directions}
                </a>
              </p>
            </li>
          ))}
        </ul>
      )}
      {block.button && (
        <p>
          <ButtonLink href={paths.link(block.button.link)} variant="secondary">
            {block.button.label}
          </ButtonLink>
        </p>
      )}
    </div>
  );
}
