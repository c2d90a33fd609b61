/** What waits for a person today, by what they may do. It reads other domains' tables and writes none. rules/staff#home */
import type { Permission } from "contract/staff/permissions.ts";
import type { Todo, todoKinds } from "contract/staff/staff.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { maintenance } from "../platform/settings.ts";

type Kind = (typeof todoKinds)[number];
type Me = { account_id: number; permissions: readonly Permission[] };
type Counted = { kind: Kind; count: number; oldest_at: Date | null; amount: number | null };

/** An invitation that lapsed is shown so long: a person may be asked in anew. */
const SHOWN_DAYS = 30;

/** Rows of `kind, count, oldest_at, amount`; an order with an open payment deadline is confirmed by its money. */
const todos: readonly { kind: Kind; needs: Permission | "any"; rows: (now: Date, me: Me) => RawBuilder<unknown> }[] = [
  {
    kind: "approvals_waiting",
    needs: "any",
    rows: (now, me) => sql`select 'approvals_waiting' as kind, count(*)::int as count, min(p.asked_at) as oldest_at,
      sum(p.amount)::bigint as amount from staff.approvals p
      where p.state = 'asked' and p.expires_at > ${now} and p.asker <> ${me.account_id}
        and not ${me.account_id} = any (p.concerned) and p.decided_by = any (${[...me.permissions]}::text[])`,
  },
  {
    kind: "orders_to_approve",
    needs: "orders:write",
    rows: () => sql`select 'orders_to_approve', count(*)::int, min(o.placed_at),
      null::bigint from orders.orders o
      where o.status = 'waiting_approval' and not exists (select from payments.payments p
        where p.order_code = o.code and p.deadline is not null and p.status in ('created', 'pending'))`,
  },
  {
    kind: "refunds_owed",
    needs: "payments:read",
    rows: () => sql`select 'refunds_owed', count(*)::int, min(r.created_at), coalesce(sum(r.amount), 0)::bigint
      from payments.refunds r where r.status in ('owed', 'proposed')`,
  },
  {
    kind: "invitations_open",
    needs: "staff:manage",
    rows: (now) => sql`select 'invitations_open', count(*)::int, min(l.created_at), null::bigint
      from staff.links l where l.purpose = 'invitation' and l.used_at is null and l.ended_at is null
        and l.expires_at > ${new Date(now.getTime() - SHOWN_DAYS * 86_400_000)}`,
  },
  {
    kind: "failed_jobs",
    needs: "settings:write",
    rows: () => sql`select 'failed_jobs', count(*)::int, min(j.updated_at), null::bigint
      from graphile_worker.jobs j where j.attempts >= j.max_attempts and j.locked_at is null`,
  },
];

export async function home(ctx: Ctx): Promise<{ todos: Todo[]; maintenance: boolean }> {
  const staff = await ctx.staff();
  const me: Me = { account_id: staff?.account_id ?? 0, permissions: staff?.permissions ?? [] };
  const own = todos.filter(({ needs }) => needs === "any" || me.permissions.includes(needs));
  const counted =
    own.length === 0
      ? []
      : (
          await sql<Counted>`${sql.join(
            own.map(({ rows }) => rows(ctx.now, me)),
            sql` union all `,
          )}`.execute(ctx.sql)
        ).rows;
  const waiting = counted.filter(({ count }) => count > 0);
  return {
    todos: waiting.map((row) => ({ ...row, oldest_at: row.oldest_at?.toISOString() ?? null })),
    maintenance: await maintenance(ctx),
  };
}
