/** Technicians and who goes where on a day. docs/rules/service.md#desk */
import { ShopError } from "contract/errors.ts";
import type { Plan, TechnicianRow } from "contract/service/desk-tickets.ts";
import type { ServiceSlot } from "contract/service/service-words.ts";
import { businessDay } from "contract/values/locale.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";

export async function technicians(ctx: Ctx): Promise<TechnicianRow[]> {
  const { rows } = await sql<TechnicianRow>`
    select h.code, h.version, h.full_name, coalesce(a.names ->> ${ctx.locale}, a.names ->> 'vi') as area,
      array(select coalesce(k.names ->> ${ctx.locale}, k.names ->> 'vi') from service.skills k where k.code = any (h.skills) order by 1) as skills,
      h.slots, array(select o.day::text from service.days_off o where o.technician_code = h.code and o.day >= ${businessDay(ctx.now)}::date
        order by o.day) as days_off, h.is_active
    from service.technicians h join service.areas a on a.code = h.area_code order by h.area_code, h.code`.execute(
    ctx.sql,
  );
  return rows;
}

type Saved = { code: string; version: number; slots: ServiceSlot[]; days_off: string; is_active: boolean };

/** Visits that stand stay. Throws not_found, conflict, invalid at `days_off`. */
export async function saveTechnician(
  ctx: Ctx,
  { code, version, slots, days_off, is_active }: Saved,
): Promise<TechnicianRow[]> {
  const days = [...new Set(days_off.split(/\s+/).filter(Boolean))];
  if (days.length > 100 || days.some((day) => !isDay(day)))
    throw new ShopError("invalid", { fields: { days_off: [{ key: "days_off" }] } });
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql<{ version: number }>`
      select version from service.technicians where code = ${code} for update`.execute(tx.sql);
    if (!rows[0]) throw new ShopError("not_found");
    if (rows[0].version !== version) throw new ShopError("conflict");
    await sql`update service.technicians set slots = ${slots}::text[], is_active = ${is_active}, version = version + 1
      where code = ${code}`.execute(tx.sql);
    await sql`delete from service.days_off where technician_code = ${code} and day >= ${businessDay(tx.now)}::date`.execute(
      tx.sql,
    );
    await sql`insert into service.days_off (technician_code, day) select ${code}, unnest(${days}::date[])
      on conflict do nothing`.execute(tx.sql);
  });
  return technicians(ctx);
}

const isDay = (day: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day)) && new Date(day).toISOString().startsWith(day);

export async function planOf(ctx: Ctx, asked: string | undefined): Promise<Plan> {
  const day = asked !== undefined && isDay(asked) ? asked : businessDay(ctx.now);
  const { rows } = await sql<Plan["technicians"][number]>`
    select h.code, h.full_name as name, coalesce(a.names ->> ${ctx.locale}, a.names ->> 'vi') as area,
      exists (select from service.days_off o where o.technician_code = h.code and o.day = ${day}::date) as is_off,
      coalesce((select jsonb_agg(jsonb_build_object('slot', v.slot, 'code', t.code, 'state', t.state,
          'machine', coalesce(x.name, t.category_slug), 'place', regexp_replace(t.address, '^[^,]*, *', '')) order by v.slot)
        from service.visits v join service.tickets t on t.id = v.ticket_id
          left join catalogue.categories k on k.slug = t.category_slug
          left join catalogue.category_texts x on x.category_id = k.id and x.locale = ${ctx.locale}
        where v.technician_code = h.code and v.day = ${day}::date and v.freed_at is null), '[]') as visits
    from service.technicians h join service.areas a on a.code = h.area_code
    where h.is_active or exists (select from service.visits v where v.technician_code = h.code and v.day = ${day}::date and v.freed_at is null)
    order by h.area_code, h.code`.execute(ctx.sql);
  return { day, technicians: rows };
}
