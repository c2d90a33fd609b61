/**
 * The orders command: words in, text and exit code out. Which step is allowed is not decided here; a refusal of the
 * order's state table is put into words. Exit codes: 0 done, 1 refused, 2 not understood.
 */
import { parseArgs } from "node:util";
import { isShopError, ShopError } from "contract/errors.ts";
import { formatDateTime } from "contract/locale.ts";
import { formatDong } from "contract/money.ts";
import { type Order, type OrderStatus, orderStatuses } from "contract/orders.ts";
import { formatPhone, maskPhone } from "contract/phone.ts";
import { groupedCode, isOrderCode, normaliseCode } from "contract/public-code.ts";
import type { Ctx } from "server/context.ts";
import { type DeskRow, listOrders } from "server/orders/desk.ts";
import { approveOrder, cancelOrder, completeOrder, deliverOrder, shipOrder } from "server/orders/orders.ts";
import { findOrder, orderWords, viewOrder } from "server/orders/view.ts";
import { recordRefund } from "server/payments/payments.ts";
import type { Spoken } from "./shopkeeper.ts";

export const help = `Orders of the shop

  npm run orders -- list [--status a,b] [--owed] [--page 1] [--limit 20]
  npm run orders -- show CODE
  npm run orders -- approve CODE...  [--note TEXT]     waiting for approval -> confirmed
  npm run orders -- ship CODE...     [--parcel NUMBER] [--note TEXT]   confirmed -> delivering
  npm run orders -- deliver CODE...  [--note TEXT]     delivering -> delivered; cash counts as received
  npm run orders -- complete CODE... [--note TEXT]     delivered -> completed (happens by itself after 7 days)
  npm run orders -- cancel CODE...   --note TEXT       not yet delivered -> cancelled; while delivering: a failed delivery
  npm run orders -- refund CODE      --reference TEXT  the money owed has gone back; TEXT is the bank's reference

--status takes ${orderStatuses.join(", ")}.
--owed lists only orders with money to give back. Notes are shown to the customer.
Exit codes: 0 done, 1 refused, 2 not understood.
`;

const options = {
  status: { type: "string" },
  owed: { type: "boolean", default: false },
  page: { type: "string", default: "1" },
  limit: { type: "string", default: "20" },
  note: { type: "string", default: "" },
  parcel: { type: "string", default: "" },
  reference: { type: "string", default: "" },
} as const;

type Flags = ReturnType<typeof read>["values"];
const read = (words: readonly string[]) => parseArgs({ args: [...words], options, allowPositionals: true });

/** The steps of the state table by the words a shopkeeper uses. */
const steps: Readonly<
  Record<string, { done: string; take: (ctx: Ctx, code: string, flags: Flags) => Promise<string> }>
> = {
  approve: { done: "confirmed", take: async (ctx, code, { note }) => said(approveOrder(ctx, code, note)) },
  ship: { done: "delivering", take: async (ctx, code, { parcel, note }) => said(shipOrder(ctx, code, parcel, note)) },
  deliver: { done: "delivered", take: async (ctx, code, { note }) => said(deliverOrder(ctx, code, note)) },
  complete: { done: "completed", take: async (ctx, code, { note }) => said(completeOrder(ctx, code, "staff", note)) },
  cancel: {
    done: "cancelled",
    take: async (ctx, code, { note }) => {
      const { refund_owed } = await cancelOrder(ctx, code, { who: "staff", note });
      return refund_owed > 0 ? `; ${formatDong(refund_owed)} is owed back, then: refund ${code} --reference ...` : "";
    },
  },
  refund: {
    done: "refunded",
    take: async (ctx, code, { reference }) => `: ${formatDong(await recordRefund(ctx, code, reference))}`,
  },
};

export async function ordersCommand(ctx: Ctx, words: readonly string[]): Promise<Spoken> {
  let given: ReturnType<typeof read>;
  try {
    given = read(words);
  } catch (error) {
    return misunderstood((error as Error).message); // parseArgs names the option it does not know
  }
  const [verb = "", ...codes] = given.positionals;
  if (verb === "list") return list(ctx, given.values);
  const step = steps[verb];
  if (!step && verb !== "show") return misunderstood(`There is no command "${verb}".`);
  if (codes.length === 0) return misunderstood(`Say which order: npm run orders -- ${verb} CODE`);
  if (verb === "cancel" && given.values.note === "") return misunderstood("Say why, for the customer: --note TEXT");
  if (verb === "refund" && given.values.reference === "") {
    return misunderstood("Say how the money went back: --reference TEXT");
  }
  const spoken: Spoken = { out: "", err: "", exit_code: 0 };
  for (const typed of codes) {
    const code = normaliseCode(typed);
    try {
      if (!isOrderCode(code)) throw new ShopError("not_found");
      spoken.out += step ? `${code} ${step.done}${await step.take(ctx, code, given.values)}\n` : await show(ctx, code);
    } catch (error) {
      spoken.err += `${refusal(error, typed, verb)}\n`;
      spoken.exit_code = 1;
    }
  }
  return spoken;
}

function misunderstood(why: string): Spoken {
  return { out: "", err: `${why}\nnpm run orders -- --help\n`, exit_code: 2 };
}

async function said(step: Promise<void>): Promise<string> {
  await step;
  return "";
}

/** Anything but a refusal is a bug and goes on. */
function refusal(error: unknown, typed: string, verb: string): string {
  if (!isShopError(error)) throw error;
  if (error.code === "not_found") {
    return verb === "refund" ? `${typed}: no such order, or nothing is owed.` : `${typed}: there is no such order.`;
  }
  if (error.code === "state_conflict")
    return `${typed} cannot be ${steps[verb]?.done ?? "changed"}: ${because(error)}.`;
  throw error;
}

function because({ params }: ShopError): string {
  if (params.why === "awaiting_payment")
    return "its payment has not arrived yet; it is confirmed by itself when it does";
  const status = params.status as OrderStatus;
  return `it is "${orderWords.en.statuses[status].toLowerCase()}" (${status})`;
}

async function list(ctx: Ctx, flags: Flags): Promise<Spoken> {
  const statuses = (flags.status ?? "").split(",").filter((word) => word !== "");
  const unknown = statuses.find((word) => !orderStatuses.some((status) => status === word));
  if (unknown) return misunderstood(`There is no status "${unknown}".`);
  const page = Number(flags.page);
  const limit = Number(flags.limit);
  if (!Number.isSafeInteger(page) || page < 1) return misunderstood("--page takes a number from 1.");
  if (!Number.isSafeInteger(limit) || limit < 1 || limit > 1000) return misunderstood("--limit takes 1 to 1000.");
  const filter = { statuses: statuses as OrderStatus[], is_owed: flags.owed, page, limit };
  const { rows, total } = await listOrders(ctx, filter);
  if (total === 0) return { out: "No orders.\n", err: "", exit_code: 0 };
  const last = Math.ceil(total / limit);
  const foot = `${total} ${total === 1 ? "order" : "orders"}, page ${page} of ${last}`;
  const more = page < last ? `; next: --page ${page + 1}` : "";
  return { out: `${table(rows)}\n${foot}${more}\n`, err: "", exit_code: 0 };
}

function table(rows: readonly DeskRow[]): string {
  const head = ["CODE", "PLACED", "STATUS", "PAYMENT", "TOTAL", "PIECES", "RECEIVER", "PHONE"];
  const body = rows.map((row) => [
    row.code,
    formatDateTime(row.placed_at, "vi"),
    row.status,
    paid(row),
    formatDong(row.total),
    String(row.pieces),
    row.receiver_name,
    maskPhone(row.receiver_phone),
  ]);
  const right = new Set([4, 5]);
  const widths = head.map((word, column) => Math.max(...[head, ...body].map((line) => (line[column] ?? word).length)));
  return [head, ...body]
    .map((line) =>
      line
        .map((cell, column) =>
          right.has(column) ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
        )
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function paid(row: Pick<DeskRow, "payment_method" | "payment_status" | "refund_owed">): string {
  const owed = row.refund_owed > 0 ? `, owes ${formatDong(row.refund_owed)}` : "";
  return `${row.payment_method} ${row.payment_status}${owed}`;
}

async function show(ctx: Ctx, code: string): Promise<string> {
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
    ["Delivery", `${order.shipping_unit}, ${order.eta_from} to ${order.eta_to}`],
    ["Parcel", order.shipping_code ?? ""],
    ["Payment", paid({ ...payment, payment_method: payment.method, payment_status: payment.status })],
    ["Due", `${formatDong(payment.amount)}, received ${formatDong(payment.received)}`],
    ["Refunded", payment.refunded > 0 ? formatDong(payment.refunded) : ""],
    ["Invoice", invoice(order)],
    ["Note", order.note],
    ["Cancelled", order.cancellation_reason ?? ""],
  ];
  const lines = order.items.map(
    (item) => `  ${String(item.quantity).padStart(3)} x ${item.code}  ${item.name}  ${formatDong(item.line_total)}`,
  );
  const sums: [string, number][] = [
    ["Goods", totals.goods],
    ["Discount", -totals.discount],
    ["Delivery", totals.shipping],
    ["Delivery discount", -totals.shipping_discount],
    ["Total", totals.total],
    ["VAT in it", totals.vat],
  ];
  const history = order.status_history.map(
    (row) =>
      `  ${formatDateTime(row.at, "vi")}  ${row.status.padEnd(16)}  ${row.who}${row.note ? `: ${row.note}` : ""}`,
  );
  return [
    ...facts.filter(([, value]) => value !== "").map(([name, value]) => `${name.padEnd(10)} ${value}`),
    "",
    ...lines,
    "",
    ...sums
      .filter(([, amount]) => amount !== 0)
      .map(([name, amount]) => `  ${name.padEnd(18)}${formatDong(amount).padStart(16)}`),
    "",
    ...history,
    "",
  ].join("\n");
}

function invoice({ company_invoice }: Order): string {
  if (!company_invoice) return "";
  const { company_name, tax_code, address, email } = company_invoice;
  return [company_name, tax_code, address, email].filter((part) => part !== "").join(", ");
}
