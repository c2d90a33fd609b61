/**
 * Beginning to pay: in the same way again or in another, while the payment is open. An attempt that goes on is the answer to
 * every further start of its method; earlier ones of other methods stay payable until their end. rules/payments#deadlines
 */
import { ShopError } from "contract/errors.ts";
import type { NextStep } from "contract/payments/payments.ts";
import { type Dong, roundCashUp } from "contract/values/money.ts";
import { sql } from "kysely";
import { actingAs } from "../kernel/actor.ts";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { setting } from "../platform/settings.ts";
import {
  type AttemptRow,
  adapterOf,
  askAt,
  attemptOf,
  lockPayable,
  openAttempt,
  type PaymentRow,
  proofFor,
  providerNamed,
  providerOf,
  stepOf,
} from "./attempts.ts";
import { assertMayPay, type Wanted } from "./methods.ts";
import { locked, type Money } from "./payments.ts";
import type { Adapter, Provider, ProviderConfig } from "./provider.ts";
import { httpOf } from "./provider-health.ts";

const MINUTE_MS = 60_000;
/** No online attempt makes an order wait longer than this, in minutes after its placement. rules/payments#deadlines */
const MAX_MINUTES = 60;

/**
 * Begins an attempt at its provider: the stored answer where that has been done. A new one may move the deadline. Takes the
 * payable lock, and calls the provider outside of it. Throws not_found, payment_unavailable, cod_limit, state_conflict
 * (nothing is due any more), unavailable (the provider did not answer; begin again).
 */
export async function startAttempt(ctx: Ctx, uid_payment: string, method?: string) {
  const actor = await ctx.actor(); // the look-up of a session wants a connection of its own
  const { by_link } = await paymentNamed(ctx, uid_payment);
  const row = await inTransaction(ctx, (tx) => attemptToStart(actingAs(tx, actor), uid_payment, method));
  return begin(ctx, row, by_link);
}

async function begin(
  ctx: Ctx,
  row: AttemptRow,
  byLink: boolean,
): Promise<{ uid_payment: string; next: NextStep | null }> {
  const step = stepOf(row);
  const uid_payment = proofFor(row, byLink);
  if (step || providerNamed(row.provider)?.is_local) return { uid_payment, next: step };
  const adapter = await adapterOf(ctx, row.provider);
  if (!adapter) throw new ShopError("payment_unavailable");
  let started: Awaited<ReturnType<Adapter["start"]>>;
  try {
    started = await adapter.start(attemptOf(ctx, row), httpOf(ctx, row.provider));
  } catch (error) {
    ctx.log.warn({ err: error, event: "start_failed", attempt: row.id }, "a provider did not begin a payment");
    await askAt(ctx, row.id, new Date(ctx.now.getTime() + MINUTE_MS / 2)); // it may have: nothing is known
    throw new ShopError("unavailable", { cause: error });
  }
  if (started.kind === "lost") return beginAnother(ctx, row, byLink);
  const { provider_created_at = null, provider_txn_no = null, ...kept } = started;
  // The first of two that began at once stands.
  await ctx.sql
    .updateTable("payments.attempts")
    .set({ started: JSON.stringify(kept), state: "pending", provider_created_at, provider_txn_no })
    .where("id", "=", row.id)
    .where("state", "=", "created")
    .where("started", "is", null)
    .execute();
  await ctx.sql
    .updateTable("payments.payments")
    .set({ status: "pending" })
    .where("id", "=", row.payment_id)
    .where("status", "=", "created")
    .execute();
  await askAt(ctx, row.id, new Date(ctx.now.getTime() + MINUTE_MS / 2));
  const stored = await ctx.sql
    .selectFrom("payments.attempts")
    .select(["started", "state"])
    .where("id", "=", row.id)
    .executeTakeFirstOrThrow();
  return { uid_payment, next: stepOf(stored) };
}

/** The provider has this reference and its page is gone: it is asked what becomes of it, and another one is begun. */
async function beginAnother(ctx: Ctx, { id, uid_payment, method, flags }: AttemptRow, byLink: boolean) {
  if (flags.includes(LOST)) throw new ShopError("unavailable"); // the next was lost in the same moment
  await sql`update payments.attempts set flags = flags || ${LOST}::text
    where id = ${id} and not ${LOST} = any(flags)`.execute(ctx.sql);
  await askAt(ctx, id, new Date(ctx.now.getTime() + MINUTE_MS / 2));
  const actor = await ctx.actor();
  const next = await inTransaction(ctx, (tx) => attemptToStart(actingAs(tx, actor), uid_payment, method));
  return begin(ctx, next, byLink);
}

/** Flag of an attempt nobody can pay any more, because its page was never told. */
const LOST = "lost";

/** What is still due of a payment, and how many minutes an attempt by a method would have. Throws not_found. */
export async function wantedOf(ctx: Ctx, uid_payment: string): Promise<Wanted> {
  const row = await paymentNamed(ctx, uid_payment);
  return { amount: dueOf(row), minutes: minutesLeft(ctx, row), has_delivery: row.has_delivery };
}

async function attemptToStart(ctx: Ctx, uid_payment: string, method: string | undefined): Promise<AttemptRow> {
  const { order_code, by_link } = await paymentNamed(ctx, uid_payment);
  await lockPayable(ctx, order_code);
  const money = await locked(ctx, order_code);
  const { row, attempts } = money;
  const due = dueOf(row);
  if (row.ended_as !== null || row.settled_at !== null || due <= 0) throw new ShopError("state_conflict");
  const last = attempts.toSorted((a, b) => a.chosen_at.getTime() - b.chosen_at.getTime() || a.n - b.n).at(-1);
  if (!last) throw new ShopError("state_conflict");
  const chosen = method ?? last.method;
  // Paying later is its shopper's choice, not of who came by a link.
  if (by_link && providerOf(chosen)?.group === "later") throw new ShopError("payment_unavailable");
  const open = attempts.findLast((each) => each.method === chosen && isOpen(ctx, each, due));
  if (open && open.id === last.id) return open;
  const provider = await assertMayPay(ctx, chosen, {
    ...{ amount: due, minutes: minutesLeft(ctx, row), has_delivery: row.has_delivery },
  });
  const { deadline, expires_at } = endsOf(ctx, provider, row, await setting(ctx, "limits"));
  const rounding = provider.is_on_delivery ? roundCashUp(due) - due : 0;
  await ctx.sql
    .updateTable("payments.payments")
    .set({ deadline, rounding, ...(provider.is_local && { status: "pending" }) })
    .where("id", "=", row.id)
    .execute();
  if (last.method !== chosen) {
    await ctx.announce(ctx, "payment_method_chosen", {
      order_code,
      method: chosen,
      cash: provider.is_on_delivery ? due + rounding : row.amount,
    });
  }
  return open ? choose(ctx, open) : openNext(ctx, provider, money, { amount: due, expires_at });
}

/** Of a transfer or cash there is one attempt, whatever is due when; of others one for a sum, while it lasts. */
function isOpen(ctx: Ctx, row: AttemptRow, due: Dong): boolean {
  if ((row.state !== "created" && row.state !== "pending") || row.flags.includes(LOST)) return false;
  if (providerNamed(row.provider)?.is_local) return true;
  return row.amount === due && (row.expires_at === null || row.expires_at > ctx.now);
}

/** Later than every other of its payment, also of the same moment. */
async function choose(ctx: Ctx, { id, payment_id }: AttemptRow): Promise<AttemptRow> {
  return ctx.sql
    .updateTable("payments.attempts")
    .set({
      chosen_at: sql`greatest(${ctx.now}::timestamptz, (select max(o.chosen_at) + interval '1 millisecond'
        from payments.attempts o where o.payment_id = ${payment_id} and o.id <> ${id}))`,
    })
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function openNext(
  ctx: Ctx,
  provider: Provider,
  { row, attempts }: Money,
  { amount, expires_at }: { amount: Dong; expires_at: Date | null },
): Promise<AttemptRow> {
  const n = Math.max(...attempts.map((each) => each.n)) + 1;
  const next = { payment_id: row.id, order_code: row.order_code, n, amount, expires_at };
  return choose(ctx, await openAttempt(ctx, provider, next));
}

/** đồng. The cash rounding is no debt of who pays in another way. */
export const dueOf = (row: Pick<PaymentRow, "amount" | "counted" | "written_off">): Dong =>
  row.amount - row.counted - row.written_off;

type Timed = Pick<PaymentRow, "created_at" | "deadline">;

/**
 * When the payment and a new attempt end. Nothing shortens what there is; a transfer has its hours from placement; any other
 * attempt has its minutes from now, never beyond an hour after placement. Cash ends the deadline, and none comes back.
 */
function endsOf(ctx: Ctx, provider: Provider, row: Timed, limits: ProviderConfig["limits"]) {
  const minutes = provider.deadlineMinutes(limits);
  if (minutes === null) return { deadline: null, expires_at: null };
  const own = ctx.now.getTime() + minutes * MINUTE_MS;
  if (row.deadline === null) return { deadline: null, expires_at: provider.is_local ? null : new Date(own) };
  const placed = row.created_at.getTime();
  const wanted = provider.is_local ? placed + minutes * MINUTE_MS : Math.min(own, placed + MAX_MINUTES * MINUTE_MS);
  const deadline = new Date(Math.max(row.deadline.getTime(), wanted));
  return { deadline, expires_at: provider.is_local ? deadline : new Date(Math.min(own, deadline.getTime())) };
}

/** What a page of an online method would have at most; null where nothing ends. */
function minutesLeft(ctx: Ctx, { created_at, deadline }: Timed): number | null {
  if (deadline === null) return null;
  const end = Math.max(deadline.getTime(), created_at.getTime() + MAX_MINUTES * MINUTE_MS);
  return (end - ctx.now.getTime()) / MINUTE_MS;
}

/** By a proof of one of its attempts, or its own. Throws not_found. */
async function paymentNamed(ctx: Ctx, proof: string): Promise<PaymentRow & { by_link: boolean }> {
  const found = await ctx.sql
    .selectFrom("payments.payments as p")
    .leftJoin("payments.attempts as a", (join) =>
      join
        .onRef("a.payment_id", "=", "p.id")
        .on((eb) => eb.or([eb("a.uid_payment", "=", proof), eb("a.link_proof", "=", proof)])),
    )
    .selectAll("p")
    .select("a.link_proof")
    .where((eb) => eb.or([eb("p.uid_payment", "=", proof), eb("a.id", "is not", null)]))
    .executeTakeFirst();
  if (!found) throw new ShopError("not_found", { message_key: "order_not_found" });
  return { ...found, by_link: found.link_proof === proof };
}
