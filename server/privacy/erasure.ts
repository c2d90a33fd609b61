/**
 * Erases accounts that are due. Each domain erases its own part (reaction person_erased); before the transaction
 * commits, the map of personal data is compared with the database, so that a forgotten part fails the erasure.
 * rules/privacy#erasure; docs/decisions/0151
 */
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { belongingTo, personalData } from "./personal-data-map.ts";

const portion = 50;

/** An unused account is erased only after it was notified (unused.ts). */
const untold = sql<boolean>`exists (select from privacy.data_requests d where d.customer_id = identity.customers.id
  and d.kind = 'deletion' and d.status = 'waiting' and d.because = 'unused' and d.warned_at is null)`;

/** The job `erase_accounts`. One transaction a person. Answers how many. Safe to repeat. */
export async function eraseAccounts(ctx: Ctx): Promise<number> {
  const due = await ctx.sql
    .selectFrom("identity.customers")
    .select("id")
    .where("deletion_due_at", "<=", ctx.now)
    .where(sql<boolean>`not ${untold}`)
    .orderBy("deletion_due_at")
    .limit(portion)
    .execute();
  let erased = 0;
  for (const { id } of due) {
    await inTransaction(ctx, async (ctx) => {
      // Locks the person: a withdrawal at this moment either comes before, or finds no account.
      const { rows } = await sql`select 1 from identity.customers
        where id = ${id} and deletion_due_at <= ${ctx.now} and not ${untold} for update`.execute(ctx.sql);
      if (rows.length === 0) return;
      await ctx.announce(ctx, "person_erased", { customer_id: id });
      await assertErased(ctx, id);
      erased += 1;
    });
  }
  return erased;
}

/** Throws where something of the person is left that should not be. */
export async function assertErased(ctx: Ctx, customer_id: number): Promise<void> {
  for (const { table, belongs, erasure, exported, withheld = [] } of personalData) {
    if (erasure === "retained") continue;
    const isFilled = sql.join(
      [...exported, ...withheld].map((name) => sql`coalesce(${sql.ref(name)}::text, '') <> ''`),
      sql` or `,
    );
    const left = erasure === "deleted" ? sql`true` : isFilled;
    const { rows } = await sql`
      select 1 from ${sql.table(table)} where ${belongingTo(belongs, customer_id)} and (${left}) limit 1`.execute(
      ctx.sql,
    );
    if (rows.length > 0) throw new Error(`erasing customer ${customer_id} left something in ${table}`);
  }
}
