/**
 * From a draft to an imported product: what the file says, over what the shop has, over the defaults. Every
 * reason against it is named with its line; the result fits every constraint of the database. Pure.
 * docs/decisions/0110-what-an-import-takes.md
 */
import { unpicturedKind } from "contract/values/images.ts";
import { locales } from "contract/values/locale.ts";
import { fold, lengthOf, slugify } from "contract/values/text.ts";
import type { Properties, PropertyValue } from "../products/property-values.ts";
import { classOf } from "../products/vat.ts";
import { type Draft, type DraftVariant, MAX_VARIANTS, type Problem, TOO_MANY_VARIANTS } from "./draft.ts";
import type { ImportedProduct, ImportedText, ImportedVariant } from "./imported-product.ts";
import type { ImportLookups } from "./lookups.ts";
import type { Stored, StoredVariant } from "./stored.ts";
import { firstSentence } from "./values/clean-text.ts";
import { bodyOfColour } from "./values/colours.ts";
import { optionOf, readProperty } from "./values/property-text.ts";

export type Defaults = {
  /** Of products that name no brand. */
  brand: string;
  /** In percent, as files say the class. */
  vat_rate: number;
  /** Where units are counted whose warehouse the file does not name. */
  warehouse: string;
  now: Date;
  /** Kinds and body colours there are drawings of; undefined believes the file. */
  drawn?: { kinds: ReadonlySet<string>; bodies: ReadonlySet<string> } | undefined;
};

const MAX_NAME = 255;
const MAX_DESCRIPTION = 100_000;
const MAX_STOCK = 10_000_000;
const MAX_WARRANTY = 1_200; // months: a hundred years
const MAX_POPULARITY = 1_000_000_000;

export type Completed = { product: ImportedProduct; notes: Problem[] } | { problems: Problem[] };

export function complete(
  draft: Draft,
  stored: Stored | undefined,
  lookups: ImportLookups,
  defaults: Defaults,
): Completed {
  const problems = [...draft.problems];
  const notes: Problem[] = [];
  const problem = (field: string, reason: string, line = draft.line) => problems.push({ line, field, reason });
  const note = (field: string, reason: string) => notes.push({ line: draft.line, field, reason });

  const texts = textsOf(draft, stored, problem);
  const variants = variantsOf(draft, stored, lookups, defaults, problem);
  const category = draft.category ?? stored?.category ?? "";
  const isTold = problems.some(({ field }) => field === "category");
  if (!isTold && !lookups.categories.has(category))
    problem("category", category ? `"${category}" is not a category` : "is missing");
  const defaultSku =
    draft.variants.find((variant) => variant.is_shown)?.sku ?? stored?.variants[stored.default_variant_index]?.sku;
  const first = variants[0];
  const sizes = sizesOf(draft, stored, problem);
  const vat_rate = draft.vat_rate ?? defaults.vat_rate;
  if (!Number.isInteger(vat_rate) || vat_rate < 0 || vat_rate > 100) problem("vat_rate", "is not a whole percent");
  const warranty_months = draft.warranty_months ?? stored?.warranty_months ?? 0; // a warranty is never assumed
  if (warranty_months > MAX_WARRANTY) problem("warranty_months", `is more than ${MAX_WARRANTY} months`);
  const popularity = draft.popularity ?? stored?.popularity ?? 0;
  if (popularity > MAX_POPULARITY) problem("popularity", `is above ${MAX_POPULARITY}`);
  const product: ImportedProduct = {
    slug: draft.slug ?? stored?.slug ?? "",
    model: draft.model || stored?.model || first?.sku || "",
    brand: draft.brand || stored?.brand || defaults.brand,
    category,
    status: draft.status ?? stored?.status ?? "active",
    vat_class: draft.vat_rate === undefined && stored ? stored.vat_class : classOf(vat_rate),
    ...sizes,
    shipping_class: draft.shipping_class ?? stored?.shipping_class ?? shippingClass(sizes),
    warranty_months,
    warranty_parts: draft.warranty_parts ?? stored?.warranty_parts ?? [],
    serial_prefix: draft.serial_prefix ?? stored?.serial_prefix ?? "",
    properties: propertiesOf(draft, stored, lookups, note),
    art_kind: drawnKind(draft, defaults) ?? stored?.art_kind ?? unpicturedKind,
    commission_rate_bp: draft.commission_rate_bp ?? stored?.commission_rate_bp ?? 0,
    popularity,
    created_at: draft.created_at ?? stored?.created_at ?? defaults.now.toISOString(),
    texts,
    tags: tagsOf(draft, stored, lookups),
    related: draft.related ?? stored?.related ?? [],
    accessories: draft.accessories ?? stored?.accessories ?? [],
    variants,
    default_variant_index: Math.max(
      0,
      variants.findIndex((variant) => variant.sku === defaultSku),
    ),
  };
  return problems.length > 0 ? { problems } : { product, notes };
}

/** A kind without a drawing is no picture. */
function drawnKind({ art_kind, variants }: Draft, { drawn }: Defaults): string | undefined {
  if (art_kind === undefined || !drawn) return art_kind;
  const isDrawn = variants.every(({ art_body }) => art_body === undefined || drawn.bodies.has(art_body.toLowerCase()));
  return drawn.kinds.has(art_kind) && isDrawn ? art_kind : unpicturedKind;
}

type Say = (field: string, reason: string, line?: number) => void;

const NO_TEXT: ImportedText = { name: "", short_description: "", description: "", highlights: [] };

function textsOf(draft: Draft, stored: Stored | undefined, problem: Say): ImportedProduct["texts"] {
  const texts: Partial<ImportedProduct["texts"]> = { ...stored?.texts };
  for (const locale of locales) {
    const said = draft.texts[locale];
    if (!said) continue;
    const whole = { ...NO_TEXT, ...texts[locale], ...said };
    if (whole.short_description === "" && !texts[locale]) {
      whole.short_description = firstSentence(whole.description, 300);
    }
    texts[locale] = whole;
    if (whole.name === "") problem(`name.${locale}`, "is missing");
    if (lengthOf(whole.name) > MAX_NAME) problem(`name.${locale}`, `has more than ${MAX_NAME} letters`);
    if (whole.description.length > MAX_DESCRIPTION) problem(`description.${locale}`, "is too long");
  }
  if (!texts.vi) problem("name", "is missing");
  return { ...texts, vi: texts.vi ?? NO_TEXT };
}

const sizes = ["weight_grams", "length_mm", "width_mm", "height_mm"] as const;
/** ASSUMED(0110): a parcel of a kilogram, because fees must be counted from something. */
const USUAL_SIZES = { weight_grams: 1_000, length_mm: 300, width_mm: 200, height_mm: 150 };

function sizesOf(draft: Draft, stored: Stored | undefined, problem: Say): typeof USUAL_SIZES {
  const found = { ...USUAL_SIZES };
  for (const size of sizes) {
    found[size] = draft[size] ?? stored?.[size] ?? USUAL_SIZES[size];
    if (!Number.isInteger(found[size]) || found[size] < 1 || found[size] > 10_000_000) {
      problem(size, "is not a size in whole grams or millimetres");
    }
  }
  return found;
}

/** ASSUMED(0110): carriers take parcels up to 30 kg and 1.2 m. */
function shippingClass({
  weight_grams,
  length_mm,
  width_mm,
  height_mm,
}: typeof USUAL_SIZES): ImportedProduct["shipping_class"] {
  return weight_grams > 30_000 || Math.max(length_mm, width_mm, height_mm) > 1_200 ? "bulky" : "parcel";
}

/** What the file says of a property replaces it; one it does not name stays. */
function propertiesOf(draft: Draft, stored: Stored | undefined, lookups: ImportLookups, note: Say): Properties {
  if (!draft.properties) return stored?.properties ?? {};
  const properties: Record<string, PropertyValue> = { ...stored?.properties };
  for (const [name, written] of Object.entries(draft.properties)) {
    const code = lookups.reference.attributes.has(name) ? name : lookups.property_names.get(fold(name));
    const attribute = code === undefined ? undefined : lookups.reference.attributes.get(code);
    if (!attribute || code === "colour" || written === "" || written === null || written === undefined) continue;
    const value = readProperty(attribute, written);
    if (value === undefined) note(name, `"${String(written)}" does not fit the property ${attribute.code}: left out`);
    else properties[attribute.code] = value;
  }
  return properties;
}

function tagsOf(draft: Draft, stored: Stored | undefined, lookups: ImportLookups): readonly string[] {
  if (!draft.tags && !draft.tag_names) return stored?.tags ?? [];
  const named = (draft.tag_names ?? []).map((name) => slugify(name));
  return [...new Set([...(draft.tags ?? []), ...named])].filter((slug) => lookups.tags.has(slug));
}

function variantsOf(
  draft: Draft,
  stored: Stored | undefined,
  lookups: ImportLookups,
  defaults: Defaults,
  problem: Say,
): ImportedVariant[] {
  const variants = new Map<string, ImportedVariant>(
    (stored?.variants ?? []).map((variant) => [variant.sku, bare(variant)]),
  );
  const known = new Map((stored?.variants ?? []).map((variant) => [variant.sku, variant]));
  for (const variant of draft.variants) {
    if (!variant.sku) continue; // said so where SKUs are given out
    variants.set(variant.sku, variantOf(variant, known.get(variant.sku), stored, lookups, defaults, problem));
  }
  if (variants.size === 0 && draft.variants.length === 0) problem("price", "is missing");
  if (variants.size > MAX_VARIANTS) problem("sku", TOO_MANY_VARIANTS);
  return [...variants.values()];
}

function bare({ id: _id, allocated: _allocated, pictures: _pictures, ...variant }: StoredVariant): ImportedVariant {
  return variant;
}

function variantOf(
  variant: DraftVariant,
  known: StoredVariant | undefined,
  stored: Stored | undefined,
  lookups: ImportLookups,
  defaults: Defaults,
  problem: Say,
): ImportedVariant {
  const say: Say = (field, reason) => problem(field, reason, variant.line);
  const colours = lookups.reference.attributes.get("colour");
  const colour = variant.colour ? ((colours && optionOf(colours, variant.colour)) ?? null) : (known?.colour ?? null);
  const price = variant.price ?? known?.price;
  if (price === undefined) say("price", "is missing");
  const sale_price = variant.sale_price === undefined ? (known?.sale_price ?? null) : variant.sale_price;
  const priced = variant.sale_price === undefined ? known : variant; // who says the sale price says when it holds
  const isSale = sale_price !== null && price !== undefined && sale_price < price;
  if (variant.sale_price && !isSale && sale_price !== price) say("sale_price", "is above the price");
  const { sale_from = null, sale_until = null } = (isSale && priced) || {};
  if (sale_from && sale_until && sale_from >= sale_until) say("sale_price", "ends before it begins");
  return {
    sku: variant.sku ?? "",
    barcode: variant.barcode === undefined ? (known?.barcode ?? null) : variant.barcode,
    colour,
    art_body:
      variant.art_body ??
      known?.art_body ??
      (colour ? bodyOfColour(colour) : stored?.variants[0]?.art_body) ??
      PLAIN_BODY,
    price: price ?? 1,
    sale_price: isSale ? sale_price : null,
    sale_from,
    sale_until,
    stock: stockOf(variant, known, lookups, defaults, say),
  };
}

const PLAIN_BODY = "#F4F6F5";

/** By warehouse as given; units in all change the usual warehouse, and others only where it has too few to give. */
function stockOf(
  variant: DraftVariant,
  known: StoredVariant | undefined,
  lookups: ImportLookups,
  defaults: Defaults,
  say: Say,
): ImportedVariant["stock"] {
  const stock: Record<string, number> = { ...known?.stock, ...variant.stock };
  if (variant.stock === undefined && variant.pieces !== undefined) {
    const order = [defaults.warehouse, ...Object.keys(stock).filter((each) => each !== defaults.warehouse)];
    let change = variant.pieces - Object.values(stock).reduce((sum, on_hand) => sum + on_hand, 0);
    for (const warehouse of change === 0 ? [] : order) {
      const on_hand = stock[warehouse] ?? 0;
      const moved = Math.max(change, (known?.allocated[warehouse] ?? 0) - on_hand);
      stock[warehouse] = on_hand + moved;
      change -= moved;
      if (change >= 0) break;
    }
    if (change < 0) say("stock", `${variant.pieces} pieces are fewer than orders have been promised`);
  }
  for (const [warehouse, on_hand] of Object.entries(stock)) {
    const isNew = known?.stock[warehouse] === undefined;
    if (isNew && !lookups.warehouses.includes(warehouse)) say("stock", `"${warehouse}" is not a warehouse of the shop`);
    if (!Number.isInteger(on_hand) || on_hand < 0 || on_hand > MAX_STOCK) say("stock", "is not a number of pieces");
    const promised = known?.allocated[warehouse] ?? 0;
    if (on_hand < promised) say("stock", `${on_hand} in ${warehouse} is fewer than the ${promised} promised to orders`);
  }
  return stock;
}
