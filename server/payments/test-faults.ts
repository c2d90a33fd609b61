/**
 * A run of payments through the sandbox gateway with faults on every one of them, drawn from a seed: the shop listens, the
 * gateway pays and misbehaves, both clocks move together. At the end the gateway compares its ledger with our books.
 */
import type { AddressInfo } from "node:net";
import { isWireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { startSandbox } from "../../sandbox/start.ts";
import { integrityViolations } from "../database/integrity.ts";
import { buildApp } from "../http/app.ts";
import { requestContext } from "../http/request-context.ts";
import { cancelOrder } from "../orders/orders.ts";
import { orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { shopHandlers } from "../shop.ts";
import { testShop } from "../testing/test-shop.ts";
import { browser } from "./card/test-card.ts";
import { applyReceived } from "./ipn/ipn.ts";
import { expirePayments } from "./payments.ts";
import { mountIpn } from "./routes.ts";
import { booksOf } from "./settlement/books.ts";
import { reconcileRefunds, sendRefund } from "./settlement/provider-refunds.ts";
import { askLast, reconcile } from "./settlement/reconcile.ts";

/** All that the gateway can do. */
const FAULTS: readonly Record<string, string | number | boolean>[] = [
  { kind: "drop", count: 3 },
  { kind: "duplicate", times: 3, at_once: true },
  { kind: "duplicate", times: 2 },
  { kind: "delay", seconds: 120 },
  { kind: "reorder" },
  { kind: "bad_signature" },
  { kind: "other_secret" },
  { kind: "changed_amount" },
  { kind: "changed_amount", captured: true },
  { kind: "unknown_reference" },
  { kind: "forged_failure" },
  { kind: "failure_after_success" },
  { kind: "success_after_expiry" },
  { kind: "second_success" },
  { kind: "notify_before_return" },
  { kind: "notify_after_return" },
  { kind: "notify_with_return" },
  { kind: "notify_before_create" },
  { kind: "create_500" },
  { kind: "create_timeout" },
  { kind: "slow_reader", seconds: 20 },
  { kind: "half_closed" },
  { kind: "query_pending", count: 2 },
  { kind: "query_500", count: 2 },
  { kind: "refund_500" },
  { kind: "refund_timeout" },
  { kind: "refund_refused" },
];
const OUTCOMES = ["pay", "pay", "pay", "pay", "cancel", "insufficient_funds", "close", "expire", "lose_return"];
/** Of the vendors that the gateway plays. */
const METHODS = ["VNPAY", "MOMO", "ZALO", "SPP", "NAPAS", "ALEPAY", "card"];
const CARDS = ["5123450000000008", "4508750015741019", "4000000000000002", "5200000000000114"];

export type FaultRun = {
  payments: number;
  /** Attempts that money came by, ipns that were stored, refunds that went back, and rows flagged for a person. */
  paid: number;
  ipns: number;
  refunded: number;
  flagged: number;
  /** Payments begun with each fault. */
  faults: Record<string, number>;
  problems: unknown[];
  violations: unknown[];
};

export async function runFaults({ seed, payments }: { seed: string; payments: number }): Promise<FaultRun> {
  const shop = await testShop({ max: 20 });
  await setStock(shop.sql, RICE_COOKER, payments * 3);
  const app = await buildApp({ base: shop.base, handlers: shopHandlers });
  const origin = { token: undefined, locale: "vi", client: "203.0.113.7", request_id: "faults" } as const;
  mountIpn(app, () => requestContext(shop.base, origin).ctx);
  await app.listen({ port: 0, host: "127.0.0.1" });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  const sandbox = await startSandbox({ speed: 0, seed, now: () => shop.now.getTime(), shop_url: url, env: {} });
  // What is never answered is waited for so long, instead of 30 seconds.
  Object.assign(shop.base.config, { public_url: url, env: sandbox.environment(), provider_wait_ms: 300 });
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  const pass = async (seconds: number) => {
    shop.advanceClock(seconds * 1000);
    await sandbox.advance(seconds);
    await reconcile(shop.ctx());
    await expirePayments(shop.ctx(), askLast);
    await reconcileRefunds(shop.ctx());
  };

  /** Begins an attempt as a browser would, trying twice more where the shop could not. */
  const begin = async (visitor: ReturnType<typeof shop.visitor>, uid_payment: string, payment_method: string) => {
    for (let tries = 0; tries < 3; tries += 1) {
      try {
        const { uid_payment: begun, next } = await visitor.payments.start({ uid_payment, payment_method });
        if (next?.kind === "redirect") await visit(next.url);
        if (next?.kind === "hosted_fields") await showCard(visitor, begun, next.session);
        return;
      } catch (error) {
        if (!isWireFailure(error)) throw error;
        if (error.body.code === "state_conflict") return; // paid meanwhile
      }
    }
  };

  /** Every other card goes through its steps, the rest is left at its fields: what happens then is the gateway's doing. */
  const showCard = async (visitor: ReturnType<typeof shop.visitor>, uid_payment: string, session: string) => {
    if (random() < 0.5) return;
    const values = { number: pick(CARDS), expiryMonth: "01", expiryYear: "39", securityCode: "100" };
    for (const [field, value] of Object.entries(values)) {
      const body = new URLSearchParams({ session, field, value });
      await fetch(`${sandbox.url}/mpgs/form/session`, { method: "POST", body });
    }
    const { order_code } = await visitor.payments.guide({ uid_payment });
    const asked = { order_code, uid_payment };
    const { payments: calls } = visitor;
    await calls.cardChecked(asked);
    if ((await calls.cardInitiated(asked)).next !== "authenticate") return;
    if ((await calls.cardAuthenticated({ ...asked, browser })).next === "pay") await calls.cardPaid(asked);
  };

  const payAll = async (order_code: string, outcome: string) => {
    const open = () =>
      sandbox.ledger().payments.filter(({ ref, state }) => ref.startsWith(order_code) && state === "open");
    for (const { ref, vendor } of open()) {
      if (!open().some((each) => each.ref === ref)) continue; // the payment before brought this one along
      const { return_url, return_form } = await sandbox.pay(ref, { outcome, vendor });
      const back = return_url === null ? null : new URL(return_url);
      const query = back === null ? null : Object.fromEntries(back.searchParams);
      const provider = back?.pathname.split("/").at(-1) ?? "";
      const brought = return_form
        ? { method: "POST" as const, query: {}, form: { ...return_form } }
        : { method: "GET" as const, query: query ?? {} };
      if (back) await shop.visitor().payments.returned({ provider, ...brought });
    }
  };

  const faults: Record<string, number> = {};
  for (let at = 0; at < payments; at += 1) {
    const visitor = shop.visitor({ client: `203.0.113.${at % 250}` });
    const method = pick(METHODS);
    const items = [{ product_id: RICE_COOKER, quantity: 1 }];
    const form = orderForm({ items, payment_method: method, note: `${seed} ${at}` });
    const { order_code, uid_payment } = await visitor.orders.place(form);
    const fault = FAULTS[at % FAULTS.length] ?? {};
    const { kind, captured } = fault;
    const named = captured ? `${kind}, captured` : String(kind);
    faults[named] = (faults[named] ?? 0) + 1;
    sandbox.arm([{ ...fault, ref: `${order_code}-1` }]);
    await begin(visitor, uid_payment, method);
    if (random() < 0.25) await begin(visitor, uid_payment, pick(METHODS.filter((each) => each !== method)));
    if (random() < 0.08) await cancelOrder(shop.ctx(), order_code);
    await payAll(order_code, pick(OUTCOMES));
    await pass(Math.floor(random() * 200));
    await applyReceived(shop.ctx());
    if (random() < 0.1) await begin(visitor, uid_payment, method).then(() => payAll(order_code, "pay"));
  }
  for (const seconds of [60, 120, 300, 600, 900, 1800, 3600, 7200, 43_200, 86_400, 86_400]) await pass(seconds);
  const owed = await shop.sql
    .selectFrom("payments.refunds")
    .select("id")
    .where("status", "in", ["owed", "proposed"])
    .orderBy("id")
    .execute();
  for (const { id } of owed) {
    await sendRefund(shop.ctx(), id).catch((error: unknown) => {
      if (!(error instanceof Error) || !("code" in error)) throw error; // another one of its attempt is on its way
    });
    await pass(200);
  }
  for (const seconds of [600, 1800, 7200]) await pass(seconds);
  await sandbox.flush();
  const books = await booksOf(shop.ctx());
  const { problems } = sandbox.reconcile(books);
  const violations = await integrityViolations(shop.sql);
  const { rows } = await sql<{ ipns: number; refunded: number; flagged: number; unapplied: number }>`
    select (select count(*)::int from payments.ipns) as ipns,
      (select count(*)::int from payments.refunds where status = 'success') as refunded,
      (select count(*)::int from payments.attempts where flags <> '{}') as flagged,
      (select count(*)::int from payments.ipns where verdict = 'received') as unapplied`.execute(shop.sql);
  const { unapplied = 0, ...counted } = rows[0] ?? { ipns: 0, refunded: 0, flagged: 0 };
  if (unapplied > 0) violations.push({ fault: "ipns stored and not applied", about: String(unapplied) });
  await sandbox.close();
  await app.close();
  await shop.close();
  const paid = books.attempts.filter(({ received }) => received > 0).length;
  return { payments, paid, ...counted, faults, problems, violations };
}

const BROWSER_TIMEOUT_MS = 500;

/** The vendor's page in a browser, which gives up where it is never answered. */
async function visit(url: string): Promise<void> {
  try {
    await fetch(url, { redirect: "manual", signal: AbortSignal.timeout(BROWSER_TIMEOUT_MS) });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === "TimeoutError")) throw error;
  }
}

/** Numbers from 0 to 1 that repeat with their seed (mulberry32). */
function randomOf(seed: string): () => number {
  let state = [...seed].reduce((sum, sign) => Math.imul(sum ^ sign.charCodeAt(0), 0x9e3779b1), 0x811c9dc5) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
