/** What blocks say of the shop itself: figures it counts, stores, prices of work. Cached in the process. rules/pages#figures */
import type { BlockOf } from "contract/pages/document.ts";
import type { ShownBlockOf } from "contract/pages/pages.ts";
import { formatDate, type Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { filler } from "../content/placeholders.ts";
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";
import { setting } from "../platform/settings.ts";

type Counted = { stores: number; provinces: number; products: number };

const counted = memo(["stores", "catalogue"], async (ctx) => {
  const { rows } = await sql<Counted>`
    select (select count(*)::int from stores.stores where status = 'active') as stores,
      (select count(distinct province_code)::int from stores.stores where status = 'active') as provinces,
      (select count(*)::int from catalogue.shelf) as products`.execute(ctx.sql);
  return rows[0] ?? { stores: 0, provinces: 0, products: 0 };
});

export async function figures(ctx: Ctx): Promise<Counted & { warehouses: number }> {
  const [counts, warehouses] = await Promise.all([counted(ctx), setting(ctx, "warehouses")]);
  return { ...counts, warehouses: warehouses.length };
}

/** Blanks a text of a page may have. */
export const pageBlanks = ["stores", "provinces", "products", "program_ends"] as const;

/** Fills `{…}` from the settings and `[[…]]` with what the shop counts. */
export async function pageFiller(ctx: Ctx, programEnds: string | undefined): Promise<(text: string) => string> {
  const [fill, counts] = await Promise.all([filler(ctx), figures(ctx)]);
  const last = programEnds && new Date(Date.parse(programEnds) - 1);
  const values: Readonly<Record<(typeof pageBlanks)[number], string>> = {
    stores: String(counts.stores),
    provinces: String(counts.provinces),
    products: String(counts.products),
    program_ends: last ? formatDate(last, ctx.locale) : "",
  };
  return (text) =>
    fill(text).replaceAll(/\[\[([a-z_]+)\]\]/g, (_, name: string) => values[name as keyof typeof values] ?? "");
}

type ShownStore = ShownBlockOf<"map">["stores"][number];
const MAX_STORES = 10;

const storesByRule = memo("stores", async () => new Map<string, Promise<ShownStore[]>>());

/** At most ten stores, the shop's own before those of its partners. Of the office: none, its address is the block's text. */
export async function storesOf(ctx: Ctx, asked: BlockOf<"map">["stores"]): Promise<ShownStore[]> {
  if (asked.rule === "office") return [];
  const known = await storesByRule(ctx);
  const key = `${ctx.locale} ${JSON.stringify(asked)}`;
  let found = known.get(key);
  if (!found) {
    found = readStores(ctx, asked, ctx.locale);
    known.set(key, found);
    found.catch(() => known.delete(key));
  }
  return found;
}

async function readStores(
  ctx: Ctx,
  asked: Exclude<BlockOf<"map">["stores"], { rule: "office" }>,
  locale: Locale,
): Promise<ShownStore[]> {
  const where =
    asked.rule === "types"
      ? sql`s.type = any(${asked.types}::text[])`
      : asked.rule === "province"
        ? sql`s.province_code = ${asked.province_code}`
        : sql`s.code = any(${asked.codes}::text[])`;
  const { rows } = await sql<ShownStore>`
    select s.id, t.name, t.address, s.phone, s.hours, s.lat, s.lng
    from stores.stores s join lateral (select x.* from stores.store_texts x
      where x.store_id = s.id and x.locale in (${locale}, 'vi') order by x.locale = ${locale} desc limit 1) t on true
    where s.status = 'active' and ${where}
    order by array_position(array['flagship', 'store', 'hub', 'agent', 'service'], s.type), s.id limit ${MAX_STORES}`.execute(
    ctx.sql,
  );
  return rows;
}
