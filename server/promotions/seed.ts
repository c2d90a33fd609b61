/**
 * The demo's flash sales: one window open now, one ahead, nothing sold yet. The programmes (gift, trade-in, tiers) come
 * in with `promotions`, because until then no order would get what they announce. docs/decisions/0062-what-is-claimed.md
 */
import { sql } from "kysely";
import { setFlashPrices } from "../catalogue/index/prices.ts";
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";

type Words = { vi: string; en: string; ja: string };
type SaleSource = {
  code: string;
  opens_in_hours: number;
  lasts_hours: number;
  title: Words;
  items: { sku: string; flash_price: number; quota: number; min_qty: number; max_qty: number }[];
};
type ProgrammeSource = {
  slug: string;
  title: Words;
  type: string;
  category_slugs: string[];
  gift_sku?: string;
  value?: number;
  tiers?: { qty: number; percent: number }[];
  min_order?: number;
  starts: string;
  ends: string;
};

const HOUR_MS = 60 * 60 * 1000;

export const seedPromotions: Seeder = async (db, { builtFeatures, now }) => {
  type Source = { flash_sales: SaleSource[]; programs: ProgrammeSource[] };
  const { flash_sales, programs } = demoData<Source>("promotions/promotions.json");
  await seedFlashSales(db, flash_sales, now);
  if (builtFeatures.has("promotions")) await seedProgrammes(db, programs);
};

async function seedFlashSales(db: Sql, sales: SaleSource[], now: Date): Promise<void> {
  const windows = sales.map(({ code, title, opens_in_hours, lasts_hours }) => {
    const starts = now.getTime() + opens_in_hours * HOUR_MS;
    return { code, title, starts_at: new Date(starts), ends_at: new Date(starts + lasts_hours * HOUR_MS) };
  });
  await sql`insert into promotions.flash_sales (code, title, starts_at, ends_at)
    select code, title, starts_at, ends_at from jsonb_to_recordset(${JSON.stringify(windows)}::jsonb)
      as s (code text, title jsonb, starts_at timestamptz, ends_at timestamptz)`.execute(db);
  const items = sales.flatMap(({ code, items }) => items.map((item, position) => ({ ...item, code, position })));
  await sql`insert into promotions.flash_sale_items (sale_id, variant_id, position, price, quota, minimum, maximum)
    select s.id, v.id, i.position, i.flash_price, i.quota, i.min_qty, i.max_qty
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as i (code text, sku text, position smallint,
      flash_price dong, quota integer, min_qty integer, max_qty integer)
    join promotions.flash_sales s using (code) join catalogue.variants v using (sku)
    order by s.id, i.position`.execute(db);
  const running = await sql<{ variant_id: number; price: number }>`
    select variant_id, price from promotions.flash_prices(${now})`.execute(db);
  await setFlashPrices(db, running.rows);
}

/** Days are days of the shop's clock, the last one included. */
async function seedProgrammes(db: Sql, programmes: ProgrammeSource[]): Promise<void> {
  await sql`
    insert into promotions.programmes (slug, type, title, minimum_order, gift_variant_id, trade_in_value, tiers, starts_at, ends_at)
    select p.slug, p.type, p.title, coalesce(p.min_order, 0), v.id, p.value, coalesce(p.tiers, '[]'),
      p.starts::timestamp at time zone 'Asia/Ho_Chi_Minh', (p.ends + 1)::timestamp at time zone 'Asia/Ho_Chi_Minh'
    from jsonb_to_recordset(${JSON.stringify(programmes)}::jsonb) as p (slug text, type text, title jsonb,
      min_order dong, gift_sku text, value dong, tiers jsonb, starts date, ends date)
    left join catalogue.variants v on v.sku = p.gift_sku`.execute(db);
  const places = programmes.flatMap(({ slug, category_slugs }) =>
    category_slugs.map((category, position) => ({ slug, category, position })),
  );
  await sql`insert into promotions.programme_categories (programme_id, category_id, position)
    select p.id, c.id, r.position from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as r (slug text, category text, position smallint)
    join promotions.programmes p on p.slug = r.slug join catalogue.categories c on c.slug = r.category`.execute(db);
}
