import type { Programme } from "contract/promotions/promotions.ts";
import { formatDateTime, formatNumber } from "contract/values/locale.ts";
import { useRevalidator } from "react-router";
import { foreign, useLocale, useMessages, usePaths } from "../i18n.tsx";
import { ProductCard } from "../shared/products/product-card.tsx";
import { ButtonLink } from "../ui/button.tsx";
import { ChipLink, Chips } from "../ui/chip.tsx";
import { Countdown } from "../ui/countdown.tsx";
import { Breadcrumb } from "../ui/navigation/breadcrumb.tsx";
import { Pagination } from "../ui/navigation/pagination.tsx";
import { Badge } from "../ui/text/badge.tsx";
import { Meter } from "../ui/text/meter.tsx";
import { Note } from "../ui/text/note.tsx";
import type { ProgrammePage } from "./resolvers.ts";
import { lastMoment, leadOf, rulesOf } from "./terms.ts";

const PRIORITY_CARDS = 4;

export function ProgrammeScreen({ page }: { page: ProgrammePage }) {
  const { promotions: words, common } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  return (
    <div className="wrap">
      <Breadcrumb label={words.breadcrumb} trail={[{ text: common.home, to: paths.home() }, { text: page.title }]} />
      <section className="card panel stack-loose" aria-labelledby="programme">
        <Window page={page} />
        <h1 id="programme" {...foreign(page.lang, locale)}>
          {page.title}
        </h1>
        <p className="lead">{leadOf(page, words)}</p>
        <Left page={page} />
      </section>
      <section className="section" aria-labelledby="rules">
        <h2 id="rules">{words.rules}</h2>
        <ul className="card panel news-grid above-16">
          {rulesOf(page, words, locale).map(({ heading, text }) => (
            <li key={heading} className="stack">
              <b>{heading}</b>
              <span className="small soft">{text}</span>
            </li>
          ))}
        </ul>
      </section>
      <Products page={page} />
      <Others programmes={page.others} />
    </div>
  );
}

/** When it opens or ends, as text that stays true, and as a clock once the device can count. */
function Window({ page: { state, starts_at, ends_at } }: { page: ProgrammePage }) {
  const { promotions: words, catalogue } = useMessages();
  const locale = useLocale();
  const { revalidate } = useRevalidator();
  if (state === "ended") return <Badge large>{words.over}</Badge>;
  const until = state === "coming" ? starts_at : ends_at;
  const at = formatDateTime(state === "coming" ? starts_at : lastMoment(ends_at), locale);
  return (
    <Badge tone={state === "used_up" ? "neutral" : "brand"} large>
      <Countdown
        until={until}
        label={state === "coming" ? words.opens({ at }) : words.ends({ at })}
        ended={state === "coming" ? words.opening : words.over}
        days={(count) => catalogue.days({ count })}
        onEnd={revalidate}
      />
    </Badge>
  );
}

/** How many are left, only where there is a limit; else what the state means. */
function Left({ page: { state, quota, used, type } }: { page: ProgrammePage }) {
  const { promotions: words } = useMessages();
  const paths = usePaths();
  const isGift = type === "gift";
  if (state === "coming") return <Note>{words.coming_text}</Note>;
  if (state === "ended" || state === "used_up") {
    const heading = isGift ? words.used_up_gift : words.used_up;
    return (
      <div className="stack">
        <Note tone={state === "ended" ? "info" : "honey"}>
          {state === "ended" ? words.over_text : `${heading}. ${words.used_up_text}`}
        </Note>
        <div>
          <ButtonLink variant="secondary" href={paths.products()}>
            {words.see_running}
          </ButtonLink>
        </div>
      </div>
    );
  }
  if (quota === null || used === null) return null;
  const figures = { left: formatNumber(quota - used), quota: formatNumber(quota) };
  return <Meter value={quota - used} max={quota} label={isGift ? words.left_gift(figures) : words.left(figures)} />;
}

function Products({ page }: { page: ProgrammePage }) {
  const { promotions: words, catalogue } = useMessages();
  const paths = usePaths();
  const { slug, category, categories, products, meta } = page;
  const toPage = (number: number) => paths.programme(slug, { category, page: number === 1 ? null : number });
  return (
    <section className="section stack-loose" aria-labelledby="products">
      <h2 id="products">{words.products}</h2>
      {categories.length > 1 && (
        <Chips>
          <ChipLink to={paths.programme(slug)} current={category === null} stay>
            {category === null ? words.all({ count: meta.total }) : words.everything}
          </ChipLink>
          {categories.map((each) => (
            <ChipLink
              key={each.slug}
              to={paths.programme(slug, { category: each.slug })}
              current={category === each.slug}
              stay
            >
              {each.name}
            </ChipLink>
          ))}
        </Chips>
      )}
      <p className="muted small" role="status">
        {meta.total === 0 ? words.none : words.found({ count: meta.total })}
      </p>
      <div className="product-grid">
        {products.map((card, index) => (
          <ProductCard key={card.product_id} card={card} place="grid" priority={index < PRIORITY_CARDS} />
        ))}
      </div>
      <Pagination
        label={words.pages}
        page={meta.current_page}
        lastPage={meta.last_page}
        toPage={toPage}
        previous={catalogue.previous}
        next={catalogue.next}
        pageLabel={(number) => words.page({ page: number })}
      />
    </section>
  );
}

function Others({ programmes }: { programmes: readonly Programme[] }) {
  const { promotions: words } = useMessages();
  const locale = useLocale();
  const paths = usePaths();
  if (programmes.length === 0) return null;
  return (
    <section className="section" aria-labelledby="others">
      <h2 id="others">{words.others}</h2>
      <ul className="halves above-16">
        {programmes.map((each) => (
          <li key={each.slug} className="card panel stack">
            <b className="h4" {...foreign(each.lang, locale)}>
              {each.title}
            </b>
            <p className="small soft">{leadOf(each, words)}</p>
            <a className="link small" href={paths.programme(each.slug)} id={`to-${each.slug}`}>
              {words.back({ title: each.title })}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
