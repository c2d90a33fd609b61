/**
 * Notifications: a row per event, written in the transaction of the event, and sent once however
 * often it is announced. The sentence is made at reading. Devices are notified by a job, open pages by NOTIFY, both only
 * after the transaction stands. Spec §7 notifies; rules/notifications#jobs
 */
import { ShopError } from "contract/errors.ts";
import { type NotificationKind, notificationKinds } from "contract/notifications/notification-kinds.ts";
import type { Notification } from "contract/notifications/notifications.ts";
import { sql } from "kysely";
import { type Ctx, enqueue, enqueueEach } from "../kernel/context.ts";
import { type Facts, noteOf, type StoredNotification } from "./wording.ts";

/** Received by every process that has a stream of the account open (stream.ts). */
export const NEWS_CHANNEL = "notified";
// ASSUMED(0150): what is older than a year is about nothing any more.
const RETAINED_DAYS = 365;

type NewNotification = {
  customer_id: number;
  kind: NotificationKind;
  /** What it is about: with the kind it names the event, so that it is sent once. */
  subject: string;
  facts: Facts;
};

/** Notifies a customer. Safe to repeat: the second time nothing happens. */
export async function notify(ctx: Ctx, { customer_id, kind, subject, facts }: NewNotification): Promise<void> {
  const told = await ctx.sql
    .insertInto("notifications.notifications")
    .values({
      customer_id,
      kind,
      topic: notificationKinds[kind],
      subject,
      params: JSON.stringify(facts),
      created_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(["customer_id", "kind", "subject"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!told) return;
  await enqueuePush(ctx, told.id, customer_id, kind);
  // Before an erasure the account is notified whatever its settings: server/privacy/unused.ts.
  if (kind !== "account_unused") await enqueueMail(ctx, told.id, customer_id, kind);
  await refreshStreams(ctx, customer_id);
}

type OrderKind = Extract<NotificationKind, `order_${string}` | "payment_settled" | `refund_${string}`>;

/** Notifies the owner of an order; does nothing for a guest's. Without `amount` it names the order's total. */
export async function notifyOrderChange(
  ctx: Ctx,
  kind: OrderKind,
  order_code: string,
  { refund, amount, pay_url }: { refund?: number; amount?: number; pay_url?: string | null } = {},
): Promise<void> {
  const { rows } = await sql<{ customer_id: number; total: number }>`
    select customer_id, total from orders.orders where code = ${order_code} and customer_id is not null`.execute(
    ctx.sql,
  );
  const order = rows[0];
  if (!order) return;
  const subject = refund === undefined ? order_code : `${order_code}:${refund}`;
  const facts = { order_code, amount: amount ?? order.total, ...(pay_url && { pay_url }) };
  await notify(ctx, { customer_id: order.customer_id, kind, subject, facts });
}

type BackInStock = {
  customer_id: number;
  notice: number;
  names: Facts["names"];
  category_slug: string;
  slug: string;
  sku: string;
};

/** Reaction to back_in_stock. */
export async function notifyBackInStock(
  ctx: Ctx,
  { customer_id, notice, names, ...product }: BackInStock,
): Promise<void> {
  const path = `/san-pham/${product.category_slug}/${product.slug}?sku=${encodeURIComponent(product.sku)}`;
  await notify(ctx, {
    customer_id,
    kind: "back_in_stock",
    subject: String(notice),
    facts: { ...(names && { names }), path },
  });
}

/** One job for each device subscribed to the topic. */
async function enqueuePush(ctx: Ctx, notification: number, customer_id: number, kind: NotificationKind): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select s.id from notifications.push_subscriptions s
    where s.customer_id = ${customer_id} and coalesce((select is_on from notifications.settings
      where customer_id = ${customer_id} and topic = ${notificationKinds[kind]} and channel = 'push'), true)`.execute(
    ctx.sql,
  );
  await enqueueEach(
    ctx,
    "push_to_device",
    rows.map(({ id }) => ({ notification, subscription: id })),
  );
}

/** An email for an account that chose emails about the topic and proved an address. */
async function enqueueMail(ctx: Ctx, notification: number, customer_id: number, kind: NotificationKind): Promise<void> {
  const { rows } = await sql`
    select 1 from notifications.settings s join identity.customers c on c.id = s.customer_id
    where s.customer_id = ${customer_id} and s.topic = ${notificationKinds[kind]} and s.channel = 'email' and s.is_on
      and c.email_verified_at is not null`.execute(ctx.sql);
  if (rows.length > 0) await enqueue(ctx, "mail_notification", { notification });
}

/** Open pages of the customer read their state again, and those of ended sessions close (stream.ts). */
export async function refreshStreams(ctx: Ctx, customer_id: number): Promise<void> {
  await sql`select pg_notify(${NEWS_CHANNEL}, ${String(customer_id)})`.execute(ctx.sql);
}

type Wanted = { page: number; limit: number; unread?: boolean | undefined };

/** Newest first. One statement for the rows, one for the figures. */
export async function listNotifications(ctx: Ctx, customer_id: number, { page, limit, unread = false }: Wanted) {
  const counted = await sql<{ total: number; unread: number }>`
    select count(*) filter (where ${!unread} or read_at is null) as total,
      count(*) filter (where read_at is null) as unread
    from notifications.notifications where customer_id = ${customer_id}`.execute(ctx.sql);
  const { total = 0, unread: left = 0 } = counted.rows[0] ?? {};
  const { rows } = await sql<StoredNotification>`
    select code, kind, topic, params, created_at, read_at from notifications.notifications
    where customer_id = ${customer_id} and (${!unread} or read_at is null)
    order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.sql);
  return {
    data: rows.map((row) => noteOf(ctx.locale, row)),
    meta: { current_page: page, last_page: Math.max(1, Math.ceil(total / limit)), per_page: limit, total },
    unread: left,
  };
}

/** Throws not_found for what is not there or not theirs. Safe to repeat. */
export async function watch(ctx: Ctx, customer_id: number, code: string): Promise<Notification> {
  const missing = new ShopError("not_found");
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(code)) throw missing;
  const { rows } = await sql<StoredNotification>`
    update notifications.notifications set read_at = coalesce(read_at, ${ctx.now})
    where customer_id = ${customer_id} and code = ${code}
    returning code, kind, topic, params, created_at, read_at`.execute(ctx.sql);
  const row = rows[0];
  if (!row) throw missing;
  await refreshStreams(ctx, customer_id);
  return noteOf(ctx.locale, row);
}

/** Answers how many were unread. */
export async function watchAll(ctx: Ctx, customer_id: number): Promise<number> {
  const { rows } = await sql`
    update notifications.notifications set read_at = ${ctx.now}
    where customer_id = ${customer_id} and read_at is null returning 1`.execute(ctx.sql);
  if (rows.length > 0) await refreshStreams(ctx, customer_id);
  return rows.length;
}

/** What the badge shows, and the newest of what is unread. */
export async function unreadOf(
  ctx: Ctx,
  customer_id: number,
): Promise<{ unread: number; newest: Notification | null }> {
  const { rows } = await sql<StoredNotification & { unread: number }>`
    select code, kind, topic, params, created_at, read_at, count(*) over () as unread
    from notifications.notifications where customer_id = ${customer_id} and read_at is null
    order by created_at desc, id desc limit 1`.execute(ctx.sql);
  const row = rows[0];
  return row ? { unread: row.unread, newest: noteOf(ctx.locale, row) } : { unread: 0, newest: null };
}

/** Part of the job `sweep`, in portions. */
export async function sweepNotifications(ctx: Ctx): Promise<void> {
  const portion = 1000;
  const before = new Date(ctx.now.getTime() - RETAINED_DAYS * 86_400_000);
  for (;;) {
    const { rows } = await sql`
      delete from notifications.notifications where id in (
        select id from notifications.notifications where created_at < ${before} order by created_at limit ${portion})
      returning 1`.execute(ctx.sql);
    if (rows.length < portion) return;
  }
}

/** Reaction to person_erased, before it is forgotten by which phone they were reached. */
export async function eraseNotifications(ctx: Ctx, customer_id: number): Promise<void> {
  await sql`delete from notifications.outbox where recipient in (
    select unnest(array[phone, nullif(email, '')]) from identity.customers where id = ${customer_id})`.execute(ctx.sql);
  await ctx.sql.deleteFrom("notifications.notifications").where("customer_id", "=", customer_id).execute();
  await ctx.sql.deleteFrom("notifications.settings").where("customer_id", "=", customer_id).execute();
  await ctx.sql.deleteFrom("notifications.push_subscriptions").where("customer_id", "=", customer_id).execute();
}
