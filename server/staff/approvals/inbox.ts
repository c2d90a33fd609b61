/**
 * Requests as staff read them. Who asked and who may decide see one; one that a person confirmed alone is everybody's to see
 * and to stop. Any other is not there. rules/staff#four-eyes
 */
import { ShopError } from "contract/errors.ts";
import type { ApprovalKind, ApprovalState } from "contract/staff/approval-kinds.ts";
import type { Approval, Figure } from "contract/staff/approvals.ts";
import type { Permission } from "contract/staff/permissions.ts";
import { type RawBuilder, sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { setting } from "../../platform/settings.ts";
import { ownSession } from "../sessions.ts";

const PAGE = 24;

type Row = {
  id: number;
  code: string;
  kind: ApprovalKind;
  state: ApprovalState;
  subject: string;
  label: string;
  figures: Figure[];
  digest: string;
  amount: number | null;
  reason: string;
  asker: number;
  asker_name: string;
  concerned: number[];
  asked_at: Date;
  expires_at: Date;
  decided_by: Permission;
  decider: number | null;
  decider_name: string | null;
  decided_at: Date | null;
  answer: string;
  runs_at: Date | null;
  done_at: Date | null;
  is_alone: boolean;
};
type Me = { account_id: number; permissions: readonly Permission[]; now: Date };

async function read(ctx: Ctx, me: Me, which: RawBuilder<unknown>, limit: number): Promise<Row[]> {
  const { alone_hours } = await setting(ctx, "approval_limits");
  const since = new Date(ctx.now.getTime() - alone_hours * 3_600_000);
  const { rows } = await sql<Row>`
    select p.id, p.code, p.kind, p.subject, p.label, p.figures, encode(p.digest, 'hex') as digest, p.amount, p.reason, p.asker,
      a.full_name as asker_name, to_jsonb(p.concerned) as concerned, p.asked_at, p.expires_at, p.decided_by, p.decider, d.full_name as decider_name,
      p.decided_at, p.answer, p.runs_at, p.done_at,
      case when p.state in ('asked', 'approved') and p.expires_at <= ${ctx.now} then 'lapsed' else p.state end as state,
      p.asker = ${me.account_id} and p.decided_by = any (${[...me.permissions]}::text[])
        and not exists (select from staff.accounts x join staff.account_roles h on h.account_id = x.id
          join staff.role_permissions r on r.role = h.role and r.permission = p.decided_by
          where x.state = 'active' and x.id <> p.asker and not x.id = any (p.concerned))
        and not exists (select from staff.lost_rights l where l.permission = p.decided_by and l.at > ${since}
          and l.account_id <> p.asker and not l.account_id = any (p.concerned)) as is_alone
    from staff.approvals p join staff.accounts a on a.id = p.asker left join staff.accounts d on d.id = p.decider
    where (p.asker = ${me.account_id} or p.decided_by = any (${[...me.permissions]}::text[]) or p.runs_at is not null)
      and ${which} order by p.id desc limit ${limit}`.execute(ctx.sql);
  return rows;
}

function shown(row: Row, { account_id, permissions }: Me): Approval {
  const mine = row.asker === account_id;
  const decides = !mine && !row.concerned.includes(account_id) && permissions.includes(row.decided_by);
  const asked = row.state === "asked";
  const can: Approval["can"] = [
    ...(asked && decides ? (["decide"] as const) : []),
    ...(asked && mine ? (["withdraw"] as const) : []),
    ...(asked && row.runs_at ? (["stop"] as const) : []),
    ...(asked && row.is_alone && !row.runs_at ? (["confirm_alone"] as const) : []),
    ...(row.state === "approved" && mine ? (["run"] as const) : []),
    ...((asked || row.state === "approved") && (mine || permissions.includes(row.decided_by))
      ? (["comment"] as const)
      : []),
  ];
  return {
    id: row.code,
    ...{
      kind: row.kind,
      state: row.state,
      subject: row.subject,
      label: row.label,
      figures: row.figures,
      digest: row.digest,
    },
    ...{ amount: row.amount, reason: row.reason, decided_by: row.decided_by, answer: row.answer, can },
    asked_by: { id: row.asker, name: row.asker_name },
    asked_at: row.asked_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
    decider: row.decider === null ? null : { id: row.decider, name: row.decider_name ?? "" },
    decided_at: row.decided_at?.toISOString() ?? null,
    runs_at: row.runs_at?.toISOString() ?? null,
    done_at: row.done_at?.toISOString() ?? null,
  };
}

async function caller(ctx: Ctx): Promise<Me> {
  const { account_id, permissions } = await ownSession(ctx);
  return { account_id, permissions, now: ctx.now };
}

const isOpen = (now: Date) => sql`p.state in ('asked', 'approved') and p.expires_at > ${now}`;

type Box = "open" | "own" | "closed";

export async function listApprovals(ctx: Ctx, { box, before }: { box: Box; before?: number | undefined }) {
  const me = await caller(ctx);
  const chosen: Readonly<Record<Box, RawBuilder<unknown>>> = {
    open: sql`${isOpen(me.now)} and p.asker <> ${me.account_id}`,
    own: sql`${isOpen(me.now)} and p.asker = ${me.account_id}`,
    closed: sql`not (${isOpen(me.now)})`,
  };
  const older = before === undefined ? sql`true` : sql`p.id < ${before}`;
  const rows = await read(ctx, me, sql`${chosen[box]} and ${older}`, PAGE + 1);
  const page = rows.slice(0, PAGE);
  const counted = await sql<{ open: number; own: number }>`
    select count(*) filter (where p.asker <> ${me.account_id})::int as open,
      count(*) filter (where p.asker = ${me.account_id})::int as own
    from staff.approvals p where ${isOpen(me.now)} and (p.asker = ${me.account_id}
      or p.decided_by = any (${[...me.permissions]}::text[]) or p.runs_at is not null)`.execute(ctx.sql);
  return {
    approvals: page.map((row) => shown(row, me)),
    next: rows.length > PAGE ? (page.at(-1)?.id ?? null) : null,
    counts: counted.rows[0] ?? { open: 0, own: 0 },
  };
}

/** Throws not_found. */
async function one(ctx: Ctx, code: string): Promise<{ me: Me; row: Row }> {
  const me = await caller(ctx);
  const [row] = await read(ctx, me, sql`p.code = ${code}`, 1);
  if (!row) throw new ShopError("not_found");
  return { me, row };
}

/** Throws not_found. */
export async function viewApproval(ctx: Ctx, code: string): Promise<Approval> {
  const { me, row } = await one(ctx, code);
  return shown(row, me);
}

/** Throws not_found. */
export async function approvalRecord(ctx: Ctx, code: string) {
  const { me, row } = await one(ctx, code);
  const comments = await sql<{ by: string; at: Date; text: string }>`
    select a.full_name as by, c.at, c.text from staff.approval_comments c join staff.accounts a on a.id = c.account_id
    where c.approval_id = ${row.id} order by c.id`.execute(ctx.sql);
  const earlier = await read(
    ctx,
    me,
    sql`p.kind = ${row.kind} and p.subject = ${row.subject} and p.id < ${row.id}`,
    10,
  );
  return {
    ...shown(row, me),
    comments: comments.rows.map((each) => ({ ...each, at: each.at.toISOString() })),
    earlier: earlier.map((each) => shown(each, me)),
  };
}

/** Throws not_found, also for one that is decided. */
export async function commentApproval(ctx: Ctx, { id, text }: { id: string; text: string }): Promise<{ done: true }> {
  const { me, row } = await one(ctx, id);
  if (!shown(row, me).can.includes("comment")) throw new ShopError("not_found");
  await ctx.sql
    .insertInto("staff.approval_comments")
    .values({ approval_id: row.id, account_id: me.account_id, at: ctx.now, text })
    .execute();
  return { done: true };
}
