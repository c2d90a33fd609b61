/**
 * Warranties of the demo shop: what is promised by category, machines that dealers sold, and the cards of demo accounts that bought
 * elsewhere. Days count back from the day of seeding. rules/warranty#demo
 */
import { businessDay, type Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import { refreshEnd } from "./cards.ts";
import { newAddress, newCode } from "./codes.ts";
import { addDays, endOf, productionStart } from "./periods/periods.ts";
import { producedIn } from "./serials/serials.ts";

type Words = Record<Locale, string>;
type Part = { part: Words; months: number };
type Device = {
  key: string;
  sku: string;
  serial: string;
  person: string | null;
  sold_by: string;
  bought_days_ago: number | null;
  activated_days_ago: number | null;
  start: "activated" | "production" | "replaced";
  months: number;
  parts: Part[];
  replaced_days_ago?: number;
  void?: { reason: string; days_ago: number; by: string; text: Words };
};
type Ticket = {
  code: string;
  device: string;
  opened_days_ago: number;
  closed_days_ago: number;
  fault: Words;
  action: Words;
  technician: string;
  covered: boolean;
  parts: { name: Words; warranty_months: number }[];
};
type Policy = { category: string; exclusions: string[]; text: Words };
type OrderDevice = { key: string; sku: string; serial: string; order_code: string; returned_days_ago?: number };
type Data = { policies: Policy[]; devices: Device[]; order_devices: OrderDevice[]; tickets: Ticket[] };

export const seedWarranty: Seeder = async (db, { builtFeatures, now }) => {
  const { policies, devices, tickets } = demoData<Data>("warranty/warranty.json");
  await sql`insert into warranty.policies (category_slug, exclusions, note)
    select p.category, p.exclusions, p.text from jsonb_to_recordset(${JSON.stringify(policies)}::jsonb)
      as p (category text, exclusions text[], text jsonb)`.execute(db);
  if (!builtFeatures.has("identity")) return;
  const today = businessDay(now);
  const ago = (days: number) => addDays(today, 0 - days);
  const repairsOf = repairsIn(tickets, ago);
  const rows = devices.map((device) => {
    const serial = device.serial.replaceAll("-", "");
    const from = device.activated_days_ago ?? device.bought_days_ago ?? 0;
    const start_on = device.start === "production" ? productionStart(producedIn(serial)) : ago(from);
    const repairs = repairsOf(device.key);
    const inVi = repairs.map((each) => ({
      ...each,
      parts: each.parts.map(({ part, months }) => ({ part: part.vi, months })),
    }));
    const term = { start_on, term_months: device.months, extra_months: 0, parts: [], repairs: inVi };
    return {
      ...{
        key: device.key,
        serial,
        sku: device.sku,
        term_months: device.months,
        parts: device.parts,
        start_on,
        repairs,
      },
      end_on: endOf(term),
      start_kind: device.start,
      origin: device.start === "replaced" ? "replacement" : "elsewhere",
      email: device.person && `${device.person}@mutosi.example`,
      sold_by: device.sold_by,
      bought_on: device.bought_days_ago === null ? null : ago(device.bought_days_ago),
      activated_on: device.activated_days_ago === null ? null : ago(device.activated_days_ago),
      code: newCode("BH"),
      public_id: newAddress(),
      ended: device.void ? "void" : device.replaced_days_ago === undefined ? null : "replaced",
      ended_on: device.void ? ago(device.void.days_ago) : ago(device.replaced_days_ago ?? 0),
      void_reason: device.void?.reason ?? null,
      void_text: device.void?.text.vi ?? "",
      voided_by: device.void ? `${device.void.by.replace("staff:", "")}@mutosi.example` : null,
    };
  });
  const wanted = JSON.stringify(rows);
  await sql`insert into warranty.serials (serial, product_id, state, sold_to, known_at)
    select w.serial, v.product_id, 'sold', coalesce(t.name, ''), ${now} from jsonb_to_recordset(${wanted}::jsonb)
      as w (serial text, sku text, sold_by text) join catalogue.variants v on v.sku = w.sku
      left join stores.stores s on s.code = w.sold_by left join stores.store_texts t on t.store_id = s.id and t.locale = 'vi'`.execute(
    db,
  );
  await sql`insert into warranty.cards (code, public_id, serial, product_id, term_months, parts, origin, start_kind, start_on, end_on,
      customer_id, phone, full_name, locale, bought_on, bought_at, made_at, activated_at, activated_by, ended, ended_at, void_reason,
      void_text, voided_by)
    select w.code, w.public_id, w.serial, v.product_id, w.term_months, w.parts, w.origin, w.start_kind, w.start_on, w.end_on, c.id,
      c.phone, c.full_name, c.locale, w.bought_on, coalesce(t.name, ''), w.activated_on::timestamptz,
      w.activated_on::timestamptz, 'owner', w.ended, case when w.ended is not null then w.ended_on::timestamptz end, w.void_reason,
      w.void_text, a.id
    from jsonb_to_recordset(${wanted}::jsonb) as w (serial text, sku text, term_months smallint, parts jsonb, start_on date,
      end_on date, start_kind text, origin text, email text, sold_by text, bought_on date, activated_on date, code text,
      public_id text, ended text, ended_on date, void_reason text, void_text text, voided_by text)
    join catalogue.variants v on v.sku = w.sku join identity.customers c on c.email = w.email and c.phone is not null
    left join stores.stores s on s.code = w.sold_by left join stores.store_texts t on t.store_id = s.id and t.locale = 'vi'
    left join staff.accounts a on a.email = w.voided_by
    where w.activated_on is not null and (w.void_reason is null or a.id is not null)`.execute(db);
  await writeRepairs(db, rows);
  await sql`insert into warranty.history (card_id, at, actor, act)
    select id, activated_at, 'system', 'activated' from warranty.cards where activated_at is not null`.execute(db);
};

const repairsIn = (tickets: readonly Ticket[], ago: (days: number) => string) => (key: string) =>
  tickets
    .filter(({ device }) => device === key)
    .map((each) => ({
      ...{ code: each.code, is_covered: each.covered, fault: each.fault, done: each.action },
      ...{ handed_in: ago(each.opened_days_ago), handed_back: ago(each.closed_days_ago) },
      technician: "",
      parts: each.parts.map(({ name, warranty_months }) => ({ part: name, months: warranty_months })),
    }));

async function writeRepairs(
  db: Sql,
  machines: readonly { serial: string; repairs: readonly object[] }[],
): Promise<void> {
  await sql`insert into warranty.repairs (code, card_id, handed_in, handed_back, is_covered, fault, done, technician, parts)
    select r.code, c.id, r.handed_in, r.handed_back, r.is_covered, r.fault, r.done, r.technician, r.parts
    from jsonb_to_recordset(${JSON.stringify(machines)}::jsonb) as w (serial text, repairs jsonb)
    cross join lateral jsonb_to_recordset(w.repairs) as r (code text, handed_in date, handed_back date, is_covered boolean,
      fault jsonb, done jsonb, technician text, parts jsonb)
    join warranty.cards c on c.serial = w.serial`.execute(db);
}

/** After the demo's orders, whose delivery made the cards: serials of their machines, and what was repaired. */
export const seedOrderMachines: Seeder = async (db, { now }) => {
  const { order_devices, tickets } = demoData<Data>("warranty/warranty.json");
  const today = businessDay(now);
  const repairsOf = repairsIn(tickets, (days) => addDays(today, 0 - days));
  const machines = order_devices.map(({ key, serial, ...each }) => ({
    ...each,
    ...{ serial: serial.replaceAll("-", ""), repairs: repairsOf(key) },
    returned_on: each.returned_days_ago === undefined ? null : addDays(today, 0 - each.returned_days_ago),
  }));
  const wanted = JSON.stringify(machines);
  await sql`with pieces as (
      select w.serial, c.product_id, c.order_line_id, c.piece from jsonb_to_recordset(${wanted}::jsonb)
        as w (serial text, sku text, order_code text)
      join orders.orders o on o.code = w.order_code join orders.lines l on l.order_id = o.id and l.sku = w.sku
      join warranty.cards c on c.order_line_id = l.id and c.piece = 1)
    insert into warranty.serials (serial, product_id, state, order_line_id, piece, known_at)
    select distinct on (order_line_id) serial, product_id, 'order', order_line_id, piece, ${now} from pieces`.execute(
    db,
  );
  await sql`update warranty.cards c set serial = s.serial from warranty.serials s
    where s.order_line_id = c.order_line_id and s.piece = c.piece`.execute(db);
  await sql`update warranty.cards c set ended = 'returned', ended_at = greatest(w.returned_on::timestamptz, c.made_at)
    from jsonb_to_recordset(${wanted}::jsonb) as w (serial text, returned_on date)
    where c.serial = w.serial and w.returned_on is not null`.execute(db);
  await writeRepairs(db, machines);
  const { rows } = await sql<{ id: number }>`select distinct card_id as id from warranty.repairs`.execute(db);
  for (const { id } of rows) await refreshEnd({ sql: db }, id);
};
