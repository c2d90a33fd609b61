/** One application for the office: what was sent, its file, its states and notes. rules/recruitment#desk */
import { ShopError } from "contract/errors.ts";
import type { ApplicationRecord } from "contract/recruitment/desk-applications.ts";
import { type ApplicationState, applicationMoves } from "contract/recruitment/states.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { storageOf } from "../../platform/storage.ts";
import { noteAudit } from "../../staff/audit/entries.ts";
import { addEvent, type LetterKind, letter, statusAddress } from "../applications.ts";
import { scannerOf } from "../scanner.ts";
import { isSamePerson } from "./applications-source.ts";

type Row = Omit<ApplicationRecord, "sent_at" | "answer_by" | "moves" | "language" | "same_person" | "events"> & {
  id: number;
  locale: Locale;
  sent_at: Date;
  answer_by: Date;
  cv_key: string | null;
};

async function found(ctx: Ctx, code: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select a.id, a.code, a.state, a.full_name, a.phone, a.email, a.birthday::text as birthday, a.province_code, a.expected_salary,
      a.introduction, a.locale, a.sent_at, a.answer_by, a.delete_on::text as delete_on, a.cv_key,
      jsonb_build_object('id', v.id, 'title', v.title ->> 'vi', 'category_slug', v.category_slug, 'slug', v.slug) as vacancy,
      (select jsonb_build_object('name', c.name, 'kind', c.kind, 'bytes', c.bytes, 'scan', c.scan)
        from recruitment.cvs c where c.key = a.cv_key) as cv
    from recruitment.applications a join recruitment.vacancies v on v.id = a.vacancy_id where a.code = ${code}`.execute(
    ctx.sql,
  );
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

type EventRow = { at: Date; actor: string; name: string | null; state: ApplicationState | null; text: string };
type SameRow = { code: string; sent_at: Date; state: ApplicationState };

/** Who opened it stands in the audit log. Throws not_found. */
export async function applicationRecord(ctx: Ctx, code: string): Promise<ApplicationRecord> {
  const { id, locale, sent_at, answer_by, cv_key: _, ...row } = await found(ctx, code);
  await noteAudit(ctx, "viewed", { about: `application:${id}` });
  const [events, same] = await Promise.all([
    sql<EventRow>`
      select e.at, e.actor, s.full_name as name, e.state, e.text from recruitment.application_events e
      left join staff.accounts s on e.actor = 'staff:' || s.id where e.application_id = ${id} order by e.id`.execute(
      ctx.sql,
    ),
    sql<SameRow>`
      select o.code, o.sent_at, o.state from recruitment.applications a join recruitment.applications o on ${isSamePerson}
      where a.id = ${id} order by o.id desc limit 20`.execute(ctx.sql),
  ]);
  return {
    ...row,
    language: locale,
    moves: [...applicationMoves[row.state]],
    sent_at: sent_at.toISOString(),
    answer_by: answer_by.toISOString(),
    same_person: same.rows.map((each) => ({ ...each, sent_at: each.sent_at.toISOString() })),
    events: events.rows.map(({ at, actor, name, ...event }) => ({
      at: at.toISOString(),
      who: name ?? actor.replace(/:.*$/, ""),
      ...event,
    })),
  };
}

/** Each opening stands in the audit log. Throws not_found, file_not_clean. */
export async function openCv(ctx: Ctx, code: string) {
  const { id, cv, cv_key } = await found(ctx, code);
  if (!cv || cv_key === null) throw new ShopError("not_found");
  if (scannerOf(ctx.config) && cv.scan !== "clean") throw new ShopError("file_not_clean");
  const bytes = await storageOf(ctx.config).get(cv_key);
  if (!bytes) throw new ShopError("not_found");
  await noteAudit(ctx, "revealed", { about: `application:${id}`, after: { field: "cv" } });
  return { name: cv.name, kind: cv.kind, content: Buffer.from(bytes).toString("base64") };
}

/** States that are told by letter. */
const emails: Partial<Record<ApplicationState, LetterKind>> = {
  interview: "interview",
  offer: "offer",
  refused: "refused",
};

type Move = { code: string; state: ApplicationState; message: string };

/** Throws not_found, state_conflict for a move there is none of from where it stands. Locks the application. */
export async function moveApplication(ctx: Ctx, { code, state, message }: Move): Promise<{ state: ApplicationState }> {
  return inTransaction(ctx, async (ctx) => {
    await sql`select from recruitment.applications where code = ${code} for update`.execute(ctx.sql);
    const row = await found(ctx, code);
    if (!applicationMoves[row.state].includes(state)) throw new ShopError("state_conflict");
    await sql`update recruitment.applications set state = ${state}, changed_at = ${ctx.now} where id = ${row.id}`.execute(
      ctx.sql,
    );
    await addEvent(ctx, row.id, state, message);
    const kind = emails[state];
    if (kind) {
      const title = await titleIn(ctx, row.vacancy.id, row.locale);
      await letter(ctx, row.email, row.locale, kind, {
        ...{ name: row.full_name, code, job: title, message, until: "", delete_on: "" },
        link: statusAddress(ctx, row.locale),
      });
    }
    return { state };
  });
}

async function titleIn(ctx: Ctx, vacancy_id: number, locale: Locale): Promise<string> {
  const { rows } = await sql<{ title: string }>`
    select coalesce(title ->> ${locale}, title ->> 'vi') as title from recruitment.vacancies where id = ${vacancy_id}`.execute(
    ctx.sql,
  );
  return rows[0]?.title ?? "";
}

/** Throws not_found. */
export async function noteApplication(ctx: Ctx, { code, text }: { code: string; text: string }) {
  return inTransaction(ctx, async (ctx) => {
    const { id } = await found(ctx, code);
    await addEvent(ctx, id, null, text);
    return { noted: true as const };
  });
}
