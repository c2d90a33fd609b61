/** The channels a customer chose for notifications. A row only for what was changed; the rest are the defaults here. */
import {
  type NotificationChannel,
  type NotificationTopic,
  notificationChannels,
  notificationTopics,
} from "contract/notifications/notification-kinds.ts";
import type { NotificationSettings } from "contract/notifications/notifications.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { pushPublicKey } from "./push.ts";

/**
 * ASSUMED(0150): a device receives notifications only after its owner turned them on, and then all of them; e-mail goes
 * to no account that did not ask for it.
 */
const initially: Record<NotificationChannel, boolean> = { push: true, email: false };

type Setting = { topic: NotificationTopic; channel: NotificationChannel; is_on: boolean };

export async function settingsOf(ctx: Ctx, customer_id: number): Promise<NotificationSettings> {
  const changed = await ctx.sql
    .selectFrom("notifications.settings")
    .select(["topic", "channel", "is_on"])
    .where("customer_id", "=", customer_id)
    .execute();
  const { rows } = await sql<{ email: string; devices: number }>`
    select case when email_verified_at is null then '' else email end as email,
      (select count(*) from notifications.push_subscriptions where customer_id = c.id) as devices
    from identity.customers c where id = ${customer_id}`.execute(ctx.sql);
  const settings = notificationTopics.flatMap((topic) =>
    notificationChannels.map((channel) => {
      const said = changed.find((row) => row.topic === topic && row.channel === channel);
      return { topic, channel, is_on: said?.is_on ?? initially[channel] };
    }),
  );
  const { email = "", devices = 0 } = rows[0] ?? {};
  return { settings, email, push_devices: devices, push_public_key: pushPublicKey(ctx.config) };
}

export async function saveSettings(ctx: Ctx, customer_id: number, settings: readonly Setting[]): Promise<void> {
  const last = new Map(settings.map((each) => [`${each.topic} ${each.channel}`, each]));
  if (last.size === 0) return;
  await ctx.sql
    .insertInto("notifications.settings")
    .values([...last.values()].map((each) => ({ ...each, customer_id })))
    .onConflict((conflict) =>
      conflict
        .columns(["customer_id", "topic", "channel"])
        .doUpdateSet((row) => ({ is_on: row.ref("excluded.is_on") })),
    )
    .execute();
}
