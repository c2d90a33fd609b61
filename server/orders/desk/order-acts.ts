/**
 * What staff do with an order from the office. Each act names the version that was read, is judged again with the order
 * locked, and goes through the same functions as every other change. rules/orders#desk
 */
import { ShopError } from "contract/errors.ts";
import type { OrderRecord } from "contract/orders/desk-orders.ts";
import type { ordersDesk } from "contract/orders/orders-desk.ts";
import { formatTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { en } from "messages/office/en.ts";
import { vi } from "messages/office/vi.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { type Ask, secondPerson } from "../../kernel/second-person.ts";
import { lockPayable } from "../../payments/attempts.ts";
import { recordRefund } from "../../payments/payments.ts";
import { type DeskCaller, deskCaller } from "../../platform/list/desk-caller.ts";
import type { DeskActs } from "../../platform/list/desk-source.ts";
import { setting } from "../../platform/settings.ts";
import { limitedAct } from "../../staff/approvals/limited.ts";
import { approveOrder, cancelOrder } from "../orders.ts";
import { orderWords, type StoredOrder } from "../view.ts";
import { actsOf, historyOf, moneyOf, orderRecord, seenOrder } from "./order-record.ts";

type Read = { code: string; version: number };

/** Throws not_found, conflict, state_conflict. */
export async function approveAtDesk(ctx: Ctx, { note, ...read }: Read & { note: string }): Promise<OrderRecord> {
  return act(ctx, read, async (tx, order, caller) => {
    const { why } = await judged(tx, order, caller, "approve");
    if (why === "awaiting_money") throw new ShopError("state_conflict", { message_key: "order_awaits_money" });
    await approveOrder(tx, read.code, note);
  });
}

/** Throws not_found, conflict, state_conflict; SecondPersonNeeded where money of it is with us. */
export async function cancelAtDesk(ctx: Ctx, { note, ...read }: Read & { note: string }): Promise<OrderRecord> {
  return act(ctx, read, async (tx, order, caller) => {
    const { why, held } = await judged(tx, order, caller, "cancel");
    if (why === "paid") await secondPerson(tx, cancelling(order, held));
    else if (why !== null) throw new ShopError("state_conflict", { message_key: "order_cannot_cancel" });
    await cancelOrder(tx, read.code, { note });
  });
}

type Refund = Read & { amount: number; reference: string; reason: string };

/** Throws not_found, conflict, state_conflict (also for another sum than is owed); SecondPersonNeeded above the limit. */
export async function refundAtDesk(ctx: Ctx, { amount, reference, reason, ...read }: Refund): Promise<OrderRecord> {
  return act(ctx, read, async (tx, order, caller) => {
    const { why, owed } = await judged(tx, order, caller, "refund");
    if (why === "nothing_owed") throw new ShopError("state_conflict", { message_key: "nothing_owed" });
    if (amount !== owed)
      throw new ShopError("state_conflict", { message_key: "other_amount_owed", params: { amount: formatDong(owed) } });
    const limits = await setting(tx, "approval_limits");
    await limitedAct(tx, {
      ask: refunding(order, owed),
      modes: caller.grants.filter(({ name }) => name === "refunds:record").map(({ mode }) => mode),
      limit: limits.refund_single,
      times: limits.refunds_a_day,
      sums: [
        `order ${order.id}`,
        `phone ${order.receiver_phone}`,
        ...(order.customer_id === null ? [] : [`customer ${order.customer_id}`]),
      ],
    });
    await refuseUsed(() => recordRefund(tx, read.code, { amount, reference }));
    tx.log.info({ event: "refund_recorded_by_hand", order_code: read.code, reason }, "money went back by hand");
  });
}

/** On many orders at once: each as by itself. */
export const orderActs: DeskActs<typeof ordersDesk> = {
  approve: (ctx, { key, version }, note) => approveAtDesk(ctx, { code: key, version, note }),
  cancel: (ctx, { key, version }, note) => cancelAtDesk(ctx, { code: key, version, note }),
};

/** What a second person approves of a cancelling: the order's state, and the money that is with us. */
const cancelling = ({ code, status }: StoredOrder, held: number): Ask => ({
  kind: "order_cancel",
  subject: `order:${code}`,
  label: code,
  amount: held,
  needs: "orders:cancel",
  figures: [
    { name: "order", before: null, after: code },
    { name: "order_state", before: status, after: "cancelled" },
    { name: "money_in", before: null, after: String(held) },
  ],
});

/** Of a refund by hand: the whole sum that is owed. The bank's reference comes with the transfer. */
const refunding = ({ code }: StoredOrder, owed: number): Ask & { amount: number } => ({
  kind: "refund",
  subject: `order:${code}`,
  label: code,
  amount: owed,
  needs: "refunds:record",
  figures: [
    { name: "order", before: null, after: code },
    { name: "amount", before: null, after: String(owed) },
  ],
});

async function refuseUsed(record: () => Promise<void>): Promise<void> {
  try {
    await record();
  } catch (error) {
    if (!(error instanceof ShopError) || error.params.why !== "reference_used") throw error;
    throw new ShopError("state_conflict", {
      message_key: "reference_used",
      fields: { reference: [{ key: "reference_used" }] },
    });
  }
}

/** With the payable lock held, and only where nothing has happened to the order since it was read. */
async function act(
  ctx: Ctx,
  { code, version }: Read,
  change: (tx: Ctx, order: StoredOrder, caller: DeskCaller) => Promise<unknown>,
): Promise<OrderRecord> {
  const caller = await deskCaller(ctx);
  await inTransaction(ctx, async (tx) => {
    await lockPayable(tx, code);
    const order = await seenOrder(tx, code, caller);
    await assertUnchanged(tx, order, version);
    await change(tx, order, caller);
  });
  return orderRecord(ctx, code);
}

async function judged(tx: Ctx, order: StoredOrder, caller: DeskCaller, name: "approve" | "cancel" | "refund") {
  const { money } = await moneyOf(tx, order);
  const { refund_single } = await setting(tx, "approval_limits");
  const found = actsOf(caller, order, money, refund_single)[name];
  if (!found) throw new ShopError("forbidden");
  return { why: found.why, owed: money.owed, held: money.received - money.refunded };
}

/** Says what has happened since. Throws conflict. */
async function assertUnchanged(tx: Ctx, { id }: StoredOrder, version: number): Promise<void> {
  const since = (await historyOf(tx, id)).slice(version);
  if (since.length === 0) return;
  const { by: parties, events } = (tx.locale === "vi" ? vi : en).orders;
  const { statuses } = orderWords[tx.locale];
  const what = since
    .map(({ at, by, who, event, status }) => {
      return `${formatTime(at, tx.locale)} ${by ?? parties[who]}: ${event === "status" ? statuses[status] : events[event]}`;
    })
    .join("; ");
  throw new ShopError("conflict", { message_key: "order_changed_since", params: { what } });
}
