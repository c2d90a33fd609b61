import { formatDong } from "contract/values/money.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ordersCommand } from "../../../scripts/commands/orders.ts";
import { inTransaction } from "../../kernel/context.ts";
import { cancelOrder } from "../../orders/orders.ts";
import { orderForm } from "../../orders/test-orders.ts";
import { setting } from "../../platform/settings.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { lockPayable } from "../attempts.ts";
import { expirePayments, recordRefund } from "../payments.ts";
import { sepayIpn, sepayMessage } from "../providers/bank-transfer/simulator.ts";
import { paymentOf } from "../view.ts";
import { applyReceived, receiveIpn } from "./ipn.ts";

let shop: TestShop;
let account_number: string;
let txn = 1000;

beforeAll(async () => {
  shop = await testShop({ max: 30 });
  account_number = (await setting(shop.ctx(), "bank_account")).account_number;
});
afterAll(() => shop.close());

let order: { order_code: string; uid_payment: string; total: number; content: string };
let lan: ReturnType<TestShop["visitor"]>;

beforeEach(async () => {
  lan = shop.visitor({ client: `lan ${txn}` });
  const items = [{ product_id: 1082, quantity: 1 }];
  const placed = await lan.orders.place(orderForm({ items, payment_method: "bank_transfer", note: `${txn}` }));
  const content = placed.payment.transfer?.content ?? "";
  order = { order_code: placed.order_code, uid_payment: placed.uid_payment, total: placed.totals.total, content };
});

type Transfer = { amount?: number; content?: string; account_number?: string; txn?: number };

const ipn = (transfer: Transfer = {}, secret = shop.base.config.sepay_hmac_secret) =>
  sepayIpn({ account_number, content: order.content, amount: order.total, txn: txn++, ...transfer }, secret, shop.now);
const receive = (raw: ReturnType<typeof ipn>) => receiveIpn(shop.ctx(), raw);
const status = async () => (await lan.orders.byCode(proof())).status;
const proof = () => ({ id: order.order_code, order_phone: "0590000011" });
const payment = () => paymentOf(shop.ctx(), order.order_code);

async function credits(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from payments.credits c join payments.attempts a on a.id = c.attempt_id join payments.payments p on p.id = a.payment_id
    where p.order_code = ${order.order_code}`.execute(shop.sql);
  return rows[0]?.count ?? 0;
}

describe("an ipn that was stored and not applied", () => {
  it("is applied by the job two minutes later, once, with what it said", async () => {
    await sql`create function payments.broken() returns trigger language plpgsql as $$ begin raise 'gone'; end $$`.execute(
      shop.sql,
    );
    await sql`create trigger broken before insert on payments.credits for each row execute function payments.broken()`.execute(
      shop.sql,
    );
    expect((await receive(ipn({ content: `${order.content} \0 \\u0000` }))).status).toBeGreaterThanOrEqual(400);
    await sql`drop trigger broken on payments.credits`.execute(shop.sql);
    await sql`drop function payments.broken()`.execute(shop.sql);
    expect(await applyReceived(shop.ctx())).toBe(0);
    shop.advanceClock(3 * 60_000);
    expect(await applyReceived(shop.ctx())).toBe(1);
    expect(await status()).toBe("confirmed");
    expect(await applyReceived(shop.ctx())).toBe(0);
    expect(await credits()).toBe(1);
  });
});

describe("transfers that confirm an order", () => {
  it("a transfer of the full amount confirms, whatever the bank writes around the order code", async () => {
    expect(await status()).toBe("waiting_approval");
    const answer = await receive(ipn({ content: `MBVCB.8123.${order.content.toLowerCase()}.CT tu 0011 TA MAI LAN` }));
    expect(answer).toEqual({ status: 200, content_type: "application/json", body: '{"success":true}' });
    expect(await status()).toBe("confirmed");
    expect(await payment()).toMatchObject({ status: "success", received: order.total, refund_owed: 0, transfer: null });
  });

  it("two transfers that add up confirm; a repeated ipn of the first counts once", async () => {
    const first = ipn({ amount: order.total - 1 });
    await receive(first);
    await receive(first);
    expect(await payment()).toMatchObject({ status: "pending", received: order.total - 1 });
    expect((await payment()).transfer?.amount).toBe(1);
    await receive(ipn({ amount: 1 }));
    expect(await payment()).toMatchObject({ status: "success", received: order.total });
    expect(await status()).toBe("confirmed");
  });

  it("the same ipn ten times at once counts once", async () => {
    const one = ipn();
    const answers = await Promise.all(Array.from({ length: 10 }, () => receive(one)));
    for (const answer of answers) expect(answer.status).toBe(200);
    expect(await credits()).toBe(1);
    expect(await payment()).toMatchObject({ status: "success", received: order.total, refund_owed: 0 });
    const history = (await lan.orders.byCode(proof())).status_history;
    expect(history.filter((change) => change.status === "confirmed")).toHaveLength(1);
  });

  it("the same booking sent under another id counts once", async () => {
    const same = ipn({ txn: 500_000 + txn });
    const again = JSON.parse(same.body) as Record<string, unknown>;
    await receive(same);
    const other = ipn();
    const body = JSON.stringify({ ...JSON.parse(other.body), referenceCode: again.referenceCode });
    await receive(sepayMessage(body, shop.base.config.sepay_hmac_secret, shop.now));
    expect(await payment()).toMatchObject({ received: order.total, refund_owed: 0 });
  });

  it("an ipn and a change of the order at the same moment do not deadlock", async () => {
    const { told } = await inTransaction(shop.ctx(), async (tx) => {
      await lockPayable(tx, order.order_code);
      const told = receive(ipn());
      const waiting = () =>
        sql`select from pg_locks where locktype = 'advisory' and not granted
        and database = (select oid from pg_database where datname = current_database())`.execute(shop.sql);
      await expect.poll(async () => (await waiting()).rows.length).toBe(1);
      await sql`select from payments.payments where order_code = ${order.order_code} for update nowait`.execute(tx.sql);
      return { told };
    });
    expect((await told).status).toBe(200);
    expect(await payment()).toMatchObject({ status: "success", received: order.total, refund_owed: 0 });
  });
});

describe("what does not confirm an order", () => {
  it("a forged ipn changes nothing and is stored as evidence", async () => {
    const answer = await receive(ipn({}, "not-the-secret-of-this-shop"));
    expect(answer.status).toBe(401);
    expect(await status()).toBe("waiting_approval");
    expect(await payment()).toMatchObject({ status: "pending", received: 0 });
    const { rows } = await sql<{ verdict: string }>`select verdict from payments.ipns order by id desc limit 1`.execute(
      shop.sql,
    );
    expect(rows[0]?.verdict).toBe("forged");
  });

  it("money on another account or going out is ignored", async () => {
    await receive(ipn({ account_number: "999999999" }));
    expect(await payment()).toMatchObject({ status: "pending", received: 0 });
  });

  it("a transfer without an order code pays nothing and is listed for staff", async () => {
    const raw = ipn({ content: "chuyen tien mua may ep cham" });
    await receive(raw);
    expect(await payment()).toMatchObject({ status: "pending", received: 0 });
    const { rows } = await sql<{ state: string }>`select state from payments.credits order by id desc limit 1`.execute(
      shop.sql,
    );
    expect(rows[0]?.state).toBe("unmatched");
  });

  it("asking for the payment's state changes nothing", async () => {
    const asked = await lan.payments.queryStatus({
      order_code: order.order_code,
      uid_payment: order.uid_payment,
      type: "bank_transfer",
      url: "https://evil.example/paid?status=success",
    });
    expect(asked).toMatchObject({ status: "pending", result: null });
    expect(await status()).toBe("waiting_approval");
  });

  it("the proof of another payment does not show this one", async () => {
    await expect(
      lan.payments.queryStatus({ order_code: order.order_code, uid_payment: "A".repeat(22) }),
    ).rejects.toMatchObject({ status: 404 });
  });
});

describe("money that is owed back", () => {
  it("the surplus of an overpaid order is owed back", async () => {
    await receive(ipn({ amount: order.total + 5_000 }));
    expect(await payment()).toMatchObject({ status: "success", refund_owed: 5_000 });
  });

  it("a cancelled paid order owes all of it back until the refund is recorded", async () => {
    await receive(ipn());
    await lan.orders.cancel({ ...proof(), reason: "changed_mind" });
    expect(await payment()).toMatchObject({ refund_owed: order.total, refunded: 0 });
    const returned = { amount: order.total, reference: "FT-BACK-1" };
    await recordRefund(shop.ctx(), order.order_code, returned);
    expect(await payment()).toMatchObject({ status: "refunded", refund_owed: 0, refunded: order.total });
    await expect(recordRefund(shop.ctx(), order.order_code, returned)).rejects.toMatchObject({
      code: "state_conflict",
    });
  });

  it("money after the deadline is owed back in full; the order stays cancelled", async () => {
    const day = 24 * 3_600_000;
    shop.advanceClock(day + 1_000);
    await expirePayments(shop.ctx());
    expect(await status()).toBe("cancelled");
    await receive(ipn());
    expect(await status()).toBe("cancelled");
    expect(await payment()).toMatchObject({ status: "expired", refund_owed: order.total });
  });

  it("an amount beyond the safe integers is left to staff; order, list and commands still work", async () => {
    const huge = Number.MAX_SAFE_INTEGER;
    await receive(ipn({ amount: huge }));
    const second = ipn({ amount: huge });
    expect((await receive(second)).body).toBe('{"success":true}');
    expect((await receive(second)).body).toBe('{"success":true}');
    expect((await lan.orders.byCode(proof())).payment).toMatchObject({
      received: huge,
      refund_owed: huge - order.total,
    });
    const { uid_payment, order_code } = order;
    expect(await lan.payments.queryStatus({ order_code, uid_payment })).toMatchObject({ status: "success" });
    const terminal = (...words: string[]) => ordersCommand(shop.ctx({ locale: "en" }), words);
    expect((await terminal("list", "--limit", "1000")).out).toContain(order_code);
    expect((await terminal("unmatched")).out).toContain(order.content);
    expect((await terminal("cancel", order_code, "--note", "thử")).out).toContain(`${formatDong(huge)} is owed back`);
    const returned = ["--amount", String(huge), "--reference", "FT-HUGE"];
    expect((await terminal("refund", order_code, ...returned)).out).toContain(formatDong(huge));
    expect((await terminal("show", order_code)).out).toContain(formatDong(huge));
  });

  it("a partial payment before the deadline is owed back when the order expires", async () => {
    await receive(ipn({ amount: 100_000 }));
    shop.advanceClock(25 * 3_600_000);
    await expirePayments(shop.ctx());
    expect(await payment()).toMatchObject({ status: "expired", refund_owed: 100_000 });
  });

  it("payment and cancellation at the same moment: counted or owed back, and the sums agree", async () => {
    const raw = ipn();
    const cancel = cancelOrder(shop.ctx(), order.order_code, { note: "hết hàng" });
    await Promise.allSettled([receive(raw), cancel]);
    const { received, refund_owed } = await payment();
    const now = await status();
    expect(received).toBe(order.total);
    expect(refund_owed).toBe(now === "cancelled" ? order.total : 0);
  });
});
