/** Models typed with blanks in them: "sth 3010", "ua 55 du 8000". */
import { sql } from "kysely";
import type { Ctx } from "../context.ts";
import { wordQuery } from "./search-document.ts";
import { keyOf, type Vocabulary } from "./vocabulary.ts";
import type { Word } from "./words.ts";

const most_code_letters = 6; // before a figure; behind it fewer, because a unit or another word may follow
const most_middle_letters = 3;

/** True where the code of a product begins so. */
export async function isModel(ctx: Ctx, code: string): Promise<boolean> {
  const { rows } =
    await sql`select product_id from catalogue.matching(${wordQuery(code, "A", true)}::tsquery, 1)`.execute(ctx.sql);
  return rows.length > 0;
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
  if (!isCode(at, most_code_letters) || !hasFigure(at + 1)) return 0;
  let length = 2;
  const isNothingElse = (index: number) => hasFigure(index + 1) || !lists.spellings.has(words[index]?.word ?? "");
  while (hasFigure(at + length) || (isCode(at + length, most_middle_letters) && isNothingElse(at + length))) {
    length++;
  }
  return length;
}
