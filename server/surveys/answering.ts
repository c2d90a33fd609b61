/**
 * A survey is read and answered: each answer is judged by its question, those of hidden questions are dropped, and the key of
 * who answers is taken once, in the transaction of the answer. Locks: that key. rules/surveys#answers
 */
import { createHash } from "node:crypto";
import { type FieldError, ShopError } from "contract/errors.ts";
import type { Question } from "contract/surveys/definition.ts";
import {
  type Answers,
  type AnswerValue,
  DEFAULT_LENGTH,
  DEFAULT_SCALE,
  holds,
  STARS,
  shownQuestions,
} from "contract/surveys/questions.ts";
import type { Poll } from "contract/surveys/surveys.ts";
import { businessDay, formatDate } from "contract/values/locale.ts";
import { visibleText } from "contract/values/text.ts";
import { sql } from "kysely";
import { surveyWords } from "messages/survey-mails.ts";
import { takeLimit } from "../calls/limits.ts";
import { openMessage } from "../contact/messages.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { askable, conditionOf, findPoll, languageOf, type StoredPoll, sayIn, shownQuestion } from "./polls.ts";
import { hasAnswered, hashOf, newDeviceKey, type Respondent, respondentOf, type Whose } from "./respondents.ts";
import { publicResults } from "./results.ts";

/** Of one address and survey, where no account answers. */
const PER_ADDRESS = { times: 5, seconds: 86_400, per: "client" } as const;

/** Throws not_found. Opening it stores nothing. */
export async function readPoll(ctx: Ctx, { id, ...whose }: Whose & { id: string }): Promise<Poll> {
  const poll = await findPoll(ctx, id);
  const { definition } = poll;
  const respondent = await respondentOf(ctx, poll, whose);
  const isAnswered = respondent !== null && (await hasAnswered(ctx, poll, respondent));
  const isFree = definition.when.once_per === "device";
  const condition = conditionOf(poll, ctx.now);
  const lang = languageOf(definition, ctx.locale);
  const say = await sayIn(ctx, lang);
  const state = isAnswered
    ? "answered"
    : condition !== "open"
      ? condition
      : respondent || isFree
        ? "open"
        : "not_invited";
  return {
    ...{ id: poll.id, slug: poll.slug, title: say(definition.title), intro: say(definition.intro), lang },
    questions: askable(definition).map((question) => shownQuestion(question, say)),
    state,
    ends_at: poll.ends_at?.toISOString() ?? null,
    once_per: definition.when.once_per,
    asks_consent: definition.when.consent !== undefined,
    opens_message: Object.values(definition.after ?? {}).some(({ opens }) => opens === "message"),
    respondent: isFree && !respondent ? await newDeviceKey(ctx, poll) : null,
    results: isAnswered ? await publicResults(ctx, poll) : null,
  };
}

type Sent = Whose & { id: string; answers: Readonly<Record<string, AnswerValue>>; consent: boolean };

/**
 * Throws not_found, poll_closed, not_invited, already_answered, invalid with every answer that is wrong, too_many. The same
 * again answers the first.
 */
export async function answerPoll(ctx: Ctx, { id, answers, consent, ...whose }: Sent) {
  const poll = await findPoll(ctx, id);
  const respondent = await respondentOf(ctx, poll, whose);
  if (!respondent) throw new ShopError("not_invited");
  const bodyHash = createHash("sha256")
    .update(JSON.stringify([answers, consent]))
    .digest();
  const thanks = surveyWords(ctx.locale).thanks;
  if (await isRepeated(ctx, poll, respondent, bodyHash)) return { thanks, results: await publicResults(ctx, poll) };
  const condition = conditionOf(poll, ctx.now, { isSending: true });
  if (condition !== "open") throw closed(ctx, poll);
  const kept = judged(poll, answers, consent);
  await inTransaction(ctx, async (tx) => {
    const { rows } = await sql`insert into surveys.respondents (poll_id, key_hash, body_hash)
      values (${poll.id}, ${hashOf(poll, respondent)}, ${bodyHash}) on conflict do nothing returning 1`.execute(tx.sql);
    // Another request of the same person was first.
    if (rows.length === 0) return void (await isRepeated(tx, poll, respondent, bodyHash));
    if (respondent.is_device) await takeLimit(tx, `survey ${poll.id}`, PER_ADDRESS);
    await sql`insert into surveys.answers (poll_id, answered_on, order_code, customer_id, answers)
      values (${poll.id}, ${businessDay(tx.now)}, ${respondent.order_code}, ${respondent.customer_id},
        ${JSON.stringify(kept)}::jsonb)`.execute(tx.sql);
    await follow(tx, poll, respondent, kept);
  });
  return { thanks, results: await publicResults(ctx, poll) };
}

/** Throws already_answered for other answers than the first. */
async function isRepeated(ctx: Ctx, poll: StoredPoll, respondent: Respondent, bodyHash: Buffer): Promise<boolean> {
  const { rows } = await sql<{ body_hash: Buffer }>`select body_hash from surveys.respondents
    where poll_id = ${poll.id} and key_hash = ${hashOf(poll, respondent)}`.execute(ctx.sql);
  if (!rows[0]) return false;
  if (!rows[0].body_hash.equals(bodyHash)) throw new ShopError("already_answered");
  return true;
}

function closed(ctx: Ctx, { ends_at }: StoredPoll): ShopError {
  if (!ends_at || ends_at > ctx.now) return new ShopError("poll_closed", { message_key: "poll_closed" });
  const day = formatDate(new Date(ends_at.getTime() - 1), ctx.locale);
  return new ShopError("poll_closed", { message_key: "poll_ended", params: { at: day } });
}

/** The answers to questions that are shown, each of the kind its question asks for. Throws invalid. */
function judged({ definition }: StoredPoll, sent: Answers, consent: boolean): Record<string, AnswerValue> {
  const kept: Record<string, AnswerValue> = {};
  const wrong: Record<string, FieldError[]> = {};
  for (const question of shownQuestions(askable(definition).map(conditioned), sent)) {
    const read = readAnswer(question, sent[question.id]);
    if ("error" in read) wrong[`answers.${question.id}`] = [read.error];
    else if (read.value !== undefined) kept[question.id] = read.value;
    else if (question.required) wrong[`answers.${question.id}`] = [{ key: "required_choice" }];
  }
  if (definition.when.consent && !consent) wrong.consent = [{ key: "required_choice" }];
  if (Object.keys(wrong).length > 0) throw new ShopError("invalid", { fields: wrong });
  return kept;
}

function conditioned(question: Question) {
  const { show_if, ...rest } = question;
  return { ...rest, show_if: show_if && "question" in show_if ? show_if : null };
}

type Read = { value: AnswerValue | undefined } | { error: FieldError };
const refused = (key: string, params = {}): Read => ({ error: { key, params } });

function readAnswer(question: Omit<Question, "show_if">, sent: AnswerValue | undefined): Read {
  const isEmpty = sent === undefined || sent === "" || (Array.isArray(sent) && sent.length === 0);
  if (isEmpty) return { value: undefined };
  const codes = (question.options ?? []).map(({ code }) => code);
  switch (question.type) {
    case "choice":
    case "yes_no":
      return codes.includes(String(sent)) ? { value: String(sent) } : refused("malformed_value");
    case "choices": {
      const chosen = [...new Set(Array.isArray(sent) ? sent.map(String) : [String(sent)])];
      if (!chosen.every((code) => codes.includes(code))) return refused("malformed_value");
      const most = question.max_choices ?? codes.length;
      return chosen.length > most ? refused("choices_most", { maximum: most }) : { value: chosen };
    }
    case "stars":
      return inRange(sent, 1, STARS);
    case "scale":
      return inRange(sent, question.min ?? DEFAULT_SCALE.min, question.max ?? DEFAULT_SCALE.max);
    case "text": {
      const text = visibleText(String(sent));
      const most = question.max_length ?? DEFAULT_LENGTH;
      if (text === "") return { value: undefined };
      return [...text].length > most ? refused("answer_long", { maximum: most }) : { value: text };
    }
    case "consent":
      return { value: sent === true || sent === "true" || sent === "1" };
  }
}

function inRange(sent: AnswerValue | undefined, least: number, most: number): Read {
  const number = typeof sent === "string" && /^\d{1,2}$/.test(sent) ? Number(sent) : sent;
  const fits = typeof number === "number" && Number.isInteger(number) && number >= least && number <= most;
  return fits ? { value: number } : refused("malformed_value");
}

/** A low answer about an order opens a message to the shop, which the form said before. */
async function follow(
  ctx: Ctx,
  { definition }: StoredPoll,
  { order_code }: Respondent,
  answers: Answers,
): Promise<void> {
  const isLow = Object.values(definition.after ?? {}).some(
    (each) => each.opens === "message" && answers[each.question] !== undefined && holds(each, answers[each.question]),
  );
  if (!isLow || order_code === null) return;
  const { rows } = await sql<{ customer_id: number | null; full_name: string; phone: string }>`
    select customer_id, receiver_name as full_name, receiver_phone as phone from orders.orders
    where code = ${order_code}`.execute(ctx.sql);
  const [sender] = rows;
  if (!sender) return;
  const written = Object.values(answers).filter((value) => typeof value === "string" && value.length > 20);
  const message = [
    surveyWords(ctx.locale).low({ title: definition.title[ctx.locale] ?? definition.title.vi }),
    ...written,
  ];
  await openMessage(ctx, { ...sender, topic: "survey", order_code, message: message.join("\n\n") });
}
