/** The gifts of the exchange shop at the desk. What was placed before keeps what it took. rules/loyalty#desk */
import { ShopError } from "contract/errors.ts";
import type { Gift } from "contract/loyalty/desk-loyalty.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { sayTitle, type Words } from "../../platform/settings.ts";

type Row = Omit<Gift, "name"> & { name: Words };

export async function listGifts(ctx: Ctx, id?: number): Promise<Gift[]> {
  const { rows } =
    await sql<Row>`select r.id, r.version, r.kind, r.name, r.points, (m.action ->> 'amount')::dong as value,
      r.stock, r.taken, r.per_customer, r.is_active
    from loyalty.rewards r left join promotions.promotions m on m.id = r.promotion_id
    where ${id === undefined ? sql`true` : sql`r.id = ${id}`} order by r.position, r.id`.execute(ctx.sql);
  return rows.map((row) => ({ ...row, name: sayTitle(row.name, ctx.locale).title }));
}

type Change = {
  id: number;
  version: number;
  points: number;
  stock?: number | undefined;
  per_customer?: number | undefined;
  is_active: boolean;
};

/** Throws not_found, conflict where it was changed since it was read, invalid for a stock below what is taken. */
export async function saveGift(
  ctx: Ctx,
  { id, version, points, stock, per_customer, is_active }: Change,
): Promise<Gift> {
  await inTransaction(ctx, async (tx) => {
    const row = await tx.sql
      .selectFrom("loyalty.rewards")
      .select(["version", "taken"])
      .where("id", "=", id)
      .forUpdate()
      .executeTakeFirst();
    if (!row) throw new ShopError("not_found");
    if (row.version !== version) throw new ShopError("conflict");
    if (stock !== undefined && stock < row.taken)
      throw new ShopError("invalid", {
        fields: { stock: [{ key: "gift_below_taken", params: { taken: row.taken } }] },
      });
    await tx.sql
      .updateTable("loyalty.rewards")
      .set({ points, stock: stock ?? null, per_customer: per_customer ?? null, is_active, version: version + 1 })
      .where("id", "=", id)
      .execute();
  });
  const [gift] = await listGifts(ctx, id);
  if (!gift) throw new ShopError("not_found");
  return gift;
}
