/**
 * Deciding: under the lock of the request's row, so that nothing is decided twice and nothing runs twice. Who asked never
 * approves, nor whom it makes wider. The act runs in the transaction of its approval, as the asker's, through the code of its
 * call; that it may, and with the same figures, is judged there anew. rules/staff#four-eyes
 */
import { isShopError, ShopError } from "contract/errors.ts";
import { type ApprovalKind, approvalKinds } from "contract/staff/approval-kinds.ts";
import type { Approval } from "contract/staff/approvals.ts";
import type { OfficeLocale } from "contract/staff/fields.ts";
import type { Permission } from "contract/staff/permissions.ts";
import { sql } from "kysely";
import { actFrom, actingNow } from "../../database/acting.ts";
import { actingAs } from "../../kernel/actor.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { SecondPersonNeeded } from "../../kernel/second-person.ts";
import { setting } from "../../platform/settings.ts";
import { decrypt } from "../../security/encryption.ts";
import { emailStaff, untilText } from "../emails.ts";
import { grantsIn, heldAccount, heldAccounts } from "../held.ts";
import { ownSession } from "../sessions.ts";
import { withoutSession } from "./at-work.ts";
import { viewApproval } from "./inbox.ts";
import { lapse, placeOfInput } from "./requests.ts";

type Row = {
  id: number;
  code: string;
  kind: ApprovalKind;
  label: string;
  call: string;
  input: Buffer;
  digest: string;
  decided_by: Permission;
  needs: Permission;
  asker: number;
  concerned: number[];
  reason: string;
  state: string;
  runs_at: Date | null;
};

/** Locks the row. Throws not_found, conflict for one that is decided. */
async function waiting(tx: Ctx, code: string): Promise<Row> {
  await lapse(tx);
  const { rows } = await sql<Row>`
    select id, code, kind, label, call, input, encode(digest, 'hex') as digest, decided_by, needs, asker, to_jsonb(concerned) as concerned, reason,
      state, runs_at from staff.approvals where code = ${code} for update`.execute(tx.sql);
  const row = rows[0];
  if (!row) throw new ShopError("not_found");
  if (row.state !== "asked") throw new ShopError("conflict", { message_key: "approval_decided" });
  return row;
}

async function holds(ctx: Ctx, account_id: number, right: Permission): Promise<boolean> {
  const [account] = await heldAccounts(ctx, sql`a.id = ${account_id} and a.state = 'active'`);
  return account !== undefined && grantsIn(account).some(({ name }) => name === right);
}

/** Throws own_request for who asked and whom it makes wider, not_found for who does not decide such. */
async function assertDecides(tx: Ctx, row: Row, account_id: number): Promise<void> {
  if (account_id === row.asker) throw new ShopError("own_request");
  if (!(await holds(tx, account_id, row.decided_by))) throw new ShopError("not_found");
  if (row.concerned.includes(account_id)) throw new ShopError("own_request");
}

const assertSame = (row: Row, digest: string) => {
  if (row.digest !== digest) throw new ShopError("conflict", { message_key: "approval_changed" });
};

/** Throws not_found, own_request, conflict. */
export async function approve(ctx: Ctx, { id, digest }: { id: string; digest: string }): Promise<Approval> {
  const { account_id } = await ownSession(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await waiting(tx, id);
    await assertDecides(tx, row, account_id);
    assertSame(row, digest);
    await sql`update staff.approvals set decider = ${account_id}, decided_at = ${tx.now} where id = ${row.id}`.execute(
      tx.sql,
    );
    await proceed(tx, row);
  });
  return viewApproval(ctx, id);
}

/** What is approved runs; what a person does by hand is ready. */
async function proceed(tx: Ctx, row: Row): Promise<void> {
  if (approvalKinds[row.kind].runs === "by_hand") {
    await sql`update staff.approvals set state = 'approved' where id = ${row.id}`.execute(tx.sql);
    return notifyAsker(tx, row, "approved", "");
  }
  const refused = await run(tx, row);
  if (refused === null) {
    await sql`update staff.approvals set state = 'done', done_at = ${tx.now} where id = ${row.id}`.execute(tx.sql);
    return notifyAsker(tx, row, "done", "");
  }
  await sql`update staff.approvals set state = 'void', answer = ${refused} where id = ${row.id}`.execute(tx.sql);
  return notifyAsker(tx, row, "void", "");
}

/** The act, as the asker's; null where it is done, else why not, and then nothing of it is. */
async function run(tx: Ctx, row: Row): Promise<string | null> {
  const acting = await actingNow(tx.sql);
  const input: unknown = JSON.parse(decrypt(tx.config, row.input, placeOfInput(row.code)));
  const account = await heldAccount(tx, row.asker);
  const grants = grantsIn(account);
  if (account.state !== "active" || !grants.some(({ name }) => name === row.needs)) return "asker_left";
  const staff = withoutSession(tx, row.asker, grants, `approval ${row.code}`);
  const { id, code, kind, digest } = row;
  const asker: Ctx = {
    ...actingAs(tx, `staff:${row.asker}`),
    approval: { id, code, kind, digest },
    staff: async () => staff,
  };
  await sql`savepoint approved_act`.execute(tx.sql);
  try {
    const { request_id } = tx;
    const said = {
      actor: `staff:${row.asker}`,
      call: row.call,
      request_id,
      approval: code,
      reason: row.reason,
    } as const;
    await actFrom(tx.sql, said);
    await tx.announce(asker, "approval_granted", { call: row.call, input });
    await sql`release savepoint approved_act`.execute(tx.sql);
    return null;
  } catch (error) {
    const why = error instanceof SecondPersonNeeded ? "approval_void" : isShopError(error) ? error.code : null;
    if (why === null) throw error;
    await sql`rollback to savepoint approved_act`.execute(tx.sql);
    return why;
  } finally {
    // Also after an error that undoes all of it: the statement is then refused, and that is no second error.
    if (acting) await actFrom(tx.sql, acting).catch(() => undefined);
  }
}

async function notifyAsker(
  tx: Ctx,
  row: Row,
  state: "approved" | "done" | "void" | "refused" | "stopped",
  why: string,
) {
  const { rows } = await sql<{ email: string; full_name: string; language: OfficeLocale }>`
    select email, full_name, language from staff.accounts where id = ${row.asker} and state = 'active'`.execute(tx.sql);
  for (const reader of rows)
    await emailStaff(tx, reader, "approval_decided", { what: row.label, code: row.code, state, why });
}

async function close(tx: Ctx, row: Row, state: "refused" | "withdrawn" | "stopped", by: number, answer: string) {
  await sql`update staff.approvals set state = ${state}, decider = ${by}, decided_at = ${tx.now}, answer = ${answer}
    where id = ${row.id}`.execute(tx.sql);
  if (state !== "withdrawn") await notifyAsker(tx, row, state, answer);
}

/** Throws not_found, own_request, conflict. */
export async function refuse(ctx: Ctx, { id, reason }: { id: string; reason: string }): Promise<Approval> {
  const { account_id } = await ownSession(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await waiting(tx, id);
    await assertDecides(tx, row, account_id);
    await close(tx, row, "refused", account_id, reason);
  });
  return viewApproval(ctx, id);
}

/** Throws not_found for another's, conflict. */
export async function withdraw(ctx: Ctx, id: string): Promise<Approval> {
  const { account_id } = await ownSession(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await waiting(tx, id);
    if (row.asker !== account_id) throw new ShopError("not_found");
    await close(tx, row, "withdrawn", account_id, "");
  });
  return viewApproval(ctx, id);
}

/**
 * One person alone: possible where nobody else holds the right of deciding, nor has in the last 72 hours. Everybody active
 * is told. Throws not_found, not_alone, conflict.
 */
export async function confirmAlone(
  ctx: Ctx,
  { id, digest, reason }: { id: string; digest: string; reason: string },
): Promise<Approval> {
  const { account_id } = await ownSession(ctx);
  const limits = await setting(ctx, "approval_limits");
  await inTransaction(ctx, async (tx) => {
    const row = await waiting(tx, id);
    if (row.asker !== account_id) throw new ShopError("not_found");
    assertSame(row, digest);
    if (row.runs_at) throw new ShopError("conflict", { message_key: "approval_decided" });
    if (!(await isAlone(tx, row, limits.alone_hours))) throw new ShopError("not_alone");
    const runs_at = new Date(tx.now.getTime() + limits.alone_delay_minutes * 60_000);
    await sql`update staff.approvals set runs_at = ${runs_at}, answer = ${reason} where id = ${row.id}`.execute(tx.sql);
    const { rows } = await sql<{ email: string; full_name: string; language: OfficeLocale }>`
      select email, full_name, language from staff.accounts where state = 'active' and id <> ${account_id}`.execute(
      tx.sql,
    );
    const { full_name: by } = await heldAccount(tx, account_id);
    for (const reader of rows) {
      const said = { by, what: row.label, code: row.code, at: untilText(runs_at, reader.language) };
      await emailStaff(tx, reader, "approval_alone", said);
    }
  });
  return viewApproval(ctx, id);
}

/** The asker holds the right, and nobody else who is not concerned does, or has lately. */
export async function isAlone(
  ctx: Ctx,
  row: Pick<Row, "asker" | "concerned" | "decided_by">,
  hours: number,
): Promise<boolean> {
  if (!(await holds(ctx, row.asker, row.decided_by))) return false;
  const since = new Date(ctx.now.getTime() - hours * 3_600_000);
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from staff.accounts a join staff.account_roles h on h.account_id = a.id
        join staff.role_permissions p on p.role = h.role and p.permission = ${row.decided_by}
        where a.state = 'active' and a.id <> ${row.asker} and not a.id = any (${row.concerned}::bigint[]))
      or exists (select from staff.lost_rights l where l.permission = ${row.decided_by} and l.at > ${since}
        and l.account_id <> ${row.asker} and not l.account_id = any (${row.concerned}::bigint[])) as others`.execute(
    ctx.sql,
  );
  return rows[0]?.others === false;
}

/** Of one confirmed alone: any active person, without any right. Throws not_found, conflict. */
export async function stopAlone(
  ctx: Ctx,
  { id, reason }: { id: string; reason?: string | undefined },
): Promise<Approval> {
  const { account_id } = await ownSession(ctx);
  await inTransaction(ctx, async (tx) => {
    const row = await waiting(tx, id);
    if (!row.runs_at) throw new ShopError("not_found");
    await close(tx, row, "stopped", account_id, reason ?? "");
  });
  return viewApproval(ctx, id);
}

/** The job `run_approvals`: what was confirmed alone and not stopped runs; what is over lapses. Safe to repeat. */
export async function runApprovals(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, lapse);
  const { rows } = await sql<{ code: string }>`
    select code from staff.approvals where state = 'asked' and runs_at <= ${ctx.now} order by runs_at`.execute(ctx.sql);
  for (const { code } of rows) {
    await inTransaction(ctx, async (tx) => {
      const row = await waiting(tx, code);
      if (!row.runs_at || row.runs_at > tx.now) return;
      await sql`update staff.approvals set decider = ${row.asker}, decided_at = ${tx.now} where id = ${row.id}`.execute(
        tx.sql,
      );
      await proceed(tx, row);
    }).catch((error: unknown) => {
      if (!isShopError(error)) throw error; // decided or stopped at this very moment
    });
  }
}
