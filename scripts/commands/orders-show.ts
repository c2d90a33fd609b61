/** What `npm run orders -- show` prints of one order. */
import { ShopError } from "contract/errors.ts";
import type { Order } from "contract/orders/orders.ts";
import { formatDate, formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { formatPhone } from "contract/values/phone.ts";
import { groupedCode } from "contract/values/public-code.ts";
import type { Ctx } from "server/kernel/context.ts";
import type { DeskRow } from "server/orders/desk.ts";
import { findOrder, orderWords, viewOrder } from "server/orders/view.ts";
import { type Transfer, transfersOf } from "server/payments/desk.ts";
import { printable } from "./shopkeeper.ts";

/** `cod pending`, `bank_transfer success, owes 990,000 đ`. */
export function paid(row: Pick<DeskRow, "payment_method" | "payment_status" | "refund_owed">): string {
  const owed = row.refund_owed > 0 ? `, owes ${formatDong(row.refund_owed)}` : "";
  return `${row.payment_method} ${row.payment_status}${owed}`;
}

/** Throws not_found. */
export async function show(ctx: Ctx, code: string): Promise<string> {
  const stored = await findOrder(ctx, code);
  if (!stored) throw new ShopError("not_found");
  const order = await viewOrder(ctx, stored, { full: true });
  const { receiver, totals, payment } = order;
  const facts: [string, string][] = [
    ["Order", `${order.order_code}  (${groupedCode(order.order_code)})`],
    ["Status", `${orderWords.en.statuses[order.status]} (${order.status})`],
    ["Placed", formatDateTime(order.placed_at, "vi")],
    ["Receiver", `${receiver.full_name}, ${formatPhone(receiver.phone)}`],
    ["Address", receiver.address],
    ...(stored.address.legacy_address ? [["", stored.address.legacy_address.text] as [string, string]] : []),
    ["E-mail", stored.receiver_email],
    ["Delivery", `${order.shipping_unit}, ${day(order.eta_from)} to ${day(order.eta_to)}`],
    ["Parcel", order.shipping_code ?? ""],
    ["Payment", paid({ ...payment, payment_method: payment.method, payment_status: payment.status })],
    ["Due", due(payment)],
    ["Refunded", payment.refunded > 0 ? formatDong(payment.refunded) : ""],
    ["Invoice", invoice(order)],
    ["Note", order.note],
    ["Cancelled", order.cancellation_reason ?? ""],
  ];
  const lines = order.items.map(
    (item) =>
      `  ${String(item.quantity).padStart(3)} x ${item.code}  ${item.name}  ${item.kind === "gift" ? "gift" : formatDong(item.line_total)}`,
  );
  const sums: [string, number][] = [
    ["Goods", totals.goods],
    ["Discount", -totals.discount],
    ["Voucher", -totals.voucher],
    ["Trade-in", -totals.trade_in],
    [`Points (${totals.points})`, -totals.points_amount],
    ["Delivery", totals.shipping],
    ["Delivery discount", -totals.shipping_discount],
    ["Gift card", -totals.gift_card],
    ["Total", totals.total],
    ["In cash, rounded up", payment.is_on_delivery && totals.cash !== totals.total ? totals.cash : 0],
    ["VAT in it", totals.vat],
  ];
  const transfers = (await transfersOf(ctx, code)).map(transferLine);
  const history = order.status_history.map(
    (row) =>
      `  ${formatDateTime(row.at, "vi")}  ${row.status.padEnd(16)}  ${row.who}${row.note ? `: ${row.note.replace(/\s+/g, " ")}` : ""}`,
  );
  const text = [
    ...facts.filter(([, value]) => value !== "").map(([name, value]) => factLine(name, value)),
    "",
    ...lines,
    "",
    ...sums
      .filter(([name, amount]) => amount !== 0 || name === "Total")
      .map(([name, amount]) => `  ${name.padEnd(20)}${formatDong(amount).padStart(16)}`),
    "",
    ...(transfers.length > 0 ? [...transfers, ""] : []),
    ...history,
    "",
  ];
  const linesShown = text.join("\n").split("\n"); // a note has lines of its own
  return linesShown.map(printable).join("\n");
}

/** A note has lines of its own: they stand beneath each other, so that none looks like a fact of the order. */
function factLine(name: string, value: string): string {
  return `${name.padEnd(10)} ${value.replaceAll("\n", `\n${" ".repeat(11)}`)}`;
}

const day = (date: string): string => formatDate(`${date}T00:00:00+07:00`, "vi");

/** Cash is rounded up to a thousand: the amount of its payment is what the courier collects. */
function due({ is_on_delivery, status, amount, received }: Order["payment"]): string {
  const missing = amount - received;
  return [
    is_on_delivery ? `${formatDong(amount)} in cash` : formatDong(amount),
    received === 0 ? "nothing received" : `received ${formatDong(received)}`,
    ...(status === "pending" && received > 0 && missing > 0 ? [`${formatDong(missing)} missing`] : []),
  ].join(", ");
}

const ways: Readonly<Record<Transfer["kind"], string>> = { in: "in", out: "back", owed: "owed back" };

function transferLine({ kind, at, amount, reference, content }: Transfer): string {
  const about = [reference, content].filter((part) => part !== "").join("  ");
  return `  ${formatDateTime(at, "vi")}  ${ways[kind].padEnd(9)} ${formatDong(amount).padStart(16)}  ${about}`.trimEnd();
}

function invoice({ company_invoice }: Order): string {
  if (!company_invoice) return "";
  const { company_name, tax_code, address, email } = company_invoice;
  return [company_name, tax_code, address, email].filter((part) => part !== "").join(", ");
}
