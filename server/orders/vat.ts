/**
 * The VAT contained in an order's price, per rate: told at placement, fixed by delivery at the rates of its day, never
 * changed after that. Trade-in, points and a gift card pay a part of the price and lower no VAT; a voucher lowers it.
 * Only the division into rates differs, the price does not. rules/platform#vat
 */
import { type VatGroup, vatGroups } from "contract/values/vat.ts";
import { DELIVERY_VAT, rateOf, type VatClass, vatRates } from "../catalogue/products/vat.ts";
import type { Ctx } from "../kernel/context.ts";

/** Once for each of the two. In the caller's transaction. */
export async function writeVat(
  ctx: Ctx,
  order_id: number,
  fixed_by: "placement" | "delivery",
  groups: readonly VatGroup[],
): Promise<void> {
  if (groups.length === 0) return; // nothing is due: no VAT either
  const rows = groups.map((group) => ({ order_id, fixed_by, ...group }));
  await ctx.sql.insertInto("orders.vat_groups").values(rows).execute();
}

/** The order's row is the caller's, who has locked it. */
export async function fixVat(ctx: Ctx, order_id: number): Promise<void> {
  const rates = await vatRates(ctx);
  const lines = await ctx.sql
    .selectFrom("orders.lines")
    .select(["vat_class", "line_total", "discount", "voucher"])
    .where("order_id", "=", order_id)
    .execute();
  const { shipping, shipping_discount } = await ctx.sql
    .selectFrom("orders.orders")
    .select(["shipping", "shipping_discount"])
    .where("id", "=", order_id)
    .executeTakeFirstOrThrow();
  const taxed = lines.map((line) => ({
    gross: line.line_total - line.discount - line.voucher,
    rate_bp: rateOf(rates, line.vat_class as VatClass, ctx.now),
  }));
  taxed.push({ gross: shipping - shipping_discount, rate_bp: rateOf(rates, DELIVERY_VAT, ctx.now) });
  const groups = vatGroups(taxed.filter(({ gross }) => gross > 0));
  await writeVat(ctx, order_id, "delivery", groups);
  const vat = groups.reduce((sum, group) => sum + group.vat, 0);
  await ctx.sql.updateTable("orders.orders").set({ vat }).where("id", "=", order_id).execute();
}
