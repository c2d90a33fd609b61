/**
 * Which technicians are free when, and taking one: who has the fewest visits that day, then by code. Bookings of one area and day
 * are made one after the other, so that a free technician is found wherever there is one; that a slot is never given twice is
 * the unique index of visits. docs/rules/service.md#slots
 */
import { ShopError } from "contract/errors.ts";
import { type ServiceSlot, slotText } from "contract/service/service-words.ts";
import type { ServiceSlots } from "contract/service/tickets.ts";
import { sql } from "kysely";
import { currentWard } from "../fulfilment/addresses.ts";
import type { Ctx } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import { inWords } from "../warranty/cards.ts";
import { newVisitAddress } from "./codes.ts";
import { areaOf } from "./options.ts";
import { bookableDays, isBookable } from "./states/slots.ts";

type SlotQuery = { category_slug: string; city_code: string; ward_code: string };

/** Throws invalid at `city_code` and `ward_code`. */
export async function freeSlots(ctx: Ctx, { category_slug, city_code, ward_code }: SlotQuery): Promise<ServiceSlots> {
  const area = await areaOf(ctx, currentWard(city_code, ward_code));
  const none = { area: null, days: [], call_back: DEFAULT_RESPONSE_HOURS, travel_fee: 0, travel_free_above: null };
  if (!area) return none;
  const days = await daysOf(ctx, area.code, category_slug);
  return {
    area: inWords(area.names, ctx.locale),
    days: days ?? [],
    call_back: days === null ? area.response_hours : null,
    travel_fee: area.travel_fee,
    travel_free_above: area.travel_free_above,
  };
}

/** Hours. Of a place that no area has: as of the farthest. */
export const DEFAULT_RESPONSE_HOURS = 72;

export const holidaysOf = async (ctx: Ctx): Promise<string[]> => (await setting(ctx, "chat")).holidays;

/** Null: nobody of the area has the skill. Days without a slot that is still open are left out. */
export async function daysOf(ctx: Ctx, area_code: string, category_slug: string): Promise<ServiceSlots["days"] | null> {
  const holidays = await holidaysOf(ctx);
  const days = bookableDays(ctx.now, holidays);
  const { rows } = await sql<{ day: string; slot: ServiceSlot; free: number }>`
    select d.day::text as day, s.slot, count(*) filter (where o.day is null and v.id is null)::int as free
    from service.technicians t
      join service.areas a on a.code = t.area_code
      cross join unnest(${days}::date[]) as d (day)
      cross join lateral unnest(a.slots) as s (slot)
      left join service.days_off o on o.technician_code = t.code and o.day = d.day
      left join service.visits v on v.technician_code = t.code and v.day = d.day and v.slot = s.slot and v.freed_at is null
    where t.area_code = ${area_code} and t.is_active and s.slot = any (t.slots)
      and t.skills && (select coalesce(array_agg(k.code), '{}') from service.skills k where k.categories @> ${[category_slug]}::text[])
    group by d.day, s.slot order by d.day, s.slot`.execute(ctx.sql);
  if (rows.length === 0) return null;
  return days.flatMap((day) => {
    const slots = rows
      .filter((row) => row.day === day && isBookable(day, row.slot, ctx.now, holidays))
      .map(({ slot, free }) => ({ slot, free }));
    return slots.length === 0 ? [] : [{ day, slots }];
  });
}

type Booking = { ticket_id: number; area_code: string | null; category_slug: string; day: string; slot: ServiceSlot };

/**
 * Takes a technician for the ticket, which has no visit. Throws slot_taken with what is free that day, invalid at `day` for a
 * time that is not offered. Locks the area's day.
 */
export async function takeSlot(tx: Ctx, { ticket_id, area_code, category_slug, day, slot }: Booking): Promise<void> {
  if (area_code === null || !isBookable(day, slot, tx.now, await holidaysOf(tx))) throw notOffered();
  await sql`select pg_advisory_xact_lock(hashtextextended(${`service ${area_code} ${day}`}, 0))`.execute(tx.sql);
  const { rows } = await sql`
    insert into service.visits (public_id, ticket_id, technician_code, day, slot, booked_at)
    select ${newVisitAddress()}, ${ticket_id}, t.code, ${day}::date, ${slot}, ${tx.now}
    from service.technicians t join service.areas a on a.code = t.area_code
    where t.area_code = ${area_code} and t.is_active and ${slot} = any (t.slots) and ${slot} = any (a.slots)
      and t.skills && (select coalesce(array_agg(k.code), '{}') from service.skills k where k.categories @> ${[category_slug]}::text[])
      and not exists (select from service.days_off o where o.technician_code = t.code and o.day = ${day}::date)
      and not exists (select from service.visits v where v.technician_code = t.code and v.day = ${day}::date
        and v.slot = ${slot} and v.freed_at is null)
    order by (select count(*) from service.visits v where v.technician_code = t.code and v.day = ${day}::date and v.freed_at is null),
      t.code limit 1
    on conflict (technician_code, day, slot) where freed_at is null do nothing returning 1`.execute(tx.sql);
  if (rows.length === 0) throw await slotTaken(tx, { area_code, category_slug, day });
}

/** By staff: this very technician. Throws slot_taken, invalid at `technician` or `day`. */
export async function takeTechnician(
  tx: Ctx,
  { ticket_id, area_code, category_slug, day, slot, technician }: Booking & { technician: string },
): Promise<void> {
  if (!isBookable(day, slot, tx.now, await holidaysOf(tx))) throw notOffered();
  const { rows: known } = await sql<{ is_off: boolean }>`
    select exists (select from service.days_off o where o.technician_code = t.code and o.day = ${day}::date) as is_off
    from service.technicians t where t.code = ${technician} and t.is_active
      and t.skills && (select coalesce(array_agg(k.code), '{}') from service.skills k where k.categories @> ${[category_slug]}::text[])`.execute(
    tx.sql,
  );
  if (!known[0]) throw new ShopError("invalid", { fields: { technician: [{ key: "technician_unfit" }] } });
  if (known[0].is_off) throw new ShopError("invalid", { fields: { day: [{ key: "technician_off" }] } });
  const { rows } = await sql`
    insert into service.visits (public_id, ticket_id, technician_code, day, slot, booked_at)
    values (${newVisitAddress()}, ${ticket_id}, ${technician}, ${day}::date, ${slot}, ${tx.now})
    on conflict (technician_code, day, slot) where freed_at is null do nothing returning 1`.execute(tx.sql);
  if (rows.length === 0) throw await slotTaken(tx, { area_code, category_slug, day });
}

/** The slot of a ticket is free again. */
export async function freeSlot(tx: Ctx, ticket_id: number): Promise<void> {
  await sql`update service.visits set freed_at = ${tx.now} where ticket_id = ${ticket_id} and freed_at is null`.execute(
    tx.sql,
  );
}

const notOffered = () => new ShopError("invalid", { fields: { day: [{ key: "slot_not_offered" }] } });

async function slotTaken(
  tx: Ctx,
  asked: { area_code: string | null; category_slug: string; day: string },
): Promise<ShopError> {
  const days = asked.area_code === null ? null : await daysOf(tx, asked.area_code, asked.category_slug);
  const free = (days ?? [])
    .filter(({ day }) => day === asked.day)
    .flatMap(({ slots }) => slots.flatMap(({ slot, free }) => (free > 0 ? [slotText(slot)] : [])));
  const params = { free: free.join(", ") };
  return new ShopError("slot_taken", { params, fields: { slot: [{ key: "slot_taken", params }] } });
}
