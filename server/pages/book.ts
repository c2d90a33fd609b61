/**
 * The catalogue of the season, laid out from its definition: products at today's anonymous price, an empty place for one that is
 * not sold any more. Three statements when cold, whatever the number of pages. rules/pages#the-catalogue
 */
import { ShopError } from "contract/errors.ts";
import { BookDocument, type BookPage, type BookPageDocument } from "contract/pages/book.ts";
import type { Words } from "contract/pages/document.ts";
import { businessDay, locales } from "contract/values/locale.ts";
import { sql } from "kysely";
import { cardsWhere } from "../catalogue/products/cards.ts";
import { categories } from "../catalogue/products/categories.ts";
import type { Ctx } from "../kernel/context.ts";
import { hasFeatures } from "../kernel/features.ts";
import { qrPath } from "../platform/qr.ts";
import { pageFiller } from "./facts.ts";
import { pictureOf } from "./show.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type Stored = { key: string; document: unknown; ends_at: Date | null };
type Layouter = {
  say: (words: Words) => string;
  products: Awaited<ReturnType<typeof productsOf>>;
  prices: ReadonlyMap<string, number>;
  nameOf: (category: string) => string;
  public_url: string;
};

/** Throws not_found while there is none. */
export async function catalogueBook(ctx: Ctx) {
  const { rows } = await sql<Stored>`select key, document, ends_at from pages.books
    where starts_at <= ${ctx.now} and (ends_at is null or ends_at > ${ctx.now})`.execute(ctx.sql);
  const [stored] = rows;
  if (!stored) throw new ShopError("not_found");
  const { season, pages } = BookDocument.parse(stored.document);
  const texts = [season, ...pages.flatMap(wordsOf)];
  const languages = locales.filter((locale) => texts.every((words) => words[locale]));
  const lang = languages.includes(ctx.locale) ? ctx.locale : "vi";
  const own = { ...ctx, locale: lang };
  const [fill, products, prices, tree] = await Promise.all([
    pageFiller(own, undefined),
    productsOf(own, pages),
    lowestPrices(ctx, pages),
    categories(ctx),
  ]);
  const layouter: Layouter = {
    say: (words) => fill(words[lang] ?? words.vi),
    products,
    prices,
    nameOf: (slug) => {
      const texts = tree.bySlug.get(slug)?.texts;
      return (texts?.[lang] ?? texts?.vi)?.name ?? "";
    },
    public_url: ctx.config.public_url,
  };
  const midnight = Date.parse(`${businessDay(ctx.now)}T00:00:00+07:00`) + DAY_MS;
  return {
    key: stored.key,
    season: layouter.say(season),
    ...{ lang, languages },
    today: businessDay(ctx.now),
    until: new Date(Math.min(midnight, stored.ends_at?.getTime() ?? midnight)).toISOString(),
    pages: await Promise.all(pages.map((page) => layOut(layouter, page))),
  };
}

async function layOut(layouter: Layouter, page: BookPageDocument): Promise<BookPage> {
  const { say, products, prices, nameOf, public_url } = layouter;
  const category_slug = "category" in page && nameOf(page.category ?? "") ? (page.category ?? "") : "";
  const codes = "qr" in page ? page.qr.filter(({ needs }) => hasFeatures(needs)) : [];
  return {
    page: page.page,
    layout: page.layout,
    title: "title" in page ? say(page.title) : nameOf(category_slug),
    text: "text" in page ? say(page.text) : "",
    // The back has the brand, which the site draws itself.
    picture: "picture" in page && page.layout !== "back_cover" ? pictureOf(page.picture, say) : null,
    entries: "entries" in page ? page.entries.map((entry) => ({ page: entry.page, title: say(entry.title) })) : [],
    products: "skus" in page ? page.skus.map((_, place) => products.get(placeName(page.page, place)) ?? null) : [],
    note: "note" in page && page.note ? say(page.note) : "",
    category_slug,
    from_price: "price_band" in page && page.price_band ? (prices.get(category_slug) ?? null) : null,
    link: "link" in page ? (page.link ?? "") : "",
    qr: await Promise.all(
      codes.map(async ({ label, link }) => ({ label: say(label), link, ...(await qrPath(`${public_url}${link}`)) })),
    ),
  };
}

const placeName = (page: number, place: number): string => `${page}/${place}`;

/** Cards by their place in the book; what is not sold any more is missing. */
async function productsOf(ctx: Ctx, pages: readonly BookPageDocument[]) {
  const places = pages.flatMap((page) =>
    "skus" in page ? page.skus.map((sku, place) => ({ sku, name: placeName(page.page, place) })) : [],
  );
  const cards = await cardsWhere(
    ctx,
    sql`select w.name as row, w.place, v.id as variant_id
      from unnest(${places.map(({ name }) => name)}::text[], ${places.map(({ sku }) => sku)}::text[])
        with ordinality w (name, sku, place) join catalogue.variants v on v.sku = w.sku`,
  );
  return new Map(cards.map(({ row, card }) => [row ?? "", card]));
}

async function lowestPrices(ctx: Ctx, pages: readonly BookPageDocument[]): Promise<Map<string, number>> {
  const wanted = pages.flatMap((page) => ("price_band" in page && page.category ? [page.category] : []));
  const { rows } = await sql<{ slug: string; price: number }>`select c.slug, min(h.price)::dong as price
    from catalogue.categories c join catalogue.shelf h on c.id in (h.category_id, h.root_id)
    where c.slug = any(${wanted}::text[]) group by c.slug`.execute(ctx.sql);
  return new Map(rows.map(({ slug, price }) => [slug, price]));
}

/** All texts of a page: what has `vi` is one. */
function wordsOf(page: BookPageDocument): Words[] {
  const found: Words[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    if ("vi" in value) found.push(value as Words);
    else for (const each of Object.values(value)) look(each);
  };
  look(page);
  return found;
}
