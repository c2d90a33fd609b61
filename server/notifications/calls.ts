/**
 * Notification calls: whose they are is the token's, an id only selects among them. Spec §7 notifies;
 * rules/identity#actor
 */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { saveSettings, settingsOf } from "./channel-settings.ts";
import { listNotifications, watch, watchAll } from "./notifications.ts";
import { subscribe, unsubscribe } from "./push.ts";

async function callerOf(ctx: Ctx): Promise<{ customer_id: number; session_id: number }> {
  const session = await ctx.session();
  if (!session || session.customer_id === null) throw new ShopError("unauthenticated");
  return { customer_id: session.customer_id, session_id: session.id };
}

export const notificationsCalls = implement(contract.notifications, {
  list: async (ctx, input) => listNotifications(ctx, (await callerOf(ctx)).customer_id, input),

  watch: async (ctx, { id }) => watch(ctx, (await callerOf(ctx)).customer_id, id),

  watchAll: async (ctx) => ({ marked: await watchAll(ctx, (await callerOf(ctx)).customer_id), unread: 0 }),

  settings: async (ctx) => settingsOf(ctx, (await callerOf(ctx)).customer_id),

  saveSettings: async (ctx, { settings }) => {
    const { customer_id } = await callerOf(ctx);
    await saveSettings(ctx, customer_id, settings);
    return settingsOf(ctx, customer_id);
  },

  subscribe: async (ctx, input) => subscribe(ctx, await callerOf(ctx), input),

  unsubscribe: async (ctx, { endpoint }) => ({
    push_devices: await unsubscribe(ctx, (await callerOf(ctx)).customer_id, endpoint),
  }),
});
