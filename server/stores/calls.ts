/**
 * Calls of stores: the list by province, type and search text, the stores that hand over orders, and the store that serves a
 * place. Names and addresses are rows in each language. Spec §3 Store, §7; /diem-ban
 */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import type { Store } from "contract/stores/stores.ts";
import { fold } from "contract/values/text.ts";
import { type RawBuilder, sql } from "kysely";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";

/** SQL: the name of a province without its kind ("Thành phố", "Tỉnh"). */
const shortProvince = sql`regexp_replace(t.province, '^(Thành phố|Tỉnh) ', '')`;

/** SQL: the same as `fold` of contract/values/text.ts, for texts stored in composed form. */
function folded(text: RawBuilder<unknown>): RawBuilder<unknown> {
  const plain = sql`normalize(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'), NFC)`;
  return sql`lower(translate(${plain}, 'đĐ', 'dd'))`;
}

/** SQL: every word of the search text is in the name or the address. */
function matchesSearch(search: string): RawBuilder<unknown> {
  const words = fold(search).split(" ").filter(Boolean);
  if (words.length === 0) return sql`true`;
  return sql`(select bool_and(strpos(${folded(sql`t.name || ' ' || t.address`)}, word) > 0)
    from unnest(${words}::text[]) word)`;
}

type Place = { city: string; district: string; ward: string };

/** SQL: the columns of a store `s` with its texts `t` in the caller's language. */
function storeColumns(): RawBuilder<unknown> {
  return sql`s.id, s.code, s.slug, s.type, t.name, t.address, s.province_code, t.province, s.phone, s.hours,
    s.services, s.receive_at_store, s.lat, s.lng`;
}

function storeTables(ctx: Ctx): RawBuilder<unknown> {
  return sql`stores.stores s join lateral (select x.* from stores.store_texts x
    where x.store_id = s.id and x.locale in (${ctx.locale}, 'vi')
    order by x.locale = ${ctx.locale} desc limit 1) t on true`;
}

/** SQL: the shop's own stores before those of its partners. */
const byType = sql`array_position(array['flagship', 'store', 'hub', 'agent', 'service'], s.type)`;

/**
 * SQL: stores in the same province; first those in the same ward, then in the same legacy district. A district code of three
 * digits means that the place is given in the legacy system; rules/stores#districts
 */
function nearby({ city, district, ward }: Place): { where: RawBuilder<unknown>; order: RawBuilder<unknown> } {
  if (!/^\d{3}$/.test(district)) {
    return { where: sql`s.province_code = ${city}`, order: sql`s.ward_code = ${ward} desc` };
  }
  return {
    where: sql`s.legacy_city_code = ${city}`,
    order: sql`s.legacy_district_code = ${district} and s.legacy_ward_code = ${ward} desc,
      s.legacy_district_code = ${district} desc`,
  };
}

export const storesCalls = implement(contract.stores, {
  list: async (ctx, { search, city_code, type, page, limit }) => {
    const ofType = type === undefined ? sql`true` : sql`s.type = ${type}`;
    const isListed = sql`s.status = 'active' and ${ofType} and ${matchesSearch(search)}`;
    const ofProvince = city_code === undefined ? sql`true` : sql`s.province_code = ${city_code}`;
    const { rows } = await sql<{
      total: number;
      stores: Store[];
      provinces: { code: string; name: string; count: number }[];
    }>`
      select (select count(*) from ${storeTables(ctx)} where ${isListed} and ${ofProvince})::int as total,
        (select coalesce(jsonb_agg(to_jsonb(page)), '[]') from (
          select ${storeColumns()} from ${storeTables(ctx)}
          where ${isListed} and ${ofProvince}
          order by ${shortProvince} collate "vi-VN-x-icu", s.province_code, ${byType}, s.id
          limit ${limit} offset ${(page - 1) * limit}) page) as stores,
        (select coalesce(jsonb_agg(to_jsonb(counted) - 'short' order by counted.short collate "vi-VN-x-icu"), '[]') from (
          select s.province_code as code, min(t.province) as name, min(${shortProvince}) as short, count(*)::int as count
          from ${storeTables(ctx)} where ${isListed} group by s.province_code) counted) as provinces`.execute(ctx.sql);
    const { total = 0, stores = [], provinces = [] } = rows[0] ?? {};
    const last_page = Math.max(1, Math.ceil(total / limit));
    return { data: stores, meta: { current_page: page, last_page, per_page: limit, total }, provinces };
  },

  receivers: async (ctx, { city_code, district_code, ward_code }) => {
    const { where, order } = nearby({ city: city_code, district: district_code, ward: ward_code });
    const { rows } = await sql<Store>`select ${storeColumns()} from ${storeTables(ctx)}
      where s.status = 'active' and s.receive_at_store and ${where}
      order by ${order}, ${byType}, s.id limit 100`.execute(ctx.sql);
    return rows;
  },

  distributor: async (ctx, place) => {
    const { where, order } = nearby(place);
    const { rows } = await sql<Store>`select ${storeColumns()} from ${storeTables(ctx)}
      where s.status = 'active' and s.type <> 'service' and ${where}
      order by ${order}, array_position(array['agent', 'hub', 'store', 'flagship'], s.type), s.id limit 1`.execute(
      ctx.sql,
    );
    const [store] = rows;
    // Spec §8: "The address you selected does not have a responsive store".
    if (!store) throw new ShopError("not_found", { fields: { city: [{ key: "no_responsive_store" }] } });
    return store;
  },
});
