/**
 * The terms staff add to the search, entry by entry; vocabulary.ts derives what a search reads. A change reaches
 * every process within a second. rules/search#synonyms
 */
import { nfc } from "contract/values/text.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { wordsOf } from "../index/terms.ts";

export type TermKind = "group" | "leads_to" | "stop" | "intent" | "abbreviation";
/** `term` and `meanings` of a group mean the same; what else leads to its meanings; stop words have none. */
export type SearchTerm = { kind: TermKind; term: string; meanings: string[] };

/** In the order in which they were added. */
export async function listTerms(ctx: Ctx): Promise<SearchTerm[]> {
  const { rows } = await sql<SearchTerm>`select kind, term, meanings from catalogue.search_terms order by id`.execute(
    ctx.sql,
  );
  return rows;
}

/** As it is stored and compared; null where nothing of it can be searched for, or it is no phrase but a text. */
export function termOf(typed: string): string | null {
  const term = nfc(typed).toLowerCase().replace(/\s+/g, " ").trim();
  return wordsOf(term).length > 0 && term.length <= 80 ? term : null;
}

/** Adds to what is known of the term, and to a group that has one of these already; an abbreviation has the last meaning given. */
export async function addMeanings(ctx: Ctx, { kind, term, meanings }: SearchTerm): Promise<void> {
  await changing(ctx, async (ctx) => {
    if (kind === "abbreviation")
      await sql`delete from catalogue.search_terms where kind = ${kind} and term = ${term}`.execute(ctx.sql);
    const known = kind === "group" ? await groupWith(ctx, [term, ...meanings]) : undefined;
    const all = new Set([term, ...meanings]);
    all.delete(known ?? term);
    await add(ctx, [{ kind, term: known ?? term, meanings: [...all] }]);
  });
}

/** Takes one term back: out of every group, and with its own entries. Answers how many there were, and what is left of the groups. */
export async function forgetTerm(ctx: Ctx, term: string): Promise<{ entries: number; groups: SearchTerm[] }> {
  return changing(ctx, async (ctx) => {
    const { rows } = await sql<SearchTerm>`delete from catalogue.search_terms
      where term = ${term} or kind = 'group' and ${term} = any(meanings)
      returning kind, term, meanings`.execute(ctx.sql);
    const left = rows
      .filter(({ kind }) => kind === "group")
      .map((group) => [group.term, ...group.meanings].filter((each) => each !== term));
    const groups = left.flatMap(([first, ...meanings]): SearchTerm[] =>
      first === undefined || meanings.length === 0 ? [] : [{ kind: "group", term: first, meanings }],
    );
    return { entries: rows.length, groups: groups.length > 0 ? await add(ctx, groups) : [] };
  });
}

/** Adds what is lacking and takes nothing away. Answers the entries that were added or have more now. */
export async function addTerms(ctx: Ctx, terms: readonly SearchTerm[]): Promise<SearchTerm[]> {
  return changing(ctx, (ctx) => add(ctx, terms));
}

async function add(ctx: Ctx, terms: readonly SearchTerm[]): Promise<SearchTerm[]> {
  const { rows } = await sql<SearchTerm>`
    insert into catalogue.search_terms as known (kind, term, meanings)
    select kind, term, meanings from jsonb_to_recordset(${JSON.stringify(terms)}::jsonb) as g (kind text, term text, meanings text[])
    on conflict (kind, term) do update
      set meanings = known.meanings || array(select m from unnest(excluded.meanings) m where m <> all(known.meanings))
      where known.kind <> 'abbreviation' and not known.meanings @> excluded.meanings
    returning kind, term, meanings`.execute(ctx.sql);
  return rows;
}

async function groupWith(ctx: Ctx, terms: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ term: string }>`select term from catalogue.search_terms
    where kind = 'group' and array[term] || meanings && ${terms}::text[] order by id limit 1`.execute(ctx.sql);
  return rows[0]?.term;
}

async function changing<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (ctx) => {
    const done = await work(ctx);
    await ctx.announce(ctx, "pages_changed", { tags: ["catalogue", "category:all"] });
    return done;
  });
}
