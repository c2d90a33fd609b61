/**
 * Names a file brings along: brands, tags, colours, and properties the shop does not know, which become text properties.
 * All names of a batch are added by one statement per kind, and to the lookups. A dry run writes nothing.
 */
import { fold, slugify } from "contract/values/text.ts";
import { sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import { writeFacetValuesOf } from "../index/facet-ranges.ts";
import { readReference } from "../products/reference.ts";
import type { Draft, Problem } from "./draft.ts";
import { addBrands, brandCode, type ImportLookups } from "./lookups.ts";
import { cleanLine } from "./values/clean-text.ts";
import { tradeColour } from "./values/colours.ts";
import { optionOf } from "./values/property-text.ts";

/** More of them mean that a column was read wrongly; what comes after is left out and noted. */
const MAX_PROPERTIES = 300;
const MAX_TAGS = 1_000;
const MAX_NAME = 80;

export type Naming = {
  dryRun: boolean;
  added: { properties: number; tags: number; brands: string[] };
  /** How many brands, tags and colours the filters had at the last look. */
  offered: string;
};

/** Answers what was left out. */
export async function addNames(
  db: Sql,
  drafts: readonly Draft[],
  lookups: ImportLookups,
  naming: Naming,
  defaultBrand: string,
): Promise<Problem[]> {
  for (const draft of drafts) draft.brand = brandIn(draft.brand, lookups);
  const brands = drafts.flatMap(({ brand }) => (brand ? [brand] : [])).concat(defaultBrand);
  const known = new Set([...lookups.brands.values()].map(({ code }) => code));
  if (naming.dryRun) {
    for (const name of brands)
      if (!lookups.brands.has(name)) lookups.brands.set(name, { id: 0, code: brandCode(name), name });
  } else await addBrands(db, brands, lookups);
  const now = new Map([...lookups.brands.values()].map(({ code, name }) => [code, name]));
  const fresh = [...now].filter(([code, name]) => !known.has(code) && name !== defaultBrand);
  naming.added.brands.push(...fresh.map(([, name]) => name));
  // Two names may fold to one code: then they are one brand, spelled as it was first.
  for (const draft of drafts) if (draft.brand) draft.brand = lookups.brands.get(draft.brand)?.name ?? draft.brand;
  await addTags(db, drafts, lookups, naming);
  await addOptions(db, drafts, lookups, naming);
  const options = extensibleAttributes.map((code) => lookups.reference.attributes.get(code)?.options.size ?? 0);
  const sizes = [lookups.brands.size, lookups.tags.size, ...options];
  if (!naming.dryRun && sizes.join() !== naming.offered) {
    // A facet value has an id, which a product's listing row carries.
    await writeFacetValuesOf(db, []);
    lookups.reference = { ...lookups.reference, facetValues: (await readReference(db)).facetValues };
    naming.offered = sizes.join();
  }
  return addProperties(db, drafts, lookups, naming);
}

/** "SUNHOME", "Sunhome " and "sunhome" are one brand, spelled as it came first. */
function brandIn(name: string | undefined, lookups: ImportLookups): string | undefined {
  if (!name || lookups.brands.has(name)) return name || undefined;
  const known = lookups.brand_names.get(fold(name));
  if (known === undefined) lookups.brand_names.set(fold(name), name);
  return known ?? name;
}

async function addTags(db: Sql, drafts: readonly Draft[], lookups: ImportLookups, naming: Naming): Promise<void> {
  const missing = new Map<string, string>();
  for (const name of drafts.flatMap(({ tag_names, tags }) => [...(tag_names ?? []), ...(tags ?? [])])) {
    const slug = slugify(name);
    if (slug === "" || name.length > MAX_NAME || lookups.tags.has(slug) || missing.has(slug)) continue;
    if (naming.added.tags + missing.size < MAX_TAGS) missing.set(slug, name);
  }
  if (missing.size === 0) return;
  naming.added.tags += missing.size;
  const rows = [...missing].map(([slug, name]) => ({ slug, label: { vi: name, en: "", ja: "" } }));
  const ids = naming.dryRun
    ? rows.map(({ slug }) => ({ id: 0, slug }))
    : (
        await sql<{ id: number; slug: string }>`insert into catalogue.tags (slug, label)
          select slug, label from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (slug text, label jsonb)
          on conflict (slug) do update set slug = excluded.slug returning id, slug`.execute(db)
      ).rows;
  for (const { id, slug } of ids)
    lookups.tags.set(slug, { id, label: { vi: missing.get(slug) ?? slug, en: "", ja: "" } });
}

/** Attributes to which a file may add options: a colour or an origin the shop has not had. */
const extensibleAttributes = ["colour", "origin"] as const;

async function addOptions(db: Sql, drafts: readonly Draft[], lookups: ImportLookups, naming: Naming): Promise<void> {
  await addOptionsOf("colour", coloursIn(drafts), db, lookups, naming);
  await addOptionsOf("origin", originsIn(drafts, lookups), db, lookups, naming);
}

/** One place of a draft that names an option, and how to replace the name by the option's code. */
type OptionMention = { text: string; setCode: (code: string) => void };

function coloursIn(drafts: readonly Draft[]): OptionMention[] {
  return drafts.flatMap(({ variants }) =>
    variants.flatMap((variant) =>
      variant.colour
        ? [
            {
              text: variant.colour,
              setCode: (code: string) => {
                variant.colour = code;
              },
            },
          ]
        : [],
    ),
  );
}

function originsIn(drafts: readonly Draft[], { property_names }: ImportLookups): OptionMention[] {
  return drafts.flatMap((draft) =>
    Object.entries(draft.properties ?? {}).flatMap(([property, value]) => {
      const isOrigin = property === "origin" || property_names.get(fold(property)) === "origin";
      if (!isOrigin || typeof value !== "string" || value.trim() === "") return [];
      const setCode = (code: string) => {
        draft.properties = { ...draft.properties, [property]: code };
      };
      return [{ text: cleanLine(value), setCode }];
    }),
  );
}

/** An unknown value becomes an option of the attribute. */
async function addOptionsOf(
  facet: (typeof extensibleAttributes)[number],
  mentions: readonly OptionMention[],
  db: Sql,
  lookups: ImportLookups,
  naming: Naming,
): Promise<void> {
  const attribute = lookups.reference.attributes.get(facet);
  if (!attribute) return;
  const options = new Map(attribute.options);
  const added = new Map<string, string>();
  for (const { text, setCode } of mentions) {
    if (optionOf({ options }, text) !== undefined) continue;
    const trade = facet === "colour" ? tradeColour(text) : undefined;
    const code = trade !== undefined && options.has(trade) ? trade : slugify(text);
    if (code === "" || code.length > MAX_NAME) continue;
    if (!options.has(code)) {
      options.set(code, { vi: text, en: "", ja: "" });
      added.set(code, text);
    }
    setCode(code);
  }
  lookups.reference.attributes = new Map([...lookups.reference.attributes, [facet, { ...attribute, options }]]);
  if (added.size === 0 || naming.dryRun) return;
  const rows = [...added].map(([code, label], place) => ({ code, place, label: { vi: label } }));
  await sql`insert into catalogue.facet_values (facet, value, position)
    select ${facet}::text, code, ${attribute.options.size} + place
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (code text, place integer)
    on conflict (facet, category_id, value) do nothing`.execute(db);
  await sql`insert into catalogue.attribute_options (attribute_id, code, position, label)
    select a.id, o.code, o.place + (select count(*) from catalogue.attribute_options n where n.attribute_id = a.id), o.label
    from catalogue.attributes a,
      jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o (code text, place integer, label jsonb)
    where a.code = ${facet} on conflict (attribute_id, code) do nothing`.execute(db);
}

async function addProperties(
  db: Sql,
  drafts: readonly Draft[],
  lookups: ImportLookups,
  naming: Naming,
): Promise<Problem[]> {
  const missing = new Map<string, string>();
  const notes: Problem[] = [];
  for (const { line, properties } of drafts) {
    for (const [name, value] of Object.entries(properties ?? {})) {
      const code = codeOf(name);
      if (value === "" || value === null || value === undefined || lookups.property_names.has(fold(name))) continue;
      if (lookups.reference.attributes.has(name) || missing.has(code)) continue;
      if (lookups.reference.attributes.has(code)) {
        lookups.property_names.set(fold(name), code);
        continue;
      }
      if (code === "" || name.length > MAX_NAME || naming.added.properties + missing.size >= MAX_PROPERTIES) {
        notes.push({ line, field: name, reason: "is not a property the shop takes: left out" });
      } else missing.set(code, cleanLine(name));
    }
  }
  if (missing.size === 0) return notes;
  naming.added.properties += missing.size;
  const rows = [...missing].map(([code, name]) => ({ code, label: { vi: name } }));
  if (!naming.dryRun) {
    await sql`insert into catalogue.attributes (code, type, label)
      select code, 'text', label from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as a (code text, label jsonb)
      on conflict (code) do nothing`.execute(db);
  }
  const attributes = new Map(lookups.reference.attributes);
  for (const [code, name] of missing) {
    const words = { vi: name, en: "", ja: "" };
    attributes.set(code, {
      code,
      type: "text",
      unit: "",
      filterable: false,
      label: words,
      hint: words,
      options: new Map(),
    });
    lookups.property_names.set(fold(name), code);
  }
  lookups.reference.attributes = attributes;
  return notes;
}

/** "Kích thước (mm)" → kich_thuoc_mm, as the database wants codes. */
function codeOf(name: string): string {
  const code = slugify(name).replaceAll("-", "_");
  return /^[a-z]/.test(code) ? code : code === "" ? "" : `p_${code}`;
}
