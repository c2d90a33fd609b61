/** A published promotion as a form: what a copy begins with. rules/promotions#desk */
import { codeSlots } from "contract/promotions/code-slots.ts";
import { PromotionForm } from "contract/promotions/promotion-form.ts";
import { businessDay, formatTime } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { isFlash, type PromotionRow } from "./reading.ts";
import { actionFields } from "./rule.ts";

type Extra = {
  slug: string | null;
  is_listed: boolean;
  combines: boolean;
  combines_with: string[] | null;
  priority: number;
  minimum: number | null;
  maximum: number | null;
  given_for: string | null;
  given_rank: string | null;
  given_days: number | null;
  public_code: string;
};

const NO_EXTRA: Extra = {
  ...{ slug: null, is_listed: false, combines: true, combines_with: null, priority: 0, minimum: null, maximum: null },
  ...{ given_for: null, given_rank: null, given_days: null, public_code: "" },
};

/** What the view of the desk does not have. */
export async function extraOf(ctx: Ctx, { code, id }: Pick<PromotionRow, "code" | "id">): Promise<Extra> {
  if (isFlash(code)) return NO_EXTRA;
  const { rows } = await sql<Extra>`
    select p.slug, p.is_listed, p.combines, p.combines_with, p.priority, p.minimum, p.maximum, p.given_for, p.given_rank,
      p.given_days, coalesce((select c.code from promotions.codes c where c.promotion_id = p.id and c.code is not null
        and not c.is_owned order by c.id limit 1), '') as public_code
    from promotions.promotions p where p.id = ${id}`.execute(ctx.sql);
  return rows[0] ?? NO_EXTRA;
}

/** `2026-12-01T00:00` on the shop's clock. */
export const minuteText = (at: Date): string => `${businessDay(at)}T${formatTime(at, "vi")}`;

async function lotLines(ctx: Ctx, sale: number): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    select concat_ws(' ', v.sku, i.price::text, i.quota::text, i.minimum::text, i.maximum::text) as line
    from promotions.flash_sale_items i join catalogue.variants v on v.id = i.variant_id
    where i.sale_id = ${sale} order by i.position, i.id`.execute(ctx.sql);
  return rows.map(({ line }) => line).join("\n");
}

export async function formOf(ctx: Ctx, row: PromotionRow): Promise<PromotionForm> {
  const { kind, title, rule, max_uses, per_customer, budget } = row;
  const { conditions } = rule;
  const extra = await extraOf(ctx, row);
  const starts = row.planned_starts_at ?? row.starts_at;
  const ends = row.planned_ends_at ?? row.ends_at;
  const lots = isFlash(row.code) ? await lotLines(ctx, row.id) : "";
  return PromotionForm.parse({
    ...{ kind, title: { vi: title.vi, en: title.en ?? "", ja: title.ja ?? "" } },
    ...actionFields(kind, rule.action, { ...rule }),
    ...{ public_code: extra.public_code, slug: extra.slug ?? undefined, is_listed: extra.is_listed },
    ...{ first_order: conditions.first_order ?? false, ranks: conditions.ranks ?? [] },
    accounts: conditions.account_kinds ?? [],
    categories: rule.categories.map(({ slug }) => slug),
    products: rule.products.map(({ sku }) => sku).join("\n"),
    shipping: conditions.shipping_classes ?? [],
    ...{ price_from: conditions.price_from, price_to: conditions.price_to, with_flash: conditions.with_flash ?? false },
    ...{ min_order: conditions.min_order || undefined, min_quantity: conditions.min_quantity },
    ...{ methods: conditions.payment_methods ?? [], hour_from: conditions.hours?.from, hour_to: conditions.hours?.to },
    ...(lots && { lots }),
    ...{ starts: starts ? minuteText(starts) : undefined, ends: ends ? minuteText(ends) : undefined },
    ...{ max_uses: isFlash(row.code) ? undefined : max_uses || undefined, per_customer: per_customer ?? undefined },
    ...{ budget: budget ?? undefined, combines: extra.combines, combines_with: extra.combines_with ?? codeSlots },
    ...{ priority: extra.priority, minimum: extra.minimum ?? undefined, maximum: extra.maximum ?? undefined },
    ...{ given_for: extra.given_for ?? undefined, given_rank: extra.given_rank ?? undefined },
    given_days: extra.given_days ?? undefined,
  });
}
