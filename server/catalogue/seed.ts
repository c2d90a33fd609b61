/**
 * The demo catalogue: reference lists, 158 products with their variants and stock, and the listing index made from
 * them. The products are read and written by the import's own reader and writer (server/catalogue/import/). The
 * default variant has the id of its product; the others follow on from 2001.
 */
import { globSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { DEMO_DATA, demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import { complete } from "./import/complete.ts";
import { type Lists, readLists } from "./import/lists.ts";
import { draftOfJson } from "./import/reading/product-json.ts";
import { fill } from "./import/writing/fill.ts";
import { addProducts, linkProducts, type Numbered } from "./import/writing/new-products.ts";
import { writeFacetValuesOf } from "./index/facet-ranges.ts";
import { recountWords } from "./index/listing-index.ts";
import { readReference } from "./products/reference.ts";
import { shippedTerms } from "./seed-terms.ts";

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

const languages = ["vi", "en", "ja"] as const;
const FIRST_OTHER_VARIANT = 2001;

export const seedCatalogue: Seeder = async (db, { now }) => {
  const categories = load<Category[]>("categories.json");
  await seedReference(db, categories);
  await fill(db, "catalogue.search_terms", ["kind", "term", "meanings"], shippedTerms());
  const lists = await readLists(db, ["HN", "DN", "HCM"]);
  const wares = demoProducts(lists, now);
  const indexes = Map.groupBy(wares, ({ product }) => product.category);
  const offered = categories.map(({ id, slug, filters = [] }) => {
    return { id, filters, products: (indexes.get(slug) ?? []).map(({ product }) => product.properties) };
  });
  await writeFacetValuesOf(db, offered);
  lists.reference = await readReference(db);
  await addProducts(db, wares, lists, { now, by: "system" });
  await linkProducts(db, wares);
  await recountWords(db);
  await markFeatured(db);
};

/** As an import reads them; their numbers stand in the data, because stories and tests name them. */
function demoProducts(lists: Lists, now: Date): Numbered[] {
  let next = FIRST_OTHER_VARIANT;
  const products = globSync("products-*.json", { cwd: join(DEMO_DATA, "catalogue") }).flatMap((file) =>
    load<{ id: number }[]>(file),
  );
  return products
    .sort((one, other) => one.id - other.id)
    .map((entry) => {
      const { id } = entry;
      const completed = complete(draftOfJson(entry, id), undefined, lists, {
        brand: "",
        vat_rate: 8,
        warehouse: "",
        now,
      });
      if ("problems" in completed) throw new Error(`demo product ${id}: ${JSON.stringify(completed.problems)}`);
      const { product } = completed;
      return { product, id, variant_ids: product.variants.map((_variant, at) => (at === product.shown ? id : next++)) };
    });
}

/** The shop's own choice for the home page stands with the menus. In the demo nothing has changed since it was added. */
async function markFeatured(db: Sql): Promise<void> {
  const { menus } = demoData<{ menus: { "FEATURED-PRODUCTS": { items: { sku: string }[] } } }>("content/menus.json");
  const skus = menus["FEATURED-PRODUCTS"].items.map(({ sku }) => sku);
  await sql`update catalogue.products p set updated_at = created_at, featured_position =
    (select array_position(${skus}::text[], v.sku) - 1 from catalogue.variants v where v.product_id = p.id and v.is_default)
    `.execute(db);
}

function load<T>(file: string): T {
  return demoData<T>(`catalogue/${file}`);
}

async function seedReference(db: Sql, categories: Category[]): Promise<void> {
  const attributes = load<AttributeSource[]>("attributes.json").map((each, index) => ({ ...each, id: index + 1 }));
  const hints = load<Record<string, Words>>("hints.json");
  await fill(db, "catalogue.brands", ["code", "name", "tagline"], load<object[]>("brands.json"));
  const indexes = categories.map((each) => ({
    ...each,
    parent_id: each.parent_id ?? null,
    position: each.order,
    filters: each.filters ?? [],
    key_specs: (each.filters ?? []).slice(0, 3), // the filters stand in order of their weight
    price_buckets: each.price_buckets ?? [],
    active: true,
  }));
  const columns = ["id", "code", "slug", "parent_id", "level", "position", "attributes", "filters", "key_specs"];
  await fill(db, "catalogue.categories", [...columns, "price_buckets", "active"], indexes);
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
