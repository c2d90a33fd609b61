/** The desk of warranty cards in SQL. A state follows from the day. rules/warranty#desk */
import { businessDay } from "contract/values/locale.ts";
import { maskPhone, parsePhone } from "contract/values/phone.ts";
import { warrantiesDesk } from "contract/warranty/warranty-words.ts";
import { type RawBuilder, sql } from "kysely";
import { withinDays } from "../../platform/list/desk-query.ts";
import type { DeskSource } from "../../platform/list/desk-source.ts";
import { shortName } from "../../reviews/shown.ts";
import { EXPIRING_DAYS } from "../periods/periods.ts";
import { foldSerial } from "../serials/serials.ts";

const isInRepair = sql`exists (select from warranty.repairs r where r.card_id = c.id and r.is_covered and r.handed_back is null)`;

/** As `stateOn` of periods.ts. */
const stateAt = (
  today: RawBuilder<unknown>,
): RawBuilder<string> => sql<string>`(case when c.ended is not null then c.ended
  when c.end_on < ${today} and not ${isInRepair} then 'expired' when c.activated_at is null then 'not_activated'
  when c.end_on - ${today} <= ${sql.lit(EXPIRING_DAYS)} then 'expiring' else 'active' end)`;

const isAsked = sql`exists (select from warranty.transfers t where t.card_id = c.id and t.state in ('asked', 'owner_told'))`;
const isUnconfirmed = sql`exists (select from warranty.confirmations n where n.card_id = c.id and n.state = 'waiting')`;
const waiting = sql<boolean>`(c.proof = 'pending' or ${isAsked} or (c.ended = 'void' and c.objected_at is not null))`;

export const warrantiesSource: DeskSource<typeof warrantiesDesk> = {
  desk: warrantiesDesk,
  from: sql`warranty.cards c`,
  id: sql<number>`c.id`,
  filters: {
    state: (states, now) => sql<boolean>`${stateAt(sql`${businessDay(now)}::date`)} = any (${[...states]}::text[])`,
    origin: (origins) => sql<boolean>`c.origin = any (${[...origins]}::text[])`,
    waiting: (yes) => (yes ? waiting : sql<boolean>`not ${waiting}`),
    made: (days) => withinDays(sql`c.made_at`, days),
  },
  sorts: {
    newest: { by: sql`c.made_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`c.made_at`, type: "timestamptz", direction: "asc" },
    ending: { by: sql`c.end_on::timestamptz`, type: "timestamptz", direction: "asc" },
  },
  joins: sql`left join catalogue.product_texts t on t.product_id = c.product_id and t.locale = 'vi'`,
  columns: {
    code: sql`c.code`,
    serial: sql`regexp_replace(c.serial, '^(.*)(.{4})(.{5})(.)$', '\\1-\\2-\\3-\\4')`,
    product: sql`coalesce(t.name, '')`,
    full_name: sql`c.full_name`,
    phone: sql`nullif(c.phone, '')`,
    origin: sql`c.origin`,
    start_on: sql`c.start_on::text`,
    end_on: sql`c.end_on::text`,
    marks: sql`concat_ws(', ', case when c.proof = 'pending' then 'pending' end, case when ${isUnconfirmed} then 'unconfirmed' end,
      case when ${isAsked} then 'transfer' end, case when c.ended = 'void' and c.objected_at is not null then 'objection' end)`,
    made_at: sql`c.made_at`,
    state: stateAt(sql`(now() at time zone 'Asia/Ho_Chi_Minh')::date`),
  },
  search: (typed) => {
    const phone = parsePhone(typed);
    if (phone.ok) return sql<boolean>`c.phone = ${phone.e164}`;
    const signs = typed.toUpperCase().replace(/[\s\p{Pd}]/gu, "");
    if (/^BH[2-9A-HJ-NP-Z]{6}$/.test(signs)) return sql<boolean>`c.code = ${`BH-${signs.slice(2)}`}`;
    return sql<boolean>`translate(c.serial, 'OI', '01') = ${foldSerial(signs)}`;
  },
  shown: (row) => ({ ...row, full_name: shortName(row.full_name), phone: row.phone && maskPhone(row.phone) }),
};
