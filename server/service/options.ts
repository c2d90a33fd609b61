/** What our technicians do: categories of their skills, faults, prices, and the area of an address. docs/rules/service.md#slots */

import { type ServiceKind, type ServiceSlot, serviceKinds } from "contract/service/service-words.ts";
import type { ServiceOptions } from "contract/service/tickets.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { type Caller, callerOf, cardsWhere, inWords, ownedBy, shownProduct, stateOf } from "../warranty/cards.ts";
import { shownSerial } from "../warranty/serials/serials.ts";

type Words = Partial<Record<Locale, string>> & { vi: string };

/** States of a card in which a repair is covered, unless a person says otherwise. */
const COVERING: ReadonlySet<string> = new Set(["not_activated", "active", "expiring"]);

export async function serviceOptions(
  ctx: Ctx,
  { category_slug }: { category_slug?: string | undefined },
): Promise<ServiceOptions> {
  const caller = await callerOf(ctx);
  const { rows: categories } = await sql<{ slug: string; name: string }>`
    select k.slug, coalesce(t.name, v.name) as name from catalogue.categories k
      join catalogue.category_texts v on v.category_id = k.id and v.locale = 'vi'
      left join catalogue.category_texts t on t.category_id = k.id and t.locale = ${ctx.locale}
    where k.slug in (select unnest(s.categories) from service.skills s) order by k.position, k.id`.execute(ctx.sql);
  const known = categories.some(({ slug }) => slug === category_slug) ? category_slug : undefined;
  if (known === undefined)
    return {
      categories,
      kinds: [...serviceKinds],
      faults: [],
      prices: [],
      machines: [],
      pictures: await heldPictures(ctx, caller),
    };
  const [{ rows: faults }, { rows: prices }, machines, pictures] = await Promise.all([
    sql<{ code: string; names: Words }>`select distinct on (position, code) code, names from service.faults
      where category_slug = any (${[known, "*"]}::text[]) and (category_slug <> '*' or code not in
        (select code from service.faults where category_slug = ${known})) order by position, code`.execute(ctx.sql),
    sql<{ code: string; kind: ServiceKind; names: Words; price: number; parts_extra: boolean }>`
      select code, kind, names, price, parts_extra from service.prices
      where category_slug = ${known} or category_slug is null order by position`.execute(ctx.sql),
    machinesOf(ctx, caller, known),
    heldPictures(ctx, caller),
  ]);
  return {
    ...{ categories, kinds: [...serviceKinds], machines, pictures },
    faults: faults.map(({ code, names }) => ({ code, name: inWords(names, ctx.locale) })),
    prices: prices.map(({ names, ...price }) => ({ ...price, name: inWords(names, ctx.locale) })),
  };
}

async function machinesOf(ctx: Ctx, caller: Caller, category_slug: string): Promise<ServiceOptions["machines"]> {
  const cards = await cardsWhere(
    ctx,
    sql`${ownedBy(caller)} and k.slug = ${category_slug}
    and c.ended is distinct from 'returned' and c.ended is distinct from 'replaced'`,
  );
  return cards.map((card) => ({
    id: card.public_id,
    name: shownProduct(card, ctx.locale).name,
    serial: card.serial && shownSerial(card.serial),
    is_covered: COVERING.has(stateOf(card, ctx.now)),
  }));
}

export const isCovering = (state: string): boolean => COVERING.has(state);

async function heldPictures(ctx: Ctx, { session_id }: Caller): Promise<string[]> {
  if (session_id === null) return [];
  const { rows } = await sql<{ key: string }>`select key from service.pictures
    where session_id = ${session_id} and ticket_id is null and held_until > ${ctx.now} order by stored_at, key`.execute(
    ctx.sql,
  );
  return rows.map(({ key }) => key);
}

export type Area = {
  code: string;
  names: Words;
  response_hours: number;
  travel_fee: number;
  travel_free_above: number | null;
  slots: ServiceSlot[];
};

/** A ward that stands in an area goes before its province. Null: nobody serves the place. */
export async function areaOf(ctx: Ctx, ward: { code: string; province_code: string }): Promise<Area | null> {
  const { rows } = await sql<Area>`
    select code, names, response_hours, travel_fee, travel_free_above, slots from service.areas
    where wards @> ${[ward.code]}::text[] or provinces @> ${[ward.province_code]}::text[]
    order by wards @> ${[ward.code]}::text[] desc, code limit 1`.execute(ctx.sql);
  return rows[0] ?? null;
}
