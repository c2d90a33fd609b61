/** What a form names: SKUs and categories, as ids of the catalogue. rules/promotions#desk */
import type { PromotionForm } from "contract/promotions/promotion-form.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";

export type NamedVariant = { sku: string; variant_id: number; product_id: number };
export type NamedGoods = {
  categories: readonly { slug: string; id: number }[];
  products: readonly NamedVariant[];
  variants: readonly NamedVariant[];
  /** What the catalogue does not have. */
  unknown: readonly string[];
};

/** As catalogue.variants.sku_key. */
const skuKey = (sku: string): string => sku.toLowerCase().replace(/[^a-z0-9]+/g, "");

/** SKUs apart by blanks, commas or lines. */
export const skusOf = (typed: string): string[] => typed.split(/[\s,;]+/).filter(Boolean);

export type Lot = { sku: string; price: number; quota: number; minimum: number; maximum: number | null };

/** A lot a line; null where a line is none. */
export function lotsOf(typed: string): (Lot | null)[] {
  const lines = typed.split("\n").filter((line) => line.trim() !== "");
  return lines.map((line) => {
    const [sku = "", ...figures] = line.trim().split(/[\s;]+/);
    const read = figures.map((each) => each.replaceAll(/[.,](?=\d{3}(?:\D|$))/g, ""));
    if (read.length < 2 || read.length > 4 || read.some((each) => !/^[1-9]\d{0,9}$/.test(each))) return null;
    const [price = 0, quota = 0, minimum = 1, maximum = null] = read.map(Number);
    if (quota > 1_000_000 || minimum > 10_000 || (maximum !== null && (maximum < minimum || maximum > 10_000)))
      return null;
    return { sku, price, quota, minimum, maximum };
  });
}

/** By SKU as it is typed. One statement. */
export async function variantsOf(ctx: Ctx, skus: readonly string[]) {
  const { rows } = await sql<NamedVariant & { sku_key: string }>`
    select v.sku, v.sku_key, v.id as variant_id, v.product_id from catalogue.variants v
    where v.sku_key = any (${skus.map(skuKey)}::text[])`.execute(ctx.sql);
  const found = new Map(rows.map(({ sku_key, ...variant }) => [sku_key, variant]));
  return (sku: string): NamedVariant | undefined => found.get(skuKey(sku));
}

/** One statement for goods, one for categories where they are named. */
export async function namedGoods(ctx: Ctx, form: PromotionForm): Promise<NamedGoods> {
  const asked = { products: skusOf(form.products), variants: skusOf(form.variants) };
  const lots = form.kind === "flash_sale" ? lotsOf(form.lots).flatMap((lot) => (lot ? [lot.sku] : [])) : [];
  const found = await variantsOf(ctx, [...asked.products, ...asked.variants, ...lots]);
  const categories = await ctx.sql
    .selectFrom("catalogue.categories")
    .select(["id", "slug"])
    .where("slug", "in", ["", ...form.categories])
    .execute();
  const named = (skus: readonly string[]) => skus.flatMap((sku) => found(sku) ?? []);
  return {
    categories,
    products: named(asked.products),
    variants: named([...asked.variants, ...lots]),
    unknown: [
      ...[...asked.products, ...asked.variants, ...lots].filter((sku) => !found(sku)),
      ...form.categories.filter((slug) => !categories.some((each) => each.slug === slug)),
    ],
  };
}
