/** What a promotion would run beside, and other things that are said and hinder nothing. rules/promotions#publishing */
import type { PromotionJudgement } from "contract/promotions/desk-promotions.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import type { EligibleGoods } from "./eligible.ts";
import type { Candidate } from "./judgement.ts";
import { lotsOf } from "./named-goods.ts";

type Warning = PromotionJudgement["warnings"][number];
/** So many are named. */
const NAMED = 5;

export async function conflictsOf(
  ctx: Ctx,
  candidate: Candidate,
  goods: readonly EligibleGoods[],
  own: string,
): Promise<Warning[]> {
  const { form, window } = candidate;
  const untold = (["en", "ja"] as const).filter((locale) => form.title[locale] === "");
  const said: Warning[] =
    untold.length > 0 ? [{ warning: "no_title", names: untold, count: untold.length, until: "" }] : [];
  if (form.kind === "flash_sale") {
    const stock = new Map(goods.map(({ sku, available }) => [sku.toLowerCase(), available]));
    const above = lotsOf(form.lots).flatMap((lot) =>
      lot && lot.quota > (stock.get(lot.sku.toLowerCase()) ?? lot.quota) ? [lot.sku] : [],
    );
    if (above.length > 0)
      said.push({ warning: "above_stock", names: above.slice(0, NAMED), count: above.length, until: "" });
  }
  if (!window) return said;
  const beside =
    form.kind === "programme" || form.kind === "flash_sale"
      ? await sameGoods(ctx, goods, window, own)
      : form.kind === "voucher"
        ? []
        : await sameSlot(ctx, form.kind, window, own);
  return [...beside, ...said];
}

type Beside = { name: string; ends_at: Date; count: number };

function warningOf(warning: Warning["warning"], rows: readonly Beside[]): Warning[] {
  const until = rows
    .map(({ ends_at }) => ends_at.toISOString())
    .toSorted()
    .at(-1);
  return until === undefined
    ? []
    : [{ warning, names: rows.map(({ name }) => name), count: rows[0]?.count ?? rows.length, until }];
}

async function sameSlot(
  ctx: Ctx,
  kind: string,
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date },
  own: string,
): Promise<Warning[]> {
  const { rows } = await sql<Beside>`
    select coalesce((select c.code from promotions.codes c where c.promotion_id = p.id and c.code is not null and not c.is_owned
        order by c.id limit 1), p.title ->> 'vi') as name, p.ends_at, count(*) over ()::int as count
    from promotions.promotions p
    where p.kind = ${kind} and 'KM-' || p.id <> ${own} and p.given_for is null and p.stopped_at is null
      and p.starts_at < ${ends_at} and p.ends_at > greatest(${starts_at}::timestamptz, ${ctx.now}::timestamptz)
    order by p.ends_at, p.id limit ${NAMED}`.execute(ctx.sql);
  return warningOf("same_slot", rows);
}

/** Programmes that set a price and lots of flash sales, for any of these goods. */
async function sameGoods(
  ctx: Ctx,
  goods: readonly EligibleGoods[],
  { starts_at, ends_at }: { starts_at: Date; ends_at: Date },
  own: string,
): Promise<Warning[]> {
  const variants = goods.map(({ variant_id }) => variant_id);
  const { rows } = await sql<Beside>`
    with overlapping as (
      select d.code, d.title ->> 'vi' as name, d.conditions, d.ends_at, d.kind from promotions.desk d
      where not d.is_draft and d.stopped_at is null and d.code <> ${own} and d.kind in ('programme', 'flash_sale')
        and d.starts_at < ${ends_at} and d.ends_at > greatest(${starts_at}::timestamptz, ${ctx.now}::timestamptz))
    select o.name, o.ends_at, count(*) over ()::int as count from overlapping o
    where o.kind = 'flash_sale' and exists (select from promotions.flash_sale_items i
        where i.sale_id = substr(o.code, 4)::int and i.variant_id = any (${variants}::int[]))
      or o.kind = 'programme' and exists (
        select from catalogue.variants v join catalogue.products p on p.id = v.product_id
        join catalogue.prices pr on pr.variant_id = v.id join catalogue.categories c on c.id = p.category_id
        where v.id = any (${variants}::int[]) and promotions.names_goods(o.conditions, p.id,
          array_remove(array[c.id, c.parent_id], null), p.brand_id, p.shipping_class,
          catalogue.current_price(pr, ${starts_at}::timestamptz)))
    order by o.ends_at, o.code limit ${NAMED}`.execute(ctx.sql);
  return warningOf("same_goods", rows);
}
