/** The searches command: words in, text and exit code out. Exit codes: 0 done, 2 not understood. */
import { parseArgs } from "node:util";
import { listMissedSearches } from "server/catalogue/missed-searches.ts";
import type { Ctx } from "server/context.ts";
import type { Spoken } from "./shopkeeper.ts";

export const help = `Searches without a result

  npm run searches [-- --days 30] [--limit 50]

What people typed and the shop had nothing for, the most frequent first. A word that means something you sell can be
taught to the search: npm run words. Counted once a page is made: a page that is kept for a while
answers later visitors without being counted. Kept for 90 days, without anything about who asked.
Exit codes: 0 done, 2 not understood.
`;

const options = {
  days: { type: "string", default: "30" },
  limit: { type: "string", default: "50" },
} as const;

export async function searchesCommand(ctx: Ctx, words: readonly string[]): Promise<Spoken> {
  let given: { days: string; limit: string };
  try {
    given = parseArgs({ args: [...words], options }).values;
  } catch (error) {
    return misunderstood((error as Error).message); // parseArgs names the option it does not know
  }
  const [days, limit] = [Number(given.days), Number(given.limit)];
  if (!Number.isSafeInteger(days) || days < 1 || days > 90) return misunderstood("--days takes 1 to 90.");
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1000) return misunderstood("--limit takes 1 to 1000.");
  const missed = await listMissedSearches(ctx, days, limit);
  if (missed.length === 0) return { out: `Nothing was missed in ${days} days.\n`, err: "", exit_code: 0 };
  const lines = missed.map(
    (each) =>
      `${String(each.times).padStart(6)}  ${each.last_day}  ${each.locales.join(",").padEnd(8)}  ${printable(each.words)}`,
  );
  return { out: `${[" TIMES  LAST        IN        WORDS", ...lines].join("\n")}\n`, err: "", exit_code: 0 };
}

/** Strangers typed these: no sign of theirs may steer a terminal. */
function printable(words: string): string {
  return words.replace(/[\p{Cc}\p{Cf}]/gu, "?");
}

function misunderstood(why: string): Spoken {
  return { out: "", err: `${why}\nnpm run searches -- --help\n`, exit_code: 2 };
}
