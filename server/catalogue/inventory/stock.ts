/**
 * Stock: counted (on hand), allocated to orders, and the difference, which is what can be sold. The database refuses a
 * row that would allocate more than there is. Every function locks the rows it needs in one order (variant, warehouse),
 * then the listing rows whose availability changes, then their counts: so buyers wait for each other and never
 * deadlock. rules/catalogue#stock-locks
 */
import { lowStock } from "contract/catalogue/catalogue.ts";
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";

export type StockLine = { variant_id: number; quantity: number };
export type Allocation = StockLine & { warehouse: string };

type StockRow = { variant_id: number; warehouse: string; on_hand: number; allocated: number };

/** One unit that goes along in a parcel: taken only where a line of these variants is taken. */
export type GiftLine = { variant_id: number; of: readonly number[] };

/**
 * Allocates the lines to an order, from the first warehouse in `warehouses` that has the whole quantity, otherwise from
 * several in that order. Lines of one variant are added up. All of it or nothing: throws out_of_stock, naming the first
 * product that falls short and how many there are. Locks stock rows by variant and warehouse.
 */
export function allocateStock(
  ctx: Ctx,
  lines: readonly StockLine[],
  warehouses: readonly string[] = [],
  gifts: readonly GiftLine[] = [],
): Promise<Allocation[]> {
  return inTransaction(ctx, async (ctx) => {
    const wanted = merge(lines);
    const rows = await lockStock(ctx, [...wanted.keys(), ...gifts.map((gift) => gift.variant_id)]);
    const left = new Map([...rows].map(([variant_id, held]) => [variant_id, availableBy(held)]));
    const allocations: Allocation[] = [];
    const take = ({ variant_id, warehouse, quantity }: Allocation) => {
      const stock = left.get(variant_id);
      stock?.set(warehouse, (stock.get(warehouse) ?? 0) - quantity);
      const same = allocations.find((each) => each.variant_id === variant_id && each.warehouse === warehouse);
      if (same) same.quantity += quantity;
      else allocations.push({ variant_id, warehouse, quantity });
    };
    for (const [variant_id, quantity] of wanted) {
      const available = sumAvailable(rows.get(variant_id) ?? []);
      if (available < quantity) throw await outOfStock(ctx, variant_id, available);
      for (const part of distribute(quantity, left.get(variant_id) ?? new Map(), warehouses))
        take({ variant_id, ...part });
    }
    for (const { variant_id, of } of gifts) {
      const senders = allocations.filter((each) => of.includes(each.variant_id)).map(({ warehouse }) => warehouse);
      const warehouse = senders.find((each) => (left.get(variant_id)?.get(each) ?? 0) > 0);
      if (warehouse === undefined) throw await outOfStock(ctx, variant_id, 0);
      take({ variant_id, warehouse, quantity: 1 });
    }
    await change(ctx, allocations, { allocated: 1, on_hand: 0 });
    await showAvailability(ctx, turned(rows, merge(allocations), -1));
    return allocations;
  });
}

/** Takes the promise back, for an order that falls through. Once only: the caller's order says whether it still holds it. */
export function releaseStock(ctx: Ctx, allocations: readonly Allocation[]): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    const back = merge(allocations);
    const rows = await lockStock(ctx, [...back.keys()]);
    await change(ctx, allocations, { allocated: -1, on_hand: 0 });
    await showAvailability(ctx, turned(rows, back, 1));
  });
}

/** The allocated units have left the warehouse: what can be sold does not change. Once only, as `releaseStock`. */
export function takeStock(ctx: Ctx, allocations: readonly Allocation[]): Promise<void> {
  return inTransaction(ctx, async (ctx) => {
    await lockStock(ctx, [...merge(allocations).keys()]);
    await change(ctx, allocations, { allocated: -1, on_hand: -1 });
  });
}

function merge(lines: readonly StockLine[]): Map<number, number> {
  const wanted = new Map<number, number>();
  for (const { variant_id, quantity } of lines) wanted.set(variant_id, (wanted.get(variant_id) ?? 0) + quantity);
  return wanted;
}

async function lockStock(ctx: Ctx, variantIds: readonly number[]): Promise<Map<number, StockRow[]>> {
  const { rows } = await sql<StockRow>`
    select variant_id, warehouse, on_hand, allocated from catalogue.stock
    where variant_id = any(${variantIds}::int[]) order by variant_id, warehouse for update`.execute(ctx.sql);
  return Map.groupBy(rows, (row) => row.variant_id);
}

function availableBy(rows: readonly StockRow[]): Map<string, number> {
  return new Map(rows.map(({ warehouse, on_hand, allocated }) => [warehouse, on_hand - allocated]));
}

function sumAvailable(rows: readonly StockRow[]): number {
  return rows.reduce((sum, row) => sum + row.on_hand - row.allocated, 0);
}

/** From the first warehouse that has it all, else in parts; warehouses that are not named come last, by name. */
export function distribute(
  quantity: number,
  stock: ReadonlyMap<string, number>,
  warehouses: readonly string[],
): { warehouse: string; quantity: number }[] {
  const rank = (warehouse: string) => (warehouses.indexOf(warehouse) + warehouses.length + 1) % (warehouses.length + 1);
  const names = [...stock.keys()].toSorted((one, other) => rank(one) - rank(other) || (one < other ? -1 : 1));
  const whole = names.find((warehouse) => (stock.get(warehouse) ?? 0) >= quantity);
  if (whole !== undefined) return [{ warehouse: whole, quantity }];
  const parts: { warehouse: string; quantity: number }[] = [];
  let left = quantity;
  for (const warehouse of names) {
    const part = Math.min(left, stock.get(warehouse) ?? 0);
    if (part > 0) parts.push({ warehouse, quantity: part });
    left -= part;
  }
  return parts;
}

/** The rows are locked already. A change below nothing is refused by the table's constraint. */
async function change(
  ctx: Ctx,
  allocations: readonly Allocation[],
  sign: { allocated: number; on_hand: number },
): Promise<void> {
  const { numAffectedRows } = await sql`
    update catalogue.stock s set
      allocated = s.allocated + m.quantity * ${sign.allocated}::int,
      on_hand = s.on_hand + m.quantity * ${sign.on_hand}::int
    from jsonb_to_recordset(${JSON.stringify(allocations)}::jsonb)
      as m (variant_id integer, warehouse text, quantity integer)
    where s.variant_id = m.variant_id and s.warehouse = m.warehouse`.execute(ctx.sql);
  if (Number(numAffectedRows) !== allocations.length) throw new Error("an allocation names stock that is not there");
}

/** Variants whose figure is shown before or after, and whether they have just run out or come back. */
type Turned = { shown: number[]; crossed: number[] };

function turned(rows: Map<number, StockRow[]>, moved: Map<number, number>, sign: 1 | -1): Turned {
  const result: Turned = { shown: [], crossed: [] };
  for (const [variant_id, quantity] of moved) {
    const before = sumAvailable(rows.get(variant_id) ?? []);
    const after = before + sign * quantity;
    if (before === 0 || after === 0) result.crossed.push(variant_id);
    if (Math.min(before, after) <= lowStock) result.shown.push(variant_id);
  }
  return result;
}

/**
 * Availability in the listing index, and the pages that show it. Listing rows are locked before they are computed: two
 * buyers who take the last white and the last black one at once must not each believe that the other colour is left.
 */
async function showAvailability(ctx: Ctx, { shown, crossed }: Turned): Promise<void> {
  const tags: string[] = [];
  if (crossed.length > 0) {
    await sql`select product_id from catalogue.shelf where product_id in
      (select product_id from catalogue.variants where id = any(${crossed}::int[]))
      order by product_id for update`.execute(ctx.sql);
    const { rows } = await sql<{ category: string; root: string }>`
      with now_there as (
        select v.product_id, bool_or(s.on_hand > s.allocated) as in_stock
        from catalogue.variants v join catalogue.stock s on s.variant_id = v.id
        where v.product_id in (select product_id from catalogue.variants where id = any(${crossed}::int[]))
        group by v.product_id)
      update catalogue.shelf h set in_stock = n.in_stock
      from now_there n, catalogue.categories c, catalogue.categories r
      where h.product_id = n.product_id and h.in_stock <> n.in_stock and c.id = h.category_id and r.id = h.root_id
      returning c.slug as category, r.slug as root`.execute(ctx.sql);
    tags.push(...rows.flatMap(({ category, root }) => [`category:${category}`, `category:${root}`, "category:all"]));
  }
  if (shown.length > 0) {
    const { rows } = await sql<{ slug: string }>`select distinct p.slug from catalogue.products p
      join catalogue.variants v on v.product_id = p.id where v.id = any(${shown}::int[])`.execute(ctx.sql);
    tags.push(...rows.map(({ slug }) => `product:${slug}`));
  }
  if (tags.length > 0) await ctx.announce(ctx, "pages_changed", { tags });
}

async function outOfStock(ctx: Ctx, variant_id: number, available: number): Promise<ShopError> {
  const { rows } = await sql<{ name: string }>`
    select t.name from catalogue.variants v join catalogue.product_texts t on t.product_id = v.product_id
    where v.id = ${variant_id} and t.locale in (${ctx.locale}, 'vi') order by t.locale = ${ctx.locale} desc limit 1`.execute(
    ctx.sql,
  );
  const [product] = rows;
  return new ShopError("out_of_stock", {
    params: { name: product?.name ?? "", maximum: available, product_id: variant_id },
  });
}
