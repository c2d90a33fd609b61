/**
 * Which products of the shop the drafts are about: by SKU, then by handle, which is the product's slug or one it
 * once had, and where a file has neither, by its model. A draft whose SKUs belong to two products is ambiguous; a new
 * product gets a slug that is free.
 */
import { reservedSlugs } from "contract/reserved-slugs.ts";
import { freeSlug, slugify } from "contract/values/text.ts";
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { truncateWithHash } from "./disambiguate.ts";
import type { Draft } from "./draft.ts";
import { assignKnownSkus } from "./known-variants.ts";
import type { ImportLookups } from "./lookups.ts";
import { readStored, type Stored } from "./stored.ts";

export type Matched = { draft: Draft; stored: Stored | undefined; is_ambiguous: boolean };

const MAX_SKU = 64;
const MAX_BASE = 50; // a variant's number follows

/** Variants without a SKU get one made of the handle and of their number in the file or the product, the same in every run. */
export function assignSkus(draft: Draft): void {
  const words = draft.slug ?? draft.texts.vi?.name ?? "";
  const base = truncateWithHash(slugify(words), MAX_BASE, words);
  for (const [at, variant] of draft.variants.entries()) {
    if (!variant.sku && base !== "")
      Object.assign(variant, { sku: `${base}-${variant.number ?? at + 1}`.toUpperCase(), is_sku_made: true });
    const problem = (reason: string) => draft.problems.push({ line: variant.line, field: "sku", reason });
    if (!variant.sku) problem("is missing, and there is no name to make one of");
    else if (variant.sku.length > MAX_SKU) problem(`has more than ${MAX_SKU} characters`);
  }
}

export async function matchDrafts(db: Sql, drafts: readonly Draft[], lookups: ImportLookups): Promise<Matched[]> {
  const skus = drafts.flatMap(({ variants }) => variants.flatMap(({ sku }) => sku ?? []));
  const slugs = drafts.flatMap(({ slug }) => slug ?? []);
  const models = drafts.flatMap((draft) => modelIn(draft) ?? []);
  const { rows } = await sql<{ sku: string | null; slug: string | null; model: string | null; id: number }>`
    select sku, null as slug, null as model, product_id as id from catalogue.variants where sku = any(${skus}::text[])
    union all select null, slug, null, id from catalogue.products where slug = any(${slugs}::text[])
    union all select null, slug, null, product_id from catalogue.old_product_slugs where slug = any(${slugs}::text[])
    union all select null, null, model_key, min(id) from catalogue.products where model_key = any(${models}::text[])
      group by model_key having count(*) = 1`.execute(db);
  const byModel = new Map(rows.flatMap(({ model, id }) => (model === null ? [] : [[model, id] as const])));
  const bySku = new Map(rows.flatMap(({ sku, id }) => (sku === null ? [] : [[sku, id] as const])));
  const bySlug = new Map(rows.flatMap(({ slug, id }) => (slug === null ? [] : [[slug, id] as const])));
  const ids = new Map<Draft, number>();
  const ambiguous = new Set<Draft>();
  for (const draft of drafts) {
    const own = new Set(draft.variants.flatMap(({ sku }) => bySku.get(sku ?? "") ?? []));
    if (own.size > 1) ambiguous.add(draft);
    const named = draft.slug === undefined ? byModel.get(modelIn(draft) ?? "") : bySlug.get(draft.slug);
    const [id = named] = own;
    if (id !== undefined) ids.set(draft, id);
    // Another product has the slug: this one keeps its own.
    if (draft.slug !== undefined && (bySlug.get(draft.slug) ?? id) !== id) draft.slug = undefined;
  }
  const stored = new Map((await readStored(db, [...new Set(ids.values())])).map((each) => [each.id, each]));
  for (const draft of drafts) {
    const known = stored.get(ids.get(draft) ?? 0);
    if (known && !ambiguous.has(draft)) assignKnownSkus(draft, known, lookups);
  }
  return drafts.map((draft) => ({
    draft,
    stored: stored.get(ids.get(draft) ?? 0),
    is_ambiguous: ambiguous.has(draft),
  }));
}

/** As the database compares it, of a draft that names neither handle nor SKU. */
function modelIn({ model, slug, variants }: Draft): string | undefined {
  const isNameless = slug === undefined && variants.every(({ is_sku_made }) => is_sku_made);
  return (isNameless && model?.toLowerCase().replace(/[^a-z0-9]+/g, "")) || undefined;
}

/** Slugs for products the shop does not have yet: of the name, and where that is taken, of name and SKU. */
export async function assignSlugs(db: Sql, fresh: readonly Draft[]): Promise<void> {
  const wanted = fresh.map((draft) => {
    const sku = slugify(draft.variants[0]?.sku ?? "");
    const base = draft.slug || slugify(draft.texts.vi?.name ?? "") || sku || "san-pham";
    return {
      draft,
      base,
      longer: freeSlug(sku === "" ? base : `${base.slice(0, 79 - sku.length)}-${sku}`, () => false),
    };
  });
  const asked = wanted.flatMap(({ base, longer }) => [base, longer]);
  const taken = await takenSlugs(db, asked);
  for (const { draft, base, longer } of wanted) {
    const free = [base, longer.replace(/-+/g, "-")].find((slug) => !taken.has(slug));
    draft.slug = free ?? freeSlug(`${base.slice(0, 60)}-${Date.now().toString(36)}`, (slug) => taken.has(slug));
    taken.add(draft.slug);
  }
}

async function takenSlugs(db: Sql, slugs: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ slug: string }>`
    select slug from catalogue.products where slug = any(${slugs}::text[])
    union all select slug from catalogue.old_product_slugs where slug = any(${slugs}::text[])`.execute(db);
  return new Set([...reservedSlugs, ...rows.map(({ slug }) => slug)]);
}
