/** A promotion as the desk reads it, whatever it is: one view for published ones, flash sales and drafts. rules/promotions#desk */
import { ShopError } from "contract/errors.ts";
import type { PromotionKind, PromotionState } from "contract/promotions/promotions-desk.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import type { Words } from "../../platform/settings.ts";
import type { Action, Conditions } from "../engine/promotion.ts";

/** Of `promotions.desk d`, at a moment. */
export const stateAt = (now: RawBuilder<unknown>): RawBuilder<PromotionState> =>
  sql<PromotionState>`(case when d.is_draft then 'draft' when d.stopped_at is not null then 'stopped'
    when d.starts_at > ${now} then 'scheduled' when d.ends_at <= ${now} then 'ended' else 'running' end)`;

type Named = { vi: string; en: string };
/** What a rule says, with names for its ids. */
export type RuleReading = {
  kind: PromotionKind;
  action: Action | null;
  conditions: Conditions;
  categories: (Named & { id: number; slug: string })[];
  products: { id: number; sku: string }[];
  variants: { id: number; sku: string }[];
  lots: number;
};

/** The rule of `promotions.desk d` as a JSON value. */
export const ruleJson = sql`jsonb_build_object('kind', d.kind, 'action', d.action, 'conditions', d.conditions,
  'categories', coalesce((select jsonb_agg(jsonb_build_object('id', c.id, 'slug', c.slug, 'vi', c.vi, 'en', c.en) order by c.id)
    from (select c.id, c.slug, max(t.name) filter (where t.locale = 'vi') as vi,
        coalesce(max(t.name) filter (where t.locale = 'en'), max(t.name) filter (where t.locale = 'vi')) as en
      from catalogue.categories c join catalogue.category_texts t on t.category_id = c.id
      where d.conditions -> 'categories' @> to_jsonb(c.id) group by c.id) c), '[]'),
  'products', coalesce((select jsonb_agg(jsonb_build_object('id', v.product_id, 'sku', v.sku) order by v.id)
    from catalogue.variants v where v.is_default and d.conditions -> 'products' @> to_jsonb(v.product_id)), '[]'),
  'variants', coalesce((select jsonb_agg(jsonb_build_object('id', v.id, 'sku', v.sku) order by v.id) from catalogue.variants v
    where v.id = (d.action ->> 'variant_id')::int or d.action -> 'variants' @> to_jsonb(v.id)), '[]'),
  'lots', case when d.kind = 'flash_sale' and not d.is_draft
    then (select count(*) from promotions.flash_sale_items i where i.sale_id = substr(d.code, 4)::int) else 0 end)`;

export type PromotionRow = {
  code: string;
  id: number;
  kind: PromotionKind;
  title: Words;
  rule: RuleReading;
  starts_at: Date | null;
  ends_at: Date | null;
  stopped_at: Date | null;
  planned_starts_at: Date | null;
  planned_ends_at: Date | null;
  max_uses: number | null;
  per_customer: number | null;
  budget: number | null;
  used: number;
  cost: number;
  version: number;
  state: PromotionState;
};

/** Throws not_found. One statement. */
export async function promotionRow(ctx: Ctx, code: string): Promise<PromotionRow> {
  const { rows } = await sql<PromotionRow>`
    select d.code, substr(d.code, 4)::int as id, d.kind, d.title, ${ruleJson} as rule, d.starts_at, d.ends_at, d.stopped_at,
      d.planned_starts_at, d.planned_ends_at, d.max_uses, d.per_customer, d.budget, d.used, d.cost, d.version,
      ${stateAt(sql`${ctx.now}::timestamptz`)} as state
    from promotions.desk d where d.code = ${code}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

export const isFlash = (code: string): boolean => code.startsWith("GV-");
