/** The searches command: arguments in, text and exit code out. Exit codes: 0 done, 2 not understood. */
import { formatDate } from "contract/values/locale.ts";
import { listMissedSearches } from "server/catalogue/query/missed-searches.ts";
import type { Ctx } from "server/kernel/context.ts";
import { readArguments, usageOf, wholeNumber } from "./command-line.ts";
import { type CommandResult, printable } from "./shopkeeper.ts";

export const help = `Searches without a result

  npm run searches [-- --days 30] [--limit 50]

What people typed and the shop had nothing for, the most frequent first. A word that means something you sell can be
taught to the search: npm run terms. Counted once a page is made: a page that is kept for a while
answers later visitors without being counted. Kept for 90 days, without anything about who asked.
Exit codes: 0 done, 2 not understood.
`;

export const options = {
  days: { type: "string", default: "30" },
  limit: { type: "string", default: "50" },
} as const;

export async function searchesCommand(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  let days: number;
  let limit: number;
  try {
    const { values } = readArguments(words, options);
    days = wholeNumber("--days", values.days, 1, 90);
    limit = wholeNumber("--limit", values.limit, 1, 1000);
  } catch (error) {
    return { out: "", err: usageOf(error, help), exit_code: 2 };
  }
  const missed = await listMissedSearches(ctx, days, limit);
  if (missed.length === 0) return { out: `Nothing was missed in ${days} days.\n`, err: "", exit_code: 0 };
  const lines = missed.map(
    (each) =>
      `${String(each.times).padStart(6)}  ${day(each.last_day)}  ${each.locales.join(",").padEnd(8)}  ${printable(each.words)}`,
  );
  return { out: `${[" TIMES  LAST        IN        WORDS", ...lines].join("\n")}\n`, err: "", exit_code: 0 };
}

const day = (date: string): string => formatDate(`${date}T00:00:00+07:00`, "vi");
