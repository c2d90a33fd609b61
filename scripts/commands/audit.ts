/**
 * The command of the audit log: which months it holds, and taking out one that is past its time. Only the owner of the
 * database can. rules/staff#audit. Exit codes: 0 done, 1 refused, 2 not understood.
 */
import { sql } from "kysely";
import type { Ctx } from "server/kernel/context.ts";
import { noteAudit } from "server/staff/audit/entries.ts";
import { readArguments, UsageError, usageOf } from "./command-line.ts";
import { type CommandResult, speak } from "./shopkeeper.ts";

const help = `The audit log's months

  npm run audit -- months                         what it holds
  npm run audit -- drop ordinary|retained YYYY-MM  takes out a month past its time: 24 months, or 10 years

Nothing else removes an entry. Exit codes: 0 done, 1 refused, 2 not understood.
`;

export async function auditCommand(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  try {
    const [verb, kind, month] = readArguments(words, {}, 3).positionals;
    if (verb === "months") return { out: await months(ctx), err: "", exit_code: 0 };
    if (verb !== "drop" || (kind !== "ordinary" && kind !== "retained") || !/^\d{4}-\d{2}$/.test(month ?? ""))
      throw new UsageError(`There is no command "${words.join(" ")}".`);
    return await drop(ctx, kind, `${month}-01`);
  } catch (error) {
    return { out: "", err: usageOf(error, help), exit_code: 2 };
  }
}

async function months(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ class: string; month: string; entries: number }>`
    select class, to_char(at at time zone 'UTC', 'YYYY-MM') as month, count(*)::int as entries from audit.entries
    group by 1, 2 order by 2, 1`.execute(ctx.sql);
  if (rows.length === 0) return "It is empty.\n";
  return rows.map((row) => `${row.month}  ${row.class.padEnd(8)}  ${row.entries}\n`).join("");
}

/** Noted before and after in the log itself. */
async function drop(ctx: Ctx, kind: string, month: string): Promise<CommandResult> {
  const about = `audit:${kind} ${month.slice(0, 7)}`;
  try {
    const held = await ctx.sql.transaction().execute(async (tx) => {
      const inside = { ...ctx, sql: tx, in_transaction: true as const };
      const { rows } = await sql<{ held: number }>`select audit.drop_month(${kind}, ${month}::date) as held`.execute(
        tx,
      );
      await noteAudit(inside, "month_dropped", { about, after: { entries: rows[0]?.held ?? 0 } });
      return rows[0]?.held ?? 0;
    });
    return { out: `${held} entries of ${month.slice(0, 7)} are taken out.\n`, err: "", exit_code: 0 };
  } catch (error) {
    // The database says why: not past its time, no such month, or not yet in the chain.
    if ((error as { code?: unknown }).code !== "P0001") throw error;
    return { out: "", err: `${(error as Error).message}.\n`, exit_code: 1 };
  }
}

if (process.argv[1] === import.meta.filename) await speak("audit", { help, options: {}, answer: auditCommand });
