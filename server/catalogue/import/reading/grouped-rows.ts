/**
 * Rows of one product, one a variant, made into drafts. The shop's products differ in model and their variants in
 * colour, so options other than colour ("Dung tích: 1,8 lít") make products of their own, related to each other. Pure.
 * docs/decisions/0112-options-of-other-shops.md
 */
import { fold } from "contract/values/text.ts";
import { commonVariantName, disambiguateSlug } from "../disambiguate.ts";
import { type Draft, type DraftVariant, emptyDraft, MAX_VARIANTS, TOO_MANY_VARIANTS } from "../draft.ts";
import { cleanLine } from "../values/clean-text.ts";
import type { Currencies } from "../values/price-text.ts";
import { type Fields, picturesOf, readProductFields, variantOfFields } from "./fields.ts";

export type ProductRow = {
  line: number;
  /** Where the product's own row stands, if that is another. */
  product_line?: number;
  fields: Fields;
  /** Name and value, as "Màu sắc" and "Đỏ". */
  options: readonly (readonly [name: string, value: string])[];
  /** Its texts are the shop's own, not HTML. */
  is_plain?: boolean;
};

const colourNames = new Set(["color", "colour", "mau", "mau sac", "colors", "colours"]);

export function isColourName(name: string): boolean {
  return colourNames.has(fold(name));
}

/** One draft, or one for each combination of the options that are no colours. */
export function draftsOfRows(rows: readonly ProductRow[], rules: Currencies): Draft[] {
  const [first] = rows;
  if (!first) return [];
  const groups = new Map<string, { others: ProductRow["options"]; rows: ProductRow[] }>();
  for (const row of rows) {
    const others = row.options.filter(([name, value]) => !isColourName(name) && value !== "");
    const key = others.map(([, value]) => value).join(" / ");
    const isVariant = row.fields.sku || row.fields.price || row.fields.selling_price;
    if (!isVariant) continue; // a row of pictures
    const group = groups.get(key) ?? { others, rows: [] };
    group.rows.push(row);
    groups.set(key, group);
  }
  // Before anything is compared with anything: ten thousand variants would be compared a hundred million times.
  const most = [...groups.values()].reduce((most, group) => Math.max(most, group.rows.length), groups.size);
  if (most > MAX_VARIANTS) {
    const { line } = first;
    return [{ ...emptyDraft(line), problems: [{ line, field: "sku", reason: TOO_MANY_VARIANTS }] }];
  }
  const all = rows.flatMap((row) => picturesOf(row.fields.picture, row.fields.picture_alt) ?? []);
  const pictures = all.length > 0 ? all : undefined;
  if (groups.size === 0) groups.set("", { others: [], rows: [] });
  const drafts = [...groups.values()].map((group) =>
    draftOf(first.line, fieldsOf(group.rows, rows), group.others, group.rows, rules),
  );
  for (const draft of drafts) draft.pictures ??= pictures;
  makeDistinct(drafts, [...groups.keys()]);
  return drafts.map((draft) =>
    drafts.length > 1 ? { ...draft, related: [...othersOf(draft, drafts), ...(draft.related ?? [])] } : draft,
  );
}

function draftOf(
  line: number,
  fields: Fields,
  others: ProductRow["options"],
  rows: readonly ProductRow[],
  rules: Currencies,
): Draft {
  const draft = emptyDraft(rows[0]?.product_line ?? rows[0]?.line ?? line);
  readProductFields(draft, fields, rows[0]?.is_plain);
  if (others.length > 0) draft.properties = { ...draft.properties, ...Object.fromEntries(others) };
  draft.variants = rows.flatMap((row): DraftVariant[] => {
    const variant = variantOfFields(draft, row.fields, row.line, rules);
    const colour = row.options.find(([name]) => isColourName(name))?.[1];
    return variant ? [{ ...variant, colour: variant.colour ?? (cleanLine(colour ?? "") || undefined) }] : [];
  });
  return draft;
}

/** What its own rows say of a product, then any row of the group; of each field what is said first. */
function fieldsOf(own: readonly ProductRow[], all: readonly ProductRow[]): Fields {
  const fields: Record<string, string | undefined> = {};
  for (const row of [...own, ...all]) {
    for (const [name, value] of Object.entries(row.fields))
      if (value && fields[name] === undefined) fields[name] = value;
  }
  const named = own.flatMap(({ fields: { name }, options }) =>
    name ? [{ name, colour: options.find(([option]) => isColourName(option))?.[1] }] : [],
  );
  const name = commonVariantName(named);
  return name === undefined ? fields : { ...fields, name };
}

/** Products of one name carry their options in it, as Shopify's do; a feed names each itself. The first keeps the slug. */
function makeDistinct(drafts: readonly Draft[], options: readonly string[]): void {
  const taken = new Set<string>();
  const names = drafts.map(({ texts }) => texts.vi?.name);
  for (const [at, draft] of drafts.entries()) {
    const key = options[at] ?? "";
    const isShared = names.indexOf(names[at]) !== names.lastIndexOf(names[at]);
    if (isShared && key !== "")
      for (const text of Object.values(draft.texts)) if (text.name) text.name = `${text.name}, ${cleanLine(key)}`;
    if (draft.slug === undefined) continue;
    if (at > 0) draft.slug = disambiguateSlug(draft.slug, key, taken);
    taken.add(draft.slug);
  }
}

function othersOf(draft: Draft, drafts: readonly Draft[]): string[] {
  return drafts.filter((other) => other !== draft).flatMap(({ variants }) => variants[0]?.sku ?? []);
}

/** Rows that stand together and share a key; rows without one stand alone. */
export async function* consecutive(
  rows: AsyncIterable<{ key: string; row: ProductRow }>,
): AsyncGenerator<readonly ProductRow[]> {
  let group: ProductRow[] = [];
  let held = "";
  for await (const { key, row } of rows) {
    if (group.length > 0 && (key === "" || key !== held)) {
      yield group;
      group = [];
    }
    group.push(row);
    held = key;
  }
  if (group.length > 0) yield group;
}
