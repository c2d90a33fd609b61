/**
 * Puts products on the shelf: the one narrow row per product from which lists, facets and search are answered. All of it
 * is derived, from products, texts, variants, stock and properties; whoever changes one of those calls `shelve` in the
 * same transaction. Stock and flash prices have their own short way onto the shelf (stock.ts, prices.ts).
 * docs/decisions/0060-the-shelf.md
 */
import { type Locale, locales } from "contract/locale.ts";
import { sql } from "kysely";
import { say, type Words } from "../settings.ts";
import type { Sql } from "../sql.ts";
import { choicesOf } from "./facet-values.ts";
import { type Attribute, isRange, type Properties, valueText } from "./property-values.ts";
import { type Reference, readReference } from "./reference.ts";
import { type Searchable, searchDocument } from "./search-document.ts";
import { wordsOf } from "./words.ts";

const batch_products = 500;

type Source = {
  id: number;
  model: string;
  category_id: number;
  root_id: number;
  brand: string;
  brand_name: string;
  properties: Properties;
  popularity: number;
  created_at: Date;
  texts: { locale: Locale; name: string; short_description: string }[];
  category_names: string[];
  tags: { slug: string; label: Words }[];
  variants: Variant[];
};
type Variant = {
  id: number;
  sku: string;
  barcode: string | null;
  colour: string | null;
  price: number;
  current_price: number;
  is_default: boolean;
  available: number;
};

/**
 * Writes the rows of these products anew and takes away what is no longer sold. Safe to repeat. Locks the products'
 * shelf rows, then the counts of their categories.
 */
export async function shelve(db: Sql, product_ids: readonly number[]): Promise<void> {
  const lists = await readReference(db);
  for (let start = 0; start < product_ids.length; start += batch_products) {
    const ids = product_ids.slice(start, start + batch_products);
    const products = await read(db, ids);
    const documents = products.map((product) => searchableOf(product, lists.attributes));
    await write(
      db,
      ids,
      products.map((product, at) => shelfRow(product, documents[at] ?? nothing, lists)),
    );
    await learnWords(db, documents);
  }
}

async function read(db: Sql, ids: readonly number[]): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select p.id, p.model, p.category_id, c.parent_id as root_id, b.code as brand, b.name as brand_name, p.properties,
      p.popularity, p.created_at,
      (select jsonb_agg(jsonb_build_object('locale', t.locale, 'name', t.name, 'short_description', t.short_description))
       from catalogue.product_texts t where t.product_id = p.id) as texts,
      (select jsonb_agg(t.name) from catalogue.category_texts t where t.category_id in (c.id, c.parent_id))
        as category_names,
      (select coalesce(jsonb_agg(jsonb_build_object('slug', g.slug, 'label', g.label) order by t.position), '[]')
       from catalogue.product_tags t join catalogue.tags g on g.id = t.tag_id where t.product_id = p.id) as tags,
      (select jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'barcode', v.barcode, 'colour', v.colour,
         'price', v.price, 'current_price', v.current_price, 'is_default', v.is_default, 'available',
         (select coalesce(sum(s.on_hand - s.allocated), 0) from catalogue.stock s where s.variant_id = v.id)
       ) order by v.position) from catalogue.variants v where v.product_id = p.id) as variants
    from catalogue.products p
    join catalogue.categories c on c.id = p.category_id
    join catalogue.brands b on b.id = p.brand_id
    where p.id = any(${ids}) and p.status = 'active' and c.parent_id is not null
      and exists (select from catalogue.variants v where v.product_id = p.id)
    order by p.id`.execute(db);
  return rows;
}

type ShelfRow = ReturnType<typeof shelfRow>;

async function write(db: Sql, ids: readonly number[], rows: readonly ShelfRow[]): Promise<void> {
  const shelved = rows.map((row) => row.product_id);
  await sql`delete from catalogue.shelf where product_id = any(${ids}) and not product_id = any(${shelved})`.execute(
    db,
  );
  await sql`
    insert into catalogue.shelf as kept (product_id, variant_id, category_id, root_id, list_price, regular_price,
      popularity, in_stock, colours, created_at, names, choices, words)
    select product_id, variant_id, category_id, root_id, list_price, regular_price, popularity, in_stock, colours,
      created_at, names, choices, words
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (product_id integer, variant_id integer, category_id integer,
      root_id integer, list_price dong, regular_price dong, popularity integer, in_stock boolean, colours smallint,
      created_at timestamptz, names jsonb, choices integer[], words tsvector)
    on conflict (product_id) do update set variant_id = excluded.variant_id, category_id = excluded.category_id,
      root_id = excluded.root_id, list_price = excluded.list_price, regular_price = excluded.regular_price,
      flash_price = case when kept.variant_id = excluded.variant_id then kept.flash_price end,
      popularity = excluded.popularity, in_stock = excluded.in_stock, colours = excluded.colours,
      created_at = excluded.created_at, names = excluded.names, choices = excluded.choices, words = excluded.words
    `.execute(db);
}

function shelfRow(product: Source, document: Searchable, lists: Reference) {
  const shown = product.variants.find((variant) => variant.is_default) ?? product.variants[0];
  if (!shown) throw new Error(`product ${product.id} has no variant`);
  const colours = coloursOf(product);
  const chosen = { ...product, colours, tags: product.tags.map((tag) => tag.slug) };
  return {
    product_id: product.id,
    variant_id: shown.id,
    category_id: product.category_id,
    root_id: product.root_id,
    list_price: shown.price,
    regular_price: shown.current_price,
    popularity: product.popularity,
    in_stock: product.variants.some((variant) => variant.available > 0),
    colours: product.variants.length > 1 ? colours.length : 1,
    created_at: product.created_at,
    names: Object.fromEntries(product.texts.map(({ locale, name }) => [locale, name])),
    choices: choicesOf(chosen, lists.attributes, lists.offers),
    words: searchDocument(document),
  };
}

const nothing: Searchable = { names: [], codes: [], labels: [], short_descriptions: [] };

function searchableOf(product: Source, attributes: ReadonlyMap<string, Attribute>): Searchable {
  return {
    names: product.texts.map(({ name }) => name),
    codes: [product.model, ...product.variants.flatMap(({ sku, barcode }) => [sku, barcode ?? ""])],
    labels: labelsOf(product, coloursOf(product), attributes),
    short_descriptions: product.texts.map(({ short_description }) => short_description),
  };
}

function coloursOf(product: Source): string[] {
  const own = product.variants.map((variant) => variant.colour).filter((colour) => colour !== null);
  return [...new Set(own)];
}

/** What can be found beside the name: category, brand, tags, and the properties a shopper would name. */
function labelsOf(product: Source, colours: readonly string[], attributes: ReadonlyMap<string, Attribute>): string[] {
  const labels = new Set([...product.category_names, product.brand_name]);
  const addAll = (words: Words) => {
    for (const locale of locales) labels.add(say(words, locale));
  };
  for (const tag of product.tags) addAll(tag.label);
  const colour = attributes.get("colour");
  for (const code of colours) addAll(colour?.options.get(code) ?? { vi: "", en: "", ja: "" });
  for (const [code, value] of Object.entries(product.properties)) {
    const attribute = attributes.get(code);
    if (!attribute || code === "colour" || !(attribute.filterable || attribute.type === "list")) continue;
    if (attribute.type === "bool") {
      if (value === true) addAll(attribute.label);
    } else for (const locale of locales) labels.add(valueText(attribute, value, locale));
    if (isRange(value))
      for (let size = value.min; size <= Math.min(value.max, value.min + 20); size++) labels.add(`${size} người`);
  }
  labels.delete("");
  return [...labels];
}

/** Remembers words a shopper may mistype, spelled as most of these products spell them. */
async function learnWords(db: Sql, documents: readonly Searchable[]): Promise<void> {
  const spellings = new Map<string, Map<string, number>>();
  for (const { names, labels, short_descriptions } of documents) {
    for (const text of [...names, ...labels, ...short_descriptions]) {
      for (const { word, spelled } of wordsOf(text)) {
        if (!/^[a-z]{2,}$/.test(word)) continue;
        const counts = spellings.get(word) ?? new Map<string, number>();
        spellings.set(word, counts.set(spelled, (counts.get(spelled) ?? 0) + 1));
      }
    }
  }
  const words = [...spellings].sort(([one], [other]) => (one < other ? -1 : 1));
  const spelled = words.map(([, counts]) => [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0]);
  await sql`insert into catalogue.words (word, spelled)
    select word, spelled from unnest(${words.map(([word]) => word)}::text[], ${spelled}::text[]) as w (word, spelled)
    on conflict (word) do nothing`.execute(db);
}

/** Counts how many products carry each known word, and forgets words that are gone. Reads the whole shelf: for imports. */
export async function recountWords(db: Sql): Promise<void> {
  await sql`with counted as (select word, ndoc from ts_stat('select words from catalogue.shelf')),
      gone as (delete from catalogue.words w where not exists (select from counted c where c.word = w.word))
    update catalogue.words w set products = c.ndoc from counted c where c.word = w.word`.execute(db);
}
