/** Products as the shop has them: what an import compares with and an export writes. One statement, whatever the number. */
import { type RawBuilder, sql } from "kysely";
import type { Sql } from "../../database/sql.ts";
import type { ImportedProduct, ImportedVariant } from "./imported-product.ts";

export type StoredVariant = ImportedVariant & {
  id: number;
  allocated: Readonly<Record<string, number>>;
  pictures: string[];
};
/** Pictures by the addresses they came from. */
export type Stored = Omit<ImportedProduct, "variants"> & {
  id: number;
  variants: readonly StoredVariant[];
  pictures: string[];
};

type Row = Omit<Stored, "default_variant_index" | "created_at" | "variants"> & {
  created_at: Date;
  variants: (StoredVariant & { is_default: boolean })[];
};

/** The select list and its joins; `where` names p (products), and may order and limit. */
export function storedQuery(where: RawBuilder<unknown>): RawBuilder<Row> {
  return sql<Row>`
    select p.id, p.slug, p.model, b.name as brand, c.slug as category, p.status, p.vat_class, p.weight_grams, p.length_mm,
      p.width_mm, p.height_mm, p.shipping_class, p.warranty_months, p.warranty_parts, p.serial_prefix, p.properties,
      p.art_kind, p.commission_rate_bp, p.popularity, p.created_at,
      (select jsonb_object_agg(t.locale, jsonb_build_object('name', t.name, 'short_description', t.short_description,
         'description', t.description, 'highlights', t.highlights))
       from catalogue.product_texts t where t.product_id = p.id) as texts,
      array(select g.slug from catalogue.product_tags t join catalogue.tags g on g.id = t.tag_id
        where t.product_id = p.id order by t.position, g.id) as tags,
      ${addresses("p")} as pictures, ${linked("related")} as related, ${linked("accessory")} as accessories,
      (select jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku, 'barcode', v.barcode, 'colour', v.colour,
         'art_body', v.art_body, 'price', pr.list_price, 'sale_price', pr.sale_price,
         'sale_from', pr.sale_from, 'sale_until', pr.sale_until, 'is_default', v.is_default,
         'pictures', ${addresses("v")},
         'stock', coalesce(s.on_hand, '{}'), 'allocated', coalesce(s.allocated, '{}')) order by v.position)
       from catalogue.variants v join catalogue.prices pr on pr.variant_id = v.id left join lateral (
         select jsonb_object_agg(warehouse, on_hand) as on_hand, jsonb_object_agg(warehouse, allocated) as allocated
         from catalogue.stock where variant_id = v.id) s on true
       where v.product_id = p.id) as variants
    from catalogue.products p
    join catalogue.brands b on b.id = p.brand_id
    join catalogue.categories c on c.id = p.category_id
    ${where}`;
}

/** Of the product (p) or the variant (v). A picture has an address; where it has several, the first will do. */
function addresses(of: "p" | "v"): RawBuilder<unknown> {
  return sql`array(select (select min(s.address) from catalogue.upload_sources s where s.upload_id = u.id)
    from unnest(${sql.ref(`${of}.pictures`)}) with ordinality u (id, place) order by u.place)`;
}

function linked(kind: string): RawBuilder<unknown> {
  return sql`array(select v.sku from catalogue.product_links l join catalogue.variants v on v.product_id = l.other_id
    and v.is_default where l.product_id = p.id and l.kind = ${sql.lit(kind)} order by l.position)`;
}

export function storedOf({ variants, created_at, ...row }: Row): Stored {
  const defaultIndex = Math.max(
    0,
    (variants ?? []).findIndex((variant) => variant.is_default),
  );
  return {
    ...row,
    created_at: created_at.toISOString(),
    variants: (variants ?? []).map(({ is_default: _is_default, ...variant }) => ({
      ...variant,
      sale_from: momentOf(variant.sale_from),
      sale_until: momentOf(variant.sale_until),
    })),
    default_variant_index: defaultIndex,
  };
}

/** As files and drafts write a moment. */
function momentOf(at: string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export async function readStored(db: Sql, ids: readonly number[]): Promise<Stored[]> {
  if (ids.length === 0) return [];
  const { rows } = await storedQuery(sql`where p.id = any(${ids}::int[]) order by p.id`).execute(db);
  return rows.map(storedOf);
}
