/**
 * One product in full, by slug (also one it once had) or by the id of one of its variants: one statement. Comparing
 * reads up to four the same way. Spec §7 product-detail; rules/catalogue#product-page
 */
import type { Picture, Product, Variant } from "contract/catalogue/catalogue.ts";
import { ShopError } from "contract/errors.ts";
import { kindImageId, productImageId, sizeImageId, unpicturedKind, uploadImageId } from "contract/values/images.ts";
import { formatNumber, type Locale } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import { propertyWords } from "messages/properties.ts";
import type { Ctx } from "../../kernel/context.ts";
import { say, sayTitle, type Words } from "../../platform/settings.ts";
import {
  type CommentRow,
  commentColumns,
  type SummaryRow,
  shownComment,
  starRate,
  starRating,
} from "../../reviews/shown.ts";
import { type Categories, categories, crumb, pathOf } from "./categories.ts";
import { type Properties, valueText } from "./property-values.ts";
import { type DealRow, dealColumns, dealJoins, pricesOf } from "./public-prices.ts";
import { type Reference, reference } from "./reference.ts";
import { rateOf, type VatClass, vatRates } from "./vat.ts";

type Text = { name: string; short_description: string; description: string; highlights: string[] };
type VariantRow = DealRow & {
  id: number;
  sku: string;
  barcode: string | null;
  colour: string | null;
  art_body: string;
  pictures: string[];
  is_default: boolean;
  inventory: number;
};
type ProductRow = {
  id: number;
  slug: string;
  model: string;
  brand: string;
  category_id: number;
  vat_class: VatClass;
  weight_grams: number;
  length_mm: number;
  width_mm: number;
  height_mm: number;
  shipping_class: Product["shipping_class"];
  warranty_months: number;
  warranty_parts: { part: Words; months: number }[];
  serial_prefix: string;
  properties: Properties;
  art_kind: string;
  pictures: string[];
  created_at: string;
  updated_at: string;
  texts: Partial<Record<Locale, Text>> & { vi: Text };
  variants: VariantRow[];
  tag_ids: number[];
  programmes: { slug: string; title: Words }[];
  summary: SummaryRow | null;
  comments: CommentRow[];
};

const MAX_HELPFUL = 3; // ratings of a product's page

/** Throws not_found. */
export async function findProduct(ctx: Ctx, slug: string): Promise<Product> {
  return found(
    await readProducts(
      ctx,
      sql`p.id in (select id from catalogue.products where slug = ${slug}
    union all select product_id from catalogue.old_product_slugs where slug = ${slug})`,
    ),
  );
}

/** By the id of any of its variants, which is then the one in front. Throws not_found. */
export async function findProductOf(ctx: Ctx, variant_id: number): Promise<Product> {
  const where = sql`p.id = (select product_id from catalogue.variants where id = ${variant_id})`;
  return found(await readProducts(ctx, where, variant_id));
}

/** In the order asked for; what is not there is left out, what was asked for twice comes once. */
export async function compareProducts(ctx: Ctx, slugs: readonly string[]): Promise<Product[]> {
  const products = await readProducts(ctx, sql`p.slug = any(${slugs}::text[])`);
  return products.toSorted((one, other) => slugs.indexOf(one.slug) - slugs.indexOf(other.slug));
}

function found([product]: readonly Product[]): Product {
  if (!product) throw new ShopError("not_found");
  return product;
}

async function readProducts(ctx: Ctx, where: RawBuilder<unknown>, front?: number): Promise<Product[]> {
  const [tree, lists, rates, { rows }] = await Promise.all([
    categories(ctx),
    reference(ctx),
    vatRates(ctx),
    // As one JSON text, which is the cheapest to pass.
    sql<{ product: ProductRow }>`select row_to_json(found) as product from (
      select p.id, p.slug, p.model, b.name as brand, p.category_id, p.vat_class, p.weight_grams, p.length_mm, p.width_mm,
        p.height_mm, p.shipping_class, p.warranty_months, p.warranty_parts, p.serial_prefix, p.properties, p.art_kind,
        p.pictures, p.created_at, p.updated_at,
        (select jsonb_object_agg(t.locale, to_jsonb(t)) from catalogue.product_texts t
         where t.product_id = p.id and t.locale in (${ctx.locale}, 'vi')) as texts,
        (select jsonb_agg(to_jsonb(v) || jsonb_build_object('price', pr.list_price,
            'current_price', catalogue.current_price(pr, ${ctx.now}::timestamptz), 'inventory',
            (select coalesce(sum(s.on_hand - s.allocated), 0) from catalogue.stock s where s.variant_id = v.id),
            'flash', ${dealColumns.flash}, 'programme', ${dealColumns.programme}) order by v.position)
         from catalogue.variants v join catalogue.prices pr on pr.variant_id = v.id
         ${dealJoins(ctx.now, sql`array[c.id, c.parent_id]`)}
         where v.product_id = p.id) as variants,
        (select coalesce(array_agg(t.tag_id order by t.position), '{}') from catalogue.product_tags t
         where t.product_id = p.id) as tag_ids,
        (select coalesce(jsonb_agg(jsonb_build_object('slug', r.slug, 'title', r.title) order by r.ends_at, r.id), '[]')
         from promotions.promotions r where r.kind = 'programme' and r.starts_at <= ${ctx.now} and r.ends_at > ${ctx.now}
           and coalesce(r.used < r.max_uses, true) and exists (
             select from catalogue.variants v join catalogue.prices pr on pr.variant_id = v.id
             where v.product_id = p.id and promotions.names_goods(r.conditions, p.id,
               array_remove(array[c.id, c.parent_id], null), p.brand_id, p.shipping_class,
               catalogue.current_price(pr, ${ctx.now}::timestamptz)))) as programmes,
        (select to_jsonb(s) from reviews.summaries s where s.product_id = p.id) as summary,
        (select coalesce(jsonb_agg(to_jsonb(c)), '[]') from (select ${commentColumns(null)}
          from (select * from reviews.comments where product_id = p.id and kind = 'rating' and state = 'published'
            order by likes desc, id desc limit ${MAX_HELPFUL}) c order by c.likes desc, c.id desc) c) as comments
      from catalogue.products p
      join catalogue.categories c on c.id = p.category_id
      join catalogue.brands b on b.id = p.brand_id
      where ${where} and p.status = 'active') found`.execute(ctx.sql),
  ]);
  return rows.map(({ product }) => {
    const vat_rate = rateOf(rates, product.vat_class, ctx.now) / 100;
    return productOf(ctx.locale, { ...product, vat_rate }, front, tree, lists);
  });
}

function productOf(
  locale: Locale,
  row: ProductRow & { vat_rate: number },
  front: number | undefined,
  tree: Categories,
  lists: Reference,
): Product {
  const lang = row.texts[locale] ? locale : "vi";
  const text = row.texts[locale] ?? row.texts.vi;
  const variants = row.variants.map((variant) => variantOf(locale, lang, row, text.name, variant, lists));
  const shown = variants.find((each) => each.product_id === front) ?? variants.find((each) => each.is_default);
  if (!shown) throw new Error(`product ${row.id} has no variant to show`);
  const category = tree.byId.get(row.category_id);
  const inventory = variants.reduce((sum, variant) => sum + variant.inventory, 0);
  const { weight_grams, length_mm, width_mm, height_mm } = row;
  return {
    product_id: shown.product_id,
    code: shown.code,
    model: row.model,
    slug: row.slug,
    name: text.name,
    lang,
    brand: row.brand,
    short_description: text.short_description,
    description: text.description,
    highlights: text.highlights,
    price: shown.price,
    list_price: shown.list_price,
    discount_percent: shown.discount_percent,
    flash_sale: shown.flash_sale,
    programme: shown.programme,
    vat_rate: row.vat_rate,
    categories: category ? pathOf(tree, category).map((each) => crumb(each, locale)) : [],
    variants,
    properties: propertiesOf(locale, row, category?.attributes ?? [], lists),
    inventory,
    available: inventory > 0,
    star_rating: starRating(row.summary),
    comments: commentsOf(locale, row),
    warranty_months: row.warranty_months,
    warranty_parts: row.warranty_parts.map(({ part, months }) => ({ part: say(part, locale), months })),
    package: { weight_grams, length_mm, width_mm, height_mm },
    shipping_class: row.shipping_class,
    serial_prefix: row.serial_prefix,
    serial_number: row.warranty_months > 0 && row.serial_prefix ? row.serial_prefix : null,
    tags: row.tag_ids.flatMap((id) => {
      const tag = lists.tags.get(id);
      return tag ? { slug: tag.slug, label: say(tag.label, locale) } : [];
    }),
    promotion_programs: row.programmes.map(({ slug, title }) => ({ slug, ...sayTitle(title, locale) })),
    created_at: new Date(row.created_at).toISOString(),
    updated_at: new Date(row.updated_at).toISOString(),
  };
}

function commentsOf(locale: Locale, { summary, comments }: ProductRow): Product["comments"] {
  const { count, stars } = starRate(summary);
  return {
    ratings: count,
    questions: summary?.questions ?? 0,
    stars,
    items: comments.map((each) => shownComment(each, locale)),
  };
}

function variantOf(
  locale: Locale,
  lang: Locale,
  product: ProductRow,
  name: string,
  row: VariantRow,
  lists: Reference,
): Variant {
  const label = row.colour ? lists.attributes.get("colour")?.options.get(row.colour) : undefined;
  return {
    product_id: row.id,
    code: row.sku,
    barcode: row.barcode,
    colour: row.colour && label ? { code: row.colour, label: say(label, locale), hex: row.art_body } : null,
    ...pricesOf(row, locale),
    inventory: row.inventory,
    is_default: row.is_default,
    gallery: galleryOf(lang, product, name, row, label),
  };
}

/**
 * The variant's own pictures, then the product's; without any, views of the one drawing, each alt text saying what is
 * new in it, or the one that says there is no picture yet. rules/images#views
 */
function galleryOf(lang: Locale, product: ProductRow, name: string, row: VariantRow, label?: Words): Picture[] {
  const words = propertyWords(lang).picture;
  const art = { kind: product.art_kind, body: row.art_body };
  const colour = label && product.variants.length > 1 ? say(label, lang) : "";
  const uploads = [...new Set([...row.pictures, ...product.pictures])];
  if (uploads.length > 0) {
    const altOf = (at: number) => (at === 0 ? words.studio(name, colour) : words.another(name, at + 1));
    return uploads.map((id, at) => ({ id: uploadImageId(id), alt: altOf(at) }));
  }
  if (art.kind === unpicturedKind) return [{ id: kindImageId(unpicturedKind), alt: words.none(name) }];
  const size = sizeImageId(art, row.sku, product.height_mm);
  return [
    { id: productImageId(art, row.sku, "studio"), alt: words.studio(name, colour) },
    { id: productImageId(art, row.sku, "scene"), alt: words.scene(product.model) },
    { id: productImageId(art, row.sku, "detail"), alt: words.detail(product.model) },
    ...(size === undefined
      ? []
      : [{ id: size, alt: words.size(product.model, formatNumber(product.height_mm / 10, 0)) }]),
  ];
}

/** In the category's order; the colours of all variants stand as one property. */
function propertiesOf(
  locale: Locale,
  row: ProductRow,
  codes: readonly string[],
  lists: Reference,
): Product["properties"] {
  const colours = [...new Set(row.variants.flatMap((variant) => variant.colour ?? []))];
  const own = [...codes, ...Object.keys(row.properties).filter((code) => !codes.includes(code))];
  const properties: Product["properties"] = [];
  for (const code of own) {
    const attribute = lists.attributes.get(code);
    if (!attribute) continue;
    const values = code === "colour" ? colours : [row.properties[code] ?? ""];
    const texts = values.map((each) => valueText(attribute, each, locale)).filter(Boolean);
    const value = texts.join(propertyWords(locale).comma);
    if (value) properties.push({ code, label: say(attribute.label, locale), value });
  }
  return properties;
}
