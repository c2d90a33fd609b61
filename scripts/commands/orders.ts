/**
 * The orders command: arguments in, text and exit code out. Which step is allowed is not decided here; a refusal of the
 * order's state table is printed as a sentence. Exit codes: 0 done, 1 refused, 2 not understood.
 */
import { isShopError, type ShopError } from "contract/errors.ts";
import { type OrderStatus, orderStatuses } from "contract/orders/orders.ts";
import { formatDong } from "contract/values/money.ts";
import { normaliseCode, ORDER_CODE_LENGTH } from "contract/values/public-code.ts";
import type { Ctx } from "server/kernel/context.ts";
import { knownCodes } from "server/orders/desk.ts";
import { approveOrder, cancelOrder, completeOrder, deliverOrder, shipOrder } from "server/orders/orders.ts";
import { TRANSFER_PREFIX } from "server/payments/ipn/transfer-text.ts";
import { recordRefund } from "server/payments/payments.ts";
import { readArguments, UsageError, ungrouped, usageOf, wholeNumber } from "./command-line.ts";
import { list, unmatched } from "./orders-lists.ts";
import { show } from "./orders-show.ts";
import type { CommandResult } from "./shopkeeper.ts";

export const help = `Orders of the shop

  npm run orders -- list [--status a,b] [--owed] [--page 1] [--limit 20]
  npm run orders -- show CODE
  npm run orders -- approve CODE...  [--note TEXT]     waiting for approval -> confirmed
  npm run orders -- ship CODE...     [--parcel NUMBER] [--note TEXT]   confirmed -> delivering
  npm run orders -- deliver CODE...  [--note TEXT]     delivering -> delivered; cash counts as received
  npm run orders -- complete CODE... [--note TEXT]     delivered -> completed (happens by itself after 7 days)
  npm run orders -- cancel CODE...   --note TEXT       not yet delivered -> cancelled; while delivering: a failed delivery
  npm run orders -- refund CODE      --amount DONG --reference TEXT   the money owed has gone back; TEXT is the bank's reference
  npm run orders -- unmatched        [--page 1] [--limit 20]   transfers that arrived and belong to no order

--status takes ${orderStatuses.join(", ")}.
--owed lists only orders with money to give back. Notes are shown to the customer.
Of several orders none is changed where one of the codes names no order. A code may stand as in a transfer (MTS...).
Exit codes: 0 done, 1 refused, 2 not understood.
`;

export const options = {
  status: { type: "string" },
  owed: { type: "boolean", default: false },
  page: { type: "string", default: "1" },
  limit: { type: "string", default: "20" },
  note: { type: "string", default: "" },
  parcel: { type: "string", default: "" },
  amount: { type: "string", default: "" },
  reference: { type: "string", default: "" },
} as const;

type Flags = ReturnType<typeof read>["values"];
const read = (words: readonly string[]) => readArguments(words, options, Number.POSITIVE_INFINITY);

type Verb = { options: readonly (keyof typeof options)[]; max_codes: number };
const many = Number.POSITIVE_INFINITY;

/** What each takes. */
const verbs: Readonly<Record<string, Verb>> = {
  list: { options: ["status", "owed", "page", "limit"], max_codes: 0 },
  unmatched: { options: ["page", "limit"], max_codes: 0 },
  show: { options: [], max_codes: many },
  approve: { options: ["note"], max_codes: many },
  ship: { options: ["parcel", "note"], max_codes: many },
  deliver: { options: ["note"], max_codes: many },
  complete: { options: ["note"], max_codes: many },
  cancel: { options: ["note"], max_codes: many },
  refund: { options: ["amount", "reference"], max_codes: 1 },
};

/** The steps of the state table by their command names. */
const steps: Readonly<
  Record<string, { done: string; past: string; take: (ctx: Ctx, code: string, flags: Flags) => Promise<string> }>
> = {
  approve: {
    done: "confirmed",
    past: "approved",
    take: async (ctx, code, { note }) => said(approveOrder(ctx, code, note)),
  },
  ship: {
    done: "delivering",
    past: "shipped",
    take: async (ctx, code, { parcel, note }) => said(shipOrder(ctx, code, parcel, note)),
  },
  deliver: {
    done: "delivered",
    past: "recorded as delivered",
    take: async (ctx, code, { note }) => said(deliverOrder(ctx, code, note)),
  },
  complete: {
    done: "completed",
    past: "completed",
    take: async (ctx, code, { note }) => said(completeOrder(ctx, code, note)),
  },
  cancel: {
    done: "cancelled",
    past: "cancelled",
    take: async (ctx, code, { note }) => {
      const { refund_owed } = await cancelOrder(ctx, code, { note });
      if (refund_owed === 0) return "";
      return `; ${formatDong(refund_owed)} is owed back, then: refund ${code} --amount ${refund_owed} --reference ...`;
    },
  },
  refund: {
    done: "refunded",
    past: "refunded",
    take: async (ctx, code, { amount, reference }) => {
      const returned = { amount: amountOf(amount), reference: reference.trim() };
      await recordRefund(ctx, code, returned);
      return `: ${formatDong(returned.amount)}`;
    },
  },
};

export async function ordersCommand(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  try {
    return await answer(ctx, words);
  } catch (error) {
    return { out: "", err: usageOf(error, help), exit_code: 2 };
  }
}

async function answer(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  const { values: flags, positionals } = read(words);
  const [verb = "", ...typed] = positionals;
  const takes = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  if (!takes) throw new UsageError(`There is no command "${verb}".`);
  readArguments(words, pick(takes.options), 1 + takes.max_codes);
  if (verb === "list") return list(ctx, flags);
  if (verb === "unmatched") return unmatched(ctx, flags);
  if (typed.length === 0) throw new UsageError(`Say which order: npm run orders -- ${verb} CODE`);
  if (verb === "cancel" && flags.note.trim() === "") throw new UsageError("Say why, for the customer: --note TEXT");
  if (verb === "refund") {
    if (flags.amount.trim() === "") throw new UsageError("Say how much went back: --amount DONG");
    if (flags.reference.trim() === "") throw new UsageError("Say how the money went back: --reference TEXT");
    amountOf(flags.amount);
  }
  const codes = [...new Set(typed.map(codeOf))];
  const known = await knownCodes(ctx, codes);
  const unknown = typed.filter((word) => !known.has(codeOf(word)));
  const result: CommandResult = { out: "", err: "", exit_code: unknown.length > 0 ? 1 : 0 };
  for (const word of unknown) result.err += `${word}: there is no such order.\n`;
  const step = Object.hasOwn(steps, verb) ? steps[verb] : undefined;
  if (step && unknown.length > 0) {
    // An argument that is no code may be a mistake: then no order of the line is changed.
    if (codes.length > 1) result.err += "Nothing was changed.\n";
    return result;
  }
  for (const code of codes.filter((each) => known.has(each))) {
    try {
      result.out += step ? `${code} ${step.done}${await step.take(ctx, code, flags)}\n` : await show(ctx, code);
    } catch (error) {
      result.err += `${refusal(error, code, verb)}\n`;
      result.exit_code = 1;
    }
  }
  return result;
}

/** Đồng, grouped or not. Throws UsageError. */
function amountOf(typed: string): number {
  return wholeNumber("--amount", ungrouped(typed.trim()), 1, Number.MAX_SAFE_INTEGER);
}

/** As typed, or as it stands in a transfer's content (`MTS...`). */
function codeOf(typed: string): string {
  const code = normaliseCode(typed);
  return code.length === ORDER_CODE_LENGTH + TRANSFER_PREFIX.length && code.startsWith(TRANSFER_PREFIX)
    ? code.slice(TRANSFER_PREFIX.length)
    : code;
}

const pick = (names: readonly (keyof typeof options)[]) =>
  Object.fromEntries(names.map((name) => [name, options[name]]));

async function said(step: Promise<void>): Promise<string> {
  await step;
  return "";
}

/** Anything but a refusal is a bug and goes on. */
function refusal(error: unknown, code: string, verb: string): string {
  if (!isShopError(error) || error.code !== "state_conflict") throw error;
  const { params } = error;
  switch (params.why) {
    case "nothing_owed":
      return `${code}: nothing is owed. ${nothingOwed(error)}`;
    case "other_amount":
      return `${code}: ${formatDong(Number(params.owed))} is owed, not ${formatDong(Number(params.amount))}. Nothing was changed: npm run orders -- show ${code}`;
    case "reference_used":
      return `${code}: money of it went back by "${params.reference}" before. Each transfer back has a reference of its own.`;
    case "awaiting_payment":
      return `${code} cannot be approved: ${awaited(error)}.`;
    default:
      return wrongState(error, code, verb);
  }
}

function nothingOwed({ params }: ShopError): string {
  const { received, refunded } = params;
  if (received === 0) return "No money has come in for it.";
  if (refunded === received) return `All ${formatDong(Number(refunded))} that came in has gone back already.`;
  return `${formatDong(Number(received) - Number(refunded))} is in and pays for it; cancel the order first.`;
}

function awaited({ params: { received, amount } }: ShopError): string {
  if (received === 0) return "its payment has not arrived yet; it is confirmed by itself when it does";
  const sums = `${formatDong(Number(received))} of ${formatDong(Number(amount))}`;
  return `${sums} have arrived; it is confirmed by itself when the rest does`;
}

const standing: Readonly<Record<OrderStatus, string>> = {
  waiting_approval: "waiting for approval",
  confirmed: "confirmed",
  delivering: "on its way to the customer",
  delivered: "delivered",
  completed: "completed",
  cancelled: "cancelled",
};

/** Which step an order is ready for. */
const readyFor: readonly (readonly [OrderStatus, string])[] = [
  ["waiting_approval", "approve"],
  ["confirmed", "ship"],
  ["delivering", "deliver"],
  ["delivered", "complete"],
];

function wrongState({ params }: ShopError, code: string, verb: string): string {
  const status = params.status as OrderStatus;
  const step = steps[verb];
  if (status === step?.done) return `${code} is already ${standing[status]}.`;
  const at = readyFor.findIndex(([each]) => each === status);
  const wanted = readyFor.findIndex(([, each]) => each === verb);
  const [, before = ""] = readyFor[at] ?? [];
  if (before !== "" && at < wanted) {
    return `${code} cannot be ${step?.past} yet: it is ${standing[status]}. First: npm run orders -- ${before} ${code}`;
  }
  return `${code} cannot be ${step?.past}: it is ${status === "cancelled" ? "" : "already "}${standing[status]}.`;
}
