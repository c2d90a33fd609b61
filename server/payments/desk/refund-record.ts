/** One refund as the office sees it: what it is of, what became of it, and the ways out. rules/payments#late-money */
import { ShopError } from "contract/errors.ts";
import type { CreditRecord, moneyHindrances, RefundRecord } from "contract/payments/desk/desk-payments.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { type DeskCaller, deskCaller, holds } from "../../platform/list/desk-caller.ts";
import { setting } from "../../platform/settings.ts";
import { providerNamed } from "../attempts.ts";
import { codesIn } from "../desk.ts";
import { goesByProvider } from "../settlement/ways-out.ts";

type Hindrance = (typeof moneyHindrances)[number];
type Act = RefundRecord["acts"]["send"];

/** What may be done all the same: it asks a second person. */
const asks: ReadonlySet<Hindrance> = new Set(["above_limit", "needs_second_person"]);

type Row = Omit<RefundRecord, "attempt" | "history" | "acts" | "version" | "created_at"> & {
  created_at: Date;
  attempt_id: number | null;
  ended_as: string | null;
  is_busy: boolean;
};

async function found(ctx: Ctx, id: number): Promise<Row> {
  const { rows } = await sql<Row>`
    select r.id, p.order_code, o.status as order_status, p.status as payment_status, r.amount, r.reason, r.status, r.way,
      r.bank_reference, r.provider_refund_no, r.created_at, r.after, r.attempt_id, p.ended_as,
      (select t.order_code from payments.attempts c join payments.payments t on t.id = c.payment_id
        where c.id = r.counted_to) as counted_to,
      exists (select from payments.refunds s where s.attempt_id = r.attempt_id and s.status = 'sent') as is_busy
    from payments.refunds r left join payments.payments p on p.id = r.payment_id
      left join orders.orders o on o.code = p.order_code
    where r.id = ${id}`.execute(ctx.sql);
  if (!rows[0]) throw new ShopError("not_found");
  return rows[0];
}

/** Throws not_found. */
export async function refundRecord(ctx: Ctx, id: number): Promise<RefundRecord> {
  const caller = await deskCaller(ctx);
  const { attempt_id, ended_as, is_busy, created_at, ...row } = await found(ctx, id);
  const attempt = attempt_id === null ? null : await attemptSeen(ctx, attempt_id);
  const history = await historyOf(ctx, id);
  const judged = { ...row, ended_as, is_busy, provider: attempt?.provider ?? "" };
  return {
    ...row,
    created_at: created_at.toISOString(),
    attempt: attempt?.seen ?? null,
    version: history.length,
    history,
    acts: actsOf(caller, judged, await setting(ctx, "approval_limits")),
  };
}

async function attemptSeen(ctx: Ctx, id: number) {
  const row = await ctx.sql.selectFrom("payments.attempts").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
  const { provider, method, provider_ref, provider_txn_no, amount, received, counted, flags } = row;
  const method_name = providerNamed(provider)?.labels[ctx.locale].name ?? method;
  const state = row.state as NonNullable<RefundRecord["attempt"]>["state"];
  return { provider, seen: { method_name, provider_ref, provider_txn_no, amount, received, counted, flags, state } };
}

/** Oldest first: its length is the refund's version. */
export async function historyOf(ctx: Ctx, refund_id: number): Promise<RefundRecord["history"]> {
  const { rows } = await sql<{ status: RefundRecord["status"]; at: Date; by: string | null; note: string }>`
    select h.status, h.at, a.full_name as by, h.note
    from payments.refund_history h left join staff.accounts a on h.actor = 'staff:' || a.id
    where h.refund_id = ${refund_id} order by h.id`.execute(ctx.sql);
  return rows.map((each) => ({ ...each, at: each.at.toISOString() }));
}

type Decided = Pick<
  Row,
  "status" | "amount" | "counted_to" | "order_code" | "ended_as" | "is_busy" | "order_status"
> & {
  provider: string;
};
type Limits = { refund_single: number; match_single: number };

/** Null for who may not do it at all. */
export function actsOf(caller: DeskCaller, row: Decided, limits: Limits): RefundRecord["acts"] {
  const act = (right: "refunds:record" | "payments:match", hindrance: Hindrance | null): Act => {
    if (!holds(caller, right)) return null;
    const limit = right === "refunds:record" ? limits.refund_single : limits.match_single;
    const why = hindrance ?? limitOf(caller, right, row.amount > limit);
    return { possible: why === null || asks.has(why), why };
  };
  const open = row.order_code !== null;
  const isFree = row.status === "proposed" || row.status === "owed";
  const isKept = row.status === "credited" && row.counted_to === null;
  const when = (possible: boolean, why: Hindrance = "status"): Hindrance | null => (open && possible ? null : why);
  return {
    send: act("refunds:record", when(isFree) ?? sending(row)),
    owe: act("refunds:record", when(row.status === "proposed" || isKept)),
    keep: act("payments:match", when(isFree)),
    count: act("payments:match", when(isFree || isKept)),
    reopen: act("payments:match", when(row.status === "proposed") ?? when(row.ended_as === "expired", "not_lapsed")),
    drop: act("payments:match", when(row.status === "proposed")),
  };
}

function sending({ provider, amount, is_busy }: Decided): Hindrance | null {
  const way = goesByProvider(provider, amount);
  if (way !== "yes") return way;
  return is_busy ? "another_sent" : null;
}

function limitOf({ grants }: DeskCaller, right: string, isAbove: boolean): Hindrance | null {
  const modes = grants.filter(({ name }) => name === right).map(({ mode }) => mode);
  if (modes.includes("full")) return null;
  if (!modes.includes("within_limit")) return "needs_second_person";
  return isAbove ? "above_limit" : null;
}

type CreditRow = Omit<CreditRecord, "acts" | "proposed" | "booked_at"> & { booked_at: Date };

/** Throws not_found. */
export async function creditRecord(ctx: Ctx, id: number): Promise<CreditRecord> {
  const caller = await deskCaller(ctx);
  const { rows } = await sql<CreditRow>`
    select c.id, c.amount, c.content, c.source, c.txn, c.bank_reference, c.account_number, c.booked_at, c.state, p.order_code
    from payments.credits c left join payments.attempts a on a.id = c.attempt_id
      left join payments.payments p on p.id = a.payment_id
    where c.id = ${id}`.execute(ctx.sql);
  const [row] = rows;
  if (!row) throw new ShopError("not_found");
  const limits = await setting(ctx, "approval_limits");
  const act = (right: "refunds:record" | "payments:match", limit: number): Act => {
    if (!holds(caller, right)) return null;
    const why = row.state === "unmatched" ? limitOf(caller, right, row.amount > limit) : "status";
    return { possible: why === null || asks.has(why), why };
  };
  return {
    ...row,
    booked_at: row.booked_at.toISOString(),
    proposed: row.state === "unmatched" ? await namedIn(ctx, row.content) : [],
    acts: {
      match: act("payments:match", limits.match_single),
      give_back: act("refunds:record", limits.refund_single),
    },
  };
}

async function namedIn(ctx: Ctx, content: string): Promise<CreditRecord["proposed"]> {
  const { rows } = await sql<CreditRecord["proposed"][number]>`
    select p.order_code, greatest(p.amount - p.counted - p.written_off, 0)::dong as due, p.status
    from payments.payments p where p.order_code = any (${codesIn(content)}::text[]) order by p.id`.execute(ctx.sql);
  return rows;
}
