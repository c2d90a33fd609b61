/** What became of staff accounts, roles and keys: rows that nobody can change. rules/staff#history */
import type { StaffEvent } from "contract/staff/accounts.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";

type Noted = {
  account_id?: number | null;
  role?: string | null;
  before?: object | null;
  after?: object | null;
  reason?: string | undefined;
};

/** In the transaction of what happened. Never a password, a code or a secret. */
export async function noteStaffEvent(ctx: Ctx, event: StaffEvent["event"], noted: Noted): Promise<void> {
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
  await ctx.sql
    .insertInto("staff.history")
    .values({
      at: ctx.now,
      actor: await ctx.actor(),
      event,
      account_id: noted.account_id ?? null,
      role: noted.role ?? null,
      before: json(noted.before),
      after: json(noted.after),
      reason: noted.reason || null,
      request_id: ctx.request_id,
    })
    .execute();
}

export async function historyOf(ctx: Ctx, which: RawBuilder<unknown>): Promise<StaffEvent[]> {
  const { rows } = await sql<Omit<StaffEvent, "at"> & { at: Date }>`
    select h.at, a.full_name as by, h.event, h.before, h.after, h.reason
    from staff.history h left join staff.accounts a on h.actor = 'staff:' || a.id
    where ${which} order by h.id desc limit 200`.execute(ctx.sql);
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}
