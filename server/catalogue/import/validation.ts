/**
 * One batch of an import, within one transaction: each draft is matched, completed, compared, and then written, left or
 * refused. What is refused leaves no trace but its line in the report.
 */
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { WordTally } from "../index/listing-index.ts";
import { complete, type Defaults } from "./complete.ts";
import type { Draft, Problem } from "./draft.ts";
import type { ImportedProduct } from "./imported-product.ts";
import type { ImportLookups } from "./lookups.ts";
import { assignSlugs, type Matched, matchDrafts } from "./matching.ts";
import { type Placing, placeInDefaultCategory } from "./placement.ts";
import { type Change, isChanged, lockCounted, recounted, writeChanges } from "./writing/changes.ts";
import { knownLinks, unknownLinks, type Waiting, withKnownLinks } from "./writing/links.ts";
import { addProducts, type Links, numberProducts } from "./writing/new-products.ts";

export type Validated = {
  added: ImportedProduct[];
  changed: Change[];
  unchanged: number;
  refused: Problem[][];
  notes: Problem[];
  waiting: Waiting[];
};

export type ImportContext = {
  ctx: Ctx;
  lookups: ImportLookups;
  defaults: Defaults;
  placing: Placing;
  tally: WordTally;
};

export async function validateAndWrite(context: ImportContext, drafts: readonly Draft[]): Promise<Validated> {
  const { ctx, lookups, defaults, placing, tally } = context;
  const validated: Validated = { added: [], changed: [], unchanged: 0, refused: [], notes: [], waiting: [] };
  const matched = await matchDrafts(ctx.sql, drafts, lookups);
  const fresh = matched.filter(({ stored }) => !stored).map(({ draft }) => draft);
  for (const draft of fresh) await placeInDefaultCategory(ctx.sql, draft, lookups, placing);
  await assignSlugs(ctx.sql, fresh);
  validated.notes.push(...(await removeTakenBarcodes(ctx.sql, drafts)));
  const changes: Change[] = [];
  for (const each of matched) validate(each, lookups, defaults, validated, changes);
  const known = await knownLinks(ctx.sql, [...validated.added, ...changes.map(({ product }) => product)]);
  validated.changed = changes
    .map((change) => ({ ...change, product: withKnownLinks(change.product, known) }))
    .filter(isChanged);
  validated.unchanged = changes.length - validated.changed.length;
  for (const { product, stored } of changes) {
    const unknown = unknownLinks(product, known);
    if (unknown.length > 0) validated.waiting.push({ id: stored.id, product: linksOf(product), unknown });
  }
  if (placing.dryRun) return validated;
  validated.changed = await withEnoughCounted(ctx.sql, validated);
  const numbered = await numberProducts(ctx.sql, validated.added);
  const written = { now: ctx.now, by: await ctx.actor() };
  await addProducts(ctx.sql, numbered, lookups, { ...written, tally });
  if (validated.changed.length > 0) await writeChanges(ctx.sql, validated.changed, lookups, written);
  for (const { id, product } of numbered) {
    const unknown = unknownLinks(product, new Map());
    if (unknown.length > 0) validated.waiting.push({ id, product: linksOf(product), unknown });
  }
  await dropChangedPages(ctx, validated, lookups);
  return validated;
}

function validate(
  { draft, stored, is_ambiguous }: Matched,
  lookups: ImportLookups,
  defaults: Defaults,
  validated: Validated,
  changes: Change[],
) {
  if (is_ambiguous) {
    const reason = "its SKUs belong to different products of the shop";
    validated.refused.push([{ line: draft.line, field: "sku", reason }]);
    return;
  }
  const completed = complete(draft, stored, lookups, defaults);
  if ("problems" in completed) {
    validated.refused.push(completed.problems);
    return;
  }
  validated.notes.push(...completed.notes);
  if (stored) changes.push({ product: completed.product, stored, line: draft.line });
  else validated.added.push(completed.product);
}

const linksOf = ({ related, accessories }: ImportedProduct): Links => ({ related, accessories });

/** A barcode names one variant: where another has it, this one goes without, and the report says so. */
async function removeTakenBarcodes(db: Sql, drafts: readonly Draft[]): Promise<Problem[]> {
  const barcodes = drafts.flatMap(({ variants }) => variants.flatMap(({ barcode }) => barcode ?? []));
  const { rows } = await sql<{ barcode: string; sku: string }>`
    select barcode, sku from catalogue.variants where barcode = any(${barcodes}::text[])`.execute(db);
  const owners = new Map(rows.map(({ barcode, sku }) => [barcode, sku]));
  const notes: Problem[] = [];
  for (const variant of drafts.flatMap(({ variants }) => variants)) {
    if (!variant.barcode || !variant.sku) continue;
    const owner = owners.get(variant.barcode);
    if (owner === undefined) owners.set(variant.barcode, variant.sku);
    else if (owner !== variant.sku) {
      notes.push({ line: variant.line, field: "barcode", reason: `${variant.barcode} is that of ${owner}: left out` });
      variant.barcode = undefined;
    }
  }
  return notes;
}

/** Changes whose counted stock covers what is allocated. Orders may have been placed since the stock was read, so the allocations are read again under the lock. */
async function withEnoughCounted(db: Sql, validated: Validated): Promise<Change[]> {
  const promised = await lockCounted(db, validated.changed.flatMap(recounted));
  return validated.changed.filter(({ product, stored, line }) => {
    const short = stored.variants.find((variant) => {
      const next = product.variants.find(({ sku }) => sku === variant.sku)?.stock ?? {};
      const now = promised.get(variant.id) ?? {};
      return Object.entries(now).some(([warehouse, allocated]) => (next[warehouse] ?? allocated) < allocated);
    });
    if (!short) return true;
    const reason = `${short.sku}: orders have been promised more than is counted`;
    validated.refused.push([{ line, field: "stock", reason }]);
    return false;
  });
}

/** With more changed products than this in one batch, only the tags of their categories are announced. */
const MAX_PRODUCT_TAGS = 200;

/** Drops the cached pages that show a changed product: its own page and the lists of its categories. */
async function dropChangedPages(ctx: Ctx, { added, changed }: Validated, lookups: ImportLookups): Promise<void> {
  const roots = new Map([...lookups.roots.values()].map(({ id, slug }) => [id, slug]));
  const tags = new Set<string>();
  const both = [...added, ...changed.flatMap(({ product, stored }) => [product, stored])];
  for (const { category } of both) {
    const root = roots.get(lookups.categories.get(category)?.root_id ?? 0);
    for (const slug of [category, root, "all"]) if (slug !== undefined) tags.add(`category:${slug}`);
  }
  if (changed.length <= MAX_PRODUCT_TAGS) {
    for (const { product, stored } of changed) tags.add(`product:${stored.slug}`).add(`product:${product.slug}`);
  }
  if (tags.size > 0) tags.add("prices");
  if (tags.size > 0) await ctx.announce(ctx, "pages_changed", { tags: [...tags] });
}
