/**
 * The words command: lists and edits the search's synonyms and other terms. Arguments in, text and exit code out.
 * Exit codes: 0 done, 1 refused, 2 not understood.
 */
import {
  addTerms,
  forgetTerm,
  listTerms,
  type SearchTerm,
  type TermKind,
  teach,
  termOf,
} from "server/catalogue/query/search-terms.ts";
import { shippedTerms } from "server/catalogue/seed-terms.ts";
import type { Ctx } from "server/kernel/context.ts";
import { readArguments, UsageError, usageOf } from "./command-line.ts";
import type { Spoken } from "./shopkeeper.ts";

export const help = `Words the search knows

  npm run terms -- list [WORD]             all of them, or those that speak of WORD
  npm run terms -- same WORD WORD...       mean the same: who types one finds the others
  npm run terms -- leads WORD TO...        who types WORD also finds the others, and not the other way round
  npm run terms -- short WORD MEANING      an abbreviation
  npm run terms -- light WORD...           without weight: left out of a search unless nothing else is left
  npm run terms -- forget WORD...          takes each back: out of the words it means the same as, and what it led to
  npm run terms -- renew                   adds what a new version of the shop knows, and takes nothing away

A WORD may be several, in quotation marks. A change is in force in every process within a second.
What people typed and did not find: npm run searches

  npm run terms -- same "bình siêu tốc" "ấm siêu tốc" kettle
  npm run terms -- leads "nồm" "máy hút ẩm"

Exit codes: 0 done, 1 refused, 2 not understood.
`;

/** The least that is typed after each; of those with a most, more makes no sense. */
const verbs: Readonly<Record<string, { kind: TermKind; least: number; most?: number }>> = {
  same: { kind: "group", least: 2 },
  leads: { kind: "leads_to", least: 2 },
  short: { kind: "abbreviation", least: 2, most: 2 },
  light: { kind: "stop", least: 1 },
};
const signs: Readonly<Record<TermKind, string>> = {
  ...{ group: "same", leads_to: "leads", abbreviation: "short", stop: "light", intent: "light" },
};

export async function wordsCommand(ctx: Ctx, words: readonly string[]): Promise<Spoken> {
  try {
    return await answer(ctx, readArguments(words, {}, Number.POSITIVE_INFINITY).positionals);
  } catch (error) {
    return { out: "", err: usageOf(error, help), exit_code: 2 };
  }
}

async function answer(ctx: Ctx, words: readonly string[]): Promise<Spoken> {
  const [verb = "", ...typed] = words;
  if (verb === "renew" && typed.length === 0) return done(told(await addTerms(ctx, shippedTerms())));
  const terms = typed.map(termOf);
  const wrong = typed.find((_, at) => terms[at] === null);
  if (wrong !== undefined) return refused(`"${wrong}" is nothing one can search for.`);
  const [first, ...others] = terms.filter((term) => term !== null);
  if (verb === "list" && others.length === 0) return list(ctx, first);
  if (verb === "forget" && first !== undefined) return forget(ctx, [first, ...others]);
  const taught = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (first === undefined && (taught || verb === "forget")) throw new UsageError(`"${verb}" wants a word.`);
  if (!taught || first === undefined) throw new UsageError(`There is no command "${words.join(" ")}".`);
  const { kind, least, most } = taught;
  if (typed.length < least || typed.length > (most ?? typed.length)) {
    throw new UsageError(`"${verb}" wants ${most === undefined ? `${least} words or more` : `${most} words`}.`);
  }
  const lights = [...new Set([first, ...others])].map((term) => ({ kind, term, meanings: [] }));
  if (kind === "stop") await addTerms(ctx, lights);
  else await teach(ctx, { kind, term: first, meanings: others });
  return list(ctx, first);
}

async function list(ctx: Ctx, word: string | undefined): Promise<Spoken> {
  const all = await listTerms(ctx);
  const found = word === undefined ? all : all.filter(({ term, meanings }) => [term, ...meanings].includes(word));
  if (found.length > 0 || word === undefined) return done(told(found));
  return refused(`Nothing that was taught speaks of "${word}". To teach it: npm run terms -- same "${word}" WORD`);
}

async function forget(ctx: Ctx, terms: readonly string[]): Promise<Spoken> {
  const spoken: Spoken = { out: "", err: "", exit_code: 0 };
  for (const term of terms) {
    const { entries, groups } = await forgetTerm(ctx, term);
    if (entries > 0) spoken.out += `Forgotten: ${term}\n${groups.length > 0 ? told(groups) : ""}`;
    else {
      const mentions = (await listTerms(ctx)).filter(({ meanings }) => meanings.includes(term));
      const where = mentions.length > 0 ? ` Others lead to it; forget those:\n${told(mentions).trimEnd()}` : "";
      spoken.err += `"${term}" was never taught.${where}\n`;
      spoken.exit_code = 1;
    }
  }
  return spoken;
}

function told(terms: readonly SearchTerm[]): string {
  if (terms.length === 0) return "Nothing to tell.\n";
  return terms
    .map(({ kind, term, meanings }) => `${signs[kind].padEnd(6)}${[term, ...meanings].join(" | ")}\n`)
    .join("");
}

const done = (out: string): Spoken => ({ out, err: "", exit_code: 0 });
const refused = (err: string): Spoken => ({ out: "", err: `${err}\n`, exit_code: 1 });
