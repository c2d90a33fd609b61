/** Notifications of orders: for the owner only, in their language, once per event. rules/notifications */
import { isWireFailure } from "contract/errors.ts";
import { notificationKinds } from "contract/notifications/notification-kinds.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inTransaction } from "../kernel/context.ts";
import { approveOrder, cancelOrder, deliverOrder, shipOrder } from "../orders/orders.ts";
import { juicer, orderForm, setStock } from "../orders/test-orders.ts";
import { creditPayment, recordRefund } from "../payments/payments.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { emailNotification } from "./emails.ts";
import { notify, sweepNotifications } from "./notifications.ts";
import { laidOut } from "./outbox.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(async () => {
  await sql`delete from notifications.notifications`.execute(shop.sql);
  await setStock(shop.sql, juicer, 50);
});

const form = (change = {}) => orderForm({ items: [{ product_id: juicer, quantity: 1 }], ...change });
const everything = { page: 1, limit: 100 };

async function idOf(name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from identity.customers where email = ${`${name}@mutosi.example`}`.execute(shop.sql);
  return rows[0]?.id ?? 0;
}

test("the database keeps every kind that the contract names, and no other", async () => {
  const { rows } = await sql<{ definition: string }>`
    select pg_get_constraintdef(oid) as definition from pg_constraint where conname = 'notifications_kind_check'`.execute(
    shop.sql,
  );
  const kinds = [...(rows[0]?.definition ?? "").matchAll(/'(\w+)'/g)].map(([, kind]) => kind);
  expect(kinds.toSorted()).toEqual(Object.keys(notificationKinds).toSorted());
});

test("the owner is notified of each step of an order, newest first, in the order it happened", async () => {
  const lan = await shop.as("lan");
  const { order_code } = await lan.orders.place(form());
  for (const step of [approveOrder, shipOrder, deliverOrder]) {
    shop.advanceClock(60_000);
    await step(shop.ctx(), order_code);
  }
  const { data, unread } = await lan.notifications.list(everything);
  expect(data.map(({ kind }) => kind)).toEqual([
    "order_delivered",
    "order_delivering",
    "order_confirmed",
    "order_placed",
  ]);
  expect(unread).toBe(4);
  expect(data[0]?.link).toBe(`/tai-khoan/quan-ly-don-hang/${order_code}`);
  expect(data.every(({ watched_at }) => watched_at === null)).toBe(true);
});

test("received, owed and refunded money is notified with its amount", async () => {
  const lan = await shop.as("lan");
  const placed = await lan.orders.place(form({ payment_method: "bank_transfer" }));
  const { order_code, payment } = placed;
  await inTransaction(shop.ctx(), (ctx) => creditPayment(ctx, { order_code }, payment.amount));
  shop.advanceClock(1000);
  await cancelOrder(shop.ctx(), order_code);
  shop.advanceClock(1000);
  await recordRefund(shop.ctx(), order_code, { amount: payment.amount, reference: "FT2611" });
  const { data } = await lan.notifications.list(everything);
  const money = data.filter(({ topic }) => topic === "payments");
  expect(money.map(({ kind }) => kind)).toEqual(["refund_paid", "refund_owed", "payment_settled"]);
  const amount = new Intl.NumberFormat("en-US").format(payment.amount);
  for (const each of money) expect(each.body).toContain(amount);
});

test("a guest's order notifies no account, and an order that was rolled back notifies none", async () => {
  await shop.visitor().orders.place(form({ note: "khách" }));
  const lan = await shop.as("lan");
  await expect(lan.orders.place(form({ expected_total: 1 }))).rejects.toThrow();
  expect((await lan.notifications.list(everything)).data).toEqual([]);
});

test("one event is notified once, however often it is announced", async () => {
  const customer_id = await idOf("lan");
  const news = {
    customer_id,
    kind: "order_confirmed",
    subject: "K7M2QX9RTA",
    facts: { order_code: "K7M2QX9RTA" },
  } as const;
  await Promise.all(Array.from({ length: 12 }, () => notify(shop.ctx(), news)));
  const lan = await shop.as("lan");
  expect((await lan.notifications.list(everything)).meta.total).toBe(1);
});

test("the sentence is in the language it is read in", async () => {
  const customer_id = await idOf("lan");
  const facts = { order_code: "K7M2QX9RTA", amount: 2_490_000 };
  await notify(shop.ctx(), { customer_id, kind: "order_placed", subject: "K7M2QX9RTA", facts });
  const texts = [];
  for (const locale of ["vi", "en", "ja"] as const) {
    const { data } = await (await shop.as("lan", { locale })).notifications.list(everything);
    texts.push(data[0]?.title);
    expect(data[0]?.body).toContain("K7M-2QX-9RTA");
    expect(data[0]?.body).toContain("2,490,000");
  }
  expect(texts).toEqual(["Đã nhận đơn hàng", "Order received", "ご注文を受け付けました"]);
});

test("another account's notification is 'not found', and cannot be marked as read", async () => {
  const [lan, minh] = [await shop.as("lan"), await shop.as("minh")];
  await lan.orders.place(form({ note: "của Lan" }));
  const { data } = await lan.notifications.list(everything);
  const id = data[0]?.id ?? "";
  for (const wanted of [id, "00000000-0000-4000-8000-000000000000", "x"]) {
    const failure = await minh.notifications.watch({ id: wanted }).catch((error: unknown) => error);
    expect(isWireFailure(failure, "not_found")).toBe(true);
  }
  expect((await minh.notifications.list(everything)).data).toEqual([]);
  expect((await minh.notifications.watchAll({})).marked).toBe(0);
  expect((await lan.notifications.list(everything)).unread).toBe(1);
});

test("one is marked, then all, and the unread can be listed alone and by page", async () => {
  const customer_id = await idOf("lan");
  for (let number = 0; number < 5; number += 1) {
    shop.advanceClock(1000);
    await notify(shop.ctx(), { customer_id, kind: "order_placed", subject: `TEST${number}`, facts: {} });
  }
  const lan = await shop.as("lan");
  const first = await lan.notifications.list({ page: 1, limit: 2 });
  expect(first.meta).toEqual({ current_page: 1, last_page: 3, per_page: 2, total: 5 });
  const seen = await lan.notifications.watch({ id: first.data[0]?.id ?? "" });
  expect(seen.watched_at).toBe(shop.now.toISOString());
  shop.advanceClock(5000);
  expect((await lan.notifications.watch({ id: seen.id })).watched_at).toBe(seen.watched_at);
  const left = await lan.notifications.list({ ...everything, unread: true });
  expect(left.data).toHaveLength(4);
  expect(left.meta.total).toBe(4);
  expect((await lan.notifications.watchAll({})).marked).toBe(4);
  expect((await lan.notifications.list({ ...everything, unread: true })).data).toEqual([]);
});

test("notifications are deleted after a year", async () => {
  const customer_id = await idOf("lan");
  await notify(shop.ctx(), { customer_id, kind: "order_placed", subject: "OLD", facts: {} });
  shop.advanceClock(360 * 86_400_000);
  await notify(shop.ctx(), { customer_id, kind: "order_placed", subject: "NEW", facts: {} });
  shop.advanceClock(6 * 86_400_000);
  await sweepNotifications(shop.ctx());
  const { rows } = await sql<{ subject: string }>`select subject from notifications.notifications`.execute(shop.sql);
  expect(rows).toEqual([{ subject: "NEW" }]);
});

test("channels are stored per account; those not sent stay", async () => {
  const lan = await shop.as("lan");
  const before = await lan.notifications.settings({});
  expect(before.settings.filter(({ is_on }) => is_on).map(({ channel }) => channel)).toEqual(["push", "push", "push"]);
  await lan.notifications.saveSettings({ settings: [{ topic: "orders", channel: "push", is_on: false }] });
  const after = await lan.notifications.settings({});
  const ordersPush = after.settings.find(({ topic, channel }) => topic === "orders" && channel === "push");
  expect(ordersPush?.is_on).toBe(false);
  expect(after.settings.filter(({ is_on }) => is_on)).toHaveLength(2);
  expect((await (await shop.as("minh")).notifications.settings({})).settings).toEqual(before.settings);
});

test("an email is sent to a proved address of an account that chose emails, in its language", async () => {
  const [lan, sato] = [await shop.as("lan"), await shop.as("sato")];
  await sato.notifications.saveSettings({ settings: [{ topic: "orders", channel: "email", is_on: true }] });
  const facts = { order_code: "K7M2QX9RTA" };
  for (const name of ["lan", "sato"]) {
    await notify(shop.ctx(), { customer_id: await idOf(name), kind: "order_confirmed", subject: "LETTER", facts });
  }
  await notify(shop.ctx(), { customer_id: await idOf("sato"), kind: "refund_paid", subject: "LETTER", facts });
  const { rows } = await sql<{ payload: { notification: number } }>`
    select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = 'mail_notification'`.execute(shop.sql);
  expect(rows).toHaveLength(1);
  for (const { payload } of rows) await emailNotification(shop.ctx(), payload);
  const emails = await laidOut(shop.ctx(), "sato@mutosi.example");
  expect(emails).toHaveLength(1);
  expect(emails[0]?.text).toContain("ご注文を確認しました");
  expect(emails[0]?.text).toContain("/ja/tai-khoan/quan-ly-don-hang/K7M2QX9RTA");
  expect(await laidOut(shop.ctx(), "lan@mutosi.example")).toEqual([]);
  await sql`update identity.customers set email_verified_at = null where email = 'sato@mutosi.example'`.execute(
    shop.sql,
  );
  for (const { payload } of rows) await emailNotification(shop.ctx(), payload);
  expect(await laidOut(shop.ctx(), "sato@mutosi.example")).toHaveLength(1);
  expect((await lan.notifications.settings({})).email).toBe("lan@mutosi.example");
});

test("the email about an order that waits for its money holds a signed link to pay it; of one in cash it holds none", async () => {
  await sql`update identity.customers set email_verified_at = now() where email = 'lan@mutosi.example'`.execute(
    shop.sql,
  );
  const lan = await shop.as("lan");
  await lan.notifications.saveSettings({ settings: [{ topic: "orders", channel: "email", is_on: true }] });
  const texts: string[] = [];
  for (const payment_method of ["bank_transfer", "cod"]) {
    await sql`select graphile_worker.complete_jobs(array_agg(id)) from graphile_worker.jobs
      where task_identifier = 'mail_notification'`.execute(shop.sql);
    const items = [{ product_id: juicer, quantity: 1 }];
    await lan.orders.place(orderForm({ items, payment_method, note: payment_method }));
    const { rows } = await sql<{ payload: { notification: number } }>`
      select p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
      where j.task_identifier = 'mail_notification'`.execute(shop.sql);
    for (const { payload } of rows) await emailNotification(shop.ctx(), payload);
    texts.push((await laidOut(shop.ctx(), "lan@mutosi.example"))[0]?.text ?? "");
  }
  const [byTransfer = "", inCash = ""] = texts;
  const id = /\/thanh-toan-lai\/(\S+)/.exec(byTransfer)?.[1] ?? "";
  expect(await shop.visitor({ client: "payer" }).payments.due({ id })).toMatchObject({ can_pay: true });
  expect(inCash).not.toContain("/thanh-toan-lai/");
});
