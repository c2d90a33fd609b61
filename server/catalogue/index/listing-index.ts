/**
 * Indexes products: one narrow row per product, from which lists, facets and search are answered. All of it is derived
 * from products, texts, variants, stock and properties; code that changes one of them indexes the product in the same
 * transaction. Changes of stock, sales and deals write only their own columns (stock.ts, sales.ts, prices.ts).
 * docs/decisions/0060-the-shelf.md
 */
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { dealJoins } from "../products/public-prices.ts";
import { type Reference, readReference } from "../products/reference.ts";
import { type ListingRow, listingRow, type Source, searchableOf } from "./listing-row.ts";
import type { Searchable } from "./search-document.ts";
import { wordsOf } from "./terms.ts";

const BATCH_PRODUCTS = 500;

/**
 * Rebuilds the rows of these products and removes what is no longer sold. Safe to repeat. Locks the products'
 * listing rows, then the counts of their categories.
 */
export async function index(db: Sql, product_ids: readonly number[], now: Date): Promise<void> {
  const lists = await readReference(db);
  for (let start = 0; start < product_ids.length; start += BATCH_PRODUCTS) {
    const ids = product_ids.slice(start, start + BATCH_PRODUCTS);
    const products = await read(db, ids);
    const indexed = products.map((product) => product.id);
    await sql`delete from catalogue.shelf where product_id = any(${ids}) and not product_id = any(${indexed})`.execute(
      db,
    );
    await indexSources(db, products, lists, now);
  }
}

/** The same for products whose every source but the price is at hand, as an import has them. All of them are on sale. */
export async function indexSources(
  db: Sql,
  products: readonly Source[],
  lists: Reference,
  now: Date,
  tally: WordTally = openTally(),
): Promise<void> {
  let writing: Promise<unknown> = Promise.resolve();
  for (let start = 0; start < products.length; start += SLICE_PRODUCTS) {
    const slice = products.slice(start, start + SLICE_PRODUCTS);
    const documents = slice.map((product) => searchableOf(product, lists.attributes));
    const rows = slice.map((product, at) => listingRow(product, documents[at] ?? nothing, lists));
    await writing;
    // While PostgreSQL writes these rows the next ones are made.
    writing = write(db, rows, now).then(() => learnWords(db, documents, tally));
    writing.catch(() => undefined); // thrown where it is awaited
    await new Promise(setImmediate);
  }
  await writing;
}

const SLICE_PRODUCTS = 250;
const nothing: Searchable = { names: [], codes: [], labels: [], short_descriptions: [], is_part: false };

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
         'is_default', v.is_default, 'available',
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

/** The price is that of `now`, and until when it holds stands beside it: prices.ts. */
async function write(db: Sql, rows: readonly ListingRow[], now: Date): Promise<void> {
  await sql`
    insert into catalogue.shelf as kept (product_id, variant_id, category_id, root_id, list_price, regular_price,
      deal_price, price_until, popularity, in_stock, colours, created_at, names, choices, words, version, rating_x10, rating_count)
    select r.product_id, r.variant_id, r.category_id, r.root_id, pr.list_price, catalogue.current_price(pr, ${now}::timestamptz),
      coalesce(g.price, f.price), catalogue.price_until(pr, ${now}::timestamptz), r.popularity, r.in_stock, r.colours,
      r.created_at, r.names, r.choices, r.words, r.version, coalesce(rs.average_x10, 0), coalesce(rs.count, 0)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (product_id integer, variant_id integer, category_id integer,
      root_id integer, popularity integer, in_stock boolean, colours smallint,
      created_at timestamptz, names jsonb, choices integer[], words tsvector,
      version smallint)
    join catalogue.variants v on v.id = r.variant_id
    join catalogue.products p on p.id = r.product_id
    join catalogue.prices pr on pr.variant_id = r.variant_id
    left join reviews.summaries rs on rs.product_id = r.product_id
    ${dealJoins(now, sql`array[r.category_id, r.root_id]`)}
    on conflict (product_id) do update set variant_id = excluded.variant_id, category_id = excluded.category_id,
      root_id = excluded.root_id, list_price = excluded.list_price, regular_price = excluded.regular_price,
      price_until = excluded.price_until, deal_price = excluded.deal_price,
      popularity = excluded.popularity, in_stock = excluded.in_stock, colours = excluded.colours,
      created_at = excluded.created_at, names = excluded.names, choices = excluded.choices, words = excluded.words,
      version = excluded.version
    `.execute(db);
}

type Spelling = readonly [word: string, spelled: string];

/** The words of a text that typos are corrected to: two letters or more, a to z once folded, each with its spelling. */
function spellingsIn(text: string): Spelling[] {
  return wordsOf(text).flatMap(({ word, spelled }) => (/^[a-z]{2,}$/.test(word) ? [[word, spelled] as const] : []));
}

/** Thousands of products share their labels. */
const knownLabels = new Map<string, Spelling[]>();
const MAX_LABELS = 10_000;

function spellingsOfLabel(text: string): Spelling[] {
  const found = knownLabels.get(text);
  if (found) return found;
  if (knownLabels.size >= MAX_LABELS) knownLabels.clear();
  const words = spellingsIn(text);
  knownLabels.set(text, words);
  return words;
}

/** Words met by one load, and how many of its products carry each: what `countWords` adds. */
export type WordTally = { met: Set<string>; counts: Map<string, number> };

export function openTally(): WordTally {
  return { met: new Set(), counts: new Map() };
}

/** Remembers words the shop does not know, spelled as most of these products spell them. */
async function learnWords(db: Sql, documents: readonly Searchable[], tally: WordTally): Promise<void> {
  const fresh = new Map<string, Map<string, number>>();
  for (const { names, labels, short_descriptions } of documents) {
    const own = new Set<string>();
    const learn = (words: readonly Spelling[]) => {
      for (const [word, spelled] of words) {
        own.add(word);
        if (tally.met.has(word)) continue;
        const counts = fresh.get(word) ?? new Map<string, number>();
        fresh.set(word, counts.set(spelled, (counts.get(spelled) ?? 0) + 1));
      }
    };
    for (const text of labels) learn(spellingsOfLabel(text));
    for (const text of [...names, ...short_descriptions]) learn(spellingsIn(text));
    for (const word of own) tally.counts.set(word, (tally.counts.get(word) ?? 0) + 1);
  }
  if (fresh.size === 0) return;
  const words = [...fresh].sort(([one], [other]) => (one < other ? -1 : 1));
  const spelled = words.map(([, counts]) => [...counts].reduce((best, each) => (each[1] > best[1] ? each : best))[0]);
  await sql`insert into catalogue.words (word, spelled)
    select word, spelled from unnest(${words.map(([word]) => word)}::text[], ${spelled}::text[]) as w (word, spelled)
    on conflict (word) do nothing`.execute(db);
  for (const word of fresh.keys()) tally.met.add(word);
}

/** Adds the tally to the stored counts of its words and empties it. Locks the words in alphabetical order. */
export async function countWords(db: Sql, { counts }: WordTally): Promise<void> {
  const words = [...counts.keys()].sort();
  await sql`update catalogue.words w set products = w.products + m.products
    from (select w.word, m.products from unnest(${words}::text[], ${words.map((word) => counts.get(word))}::int[])
        as m (word, products) join catalogue.words w on w.word = m.word order by w.word for update of w) m
    where w.word = m.word`.execute(db);
  counts.clear();
}

/**
 * The job `count_words`: counts the products with each known word anew, also where a load was interrupted before it counted,
 * and deletes words without a product. Reads the whole index; safe to repeat.
 */
export async function refreshWordCounts(db: Sql): Promise<void> {
  await sql`with counted as (select word, ndoc from ts_stat('select words from catalogue.shelf')),
      gone as (delete from catalogue.words w where not exists (select from counted c where c.word = w.word))
    update catalogue.words w set products = c.ndoc from counted c where c.word = w.word`.execute(db);
}
