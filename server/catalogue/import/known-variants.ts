/**
 * Variants of a product the shop has, named by a file that has no SKUs: the variant of the same colour is meant, or the
 * only one. Without this a product's variant would be made a second time under the SKU made of its handle. Pure.
 */
import type { Draft, DraftVariant } from "./draft.ts";
import type { ImportLookups } from "./lookups.ts";
import type { Stored } from "./stored.ts";
import { optionOf } from "./values/property-text.ts";

/** Gives each variant whose SKU was made the SKU of the stored variant it is. */
export function assignKnownSkus(draft: Draft, stored: Stored, lookups: ImportLookups): void {
  const made = draft.variants.filter(({ is_sku_made }) => is_sku_made);
  const named = new Set(draft.variants.filter((variant) => !made.includes(variant)).map(({ sku }) => sku));
  const free = stored.variants.filter(({ sku }) => !named.has(sku));
  const colourOf = (variant: DraftVariant) => colourIn(variant, lookups);
  const met = new Map<DraftVariant, string>();
  for (const variant of made) {
    const same = free.filter(({ colour }) => colour === colourOf(variant));
    const [only] = same;
    if (only && same.length === 1 && made.filter((other) => colourOf(other) === colourOf(variant)).length === 1)
      met.set(variant, only.sku);
  }
  const [variant] = made;
  const [only] = stored.variants;
  // A colour that only one of the two names distinguishes no variants.
  const isSingle = draft.variants.length === 1 && stored.variants.length === 1;
  if (variant && only && isSingle && (only.colour === null || colourOf(variant) === null)) met.set(variant, only.sku);
  const taken = new Set([...named, ...met.values()]);
  for (const each of made) {
    const known = met.get(each);
    const other = stored.variants.find(({ sku }) => sku === each.sku);
    const isOther = other !== undefined && other.colour !== null && other.colour !== colourOf(each);
    if (known !== undefined) each.sku = known;
    else if (taken.has(each.sku) || (isOther && colourOf(each) !== null))
      each.sku = freeSku(each.sku ?? "", stored, taken);
    taken.add(each.sku);
  }
}

function colourIn({ colour }: DraftVariant, { reference }: ImportLookups): string | null {
  const colours = reference.attributes.get("colour");
  return (colour && colours && optionOf(colours, colour)) || null;
}

/** The same SKU with the next free number. */
function freeSku(sku: string, stored: Stored, taken: ReadonlySet<string | undefined>): string {
  const known = new Set([...taken, ...stored.variants.map((variant) => variant.sku)]);
  const base = sku.replace(/-\d+$/, "");
  let number = stored.variants.length + 1;
  while (known.has(`${base}-${number}`)) number++;
  return `${base}-${number}`;
}
