/**
 * `bin/bench search`: beside the judged set, generated sets of texts from one catalogue, for the shop and for two simple
 * alternatives: PostgreSQL's full text without marks with trigrams behind it, and MiniSearch, folded,
 * fuzzy and by beginnings. Share of texts whose wish is among the first five.
 */
import { fold } from "contract/values/text.ts";
import { sql } from "kysely";
import MiniSearch from "minisearch";
import type { Sql } from "server/database/sql.ts";
import { type ImportedProduct, textSets } from "./sets.ts";

type Ask = (query: string) => Promise<readonly ImportedProduct[]>;
export type Rival = { name: string; ask: Ask; type: Ask };

const FIRST_PLACES = 5;

/** One row a set: how many texts, and the share each of them answers. */
export async function compareSearches(products: readonly ImportedProduct[], rivals: readonly Rival[]) {
  const rows: { set: string; asked: number; shares: number[]; missed: string[] }[] = [];
  for (const { name, texts, is_typing } of textSets(products)) {
    const shares: number[] = [];
    const missed: string[] = []; // by the first of them
    for (const { ask, type } of rivals) {
      let found = 0;
      for (const { query, wants } of texts) {
        const first = (await (is_typing ? type : ask)(query)).slice(0, FIRST_PLACES);
        if (first.some(wants)) found += 1;
        else if (shares.length === 0) missed.push(`${query} → ${first[0]?.name ?? "nothing"}`);
      }
      shares.push(texts.length === 0 ? 1 : found / texts.length);
    }
    rows.push({ set: name, asked: texts.length, shares, missed });
  }
  return rows;
}

export async function readProducts(db: Sql): Promise<ImportedProduct[]> {
  const { rows } =
    await sql<ImportedProduct>`select p.id, p.slug, t.name, b.name as brand, c.slug as category, ct.name as category_name, p.model
    from catalogue.products p
    join catalogue.product_texts t on t.product_id = p.id and t.locale = 'vi'
    join catalogue.brands b on b.id = p.brand_id
    join catalogue.categories c on c.id = p.category_id
    join catalogue.category_texts ct on ct.category_id = c.id and ct.locale = 'vi'
    where p.status = 'active' order by p.id`.execute(db);
  return rows;
}

const textOf = ({ name, brand, category_name, model }: ImportedProduct) => `${name} ${brand} ${category_name} ${model}`;

/** `unaccent` full text; what that does not find, by trigram similarity. In a schema of its own, dropped and created. */
export async function fullText(db: Sql, products: readonly ImportedProduct[]): Promise<Rival> {
  await sql`create extension if not exists unaccent`.execute(db);
  await sql`drop schema if exists rival cascade`.execute(db);
  await sql`create schema rival`.execute(db);
  await sql`create table rival.docs as select id, unaccent(lower(text)) as text, to_tsvector('simple', unaccent(lower(text))) as words
    from unnest(${products.map(({ id }) => id)}::int[], ${products.map(textOf)}::text[]) as d (id, text)`.execute(db);
  await sql`create index on rival.docs using gin (words)`.execute(db);
  await sql`create index on rival.docs using gin (text gin_trgm_ops)`.execute(db);
  const byId = new Map(products.map((product) => [product.id, product]));
  const waresOf = (rows: readonly { id: number }[]) => rows.flatMap(({ id }) => byId.get(id) ?? []);
  const alike = async (query: string) =>
    waresOf(
      (
        await sql<{ id: number }>`select id from rival.docs
          order by word_similarity(unaccent(lower(${query})), text) desc, id limit ${FIRST_PLACES}`.execute(db)
      ).rows,
    );
  const ask: Ask = async (query) => {
    const { rows } = await sql<{
      id: number;
    }>`select id from rival.docs, plainto_tsquery('simple', unaccent(lower(${query}))) q
      where words @@ q order by ts_rank(words, q) desc, id limit ${FIRST_PLACES}`.execute(db);
    return rows.length > 0 ? waresOf(rows) : alike(query);
  };
  return { name: "full text + trigram", ask, type: alike };
}

export function miniSearch(products: readonly ImportedProduct[]): Rival {
  const index = new MiniSearch<ImportedProduct>({
    fields: ["name", "brand", "category_name", "model"],
    storeFields: ["id"],
    processTerm: (term) => fold(term),
  });
  index.addAll(products);
  const byId = new Map(products.map((product) => [product.id, product]));
  const search = (query: string, combineWith: "AND" | "OR") =>
    index.search(query, { fuzzy: 0.2, prefix: true, combineWith }).flatMap(({ id }) => byId.get(id) ?? []);
  const ask: Ask = async (query) => {
    const all = search(query, "AND");
    return all.length > 0 ? all : search(query, "OR");
  };
  return { name: "MiniSearch", ask, type: ask };
}
