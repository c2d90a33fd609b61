/** Rebuilds listing rows that an older version of the shop has made, in the background. */
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { index } from "./listing-index.ts";
import { INDEX_VERSION } from "./listing-row.ts";

const BATCH_PRODUCTS = 500;
const MAX_BATCHES = 40; // a job's turn; the next turn goes on

/** Safe to repeat and to interrupt. Locks as the indexing does, one batch at a time. */
export async function indexOutdated(ctx: Ctx): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    const { rows } = await sql<{ product_id: number }>`select product_id from catalogue.shelf
      where version < ${INDEX_VERSION} order by product_id limit ${BATCH_PRODUCTS}`.execute(ctx.sql);
    if (rows.length === 0) return;
    await inTransaction(ctx, async ({ sql: db, now }) => {
      await index(
        db,
        rows.map((row) => row.product_id),
        now,
      );
    });
  }
}
