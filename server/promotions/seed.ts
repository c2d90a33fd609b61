/**
 * The demo's flash sales (one window open now, one ahead), programmes and codes: nothing sold and nothing used yet. Days
 * count from the day of seeding. docs/decisions/0062-what-is-claimed.md
 */
import { shippingClasses } from "contract/fulfilment/fulfilment.ts";
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import { businessDay } from "contract/values/locale.ts";
import { sql } from "kysely";
import { setDealPrices } from "../catalogue/index/prices.ts";
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import { codeDigest } from "./codes.ts";
import type { Action, Conditions } from "./engine/promotion.ts";

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
  type: "gift" | "trade_in" | "tier";
  category_slugs: string[];
  gift_sku?: string;
  value?: number;
  tiers?: { qty: number; percent: number }[];
  min_order?: number;
  quota: number | null;
  per_customer: number | null;
  combines_with?: CodeSlot[];
  starts_days: number;
  ends_days: number;
};

type CodeSource = {
  code: string;
  kind: CodeSlot;
  type: "amount" | "percent";
  value: number;
  min_order: number;
  max_discount: number;
  per_customer: number | null;
  quantity: number | null;
  categories?: string[];
  shipping_class?: string[];
  first_order_only?: boolean;
  title: Words;
  rank?: string;
  birthday_month?: boolean;
  entered_by: string;
  starts_days: number;
  ends_days: number;
};

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export const seedPromotions: Seeder = async (db, { now }) => {
  type Source = { flash_sales: SaleSource[]; programs: ProgrammeSource[]; coupons: CodeSource[] };
  const { flash_sales, programs, coupons } = demoData<Source>("promotions/promotions.json");
  await seedFlashSales(db, flash_sales, now);
  await seedCodes(db, coupons, now);
  // No order takes a trade-in yet.
  const applied = programs.filter(({ type }) => type !== "trade_in");
  await seedProgrammes(db, applied, now);
  await setDealPrices(db, now, 10_000);
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
}

/**
 * Codes that are listed or typed; days count from the day of seeding, the last one included. Vouchers of a birthday have no code
 * until one is given.
 */
async function seedCodes(db: Sql, all: CodeSource[], now: Date): Promise<void> {
  const sources = all.filter(({ entered_by, birthday_month }) => entered_by !== "assigned" || birthday_month);
  const categories = await db.selectFrom("catalogue.categories").select(["id", "slug"]).execute();
  const idOf = new Map(categories.map(({ id, slug }) => [slug, id]));
  const day = dayOf(now);
  const promotions = await db
    .insertInto("promotions.promotions")
    .values(
      sources.map((source) => ({
        ...{ kind: source.kind, title: JSON.stringify(source.title), is_listed: source.entered_by === "list_or_typed" },
        ...{ per_customer: source.per_customer, max_uses: source.quantity },
        ...(source.birthday_month && { given_for: "birthday", given_rank: source.rank ?? null }),
        action: JSON.stringify(actionOf(source)),
        conditions: JSON.stringify(conditionsOf(source, idOf)),
        starts_at: day(source.starts_days),
        ends_at: day(source.ends_days + 1),
      })),
    )
    .returning("id")
    .execute();
  const codes = sources.flatMap(({ code, birthday_month }, index) => {
    if (birthday_month) return [];
    const digest = codeDigest(code);
    const promotion_id = promotions[index]?.id;
    if (!digest || promotion_id === undefined) throw new Error(`${code} is no code`);
    return [{ promotion_id, digest, code }];
  });
  await db.insertInto("promotions.codes").values(codes).execute();
}

/**
 * What vouchers for points are issued of, by the id of the gift: without a minimum, and for as long as each says itself. They
 * are seeded with the gifts.
 */
export async function seedRewardVouchers(
  db: Sql,
  vouchers: readonly { id: number; title: Words; amount: number }[],
  now: Date,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  if (vouchers.length === 0) return found;
  const written = await db
    .insertInto("promotions.promotions")
    .values(
      vouchers.map(({ title, amount }) => ({
        ...{ kind: "voucher", title: JSON.stringify(title), is_listed: false },
        action: JSON.stringify({ type: "amount", amount } satisfies Action),
        starts_at: dayOf(now)(0),
        ends_at: WITHOUT_END,
      })),
    )
    .returning("id")
    .execute();
  for (const [index, { id }] of vouchers.entries()) found.set(id, written[index]?.id ?? 0);
  return found;
}

/** Each voucher ends by itself. */
const WITHOUT_END = new Date("2200-01-01T00:00:00+07:00");

function actionOf({ kind, type, value, max_discount }: CodeSource): Action {
  const isDelivery = kind === "delivery_coupon";
  if (type === "amount") return { type: isDelivery ? "delivery_amount" : "amount", amount: value };
  return { type: isDelivery ? "delivery_percent" : "percent", rate_bp: value * 100, cap: max_discount };
}

function conditionsOf(source: CodeSource, idOf: ReadonlyMap<string, number>): Conditions {
  const { categories, shipping_class: classes, first_order_only: isFirst, min_order } = source;
  const ids = categories && idsOf(categories, idOf);
  return {
    min_order,
    ...(ids && { categories: ids }),
    ...(classes && { shipping_classes: shippingClasses.filter((each) => classes.includes(each)) }),
    ...(isFirst && { first_order: true }),
  };
}

/** What a purifier is: the categories whose goods are handed over for an old one. */
const PURIFIERS = "may-loc-nuoc-";

async function seedProgrammes(db: Sql, programmes: ProgrammeSource[], now: Date): Promise<void> {
  const categories = await db.selectFrom("catalogue.categories").select(["id", "slug"]).execute();
  const idOf = new Map(categories.map(({ id, slug }) => [slug, id]));
  const purifiers = categories.filter(({ slug }) => slug.startsWith(PURIFIERS)).map(({ id }) => id);
  const gifts = await db
    .selectFrom("catalogue.variants")
    .select(["id", "sku"])
    .where("sku", "in", ["", ...programmes.flatMap(({ gift_sku }) => gift_sku ?? [])])
    .execute();
  const day = dayOf(now);
  const action = ({ type, gift_sku, value = 0, tiers = [], slug }: ProgrammeSource): object => {
    if (type === "trade_in") return { type, amount: value, one_of: purifiers, shipping_class: "install" };
    if (type === "tier")
      return { type: "tiers", tiers: tiers.map(({ qty, percent }) => ({ quantity: qty, rate_bp: percent * 100 })) };
    const gift = gifts.find(({ sku }) => sku === gift_sku);
    if (!gift) throw new Error(`no gift of ${slug}`);
    return { type: "gift", variant_id: gift.id };
  };
  const rows = programmes.map((source) => ({
    ...{ kind: "programme", slug: source.slug, title: JSON.stringify(source.title), is_listed: true },
    ...{ max_uses: source.quota, per_customer: source.per_customer, combines_with: source.combines_with ?? null },
    action: JSON.stringify(action(source)),
    conditions: JSON.stringify({
      categories: idsOf(source.category_slugs, idOf),
      ...(source.min_order && { min_order: source.min_order }),
    }),
    starts_at: day(source.starts_days),
    ends_at: day(source.ends_days + 1),
  }));
  await db.insertInto("promotions.promotions").values(rows).execute();
}

function idsOf(slugs: readonly string[], idOf: ReadonlyMap<string, number>): number[] {
  return slugs.map((slug) => {
    const id = idOf.get(slug);
    if (id === undefined) throw new Error(`no category ${slug}`);
    return id;
  });
}

/** The beginning of a day of the shop's clock, so many days after the day of seeding. */
function dayOf(now: Date): (days: number) => Date {
  const midnight = Date.parse(`${businessDay(now)}T00:00:00+07:00`);
  return (days) => new Date(midnight + days * DAY_MS);
}
