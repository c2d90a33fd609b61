/**
 * The demo catalogue: reference lookups, 158 products with their variants and stock, and the listing index made from
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
import { type ImportLookups, readImportLookups } from "./import/lookups.ts";
import { draftOfJson } from "./import/reading/product-json.ts";
import { insertRows } from "./import/writing/insert-rows.ts";
import { addProducts, linkProducts, type ProductWithIds } from "./import/writing/new-products.ts";
import { writeFacetValuesOf } from "./index/facet-ranges.ts";
import { refreshWordCounts } from "./index/listing-index.ts";
import { readReference } from "./products/reference.ts";
import { defaultSearchTerms } from "./seed-terms.ts";

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
  await insertRows(db, "catalogue.search_terms", ["kind", "term", "meanings"], defaultSearchTerms());
  const lookups = await readImportLookups(db, ["HN", "DN", "HCM"]);
  const products = demoProducts(lookups, now);
  const productsByCategory = Map.groupBy(products, ({ product }) => product.category);
  const facetSources = categories.map(({ id, slug, filters = [] }) => {
    return { id, filters, products: (productsByCategory.get(slug) ?? []).map(({ product }) => product.properties) };
  });
  await writeFacetValuesOf(db, facetSources);
  lookups.reference = await readReference(db);
  await addProducts(db, products, lookups, { now, by: "system" });
  await linkProducts(db, products);
  await refreshWordCounts(db);
  await markFeatured(db);
};

/** The demo products as an import reads them. Their ids are fixed in the data, because articles and tests refer to them. */
function demoProducts(lookups: ImportLookups, now: Date): ProductWithIds[] {
  let next = FIRST_OTHER_VARIANT;
  const products = globSync("products-*.json", { cwd: join(DEMO_DATA, "catalogue") }).flatMap((file) =>
    load<{ id: number }[]>(file),
  );
  return products
    .sort((one, other) => one.id - other.id)
    .map((entry) => {
      const { id } = entry;
      const completed = complete(draftOfJson(entry, id), undefined, lookups, {
        brand: "",
        vat_rate: 8,
        warehouse: "",
        now,
      });
      if ("problems" in completed) throw new Error(`demo product ${id}: ${JSON.stringify(completed.problems)}`);
      const { product } = completed;
      return {
        product,
        id,
        variant_ids: product.variants.map((_variant, at) => (at === product.default_variant_index ? id : next++)),
      };
    });
}

/** The products of the home page are listed with the menus. In the demo `updated_at` is `created_at`: nothing has changed since. */
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
  await insertRows(db, "catalogue.brands", ["code", "name", "tagline"], load<object[]>("brands.json"));
  const categoryRows = categories.map((each) => ({
    ...each,
    parent_id: each.parent_id ?? null,
    position: each.order,
    filters: each.filters ?? [],
    key_specs: (each.filters ?? []).slice(0, 3), // the filters are listed by importance
    price_buckets: each.price_buckets ?? [],
    active: true,
  }));
  const columns = ["id", "code", "slug", "parent_id", "level", "position", "attributes", "filters", "key_specs"];
  await insertRows(db, "catalogue.categories", [...columns, "price_buckets", "active"], categoryRows);
  const textRows = categories.flatMap(({ id, name, description }) =>
    languages.map((locale) => ({ category_id: id, locale, name: name[locale], description: description[locale] })),
  );
  await insertRows(db, "catalogue.category_texts", ["category_id", "locale", "name", "description"], textRows);
  const attributeRows = attributes.map((each) => ({ ...each, hint: hints[each.code] ?? {} }));
  await insertRows(
    db,
    "catalogue.attributes",
    ["id", "code", "type", "unit", "filterable", "label", "hint"],
    attributeRows,
  );
  const optionRows = attributes.flatMap(({ id, options = [] }) =>
    options.map((option, position) => ({ ...option, attribute_id: id, position })),
  );
  await insertRows(db, "catalogue.attribute_options", ["attribute_id", "code", "position", "label"], optionRows);
  await insertRows(db, "catalogue.tags", ["slug", "label"], load<object[]>("tags.json"));
  await sql`select setval(pg_get_serial_sequence('catalogue.attributes', 'id'), ${attributes.length}),
    setval(pg_get_serial_sequence('catalogue.categories', 'id'), ${categories.length})`.execute(db);
}
