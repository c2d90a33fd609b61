/** The desk of applications in SQL. Names are masked in lists and files; the record shows them. rules/recruitment#desk */
import { applicationsDesk } from "contract/recruitment/applications-desk.ts";
import { parsePhone } from "contract/values/phone.ts";
import { normaliseCode } from "contract/values/public-code.ts";
import { type RawBuilder, sql } from "kysely";
import { withinDays } from "../../platform/list/desk-query.ts";
import type { DeskSource } from "../../platform/list/desk-source.ts";

/** SQL: waits for its first answer. */
const isDue = sql<boolean>`a.state in ('received', 'reading')`;

/** SQL: another application for the vacancy of `a`, with the same phone or e-mail. */
export const isSamePerson = sql<boolean>`o.vacancy_id = a.vacancy_id and o.id <> a.id and (o.phone = a.phone or o.email = a.email)`;

const masked = (name: string): string =>
  name
    .split(" ")
    .map((word) => `${[...word][0] ?? ""}**`)
    .join(" ");

export const applicationsSource: DeskSource<typeof applicationsDesk> = {
  desk: applicationsDesk,
  from: sql`recruitment.applications a join recruitment.vacancies v on v.id = a.vacancy_id`,
  id: sql<number>`a.id`,
  filters: {
    vacancy: (slug) => sql<boolean>`v.slug = ${slug}`,
    state: (states) => sql<boolean>`a.state = any (${[...states]}::text[])`,
    due: (yes) => (yes ? isDue : sql<boolean>`not ${isDue}`),
    sent: (days) => withinDays(sql`a.sent_at`, days),
  },
  sorts: {
    newest: { by: sql`a.sent_at`, type: "timestamptz", direction: "desc" },
    oldest: { by: sql`a.sent_at`, type: "timestamptz", direction: "asc" },
    due: { by: sql`a.answer_by`, type: "timestamptz", direction: "asc" },
  },
  joins: sql`left join recruitment.cvs c on c.key = a.cv_key`,
  columns: {
    code: sql`a.code`,
    full_name: sql`a.full_name`,
    vacancy: sql`v.title ->> 'vi'`,
    sent_at: sql`a.sent_at`,
    answer_by: sql`a.answer_by`,
    same_person: sql`(select count(*)::int from recruitment.applications o where ${isSamePerson})`,
    cv: sql`coalesce(c.scan, 'none')`,
    state: sql`a.state`,
  },
  search,
  shown: (row) => ({ ...row, full_name: masked(row.full_name) }),
};

/** A code, a phone or an e-mail, each whole. */
function search(typed: string): RawBuilder<boolean> | null {
  const phone = parsePhone(typed);
  if (phone.ok) return sql<boolean>`a.phone = ${phone.e164}`;
  if (typed.includes("@")) return sql<boolean>`a.email = ${typed.trim().toLowerCase()}`;
  const code = normaliseCode(typed).replace(/^HS/, "");
  return /^[2-9A-HJ-NP-Z]{6}$/.test(code) ? sql<boolean>`a.code = ${`HS-${code}`}` : null;
}
