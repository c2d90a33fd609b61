/**
 * The terms command: lists and edits the search's synonyms and other terms. Arguments in, text and exit code out.
 * Exit codes: 0 done, 1 refused, 2 not understood.
 */
import {
  addMeanings,
  addTerms,
  forgetTerm,
  listTerms,
  type SearchTerm,
  type TermKind,
  termOf,
} from "server/catalogue/query/search-terms.ts";
import { defaultSearchTerms } from "server/catalogue/seed-terms.ts";
import type { Ctx } from "server/kernel/context.ts";
import { readArguments, UsageError, usageOf } from "./command-line.ts";
import type { CommandResult } from "./shopkeeper.ts";

export const help = `Synonyms and other terms of the search

  npm run terms -- list [WORD]             all entries, or those that have WORD
  npm run terms -- same WORD WORD...       mean the same: who types one finds the others
  npm run terms -- leads WORD TO...        who types WORD also finds the others, and not the other way round
  npm run terms -- short WORD MEANING      an abbreviation
  npm run terms -- light WORD...           stop words: left out of a search unless nothing else is left
  npm run terms -- forget WORD...          removes each from the words that mean the same, and what it leads to
  npm run terms -- renew                   adds the entries of a new version of the shop, and removes none

A WORD may be several, in quotation marks. A change is in force in every process within a second.
What people typed and did not find: npm run searches

  npm run terms -- same "bình siêu tốc" "ấm siêu tốc" kettle
  npm run terms -- leads "nồm" "máy hút ẩm"

Exit codes: 0 done, 1 refused, 2 not understood.
`;

/** The commands that add an entry, and how many words each takes. */
const additions: Readonly<Record<string, { kind: TermKind; min: number; max?: number }>> = {
  same: { kind: "group", min: 2 },
  leads: { kind: "leads_to", min: 2 },
  short: { kind: "abbreviation", min: 2, max: 2 },
  light: { kind: "stop", min: 1 },
};
const commandOf: Readonly<Record<TermKind, string>> = {
  ...{ group: "same", leads_to: "leads", abbreviation: "short", stop: "light", intent: "light" },
};

export async function termsCommand(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  try {
    return await answer(ctx, readArguments(words, {}, Number.POSITIVE_INFINITY).positionals);
  } catch (error) {
    return { out: "", err: usageOf(error, help), exit_code: 2 };
  }
}

async function answer(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  const [verb = "", ...typed] = words;
  if (verb === "renew" && typed.length === 0)
    return done(format(await addTerms(ctx, defaultSearchTerms())) || "Nothing to add.\n");
  const terms = typed.map(termOf);
  const wrong = typed.find((_, at) => terms[at] === null);
  if (wrong !== undefined) return refused(`"${wrong}" has no letter or digit, or is too long.`);
  const [first, ...others] = terms.filter((term) => term !== null);
  if (verb === "list" && others.length === 0) return list(ctx, first);
  if (verb === "forget" && first !== undefined) return forget(ctx, [first, ...others]);
  const command = Object.hasOwn(additions, verb) ? additions[verb] : undefined;
  if (first === undefined && (command || verb === "forget")) throw new UsageError(`"${verb}" wants a word.`);
  if (!command || first === undefined) throw new UsageError(`There is no command "${words.join(" ")}".`);
  const { kind, min, max } = command;
  if (typed.length < min || typed.length > (max ?? typed.length)) {
    throw new UsageError(`"${verb}" wants ${max === undefined ? `${min} words or more` : `${max} words`}.`);
  }
  const stopWords = [...new Set([first, ...others])].map((term) => ({ kind, term, meanings: [] }));
  if (kind === "stop") await addTerms(ctx, stopWords);
  else await addMeanings(ctx, { kind, term: first, meanings: others });
  return list(ctx, first);
}

async function list(ctx: Ctx, word: string | undefined): Promise<CommandResult> {
  const all = await listTerms(ctx);
  const found = word === undefined ? all : all.filter(({ term, meanings }) => [term, ...meanings].includes(word));
  if (word === undefined) return done(format(found) || "No entries.\n");
  if (found.length > 0) return done(format(found));
  return refused(`No entry has "${word}". To add one: npm run terms -- same "${word}" WORD`);
}

async function forget(ctx: Ctx, terms: readonly string[]): Promise<CommandResult> {
  const result: CommandResult = { out: "", err: "", exit_code: 0 };
  for (const term of terms) {
    const { entries, groups } = await forgetTerm(ctx, term);
    if (entries > 0) result.out += `Forgotten: ${term}\n${format(groups)}`;
    else {
      const leadingToIt = (await listTerms(ctx)).filter(({ meanings }) => meanings.includes(term));
      const where =
        leadingToIt.length > 0 ? ` Other words lead to it; forget those:\n${format(leadingToIt).trimEnd()}` : "";
      result.err += `"${term}" has no entry of its own.${where}\n`;
      result.exit_code = 1;
    }
  }
  return result;
}

/** One entry a line: the command that adds it, then its words. */
function format(terms: readonly SearchTerm[]): string {
  return terms
    .map(({ kind, term, meanings }) => `${commandOf[kind].padEnd(6)}${[term, ...meanings].join(" | ")}\n`)
    .join("");
}

const done = (out: string): CommandResult => ({ out, err: "", exit_code: 0 });
const refused = (err: string): CommandResult => ({ out: "", err: `${err}\n`, exit_code: 1 });
