/** One promotion as its record shows it: the rule in words, uses, cost, lots; of a draft what publishing is judged by. rules/promotions#desk */
import type { PromotionLot, PromotionRecord } from "contract/promotions/desk-promotions.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { sayTitle } from "../../platform/settings.ts";
import { batchesOf } from "./batches.ts";
import { findDraft } from "./drafts.ts";
import { assess, candidateOf } from "./judgement.ts";
import { lotsOf } from "./named-goods.ts";
import { isFlash, promotionRow } from "./reading.ts";
import { ruleSentence } from "./sentence.ts";
import { extraOf, formOf } from "./stored-form.ts";

/** Throws not_found. */
export async function promotionRecord(ctx: Ctx, code: string): Promise<PromotionRecord> {
  const row = await promotionRow(ctx, code);
  const draft = row.state === "draft" ? await findDraft(ctx, code) : null;
  const form = draft?.form ?? (await formOf(ctx, row));
  const { slug, public_code } = draft ? { slug: null, public_code: form.public_code } : await extraOf(ctx, row);
  const { kind, state, version, rule, used, cost, budget, max_uses: quota } = row;
  const { starts_at, ends_at, stopped_at, planned_starts_at, planned_ends_at } = row;
  const planned = { starts_at: planned_starts_at ?? starts_at, ends_at: planned_ends_at ?? ends_at };
  const reading = draft && isFlash(code) ? { ...rule, lots: lotsOf(form.lots).length } : rule;
  const limits = { code: public_code, ...planned, max_uses: quota, per_customer: row.per_customer, budget };
  return {
    ...{ code, version, state, kind, title: sayTitle(row.title, ctx.locale).title, form, used, cost, budget, quota },
    sentence: ruleSentence(ctx.locale, reading, limits),
    starts_at: starts_at?.toISOString() ?? null,
    ends_at: ends_at?.toISOString() ?? null,
    stopped:
      stopped_at && planned_starts_at && planned_ends_at
        ? {
            at: stopped_at.toISOString(),
            starts_at: planned_starts_at.toISOString(),
            ends_at: planned_ends_at.toISOString(),
          }
        : null,
    ...{ public_code, slug },
    codes: draft || isFlash(code) ? 0 : await countCodes(ctx, row.id),
    lots: draft || !isFlash(code) ? [] : await lotsOfSale(ctx, row.id),
    batches: draft ? [] : await batchesOf(ctx, code),
    judgement: draft ? await assess(ctx, await candidateOf(ctx, form), code) : null,
    changed_at: draft?.changed_at.toISOString() ?? null,
    as_of: ctx.now.toISOString(),
  };
}

async function countCodes(ctx: Ctx, id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from promotions.codes where promotion_id = ${id}`.execute(ctx.sql);
  return rows[0]?.count ?? 0;
}

/** Lots with what was taken of them by hour, the last 24 hours that sold something. One statement. */
async function lotsOfSale(ctx: Ctx, sale: number): Promise<PromotionLot[]> {
  const { rows } = await sql<PromotionLot>`
    select v.sku, coalesce(t.name, v.sku) as name, i.price, i.quota, i.sold, i.minimum, i.maximum,
      catalogue.current_price(pr, coalesce(s.planned_starts_at, s.starts_at)) as regular,
      coalesce((select sum(k.on_hand - k.allocated) from catalogue.stock k where k.variant_id = v.id), 0)::int as available,
      coalesce((select jsonb_agg(jsonb_build_object('at', to_char(h.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'sold', h.sold) order by h.hour)
        from (select date_trunc('hour', k.taken_at) as hour, sum(k.quantity)::int as sold
          from promotions.flash_sale_takes k where k.item_id = i.id and k.given_back_at is null
          group by 1 order by 1 desc limit 24) h), '[]') as hours
    from promotions.flash_sale_items i join promotions.flash_sales s on s.id = i.sale_id
    join catalogue.variants v on v.id = i.variant_id join catalogue.prices pr on pr.variant_id = v.id
    left join catalogue.product_texts t on t.product_id = v.product_id and t.locale = ${ctx.locale === "en" ? "en" : "vi"}
    where i.sale_id = ${sale} order by i.position, i.id`.execute(ctx.sql);
  return rows;
}
