/** Models typed with blanks in them ("sth 3010", "ua 55 du 8000") or with one wrong sign. */
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { wordQuery } from "../index/search-document.ts";
import type { Word } from "../index/terms.ts";
import { keyOf, type Vocabulary } from "./vocabulary.ts";

const MAX_CODE_CHARACTERS = 6; // before a figure; behind it fewer, because a unit or another word may follow
const MAX_MIDDLE_CHARACTERS = 3;

/** True where the code of a product begins so. */
export async function isModel(ctx: Ctx, code: string): Promise<boolean> {
  const { rows } =
    await sql`select product_id from catalogue.matching(${wordQuery(code, "A", true)}::tsquery, 1)`.execute(ctx.sql);
  return rows.length > 0;
}

export type NearModel = { typed: string; key: string; model: string };

const MIN_MODEL_LENGTH = 5; // characters; shorter ones are near to too many
const MAX_MODEL_LENGTH = 24;
const MAX_NEAR = 4;
const signs = "abcdefghijklmnopqrstuvwxyz0123456789";

/**
 * Models one sign away from the first code among these words, those the shop likes best first. None where a product has
 * the code as typed. One statement, none without such a code.
 */
export async function modelsNear(ctx: Ctx, words: readonly Word[]): Promise<NearModel[]> {
  const code = words.find(({ word, parts }, at) => !isPartOfCode(words, at) && mayBeModel(word, parts));
  if (!code) return [];
  const { rows } = await sql<NearModel>`
    with missing as materialized (select 1 where not exists
      (select from catalogue.matching(${wordQuery(code.word, "", true)}::tsquery, 1)))
    select ${code.word} as typed, p.model_key as key, min(p.model) as model
    from missing, catalogue.products p join catalogue.shelf h on h.product_id = p.id
    where p.model_key = any(${oneSignAway(code.word)}::text[])
    group by p.model_key order by max(h.popularity) desc, p.model_key limit ${MAX_NEAR}`.execute(ctx.sql);
  return rows;
}

/** "2000w" and "55inch" are measures. */
function mayBeModel(word: string, parts: number | undefined): boolean {
  const isLong = word.length >= MIN_MODEL_LENGTH && word.length <= MAX_MODEL_LENGTH;
  return isLong && /^(?=.*\d)(?=.*[a-z])[a-z\d]+$/.test(word) && (parts !== undefined || !/^\d+[a-z]+$/.test(word));
}

function isPartOfCode(words: readonly Word[], at: number): boolean {
  return words.some(({ parts = 0 }, index) => index < at && at <= index + parts);
}

function oneSignAway(code: string): string[] {
  const found = new Set<string>();
  for (let at = 0; at <= code.length; at++) {
    const [before, after] = [code.slice(0, at), code.slice(at)];
    if (after) found.add(before + after.slice(1));
    for (const sign of signs) found.add(before + sign + after).add(before + sign + after.slice(1));
  }
  found.delete(code);
  return [...found];
}

/** The words with those models in place of the code that was typed. */
export function withModels(words: readonly Word[], near: readonly NearModel[]): Word[] {
  const at = words.findIndex(({ word }) => word === near[0]?.typed);
  const [first] = near;
  if (at === -1 || !first) return [...words];
  const model = { ...codeWord(first.key), spelled: near.map(({ model }) => model).join(", ") };
  return [...words.slice(0, at), model, ...words.slice(at + 1 + (words[at]?.parts ?? 0))].map((word, place) => ({
    ...word,
    at: place,
  }));
}

export function codeWord(code: string): Word {
  return { word: code, spelled: code, at: 0 };
}

export function modelsWith(typed: readonly Word[], at: number, lists: Vocabulary) {
  const length = lengthOfModel(typed, at, lists);
  if (length === 0) return [];
  const code = keyOf(typed.slice(at, at + length)).replaceAll(" ", "");
  return [{ code, span: { from: at, to: at + length } }];
}

/** How many words from here on are one model: letters, a figure, and what else of both follows. */
function lengthOfModel(words: readonly Word[], at: number, lists: Vocabulary): number {
  const isCode = (index: number, most: number) =>
    !words[index]?.marks && new RegExp(`^[a-z]{1,${most}}$`).test(words[index]?.word ?? "");
  const hasFigure = (index: number) => /^[a-z]*\d[a-z\d]*$/.test(words[index]?.word ?? "");
  if (!isCode(at, MAX_CODE_CHARACTERS) || !hasFigure(at + 1)) return 0;
  let length = 2;
  const isNothingElse = (index: number) => hasFigure(index + 1) || !lists.spellings.has(words[index]?.word ?? "");
  while (hasFigure(at + length) || (isCode(at + length, MAX_MIDDLE_CHARACTERS) && isNothingElse(at + length))) {
    length++;
  }
  return length;
}
