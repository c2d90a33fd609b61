/**
 * The steps of a card, in their order: fields, look at the session, initiate, authenticate, pay. A step is begun by moving
 * the row from the stage before it, in one statement: out of order, twice at once or for another order there is nothing to
 * move, and it is refused. Where the gateway gives no answer the row goes back, and the step may be repeated; after "pay"
 * it stays, and only the gateway's answer ends it. rules/payments#card; ASSUMED(0355)
 */
import { ShopError } from "contract/errors.ts";
import { type CardBrowser, type CardNext, cardFields } from "contract/payments/card.ts";
import { DEFAULT_METHOD, type FailureReason, type PaymentStatus } from "contract/payments/payments.ts";
import type { TransactionInput } from "contract/payments/transactions.ts";
import { sql } from "kysely";
import { errorText } from "messages/error-text.ts";
import { actingAs } from "../../kernel/actor.ts";
import type { Ctx } from "../../kernel/context.ts";
import { type AttemptRow, adapterOf, askAt, attemptOf, stepOf } from "../attempts.ts";
import type { Adapter, CardStep, CardStepAsked, Queried } from "../provider.ts";
import { httpOf } from "../provider-health.ts";
import { settleAttempt } from "../settlement/settlement.ts";
import { startAttempt } from "../start.ts";
import { proofOf } from "../transactions.ts";
import { keepCard, noteCardUsed, ownSavedCard, tokenOf } from "./saved-cards.ts";
import { frameUrl, type StepsRow, triesLeft } from "./state.ts";
import { countTry, MAX_TRIES_OF_ORDER, noteDecline } from "./tries.ts";

type OfOrder = Pick<TransactionInput, "order_code" | "uid_payment">;
type Stepper = Adapter & Required<Pick<Adapter, "step">>;
type Card = { row: AttemptRow; steps: StepsRow; adapter: Stepper };

/** Each step, the stages it is begun from, and the one it has while the gateway is asked. */
const moves = {
  check: { from: ["open", "checked"], busy: "checking" },
  initiate: { from: ["checked"], busy: "initiating" },
  authenticate: { from: ["initiated"], busy: "authenticating" },
  pay: { from: ["authenticated", "challenged"], busy: "paying" },
} as const;
type Move = keyof typeof moves;

/** A step that nobody heard the end of may be begun again after so many seconds; never "pay". */
const STALE_SECONDS = 60;

/** Begins or goes on with the card for an order. Throws as startAttempt does, and payment_unavailable beyond the tries. */
export async function cardSession(ctx: Ctx, asked: TransactionInput) {
  await ctx.session(); // a token that is none is refused before all else
  const { uid_payment, next } = await startAttempt(ctx, await proofOf(ctx, asked), DEFAULT_METHOD);
  if (next?.kind !== "hosted_fields") throw new ShopError("payment_unavailable");
  const { row } = await cardOf(ctx, { order_code: asked.order_code, uid_payment });
  return {
    ...{ order_code: asked.order_code, uid_payment, type: row.method, session_id: next.session, script: next.script },
    expires_at: row.expires_at?.toISOString() ?? null,
    tries_left: await triesLeft(ctx, row.payment_id),
  };
}

export function cardForm({ locale }: Ctx) {
  const fields = cardFields.map((name) => ({ name, label: errorText(locale, `card_${name}`) }));
  return { fields, note: errorText(locale, "card_note") };
}

type Checked = OfOrder & { saved_card?: string | undefined; save_card?: "1" | undefined };

/** Throws not_found, state_conflict, unauthenticated where a saved card is named without signing in. */
export async function checkCard(ctx: Ctx, asked: Checked) {
  const card = await cardOf(ctx, asked);
  const session = await ctx.session();
  const saved = asked.saved_card ? await ownSavedCard(ctx, asked.saved_card, card.row.provider) : null;
  await begin(ctx, card, "check");
  const keep_for = asked.save_card && !saved ? (session?.customer_id ?? null) : null;
  const chosen = { keep_for, saved_card_id: saved?.id ?? null };
  if (saved) {
    const { brand, last_four, expires } = saved;
    await moveTo(ctx, card, "checked", { ...chosen, brand, last_four, expires });
    return { ready: true, card: { brand, last_four, expires } };
  }
  const said = await asking(ctx, card, { name: "check", session: card.steps.session });
  if (said.next === "initiate") {
    await moveTo(ctx, card, "checked", { ...chosen, ...said.card });
    return { ready: true, card: said.card };
  }
  await moveTo(ctx, card, "open");
  if (said.next !== "card") throw new ShopError("unavailable");
  return { ready: false, card: null };
}

/** Throws not_found, state_conflict, captcha_required, too_many, payment_unavailable, unavailable (repeat it). */
export async function initiateCard(ctx: Ctx, asked: OfOrder & { captcha?: string | undefined }): Promise<CardNext> {
  const card = await cardOf(ctx, asked);
  const { brand, last_four, expires, stage, tried_at } = card.steps;
  if (stage !== "checked" || brand === null || last_four === null || expires === null) throw outOfOrder();
  if (tried_at === null) {
    const tried = MAX_TRIES_OF_ORDER - (await triesLeft(ctx, card.row.payment_id));
    await countTry(ctx, { card: { brand, last_four, expires }, tried, captcha: asked.captcha });
  }
  await begin(ctx, card, "initiate", { tried_at: tried_at ?? ctx.now });
  const { session } = card.steps;
  const said = await asking(ctx, card, { name: "initiate", session, token: await savedToken(ctx, card) });
  if (said.next === "authenticate") {
    await moveTo(ctx, card, "initiated", { frame: said.html ?? null });
    return { next: "authenticate", frame_url: frameUrl(card.row, said.html), reason: null };
  }
  return endedOr(ctx, card, said, "checked");
}

/** Throws not_found, state_conflict, unavailable (repeat it). */
export async function authenticateCard(ctx: Ctx, asked: OfOrder & { browser: CardBrowser }): Promise<CardNext> {
  const card = await cardOf(ctx, asked);
  await begin(ctx, card, "authenticate");
  const { browser } = asked;
  const { session } = card.steps;
  const said = await asking(ctx, card, { name: "authenticate", session, token: await savedToken(ctx, card), browser });
  if (said.next === "challenge") {
    await moveTo(ctx, card, "challenged", { frame: said.html, returned_at: null });
    return { next: "challenge", frame_url: frameUrl(card.row, said.html), reason: null };
  }
  if (said.next === "pay") {
    await moveTo(ctx, card, "authenticated", { frame: null });
    return { next: "pay", frame_url: null, reason: null };
  }
  return endedOr(ctx, card, said, "initiated");
}

/** Throws not_found, state_conflict. After it only the gateway's own word ends the attempt. */
export async function payByCard(ctx: Ctx, asked: OfOrder & { type?: string | undefined }) {
  if (asked.type !== undefined && asked.type !== DEFAULT_METHOD) {
    throw new ShopError("invalid", { fields: { type: [{ key: "required_choice" }] } });
  }
  const card = await cardOf(ctx, asked);
  const was = await begin(ctx, card, "pay");
  if (was === "challenged") {
    const proof = await asking(ctx, card, { name: "challenged" });
    if (proof.next === "stop") return result(ctx, card, await stop(ctx, card, proof.reason));
    if (proof.next !== "pay") {
      await moveTo(ctx, card, "challenged");
      return result(ctx, card, "wait");
    }
  }
  const { session } = card.steps;
  const said = await asking(ctx, card, { name: "pay", session, token: await savedToken(ctx, card) });
  if (said.next === "stop") return result(ctx, card, await stop(ctx, card, said.reason));
  if (said.next === "paid") return result(ctx, card, await paid(ctx, card, said.said));
  await askAt(ctx, card.row.id, ctx.now);
  return result(ctx, card, "wait");
}

type Ended = "done" | "wait" | { reason: FailureReason };

async function result(ctx: Ctx, { row }: Card, ended: Ended) {
  const { state, order_code } = await ctx.sql
    .selectFrom("payments.attempts as a")
    .innerJoin("payments.payments as p", "p.id", "a.payment_id")
    .select(["a.state", "p.order_code"])
    .where("a.id", "=", row.id)
    .executeTakeFirstOrThrow();
  const isWord = typeof ended === "string";
  return {
    ...{ order_code, uid_payment: row.uid_payment, type: row.method, status: state as PaymentStatus },
    ...{ next: isWord ? ended : ("stop" as const), reason: isWord ? null : ended.reason },
    url: `${ctx.config.public_url}/thanh-toan/trang-thai?uid_payment=${row.uid_payment}`,
  };
}

async function endedOr(ctx: Ctx, card: Card, said: CardStep, back: "checked" | "initiated"): Promise<CardNext> {
  if (said.next === "stop") {
    await stop(ctx, card, said.reason);
    return { next: "stop", frame_url: null, reason: said.reason };
  }
  await moveTo(ctx, card, back);
  throw new ShopError("unavailable"); // nothing is known: the same step again is the same transaction
}

/** The attempt is over without money, and the payment goes on. */
async function stop(ctx: Ctx, card: Card, reason: FailureReason): Promise<Ended> {
  const said = { outcome: "failed" as const, amount: 0, provider_txn_no: null, reason, is_answer: true };
  await settleAttempt(actingAs(ctx, `provider:${card.row.provider}`), card.row, said);
  await moveTo(ctx, card, "over", { frame: null });
  await noteDecline(ctx);
  return { reason };
}

async function paid(ctx: Ctx, card: Card, said: Queried): Promise<Ended> {
  await settleAttempt(actingAs(ctx, `provider:${card.row.provider}`), card.row, { ...said, is_answer: true });
  await moveTo(ctx, card, "over", { frame: null });
  const { keep_for, saved_card_id, session } = card.steps;
  if (saved_card_id !== null) await noteCardUsed(ctx, saved_card_id);
  if (keep_for !== null) await keep(ctx, card, keep_for, session);
  return "done";
}

/** The money is in; that a card could not be kept changes nothing of it. */
async function keep(ctx: Ctx, { row, adapter }: Card, customer_id: number, session: string): Promise<void> {
  try {
    const saved = await adapter.tokens?.save(session, httpOf(ctx, row.provider));
    if (saved) return await keepCard(ctx, { provider: row.provider, customer_id, locale: row.locale, saved });
    ctx.log.warn({ event: "card_not_saved", attempt: row.id }, "the gateway kept no card");
  } catch (error) {
    ctx.log.error({ err: error, event: "card_not_saved", attempt: row.id }, "a card could not be saved");
  }
}

const asking = (ctx: Ctx, { row, adapter }: Card, asked: CardStepAsked): Promise<CardStep> =>
  adapter.step(attemptOf(ctx, row), asked, httpOf(ctx, row.provider));

async function savedToken(ctx: Ctx, { steps }: Card): Promise<string | undefined> {
  if (steps.saved_card_id === null) return undefined;
  const token = await tokenOf(ctx, steps.saved_card_id);
  if (token === undefined) throw outOfOrder();
  return token;
}

const outOfOrder = () => new ShopError("state_conflict", { message_key: "card_step" });

/** The attempt that a proof names, with its steps. Throws not_found; state_conflict where it cannot be paid any more. */
async function cardOf(ctx: Ctx, asked: OfOrder): Promise<Card> {
  await ctx.session(); // a token that is none is refused before all else
  const uid_payment = await proofOf(ctx, asked);
  const found = await ctx.sql
    .selectFrom("payments.attempts as a")
    .innerJoin("payments.payments as p", "p.id", "a.payment_id")
    .selectAll("a")
    .select(["p.ended_as", "p.settled_at"])
    .where("a.uid_payment", "=", uid_payment)
    .executeTakeFirst();
  if (!found) throw new ShopError("not_found", { message_key: "order_not_found" });
  const { ended_as, settled_at, ...row } = found;
  const step = stepOf(row);
  const isOver = ended_as !== null || settled_at !== null || (row.expires_at !== null && row.expires_at <= ctx.now);
  const adapter = await adapterOf(ctx, row.provider);
  if (isOver || step?.kind !== "hosted_fields" || !adapter?.step) throw outOfOrder();
  await ctx.sql
    .insertInto("payments.card_steps")
    .values({ attempt_id: row.id, session: step.session, moved_at: ctx.now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { row, steps: await stepsOf(ctx, row.id), adapter: { ...adapter, step: adapter.step } };
}

function stepsOf(ctx: Ctx, attempt_id: number): Promise<StepsRow> {
  return ctx.sql
    .selectFrom("payments.card_steps")
    .selectAll()
    .where("attempt_id", "=", attempt_id)
    .executeTakeFirstOrThrow();
}

/** Moves the row to the step's own stage, once; answers the stage before. Throws state_conflict. */
async function begin(ctx: Ctx, { row }: Card, move: Move, changes: Partial<StepsRow> = {}): Promise<string> {
  const { from, busy } = moves[move];
  const stale = new Date(ctx.now.getTime() - STALE_SECONDS * 1000);
  const isStale = sql<boolean>`stage = ${busy} and stage <> 'paying' and moved_at <= ${stale}`;
  const was = await ctx.sql
    .with("before", (db) =>
      db
        .selectFrom("payments.card_steps")
        .select("stage as was")
        .where("attempt_id", "=", row.id)
        .where((eb) => eb.or([eb("stage", "in", from), isStale]))
        .forUpdate(),
    )
    .updateTable("payments.card_steps")
    .from("before")
    .set({ ...changes, stage: busy, moved_at: ctx.now })
    .where("attempt_id", "=", row.id)
    .returning("before.was")
    .executeTakeFirst();
  if (!was) throw outOfOrder();
  return was.was;
}

async function moveTo(ctx: Ctx, { row }: Card, stage: string, changes: Partial<StepsRow> = {}): Promise<void> {
  await ctx.sql
    .updateTable("payments.card_steps")
    .set({ ...changes, stage, moved_at: ctx.now })
    .where("attempt_id", "=", row.id)
    .execute();
}
