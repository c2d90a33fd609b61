/** Who repairs what and where in the demo shop, and what some of its people have asked for. docs/rules/service.md#demo */
import type { ServiceKind, ServiceSlot, TicketState } from "contract/service/service-words.ts";
import { businessDay, type Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";
import { hasFeatures } from "../kernel/features.ts";
import { newVisitAddress } from "./codes.ts";

type Words = Record<Locale, string>;
type Data = {
  skills: { code: string; name: Words; categories: string[] }[];
  areas: {
    code: string;
    name: Words;
    wards: { current: string[] };
    provinces: { current: string[] };
    response_hours: number;
    travel_fee: number;
    travel_free_above?: number;
    slots: string[];
  }[];
  slots: { code: string; only?: string[] }[];
  technicians: {
    code: string;
    name: string;
    area: string;
    skills: string[];
    store_code: string;
    login_phone: string;
    slots: string[];
  }[];
  price_list: {
    code: string;
    kind: string;
    category: string | null;
    name: Words;
    price: number;
    parts_extra: boolean;
  }[];
  faults: { category: string; faults: { code: string; name: Words }[] }[];
  tickets: {
    code: string;
    person: string;
    kind: ServiceKind;
    category: string;
    fault?: string;
    text: string;
    city_code: string;
    ward_code: string;
    street: string;
    place: string;
    area: string;
    state: TicketState;
    opened_days_ago: number;
    visit?: { technician: string; in_days: number; slot: ServiceSlot };
    quote?: { reason: string; lines: { name: string; quantity: number; price: number }[] };
    needs: string[];
  }[];
};

const DAY_MS = 86_400_000;

export const seedService: Seeder = async (db, { now }) => {
  const data = demoData<Data>("service/service.json");
  const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;
  await sql`insert into service.skills (code, names, categories)
    select code, name, categories from jsonb_to_recordset(${json(data.skills)}) as s (code text, name jsonb, categories text[])`.execute(
    db,
  );
  const areas = data.areas.map(({ wards, provinces, slots, ...area }) => ({
    ...area,
    ...{ wards: wards.current, provinces: provinces.current },
    slots: data.slots
      .filter(({ code, only }) => slots.includes(code) || only?.includes(area.code))
      .map(({ code }) => code),
  }));
  await sql`insert into service.areas (code, names, wards, provinces, response_hours, travel_fee, travel_free_above, slots)
    select code, name, wards, provinces, response_hours, travel_fee, travel_free_above, slots from jsonb_to_recordset(${json(areas)})
      as a (code text, name jsonb, wards text[], provinces text[], response_hours smallint, travel_fee bigint, travel_free_above bigint,
        slots text[])`.execute(db);
  await sql`insert into service.technicians (code, full_name, area_code, skills, store_code, login_phone, slots)
    select code, name, area, skills, store_code, login_phone, slots from jsonb_to_recordset(${json(data.technicians)})
      as t (code text, name text, area text, skills text[], store_code text, login_phone text, slots text[])`.execute(
    db,
  );
  const prices = data.price_list.map((price, position) => ({ ...price, position }));
  await sql`insert into service.prices (code, kind, category_slug, names, price, parts_extra, position)
    select code, kind, category, name, price, parts_extra, position from jsonb_to_recordset(${json(prices)})
      as p (code text, kind text, category text, name jsonb, price bigint, parts_extra boolean, position smallint)`.execute(
    db,
  );
  const faults = data.faults.flatMap(({ category, faults }) =>
    faults.map((fault, position) => ({ ...fault, category, position })),
  );
  await sql`insert into service.faults (category_slug, code, names, position)
    select category, code, name, position from jsonb_to_recordset(${json(faults)})
      as f (category text, code text, name jsonb, position smallint)`.execute(db);
  await seedTickets(
    db,
    now,
    data.tickets.filter(({ needs }) => hasFeatures(needs)),
  );
};

async function seedTickets(db: Parameters<Seeder>[0], now: Date, tickets: Data["tickets"]): Promise<void> {
  const today = Date.parse(`${businessDay(now)}T00:00:00Z`);
  const rows = tickets.map(({ visit, opened_days_ago, ...ticket }) => ({
    ...ticket,
    created_at: new Date(now.getTime() - opened_days_ago * DAY_MS).toISOString(),
    address: `${ticket.street}, ${ticket.place}`,
    is_over: ticket.state === "done" || ticket.state === "cancelled" || ticket.state === "refused",
    visit: visit && {
      ...visit,
      public_id: newVisitAddress(),
      day: new Date(today + visit.in_days * DAY_MS).toISOString().slice(0, 10),
    },
  }));
  const wanted = JSON.stringify(rows);
  await sql`insert into service.tickets (code, kind, category_slug, fault, fault_text, state, state_at, customer_id, full_name, phone,
      city_code, ward_code, street, address, area_code, locale, made_by, created_at, done_at, due_at)
    select w.code, w.kind, w.category, w.fault, w.text, w.state, w.created_at, c.id, c.full_name, coalesce(c.phone, ''), w.city_code, w.ward_code,
      w.street, w.address, w.area, 'vi', 'customer:' || c.id, w.created_at, case when w.is_over then w.created_at + interval '2 days' end,
      case when w.state = 'received' then w.created_at + interval '2 days' end
    from jsonb_to_recordset(${wanted}::jsonb) as w (code text, person text, kind text, category text, fault text, text text,
      state text, created_at timestamptz, city_code text, ward_code text, street text, address text, area text, is_over boolean)
    join identity.customers c on c.email = w.person || '@mutosi.example'`.execute(db);
  await sql`insert into service.history (ticket_id, at, actor, by_kind, act, state)
    select id, created_at, made_by, 'customer', 'moved', 'received' from service.tickets`.execute(db);
  await sql`insert into service.history (ticket_id, at, actor, by_kind, act, state)
    select id, coalesce(done_at, created_at), 'command', 'system', 'moved', state from service.tickets where state <> 'received'`.execute(
    db,
  );
  await sql`insert into service.visits (public_id, ticket_id, technician_code, day, slot, booked_at)
    select w.visit ->> 'public_id', t.id, w.visit ->> 'technician', (w.visit ->> 'day')::date, w.visit ->> 'slot', t.created_at
    from jsonb_to_recordset(${wanted}::jsonb) as w (code text, visit jsonb) join service.tickets t on t.code = w.code
    where w.visit is not null`.execute(db);
  await sql`insert into service.quotes (ticket_id, number, reason, lines, total, state, made_at, until)
    select t.id, 1, w.quote ->> 'reason', w.quote -> 'lines', (select sum((l ->> 'quantity')::bigint * (l ->> 'price')::bigint)
        from jsonb_array_elements(w.quote -> 'lines') l), 'waiting', ${now}, ${new Date(now.getTime() + 14 * DAY_MS)}
    from jsonb_to_recordset(${wanted}::jsonb) as w (code text, quote jsonb) join service.tickets t on t.code = w.code
    where w.quote is not null`.execute(db);
}
