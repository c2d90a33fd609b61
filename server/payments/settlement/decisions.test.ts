import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import { cancelOrder } from "../../orders/orders.ts";
import { orderForm, RICE_COOKER, setStock } from "../../orders/test-orders.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { expirePayments } from "../payments.ts";
import { vnpayTestKeys } from "../providers/vnpay/test-keys.ts";
import { paymentOf } from "../view.ts";
import { type Act, attemptPhases, decisions, orderStates, type Saying, sayings } from "./decisions.ts";
import { type Said, settleAttempt } from "./settlement.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ config: { env: vnpayTestKeys } });
  await setStock(shop.sql, RICE_COOKER, 1000);
});
afterAll(async () => {
  // Cells that cannot come about, because an order ends its attempts with itself, were made by hand: they end as it would.
  await sql`update payments.attempts a set state = p.ended_as from payments.payments p
    where p.id = a.payment_id and p.ended_as is not null and a.state in ('created', 'pending')`.execute(shop.sql);
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

const OTHER = 1_000;
let serial = 0;
const provider = "vnpay";
type Situation = { order: (typeof orderStates)[number]; phase: (typeof attemptPhases)[number] };

const say = (provider_ref: string, said: Partial<Said> & Pick<Said, "outcome">) =>
  settleAttempt(
    shop.ctx({ actor: "provider:vnpay" }),
    { provider, provider_ref },
    {
      amount: 0,
      provider_txn_no: null,
      is_answer: false,
      ...said,
    },
  );

/** An order in a state with an attempt in a phase, as it really comes about: by a second attempt, a cancel, a lapse. */
async function arrange({ order, phase }: Situation) {
  const lan = shop.visitor({ client: `decisions ${serial++}` });
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  const form = orderForm({ items, payment_method: "VNPAY", note: `${serial}` });
  const { order_code, uid_payment, totals } = await lan.orders.place(form);
  await lan.payments.start({ uid_payment });
  const ref = `${order_code}-1`;
  const other = `${order_code}-2`;
  const success = { outcome: "success", amount: totals.total } as const;
  const pay = (provider_ref: string, txn: string) => say(provider_ref, { ...success, provider_txn_no: txn });
  if (phase === "ended") await say(ref, { outcome: "failed" });
  if (phase === "paid" && order !== "open" && order !== "lapsed") await pay(ref, "1");
  if (phase === "paid" && (order === "open" || order === "lapsed")) {
    // Money of another sum, which does not count.
    await say(ref, { outcome: "success", amount: totals.total + OTHER, provider_txn_no: "1", is_answer: true });
  }
  if (order === "complete" && phase !== "paid") {
    if (phase === "open") await say(ref, { outcome: "failed" }); // so that another is begun; it is opened again below
    await lan.payments.start({ uid_payment });
    if (phase === "open") {
      await shop.sql
        .updateTable("payments.attempts")
        .set({ state: "pending" })
        .where("provider_ref", "=", ref)
        .execute();
    }
    await pay(other, "2");
  }
  if (order === "cancelled") await cancelOrder(shop.ctx(), order_code);
  if (order === "lapsed") {
    shop.advanceClock(2 * 3_600_000);
    await expirePayments(shop.ctx());
  }
  const isOver = order === "cancelled" || order === "lapsed";
  if (isOver && phase === "open") {
    await shop.sql.updateTable("payments.attempts").set({ state: "pending" }).where("provider_ref", "=", ref).execute();
  }
  const attempt = async () =>
    shop.sql
      .selectFrom("payments.attempts")
      .select(["state", "received", "counted", "flags", "next_query_at"])
      .where("provider_ref", "=", ref)
      .executeTakeFirstOrThrow();
  const payment = async () => {
    const view = await paymentOf(shop.ctx(), order_code);
    const row = await shop.sql
      .selectFrom("payments.payments")
      .select(["counted", "review_since", "flags"])
      .where("order_code", "=", order_code)
      .executeTakeFirstOrThrow();
    return { ...view, ...row };
  };
  const status = async () => (await lan.orders.byCode({ id: order_code, order_phone: "0590000011" })).status;
  return { ref, total: totals.total, isMismatch: order === "open" || order === "lapsed", attempt, payment, status };
}

function saidOf(saying: Saying, total: number, isMismatch: boolean): Partial<Said> & Pick<Said, "outcome"> {
  const asked = isMismatch ? total + OTHER : total;
  const success = { outcome: "success", amount: asked, provider_txn_no: "1" } as const;
  switch (saying) {
    case "success":
      return success;
    case "other_amount":
      return { ...success, amount: total + 2 * OTHER };
    case "other_amount_confirmed":
      return { ...success, amount: total + 2 * OTHER, is_answer: true };
    case "second_charge":
      return { ...success, provider_txn_no: "9" };
    case "failed":
    case "expired":
    case "review":
      return { outcome: saying };
    case "silence":
      return { outcome: "pending" };
  }
}

type Seen = { state: string; received: number; counted: number; flags: string[] };

function expectAct(act: Act, before: Seen, after: Seen, total: number): void {
  const flagged = (flag: string) => expect(after.flags).toContain(flag);
  switch (act) {
    case "count":
      expect(after).toMatchObject({ state: "success", received: total, counted: total });
      return;
    case "duplicate":
      expect(after).toMatchObject({ state: "success", received: total, counted: 0 });
      flagged("duplicate_payment");
      return;
    case "late":
      expect(after).toMatchObject({ state: "success", received: total, counted: 0 });
      flagged("late_success");
      return;
    case "record":
      expect(after).toMatchObject({ received: total + 2 * OTHER, counted: 0 });
      flagged("amount_mismatch");
      return;
    case "ask":
      expect(after).toMatchObject({ state: before.state, received: before.received });
      flagged("amount_mismatch");
      return;
    case "end_failed":
      expect(after.state).toBe("failed");
      return;
    case "end_expired":
      expect(after.state).toBe("expired");
      return;
    case "review":
    case "flag_review":
    case "flag_conflict":
    case "flag_second_charge":
      expect(after).toMatchObject({ state: before.state, received: before.received, counted: before.counted });
      flagged(act.replace("flag_", ""));
      return;
    case "nothing":
      expect(after).toEqual(before);
  }
}

const cells = orderStates.flatMap((order) =>
  attemptPhases.flatMap((phase) =>
    sayings.map((saying) => ({ order, phase, saying, act: decisions[order][phase][saying] })),
  ),
);

describe("what a provider says of an attempt", () => {
  test.each(cells)("order $order, attempt $phase, said $saying: $act", async ({ order, phase, saying, act }) => {
    const one = await arrange({ order, phase });
    const [before, paymentBefore, statusBefore] = [await one.attempt(), await one.payment(), await one.status()];
    const said = saidOf(saying, one.total, phase === "paid" && one.isMismatch);
    await say(one.ref, said);
    const [after, payment] = [await one.attempt(), await one.payment()];
    expectAct(act, before, after, one.total);
    expect(payment.review_since !== null).toBe(act === "review");
    if (act === "count") expect([statusBefore, await one.status()]).toEqual(["waiting_approval", "confirmed"]);
    else expect(await one.status()).toBe(statusBefore);
    const isUncounted = act === "duplicate" || act === "late" || act === "record";
    const came = after.received - before.received;
    expect(payment.refund_owed - paymentBefore.refund_owed).toBe(isUncounted ? came : 0);
    await say(one.ref, said); // the same again changes nothing more
    expect(await one.attempt()).toMatchObject({ state: after.state, received: after.received, counted: after.counted });
  });
});
