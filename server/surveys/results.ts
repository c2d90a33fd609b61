/** What was answered: counts in whole percents, for staff with the texts, in a file with every answer; never with a person. rules/surveys#results */
import { ShopError } from "contract/errors.ts";
import type { Question } from "contract/surveys/definition.ts";
import { DEFAULT_SCALE, STARS } from "contract/surveys/questions.ts";
import type { PollResults, StaffResults } from "contract/surveys/surveys.ts";
import { businessDay } from "contract/values/locale.ts";
import { allocate } from "contract/values/money.ts";
import { stringify } from "csv-stringify/sync";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { noteSecurity } from "../security/security-events.ts";
import { type StoredPoll, sayIn } from "./polls.ts";

const MAX_TEXTS = 200;

type Count = { id: string; code: string; count: number };
type Counted = { answers: number; answered: ReadonlyMap<string, number>; counts: readonly Count[] };

/** One statement for all questions. Several choices count each for itself. */
async function counted(ctx: Ctx, pollId: number): Promise<Counted> {
  const { rows } = await sql<{ total: number; answered: Record<string, number> | null; counts: Count[] | null }>`
    with each as (select a.id as answer, e.key as id, e.value from surveys.answers a, jsonb_each(a.answers) e
        where a.poll_id = ${pollId}),
      codes as (select id, code from each, jsonb_array_elements_text(
        case when jsonb_typeof(value) = 'array' then value else jsonb_build_array(value) end) as code)
    select (select count(*)::int from surveys.answers where poll_id = ${pollId}) as total,
      (select jsonb_object_agg(id, n) from (select id, count(*)::int as n from each group by id) x) as answered,
      (select jsonb_agg(jsonb_build_object('id', id, 'code', code, 'count', n)) from (
        select id, code, count(*)::int as n from codes where length(code) <= 40 group by id, code) y) as counts`.execute(
    ctx.sql,
  );
  const [row] = rows;
  return {
    answers: row?.total ?? 0,
    answered: new Map(Object.entries(row?.answered ?? {})),
    counts: row?.counts ?? [],
  };
}

function codesOf({ type, options = [], min, max }: Question): string[] {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => String(from + at));
  switch (type) {
    case "choice":
    case "choices":
    case "yes_no":
      return options.map(({ code }) => code);
    case "stars":
      return range(1, STARS);
    case "scale":
      return range(min ?? DEFAULT_SCALE.min, max ?? DEFAULT_SCALE.max);
    case "consent":
      return ["true", "false"];
    case "text":
      return [];
  }
}

/** Of one choice the percents add up to 100; of several each is the share of who answered. */
function shares({ id, type, ...question }: Question, { answered, counts }: Counted) {
  const codes = codesOf({ id, type, ...question });
  if (codes.length === 0) return [];
  const of = codes.map((code) => counts.find((each) => each.id === id && each.code === code)?.count ?? 0);
  const total = answered.get(id) ?? 0;
  const percents =
    total === 0
      ? codes.map(() => 0)
      : type === "choices"
        ? of.map((count) => Math.round((100 * count) / total))
        : allocate(100, of);
  return codes.map((code, at) => ({ code, count: of[at] ?? 0, percent: percents[at] ?? 0 }));
}

/** Null while the survey shows none, or too few have answered. */
export async function publicResults(ctx: Ctx, poll: StoredPoll): Promise<PollResults | null> {
  const { when, questions } = poll.definition;
  if (when.answers_shown_after === undefined) return null;
  const found = await counted(ctx, poll.id);
  if (found.answers < when.answers_shown_after) return null;
  const shown = questions.filter(({ type, id }) => type !== "text" && (found.answered.get(id) ?? 0) >= FEWEST);
  return {
    respondents: found.answers,
    questions: shown.map((question) => ({
      id: question.id,
      options: shares(question, found).map(({ code, percent }) => ({ code, percent })),
    })),
  };
}

/** Fewer would say what one of them chose. */
const FEWEST = 10;

async function staffPoll(ctx: Ctx, id: number): Promise<StoredPoll> {
  const { rows } = await sql<StoredPoll>`select id, slug, state, definition, starts_at, ends_at from surveys.polls
    where id = ${id}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/** Throws not_found. */
export async function staffResults(ctx: Ctx, id: number): Promise<StaffResults> {
  const { definition } = await staffPoll(ctx, id);
  const say = await sayIn(ctx, ctx.locale);
  const found = await counted(ctx, id);
  const texts = await textsOf(ctx, id, definition.questions);
  return {
    id,
    title: say(definition.title),
    answers: found.answers,
    questions: definition.questions.map((question) => {
      const labels = new Map((question.options ?? []).map(({ code, label }) => [code, say(label)]));
      return {
        ...{ id: question.id, type: question.type, text: say(question.text) },
        answered: found.answered.get(question.id) ?? 0,
        options: shares(question, found).map((each) => ({ ...each, label: labels.get(each.code) ?? each.code })),
        texts: texts.filter((each) => each.question === question.id).map(({ text }) => text),
      };
    }),
  };
}

async function textsOf(ctx: Ctx, id: number, questions: readonly Question[]) {
  const asked = questions.filter(({ type }) => type === "text").map((question) => question.id);
  if (asked.length === 0) return [];
  const { rows } = await sql<{ question: string; text: string }>`
    select q.id as question, x.text from unnest(${asked}::text[]) as q(id) cross join lateral (
      select a.answers ->> q.id as text from surveys.answers a
      where a.poll_id = ${id} and a.answers ->> q.id is not null order by a.id desc limit ${MAX_TEXTS}) x`.execute(
    ctx.sql,
  );
  return rows;
}

/** No cell of it is one that a spreadsheet would calculate; that it was made is a security event. Throws not_found. */
export async function resultsFile(ctx: Ctx, id: number): Promise<{ name: string; content: string }> {
  const { slug, definition } = await staffPoll(ctx, id);
  const { rows } = await sql<{ day: string; answers: Record<string, unknown> }>`
    select answered_on::text as day, answers from surveys.answers where poll_id = ${id} order by id`.execute(ctx.sql);
  const columns = ["day", ...definition.questions.map((question) => question.id)];
  const lines = rows.map(({ day, answers }) => ({
    day,
    ...Object.fromEntries(Object.entries(answers).map(([key, value]) => [key, [value].flat().join(" | ")])),
  }));
  const content = stringify(lines, {
    columns,
    header: true,
    bom: true,
    escape_formulas: true,
    record_delimiter: "windows",
  });
  await noteSecurity(ctx, "list_exported", {
    ...{ by: await ctx.actor(), desk: `survey ${id}`, rows: rows.length, filter: "" },
  });
  return { name: `${slug}-${businessDay(ctx.now)}.csv`, content };
}
