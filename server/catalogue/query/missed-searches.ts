/**
 * Searches without a result: for staff, who may buy the product or add a term to the search. A
 * page writes nothing: misses are counted in the process's memory and written periodically, added to those of other
 * processes. Words, language, day and number, nothing about who; what looks like a phone number or an address of e-mail is
 * not stored. A cached page answers without a query, so the real numbers are at least these. decisions/0116
 */
import { businessDay, type Locale } from "contract/values/locale.ts";
import { nfc } from "contract/values/text.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";

/** ASSUMED(0116): limits of what bots can make the shop store. */
const MAX_WAITING = 1_000; // different texts a process
const MAX_A_DAY = 5_000; // different texts in the table
const RETAINED_DAYS = 90;
const WRITE_EVERY_MS = 60_000;
const longest = 120;

type Missed = { locale: Locale; words: string; times: number };
type Waiting = Map<string, Missed>;
const waiting = new WeakMap<Ctx["sql"], Waiting>();

/** Counts in memory; costs no statement. */
export function noteMissedSearch(ctx: Ctx, typed: string): void {
  const words = nfc(typed).toLowerCase().replace(/\s+/g, " ").trim();
  if (words === "" || words.length > longest || isPersonal(words)) return;
  add(ctx, { locale: ctx.locale, words, times: 1 });
}

function add(ctx: Ctx, { locale, words, times }: Missed): void {
  const own: Waiting = waiting.get(ctx.sql) ?? new Map();
  waiting.set(ctx.sql, own);
  const missed = own.get(`${locale} ${words}`);
  if (missed) missed.times += times;
  else if (own.size < MAX_WAITING) own.set(`${locale} ${words}`, { locale, words, times });
}

/** Eight digits, however they are grouped, are a phone number before they are a product's. */
function isPersonal(words: string): boolean {
  return words.includes("@") || /(?:\d[\s.\-+()]*){8}/.test(words);
}

/** Adds what waits to the table. What cannot be written is tried again the next time. */
export async function writeMissedSearches(ctx: Ctx): Promise<void> {
  const own = waiting.get(ctx.sql);
  if (!own || own.size === 0) return;
  waiting.delete(ctx.sql);
  const rows = [...own.values()].sort((one, other) => (one.words < other.words ? -1 : 1)); // two processes lock in one order
  const day = businessDay(ctx.now);
  try {
    await sql`insert into catalogue.missed_searches as kept (day, locale, words, times)
      select ${day}::date, locale, words, times
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as m (locale text, words text, times integer)
      where (select count(*) from catalogue.missed_searches where day = ${day}::date) < ${MAX_A_DAY}
      on conflict (day, locale, words) do update set times = kept.times + excluded.times`.execute(ctx.sql);
  } catch (error) {
    for (const missed of rows) add(ctx, missed);
    throw error;
  }
}

/** Writes every minute until stopped, and once more then. */
export function keepWritingMissedSearches(ctxOf: () => Ctx): { stop(): Promise<void> } {
  const write = async () => {
    const ctx = ctxOf();
    await writeMissedSearches(ctx).catch((error: unknown) => {
      ctx.log.warn({ err: error }, "searches without a result could not be written; trying again");
    });
  };
  const timer = setInterval(write, WRITE_EVERY_MS).unref();
  return {
    stop: async () => {
      clearInterval(timer);
      await write();
    },
  };
}

/** For the hourly sweep. */
export async function forgetMissedSearches(ctx: Ctx): Promise<void> {
  await sql`delete from catalogue.missed_searches
    where day < ${businessDay(ctx.now)}::date - ${RETAINED_DAYS}::int`.execute(ctx.sql);
}

export type MissedSearch = { words: string; locales: string[]; times: number; last_day: string };

/** Of the last `days`, today included; the most frequent first. */
export async function listMissedSearches(ctx: Ctx, days: number, limit: number): Promise<MissedSearch[]> {
  const { rows } = await sql<MissedSearch>`
    select words, array_agg(distinct locale order by locale) as locales, sum(times)::int as times,
      max(day)::text as last_day
    from catalogue.missed_searches where day > ${businessDay(ctx.now)}::date - ${days}::int
    group by words order by times desc, last_day desc, words limit ${limit}`.execute(ctx.sql);
  return rows;
}
