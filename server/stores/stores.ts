/**
 * Stores with what holds at this moment: whether they are open, and the special days ahead. All active stores are read in one
 * statement, some hundred rows, because being open and being near is computed from the clock and the place. rules/stores
 */
import type { Store } from "contract/stores/stores.ts";
import { businessDay } from "contract/values/locale.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { distanceKm, type Position, shownKm } from "./distance.ts";
import { DAYS_AHEAD, dayAfter, openingAt } from "./opening.ts";

type Computed = "today" | "open_now" | "opens_at" | "closes_at" | "directions_url" | "distance_km";
type StoreRow = Omit<Store, Computed> & { legacy_city_code: string };
/** A store with the code of the former province its old address lies in. */
export type ReadStore = Store & { legacy_city_code: string };

/** SQL: the shop's own stores before those of its partners. */
export const byType = sql`array_position(array['flagship', 'store', 'hub', 'agent', 'service'], s.type)`;

/** Active stores in the caller's language, in this order. */
export async function readStores(
  ctx: Ctx,
  {
    where = sql`true`,
    order = sql`s.id`,
    most = sql`all`,
  }: { [K in "where" | "order" | "most"]?: RawBuilder<unknown> } = {},
): Promise<ReadStore[]> {
  const [{ rows }, { directions_url }] = await Promise.all([
    sql<StoreRow>`select s.id, s.code, s.slug, s.type, t.name, t.address, s.province_code, t.province, s.ward_code, s.phone,
        s.time_zone, s.hours, ${specialDays(ctx)} as special_days, s.services, s.receive_at_store, s.lat, s.lng, s.legacy_city_code
      from stores.stores s join lateral (select x.* from stores.store_texts x
        where x.store_id = s.id and x.locale in (${ctx.locale}, 'vi')
        order by x.locale = ${ctx.locale} desc limit 1) t on true
      where s.status = 'active' and ${where} order by ${order} limit ${most}`.execute(ctx.sql),
    setting(ctx, "stores"),
  ]);
  return rows.map((row) => ({
    ...row,
    ...openingAt(row, ctx.now),
    directions_url: directions_url.replaceAll("{lat}", String(row.lat)).replaceAll("{lng}", String(row.lng)),
    distance_km: null,
  }));
}

/**
 * SQL: the special days of store `s` from yesterday, which may reach into today, to the last day ahead; its own first, then its
 * kind's. Its clock may be a day behind or ahead of the shop's.
 */
function specialDays(ctx: Ctx): RawBuilder<unknown> {
  const today = businessDay(ctx.now);
  return sql`(select coalesce(jsonb_agg(jsonb_build_object('from', d.from_day, 'to', d.to_day, 'hours', d.hours,
      'name', coalesce(d.name ->> ${ctx.locale}, d.name ->> 'vi')) order by d.store_id is null, d.type is null, d.from_day), '[]')
    from stores.special_days d
    where d.to_day >= ${dayAfter(today, -2)}::date and d.from_day <= ${dayAfter(today, DAYS_AHEAD + 2)}::date
      and (d.store_id = s.id or (d.store_id is null and coalesce(d.type, s.type) = s.type)))`;
}

/** The nearest first, those equally far by id. */
export function fromNearest(stores: readonly ReadStore[], from: Position): ReadStore[] {
  return stores
    .map((store) => ({ store, km: distanceKm(from, store) }))
    .toSorted((a, b) => a.km - b.km || a.store.id - b.store.id)
    .map(({ store, km }) => ({ ...store, distance_km: shownKm(km) }));
}

/** When what these stores show changes next: one opens or closes, or a day ends. */
export function changesAt(stores: readonly Store[], now: Date): string {
  const times = stores.flatMap(({ opens_at, closes_at }) => [opens_at, closes_at]).flatMap((at) => at ?? []);
  const midnight = Date.parse(`${dayAfter(businessDay(now), 1)}T00:00:00+07:00`);
  return new Date(Math.min(midnight, ...times.map((at) => Date.parse(at)))).toISOString();
}
