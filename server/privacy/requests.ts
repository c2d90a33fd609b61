/**
 * Requests about personal data: a copy of everything, and erasure after a waiting time in which they may change
 * their mind. Each is a row with the day by which the law wants it done. rules/privacy#rights; docs/decisions/0151
 */
import { ShopError } from "contract/errors.ts";
import type { DataRequest, Privacy } from "contract/privacy/privacy.ts";
import { sql } from "kysely";
import { planDeletion, takeBackDeletion } from "../identity/accounts/erasure.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { notify } from "../notifications/notifications.ts";
import { storageOf } from "../platform/storage.ts";
import { consentsOf } from "./consents.ts";

const DAY_MS = 86_400_000;
/** Decree 356/2025: seeing one's data within 10 days. */
const EXPORT_DUE_DAYS = 10;
/** ASSUMED(0151): long enough to notice a stranger's request, and within the 20 days of the law. */
export const deletion_days = 14;
const SHOWN_REQUESTS = 10;

type Row = {
  code: string;
  kind: DataRequest["kind"];
  status: DataRequest["status"];
  asked_at: Date;
  due_at: Date;
  completed_at: Date | null;
  expires_at: Date | null;
  downloaded_at: Date | null;
};

const columns = sql`code, kind, status, asked_at, due_at, completed_at, expires_at, downloaded_at`;

function shown(row: Row): DataRequest {
  const { code, kind, status, asked_at, due_at, completed_at, expires_at, downloaded_at } = row;
  return {
    id: code,
    kind,
    status,
    asked_at: asked_at.toISOString(),
    due_at: due_at.toISOString(),
    completed_at: completed_at?.toISOString() ?? null,
    expires_at: status === "ready" ? (expires_at?.toISOString() ?? null) : null,
    download: status === "ready" ? `/v1/client/data-requests/${code}/file` : null,
    downloaded_at: downloaded_at?.toISOString() ?? null,
  };
}

export async function privacyOf(ctx: Ctx, customer_id: number): Promise<Privacy> {
  const { rows } = await sql<Row>`select ${columns} from privacy.data_requests where customer_id = ${customer_id}
    order by id desc limit ${SHOWN_REQUESTS}`.execute(ctx.sql);
  const customer = await ctx.sql
    .selectFrom("identity.customers")
    .select("deletion_due_at")
    .where("id", "=", customer_id)
    .executeTakeFirstOrThrow();
  return {
    consents: await consentsOf(ctx, customer_id),
    requests: rows.map(shown),
    deletion_due_at: customer.deletion_due_at?.toISOString() ?? null,
    deletion_days,
  };
}

/** The request, or the one that waits already. Its file is made by a job. */
export async function askExport(ctx: Ctx, customer_id: number): Promise<DataRequest> {
  return inTransaction(ctx, async (ctx) => {
    const due = new Date(ctx.now.getTime() + EXPORT_DUE_DAYS * DAY_MS);
    const asked = await open(ctx, customer_id, "export", due);
    if (asked.is_new) await enqueue(ctx, "export_data", { request: asked.id });
    return shown(asked);
  });
}

/** Plans erasure and notifies the person. Safe to repeat: the day stays. */
export async function askDeletion(ctx: Ctx, customer_id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const due = new Date(ctx.now.getTime() + deletion_days * DAY_MS);
    const asked = await open(ctx, customer_id, "deletion", due);
    if (!asked.is_new) return;
    await planDeletion(ctx, customer_id, due);
    const facts = { day: due.toISOString() };
    await notify(ctx, { customer_id, kind: "deletion_asked", subject: asked.code, facts });
  });
}

/** The person stays after all. Safe to repeat. */
export async function keepAccount(ctx: Ctx, customer_id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await takeBackDeletion(ctx, customer_id);
    const { rows } = await sql<{ code: string }>`
      update privacy.data_requests set status = 'cancelled', completed_at = ${ctx.now}
      where customer_id = ${customer_id} and kind = 'deletion' and status = 'waiting' returning code`.execute(ctx.sql);
    for (const { code } of rows) {
      await notify(ctx, { customer_id, kind: "deletion_taken_back", subject: code, facts: {} });
    }
  });
}

async function open(ctx: Ctx, customer_id: number, kind: DataRequest["kind"], due: Date) {
  const { rows } = await sql<Row & { id: number }>`
    insert into privacy.data_requests (customer_id, kind, status, asked_at, due_at)
    values (${customer_id}, ${kind}, 'waiting', ${ctx.now}, ${due})
    on conflict (customer_id, kind) where status = 'waiting' do nothing
    returning id, ${columns}`.execute(ctx.sql);
  if (rows[0]) return { ...rows[0], is_new: true };
  const waiting = await sql<Row & { id: number }>`
    select id, ${columns} from privacy.data_requests
    where customer_id = ${customer_id} and kind = ${kind} and status = 'waiting'`.execute(ctx.sql);
  if (!waiting.rows[0]) throw new ShopError("conflict"); // it was finished this very moment
  return { ...waiting.rows[0], is_new: false };
}

/** The file of a request, for its owner alone. Throws not_found. */
export async function requestedFile(ctx: Ctx, customer_id: number, code: string): Promise<Uint8Array<ArrayBuffer>> {
  const missing = new ShopError("not_found");
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code)) throw missing;
  const { rows } = await sql<{ file: string }>`
    update privacy.data_requests set downloaded_at = ${ctx.now}
    where code = ${code} and customer_id = ${customer_id} and status = 'ready' and expires_at > ${ctx.now}
    returning file`.execute(ctx.sql);
  const bytes = rows[0] && (await storageOf(ctx.config).get(rows[0].file));
  if (!bytes) throw missing;
  return bytes;
}

/** Part of the job `sweep`: files past their day go. Safe to repeat. */
export async function sweepExports(ctx: Ctx): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { rows } = await sql<{ id: number; file: string }>`
      select id, file from privacy.data_requests where status = 'ready' and expires_at <= ${ctx.now}
      order by expires_at limit 500 for update skip locked`.execute(ctx.sql);
    await forgetFiles(ctx, rows);
  });
}

async function forgetFiles(ctx: Ctx, rows: readonly { id: number; file: string }[]): Promise<void> {
  if (rows.length === 0) return;
  for (const { file } of rows) await enqueue(ctx, "remove_file", { key: file });
  await sql`update privacy.data_requests set status = 'expired', file = null
    where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(ctx.sql);
}

/** Reaction to person_erased: the files go, requests and consents stay as proof, which names no person. */
export async function erasePrivacy(ctx: Ctx, customer_id: number): Promise<void> {
  const { rows } = await sql<{ id: number; file: string }>`
    select id, file from privacy.data_requests where customer_id = ${customer_id} and status = 'ready'`.execute(
    ctx.sql,
  );
  await forgetFiles(ctx, rows);
  await sql`update privacy.data_requests set completed_at = ${ctx.now},
      status = case kind when 'deletion' then 'done' else 'cancelled' end
    where customer_id = ${customer_id} and status = 'waiting'`.execute(ctx.sql);
}
