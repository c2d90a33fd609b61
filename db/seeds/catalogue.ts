/**
 * The demo catalogue: reference lists, 158 products with their variants and stock, and the shelf made from them. Every
 * table is filled by one statement. The default variant has the id of its product; the others follow on from 2001.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type RawBuilder, sql } from "kysely";
import { cutOffers } from "../../server/catalogue/offers.ts";
import { recountWords, shelve } from "../../server/catalogue/shelf.ts";
import type { Sql } from "../../server/sql.ts";
import type { Seeder } from "./seeds.ts";

type Words = { vi: string; en: string; ja: string };
type Category = {
  id: number;
  code: string;
  slug: string;
  parent_id?: number;
  level: 1 | 2;
  order: number;
  name: Words;
  description: Words;
  attributes: string[];
  filters?: string[];
  price_buckets?: { min: number; max: number | null }[];
};
type AttributeSource = {
  code: string;
  type: string;
  unit: string;
  label: Words;
  filterable: boolean;
  options?: { code: string; label: Words }[];
};
type VariantSource = {
  sku: string;
  barcode: string;
  colour?: string;
  art: { body: string };
  stock_by_warehouse: Record<string, number>;
  default: boolean;
  price?: number;
  sale_price?: number | null;
};
type ProductSource = {
  id: number;
  sku: string;
  model: string;
  barcode: string;
  slug: string;
  category: string;
  brand: string;
  name: Words;
  short_description: Words;
  description: Words;
  highlights: { vi: string[]; en: string[]; ja: string[] };
  price: number;
  sale_price: number | null;
  vat_rate: number;
  package: { weight_g: number; length_mm: number; width_mm: number; height_mm: number };
  shipping_class: string;
  warranty_months: number;
  warranty_parts: { part: Words; months: number }[];
  serial_prefix: string;
  attributes: Record<string, unknown> & { colour?: string };
  stock_by_warehouse: Record<string, number>;
  commission_rate: number;
  tags: string[];
  art: { kind: string; body: string };
  variants?: VariantSource[];
  popularity: number;
  created_at: string;
  status: string;
  related_skus: string[];
  accessory_skus: string[];
};
type Vocabulary = {
  groups: string[][];
  one_way: { from: string; to: string[] }[];
  stop_words: Record<string, string[]>;
  intent_words: string[];
  abbreviations: Record<string, string>;
};

const folder = join(import.meta.dirname, "catalogue");
const languages = ["vi", "en", "ja"] as const;
const first_other_variant = 2001;

export const seedCatalogue: Seeder = async (db) => {
  const categories = load<Category[]>("categories.json");
  const products = globSync("products-*.json", { cwd: folder })
    .sort()
    .flatMap((file) => load<ProductSource[]>(file))
    .sort((one, other) => one.id - other.id);
  await seedReference(db, categories);
  await seedSearchTerms(db);
  await seedProducts(db, products, new Map(categories.map(({ slug, id }) => [slug, id])));
  await seedVariants(db, products);
  await seedLinks(db, products);
  await cutOffers(
    db,
    categories.map(({ id }) => id),
  );
  await shelve(
    db,
    products.map(({ id }) => id),
  );
  await recountWords(db);
};

function load<T>(file: string): T {
  return JSON.parse(readFileSync(join(folder, file), "utf8")) as T;
}

/** All rows of a table in one statement; PostgreSQL reads each column as its own type. */
async function fill(db: Sql, table: string, columns: readonly string[], rows: readonly object[]): Promise<void> {
  const names: RawBuilder<unknown> = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names})
    select ${names} from jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`.execute(db);
}

async function seedReference(db: Sql, categories: Category[]): Promise<void> {
  const attributes = load<AttributeSource[]>("attributes.json").map((each, index) => ({ ...each, id: index + 1 }));
  const hints = load<Record<string, Words>>("hints.json");
  await fill(db, "catalogue.brands", ["code", "name", "tagline"], load<object[]>("brands.json"));
  const shelves = categories.map((each) => ({
    ...each,
    parent_id: each.parent_id ?? null,
    position: each.order,
    filters: each.filters ?? [],
    key_specs: (each.filters ?? []).slice(0, 3), // the filters stand in order of their weight
    price_buckets: each.price_buckets ?? [],
    active: true,
  }));
  const columns = ["id", "code", "slug", "parent_id", "level", "position", "attributes", "filters", "key_specs"];
  await fill(db, "catalogue.categories", [...columns, "price_buckets", "active"], shelves);
  const texts = categories.flatMap(({ id, name, description }) =>
    languages.map((locale) => ({ category_id: id, locale, name: name[locale], description: description[locale] })),
  );
  await fill(db, "catalogue.category_texts", ["category_id", "locale", "name", "description"], texts);
  const described = attributes.map((each) => ({ ...each, hint: hints[each.code] ?? {} }));
  await fill(db, "catalogue.attributes", ["id", "code", "type", "unit", "filterable", "label", "hint"], described);
  const options = attributes.flatMap(({ id, options = [] }) =>
    options.map((option, position) => ({ ...option, attribute_id: id, position })),
  );
  await fill(db, "catalogue.attribute_options", ["attribute_id", "code", "position", "label"], options);
  await fill(db, "catalogue.tags", ["slug", "label"], load<object[]>("tags.json"));
  await sql`select setval(pg_get_serial_sequence('catalogue.attributes', 'id'), ${attributes.length}),
    setval(pg_get_serial_sequence('catalogue.categories', 'id'), ${categories.length})`.execute(db);
}

async function seedSearchTerms(db: Sql): Promise<void> {
  const words = load<Vocabulary>("search-synonyms.json");
  const plain = (kind: string, terms: string[]) => [...new Set(terms)].map((term) => ({ kind, term, meanings: [] }));
  await fill(
    db,
    "catalogue.search_terms",
    ["kind", "term", "meanings"],
    [
      ...words.groups.map(([term, ...meanings]) => ({ kind: "group", term, meanings })),
      ...words.one_way.map(({ from, to }) => ({ kind: "leads_to", term: from, meanings: to })),
      ...plain("stop", Object.values(words.stop_words).flat()),
      ...plain("intent", words.intent_words),
      ...Object.entries(words.abbreviations).map(([term, meaning]) => ({
        kind: "abbreviation",
        term,
        meanings: [meaning],
      })),
    ],
  );
}

async function seedProducts(db: Sql, products: ProductSource[], categories: Map<string, number>): Promise<void> {
  const featured = featuredSkus();
  const brands = await sql<{ id: number; name: string }>`select id, name from catalogue.brands`.execute(db);
  const brandId = new Map(brands.rows.map(({ id, name }) => [name, id]));
  const rows = products.map((each) => {
    const { colour: _colour, ...properties } = each.attributes; // the colour is the variants'
    return {
      ...each,
      ...each.package,
      weight_grams: each.package.weight_g,
      brand_id: brandId.get(each.brand),
      category_id: categories.get(each.category),
      properties,
      art_kind: each.art.kind,
      commission_rate_bp: Math.round(each.commission_rate * 100),
      featured_position: featured.has(each.sku) ? featured.get(each.sku) : null,
      created_at: `${each.created_at}T00:00:00+07:00`,
      updated_at: `${each.created_at}T00:00:00+07:00`,
    };
  });
  const identity = ["id", "slug", "model", "brand_id", "category_id", "status", "vat_rate", "serial_prefix"];
  const parcel = ["weight_grams", "length_mm", "width_mm", "height_mm", "shipping_class"];
  const rest = ["warranty_months", "warranty_parts", "properties", "art_kind", "commission_rate_bp", "popularity"];
  const times = ["featured_position", "created_at", "updated_at"];
  await fill(db, "catalogue.products", [...identity, ...parcel, ...rest, ...times], rows);
  const texts = products.flatMap((each) =>
    languages.map((locale) => ({
      product_id: each.id,
      locale,
      name: each.name[locale],
      short_description: each.short_description[locale],
      description: each.description[locale],
      highlights: each.highlights[locale],
    })),
  );
  const columns = ["product_id", "locale", "name", "short_description", "description", "highlights"];
  await fill(db, "catalogue.product_texts", columns, texts);
}

/** The shop's own choice for the home page stands with the menus. */
function featuredSkus(): Map<string, number> {
  const { menus } = JSON.parse(readFileSync(join(import.meta.dirname, "content", "menus.json"), "utf8")) as {
    menus: { "FEATURED-PRODUCTS": { items: { sku: string }[] } };
  };
  return new Map(menus["FEATURED-PRODUCTS"].items.map(({ sku }, position) => [sku, position]));
}

async function seedVariants(db: Sql, products: ProductSource[]): Promise<void> {
  let next = first_other_variant;
  const variants = products.flatMap((product) =>
    formsOf(product).map((form, position) => ({
      ...form,
      id: form.default ? product.id : next++,
      product_id: product.id,
      colour: form.colour ?? null,
      price: form.price ?? product.price,
      sale_price: form.price === undefined ? product.sale_price : (form.sale_price ?? null),
      art_body: form.art.body,
      is_default: form.default,
      position,
    })),
  );
  const columns = ["id", "product_id", "sku", "barcode", "colour", "art_body", "price", "sale_price", "is_default"];
  await fill(db, "catalogue.variants", [...columns, "position"], variants);
  const stock = variants.flatMap(({ id, stock_by_warehouse }) =>
    Object.entries(stock_by_warehouse).map(([warehouse, on_hand]) => ({
      variant_id: id,
      warehouse,
      on_hand,
      allocated: 0,
    })),
  );
  await fill(db, "catalogue.stock", ["variant_id", "warehouse", "on_hand", "allocated"], stock);
}

/** A product without variants has one form: itself. */
function formsOf(product: ProductSource): VariantSource[] {
  const { sku, barcode, art, stock_by_warehouse, attributes } = product;
  const colour = attributes.colour === undefined ? {} : { colour: attributes.colour };
  return product.variants ?? [{ sku, barcode, art, stock_by_warehouse, default: true, ...colour }];
}

async function seedLinks(db: Sql, products: ProductSource[]): Promise<void> {
  const bySku = new Map(products.map(({ id, sku }) => [sku, id]));
  const linked = (product_id: number, kind: string, skus: string[]) =>
    skus.map((sku, position) => ({ product_id, kind, position, other_id: bySku.get(sku) }));
  const links = products.flatMap(({ id, related_skus, accessory_skus }) => [
    ...linked(id, "related", related_skus),
    ...linked(id, "accessory", accessory_skus),
  ]);
  await fill(db, "catalogue.product_links", ["product_id", "kind", "position", "other_id"], links);
  const { rows } = await sql<{ id: number; slug: string }>`select id, slug from catalogue.tags`.execute(db);
  const tagId = new Map(rows.map(({ id, slug }) => [slug, id]));
  const tags = products.flatMap(({ id, tags }) =>
    tags.map((slug, position) => ({ product_id: id, tag_id: tagId.get(slug), position })),
  );
  await fill(db, "catalogue.product_tags", ["product_id", "tag_id", "position"], tags);
}
