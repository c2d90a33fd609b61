/** Surveys as they are stored, and as who may answer sees them. Whether one is open follows from its state, its times and the clock. rules/surveys#open */
import { ShopError } from "contract/errors.ts";
import type { Question, SurveyDefinition, SurveyWords } from "contract/surveys/definition.ts";
import { DEFAULT_LENGTH, DEFAULT_SCALE, type PollState } from "contract/surveys/questions.ts";
import type { PollQuestion } from "contract/surveys/surveys.ts";
import type { Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { filler } from "../content/placeholders.ts";
import type { Ctx } from "../kernel/context.ts";
import { hasFeatures } from "../kernel/features.ts";

/** A form that was opened before the end may be sent so long after it. */
const GRACE_MS = 30 * 60_000;

export type StoredPoll = {
  id: number;
  slug: string;
  state: PollState;
  definition: SurveyDefinition;
  starts_at: Date | null;
  ends_at: Date | null;
};

/** By id or slug. Throws not_found for a draft, and for one that needs what the shop does not have. */
export async function findPoll(ctx: Ctx, id: string): Promise<StoredPoll> {
  const which = /^\d{1,9}$/.test(id) ? sql`p.id = ${Number(id)}` : sql`p.slug = ${id}`;
  const { rows } = await sql<StoredPoll>`
    select p.id, p.slug, p.state, p.definition, p.starts_at, p.ends_at from surveys.polls p
    where ${which} and p.state <> 'draft'`.execute(ctx.sql);
  const [poll] = rows;
  if (!poll || !hasFeatures(poll.definition.needs)) throw new ShopError("not_found");
  return poll;
}

export type Condition = "open" | "not_yet" | "closed";

/** `isSending`: of a form that is being sent, which may have been opened before the end. */
export function conditionOf(poll: StoredPoll, now: Date, { isSending = false } = {}): Condition {
  if (poll.starts_at && poll.starts_at > now) return "not_yet";
  if (poll.state === "closed") return "closed";
  const end = poll.ends_at && poll.ends_at.getTime() + (isSending ? GRACE_MS : 0);
  return end !== null && end <= now.getTime() ? "closed" : "open";
}

/** Vietnamese as a whole where any of its texts is missing in the reader's language. */
export function languageOf({ title, intro, questions }: SurveyDefinition, locale: Locale): Locale {
  if (locale === "vi") return "vi";
  const all = [title, intro, ...questions.flatMap(wordsOf)];
  return all.every((words) => words[locale] !== undefined) ? locale : "vi";
}

function wordsOf({ text, options = [], low, high }: Question): SurveyWords[] {
  return [text, ...options.map(({ label }) => label), ...(low ? [low] : []), ...(high ? [high] : [])];
}

export type Say = (words: SurveyWords | undefined) => string;

export async function sayIn(ctx: Ctx, lang: Locale): Promise<Say> {
  const fill = await filler({ ...ctx, locale: lang });
  return (words) => (words ? fill(words[lang] ?? words.vi) : "");
}

export function shownQuestion(question: Question, say: Say): PollQuestion {
  const { id, type, required, show_if, options = [], max_choices, max_length, min, max } = question;
  const isFixed = show_if !== undefined && "question" in show_if;
  return {
    ...{ id, type, required, text: say(question.text), show_if: isFixed ? show_if : null },
    options: options.map(({ code, label }) => ({ code, label: say(label) })),
    max_choices: max_choices ?? null,
    max_length: max_length ?? DEFAULT_LENGTH,
    min: min ?? DEFAULT_SCALE.min,
    max: max ?? DEFAULT_SCALE.max,
    low: say(question.low),
    high: say(question.high),
  };
}

/** A condition on the occasion is judged when an invitation is made; what no occasion says is not asked. */
export const askable = ({ questions }: SurveyDefinition): Question[] =>
  questions.filter(({ show_if }) => !show_if || "question" in show_if);
