/**
 * Writes to a visitor's rows that were in flight at sign-in: sign-in has moved those rows, so the writes
 * go to the customer's rows. A domain that stores rows of visitors locks the session while writing. ASSUMED(0168)
 */
import { ShopError } from "contract/errors.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";

/** A visitor's things were wanted, who has become a customer meanwhile. Nothing has been written. */
export class PassedOn extends ShopError {
  readonly heir: number;

  constructor(heir: number) {
    super("conflict", { retry_after_seconds: 1 });
    this.heir = heir;
  }
}

/**
 * In a transaction: the session stays a visitor's until it ends, because a sign-in takes its row first. Throws PassedOn,
 * conflict where the session is gone.
 */
export async function holdVisitor(ctx: Ctx, session_id: number): Promise<void> {
  // Locks the session, beside others who only write.
  const { rows } = await sql<{ heir: number | null }>`
    select heir from identity.sessions where id = ${session_id} for share`.execute(ctx.sql);
  const [session] = rows;
  if (!session) throw new ShopError("conflict", { retry_after_seconds: 1 });
  if (session.heir !== null) throw new PassedOn(session.heir);
}

/** Runs a write; where its visitor has signed in since the request came, `again` does it on the customer's things. */
export async function writeOrPassOn<Answer>(
  ctx: Ctx,
  what: "cart" | "heart",
  write: () => Promise<Answer>,
  again: (customer_id: number) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await write();
  } catch (error) {
    if (!(error instanceof PassedOn)) throw error;
    ctx.log.info(
      { event: `${what}_passed_on`, request_id: ctx.request_id },
      "a late write went to who has signed in meanwhile",
    );
    return again(error.heir);
  }
}
