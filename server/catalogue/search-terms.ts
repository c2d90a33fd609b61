/**
 * What the search is taught of words, entry by entry; vocabulary.ts makes of them what a search reads. A change is heard by
 * every process within a second. facts/vietnam.md 4.
 */
import { nfc } from "contract/text.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../context.ts";
import { wordsOf } from "./words.ts";

export type TermKind = "group" | "leads_to" | "stop" | "intent" | "abbreviation";
/** `term` and `meanings` of a group mean the same; what else leads to its meanings; words without weight have none. */
export type SearchTerm = { kind: TermKind; term: string; meanings: string[] };

/** In the order in which they were taught. */
export async function listTerms(ctx: Ctx): Promise<SearchTerm[]> {
  const { rows } = await sql<SearchTerm>`select kind, term, meanings from catalogue.search_terms order by id`.execute(
    ctx.sql,
  );
  return rows;
}

/** As it is kept and compared; null where nothing of it can be searched for, or it is no phrase but a text. */
export function termOf(typed: string): string | null {
  const term = nfc(typed).toLowerCase().replace(/\s+/g, " ").trim();
  return wordsOf(term).length > 0 && term.length <= 80 ? term : null;
}

/** Adds to what is known of the term, and to a group that has one of these already; an abbreviation has one meaning. */
export async function teach(ctx: Ctx, { kind, term, meanings }: SearchTerm): Promise<void> {
  await changing(ctx, async (ctx) => {
    const known = kind === "group" ? await groupWith(ctx, [term, ...meanings]) : undefined;
    await write(ctx, known ? { kind, term: known, meanings: [term, ...meanings] } : { kind, term, meanings });
  });
}

/** Every entry that begins with it; answers how many there were. */
export async function forget(ctx: Ctx, term: string): Promise<number> {
  return changing(ctx, async (ctx) => {
    const { rows } = await sql`delete from catalogue.search_terms where term = ${term} returning 1`.execute(ctx.sql);
    return rows.length;
  });
}

/** Those that differ become as given, those that lack are added, others stay. Answers what was changed. */
export async function renew(ctx: Ctx, given: readonly SearchTerm[]): Promise<SearchTerm[]> {
  return changing(ctx, async (ctx) => {
    const { rows } = await sql<SearchTerm>`
      insert into catalogue.search_terms as known (kind, term, meanings)
      select kind, term, meanings from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (kind text, term text, meanings text[])
      on conflict (kind, term) do update set meanings = excluded.meanings where known.meanings <> excluded.meanings
      returning kind, term, meanings`.execute(ctx.sql);
    return rows;
  });
}

async function groupWith(ctx: Ctx, terms: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ term: string }>`select term from catalogue.search_terms
    where kind = 'group' and array[term] || meanings && ${terms}::text[] order by id limit 1`.execute(ctx.sql);
  return rows[0]?.term;
}

async function write(ctx: Ctx, { kind, term, meanings }: SearchTerm): Promise<void> {
  const others = [...new Set(meanings)].filter((each) => each !== term);
  await sql`insert into catalogue.search_terms as known (kind, term, meanings) values (${kind}, ${term}, ${others}::text[])
    on conflict (kind, term) do update set meanings = case when known.kind = 'abbreviation' then excluded.meanings else
      known.meanings || array(select m from unnest(excluded.meanings) m where m <> all(known.meanings)) end`.execute(
    ctx.sql,
  );
}

async function changing<T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return inTransaction(ctx, async (ctx) => {
    const done = await work(ctx);
    await ctx.announce(ctx, "pages_changed", { tags: ["catalogue", "category:all"] });
    return done;
  });
}
