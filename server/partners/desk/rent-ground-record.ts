/** One proposal of premises for the office: what was sent, its pictures, its states and notes. rules/partners#desk */
import { ShopError } from "contract/errors.ts";
import type { RentGroundRecord } from "contract/partners/rent-grounds.ts";
import { type RentGroundState, rentGroundMoves } from "contract/partners/rent-grounds-desk.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { storageOf } from "../../platform/storage.ts";
import { noteAudit } from "../../staff/audit/entries.ts";
import { addEvent } from "../rent-grounds.ts";
import { placeOf } from "./rent-grounds-source.ts";

type Row = Pick<
  RentGroundRecord,
  | "code"
  | "state"
  | "full_name"
  | "phone"
  | "area_m2"
  | "monthly_rent"
  | "right"
  | "available_from"
  | "note"
  | "delete_on"
> & {
  id: number;
  ward_code: string;
  street: string;
  front_dm: number;
  locale: Locale;
  received_at: Date;
  answer_by: Date;
};

async function found(ctx: Ctx, code: string, lock = false): Promise<Row> {
  const { rows } = await sql<Row>`
    select g.id, g.code, g.state, g.full_name, g.phone, g.ward_code, g.street, g.area_m2, g.front_dm, g.monthly_rent,
      g."right", g.available_from::text as available_from, g.note, g.locale, g.received_at, g.answer_by,
      g.delete_on::text as delete_on
    from partners.rent_grounds g where g.code = ${code} ${lock ? sql`for update` : sql``}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

type EventRow = { at: Date; actor: string; name: string | null; state: RentGroundState | null; text: string };
type SameRow = { code: string; received_at: Date; state: RentGroundState };

/** Who opened it stands in the audit log. Throws not_found. */
export async function rentGroundRecord(ctx: Ctx, code: string): Promise<RentGroundRecord> {
  const { id, locale, ward_code, street, front_dm, received_at, answer_by, ...row } = await found(ctx, code);
  await noteAudit(ctx, "viewed", { about: `rent_ground:${id}` });
  const [pictures, events, same] = await Promise.all([
    sql<{ number: number; name: string }>`select position as number, name from partners.pictures
      where rent_ground_id = ${id} order by position`.execute(ctx.sql),
    sql<EventRow>`
      select e.at, e.actor, s.full_name as name, e.state, e.text from partners.rent_ground_events e
      left join staff.accounts s on e.actor = 'staff:' || s.id where e.rent_ground_id = ${id} order by e.id`.execute(
      ctx.sql,
    ),
    sql<SameRow>`select code, received_at, state from partners.rent_grounds
      where phone = ${row.phone} and id <> ${id} order by id desc limit 20`.execute(ctx.sql),
  ]);
  return {
    ...row,
    address: [street, placeOf(ward_code)].filter(Boolean).join(", "),
    front_m: front_dm / 10,
    language: locale,
    moves: [...rentGroundMoves[row.state]],
    received_at: received_at.toISOString(),
    answer_by: answer_by.toISOString(),
    pictures: pictures.rows,
    same_person: same.rows.map((each) => ({ ...each, received_at: each.received_at.toISOString() })),
    events: events.rows.map(({ at, actor, name, ...event }) => ({
      at: at.toISOString(),
      who: name ?? actor.replace(/:.*$/, ""),
      ...event,
    })),
  };
}

/** Throws not_found. */
export async function rentGroundPicture(ctx: Ctx, { code, number }: { code: string; number: number }) {
  const { rows } = await sql<{ key: string }>`
    select p.key from partners.pictures p join partners.rent_grounds g on g.id = p.rent_ground_id
    where g.code = ${code} and p.position = ${number}`.execute(ctx.sql);
  const bytes = rows[0] && (await storageOf(ctx.config).get(rows[0].key));
  if (!bytes) throw new ShopError("not_found");
  return { content: Buffer.from(bytes).toString("base64") };
}

type Move = { code: string; state: RentGroundState; text: string };

/** Throws not_found, state_conflict for a move there is none of from where it stands. Locks the proposal. */
export async function moveRentGround(ctx: Ctx, { code, state, text }: Move): Promise<{ state: RentGroundState }> {
  return inTransaction(ctx, async (tx) => {
    const row = await found(tx, code, true);
    if (!rentGroundMoves[row.state].includes(state)) throw new ShopError("state_conflict");
    await sql`update partners.rent_grounds set state = ${state}, changed_at = ${tx.now} where id = ${row.id}`.execute(
      tx.sql,
    );
    await addEvent(tx, row.id, state, text);
    return { state };
  });
}

/** Throws not_found. */
export async function noteRentGround(ctx: Ctx, { code, text }: { code: string; text: string }) {
  return inTransaction(ctx, async (tx) => {
    const { id } = await found(tx, code);
    await addEvent(tx, id, null, text);
    return { noted: true as const };
  });
}
