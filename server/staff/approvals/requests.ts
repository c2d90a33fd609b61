/**
 * Asking: whether a second person has approved what is about to happen, and the request where none has. One request is open
 * for one thing. rules/staff#four-eyes
 */
import { createHash, randomInt } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { approvalKinds } from "contract/staff/approval-kinds.ts";
import type { OfficeLocale } from "contract/staff/fields.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { type Ask, SecondPersonNeeded } from "../../kernel/second-person.ts";
import { setting } from "../../platform/settings.ts";
import { encrypt } from "../../security/encryption.ts";
import { emailStaff } from "../emails.ts";
import { actingAccount, heldAccount } from "../held.ts";

/** Crockford's letters: nothing is read as something else. */
const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const CODE_LENGTH = 10;

/** Of what is approved: any difference gives another one. */
export function digestOf({ kind, subject, figures, amount = 0 }: Ask): string {
  const rows = figures.map(({ name, before, after }) => [name, before, after]);
  return createHash("sha256")
    .update(JSON.stringify([kind, subject, amount, rows]))
    .digest("hex");
}

export const placeOfInput = (code: string): string => `approval ${code}`;

/** Reaction to second_person_needed. Throws SecondPersonNeeded, approval_needed, approval_void. */
export async function assertApproved(ctx: Ctx, ask: Ask): Promise<void> {
  if ((await actingAccount(ctx)) === null) return; // a command, or the shop itself
  const digest = digestOf(ask);
  if (ctx.approval) {
    if (ctx.approval.kind === ask.kind && ctx.approval.digest === digest) return;
    throw new ShopError("approval_void");
  }
  if (approvalKinds[ask.kind].runs === "by_hand" && (await useApproved(ctx, ask, digest))) return;
  const staff = await ctx.staff();
  if (staff?.session_id === null) {
    const { decided_by } = approvalKinds[ask.kind];
    // Of many rows at once no request is made: the row says who would decide.
    throw staff.caller.startsWith("bulk ")
      ? new ShopError("approval_needed", { message_key: "approval_needed_of_one", params: { decided_by } })
      : new ShopError("approval_needed");
  }
  throw new SecondPersonNeeded(ask);
}

/** Once: the row is locked until the act is done with it. */
async function useApproved(ctx: Ctx, ask: Ask, digest: string): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    update staff.approvals set state = 'done', done_at = ${ctx.now}
    where kind = ${ask.kind} and subject = ${ask.subject} and state = 'approved' and expires_at > ${ctx.now}
      and digest = decode(${digest}, 'hex') returning id`.execute(ctx.sql);
  return rows.length > 0;
}

type Asking = { ask: Ask; call: string; input: unknown; reason: string };

/**
 * The request, or the one that waits already with the same figures. Answers its code. Throws conflict where another one is
 * open for the same thing.
 */
export async function recordRequest(ctx: Ctx, { ask, call, input, reason }: Asking): Promise<string> {
  const digest = digestOf(ask);
  const { decided_by } = approvalKinds[ask.kind];
  const { request_hours } = await setting(ctx, "approval_limits");
  return inTransaction(ctx, async (tx) => {
    const asker = await actingAccount(tx);
    if (asker === null) throw new ShopError("forbidden");
    await sql`select pg_advisory_xact_lock(hashtextextended(${`approval ${ask.kind} ${ask.subject}`}, 0))`.execute(
      tx.sql,
    );
    await lapse(tx);
    const open = await tx.sql
      .selectFrom("staff.approvals")
      .select(["code", "asker", sql<string>`encode(digest, 'hex')`.as("digest")])
      .where("kind", "=", ask.kind)
      .where("subject", "=", ask.subject)
      .where("state", "in", ["asked", "approved"])
      .executeTakeFirst();
    if (open && open.asker === asker && open.digest === digest) return open.code;
    if (open) throw new ShopError("conflict", { message_key: "approval_open", params: { code: open.code } });
    const code = Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
    const encrypted = encrypt(tx.config, JSON.stringify(input ?? {}), placeOfInput(code));
    await tx.sql
      .insertInto("staff.approvals")
      .values({
        ...{ code, kind: ask.kind, subject: ask.subject, label: ask.label, call, input: encrypted, asker, reason },
        figures: JSON.stringify(ask.figures),
        digest: Buffer.from(digest, "hex"),
        amount: ask.amount ?? null,
        decided_by,
        needs: ask.needs,
        concerned: [...(ask.concerned ?? [])],
        sums: [...(ask.sums ?? [])],
        asked_at: tx.now,
        expires_at: new Date(tx.now.getTime() + request_hours * 3_600_000),
      })
      .execute();
    const { full_name: by } = await heldAccount(tx, asker);
    for (const reader of await whoIsNotified(tx, ask, decided_by, asker))
      await emailStaff(tx, reader, "approval_asked", { by, what: ask.label, code });
    return code;
  });
}

type Reader = { id: number; email: string; full_name: string; language: OfficeLocale };

/** Who may decide; of a limit and of where money goes, everybody who decides anything. */
async function whoIsNotified(ctx: Ctx, { kind, concerned = [] }: Ask, right: string, asker: number): Promise<Reader[]> {
  const everybody = kind === "limit" || kind === "money_setting";
  const { rows } = await sql<Reader>`
    select a.id, a.email, a.full_name, a.language from staff.accounts a
    where a.state = 'active' and a.id <> ${asker} and not a.id = any (${[...concerned]}::bigint[]) and exists (
      select from staff.account_roles h join staff.role_permissions p on p.role = h.role where h.account_id = a.id
        and (p.permission = ${right} or (${everybody} and p.permission like 'approvals:%')))`.execute(ctx.sql);
  return rows;
}

/** What is over, and what was asked by who may not ask any more. Part of the job `run_approvals`. Safe to repeat. */
export async function lapse(ctx: Ctx): Promise<void> {
  await sql`update staff.approvals set state = 'lapsed', decided_at = ${ctx.now}
    where state in ('asked', 'approved') and expires_at <= ${ctx.now}`.execute(ctx.sql);
  await sql`update staff.approvals p set state = 'void', decided_at = ${ctx.now}, answer = 'asker_left'
    where p.state in ('asked', 'approved') and not exists (
      select from staff.accounts a join staff.account_roles h on h.account_id = a.id
        join staff.role_permissions r on r.role = h.role and r.permission = p.needs
      where a.id = p.asker and a.state = 'active')`.execute(ctx.sql);
}
