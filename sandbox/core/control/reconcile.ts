/**
 * Whether a shop's books say what the vendors hold, attempt by attempt. The vendors see nothing of the shop: it hands over
 * what it recorded, as `sandbox/README.md` describes the form.
 */
import { InvalidInput } from "../faults.ts";
import { type Credit, type Payment, refunded, type State } from "../ledger.ts";

type BookAttempt = {
  vendor: string;
  ref: string;
  order: string;
  /** Đồng: what came in by it, and what went back through the vendor, confirmed. */
  received: number;
  refunded: number;
  /** Refunds that a person or the vendor has still to finish, and those paid by hand. */
  refund_open: number;
  refunded_by_hand: number;
  flags: string[];
};
type BookOrder = {
  order: string;
  amount: number;
  counted: number;
  written_off: number;
  /** How often it was confirmed. */
  confirmed: number;
  cancelled: boolean;
  /** What the carrier collects confirms it without any of this money. */
  on_delivery: boolean;
};
type BookCredit = { sender: string; txn: string; amount: number };
type Books = { attempts: BookAttempt[]; orders: BookOrder[]; credits: BookCredit[] };

export type BookProblem = {
  what: string;
  vendor?: string;
  ref?: string;
  order?: string;
  vendor_says?: number;
  shop_says?: number;
};

/** Throws InvalidInput where the books have another form. */
export function compareBooks(state: State, input: unknown): { ok: boolean; compared: number; problems: BookProblem[] } {
  const books = readBooks(input);
  const problems = [
    ...state.payments.flatMap((payment) => missingAttempt(payment, books)),
    ...books.attempts.flatMap((attempt) => attemptProblems(state, attempt)),
    ...books.orders.flatMap((order) => orderProblems(order, books)),
    ...creditProblems(state, books),
  ];
  const compared = books.attempts.length + books.orders.length + books.credits.length;
  return { ok: problems.length === 0, compared, problems };
}

function missingAttempt(payment: Payment, { attempts }: Books): BookProblem[] {
  const { vendor, ref, captured } = payment;
  if (captured === 0 || attempts.some((each) => each.vendor === vendor && each.ref === ref)) return [];
  return [{ what: "the shop does not know this money", vendor, ref, vendor_says: captured, shop_says: 0 }];
}

function attemptProblems(state: State, attempt: BookAttempt): BookProblem[] {
  const { vendor, ref } = attempt;
  const payments = state.payments.filter((each) => each.vendor === vendor && each.ref === ref);
  const captured = payments.reduce((sum, each) => sum + each.captured, 0);
  const returned = payments.reduce((sum, each) => sum + refunded(each, ["success"]), 0);
  const at = { vendor, ref };
  // Another amount than asked is recorded only after the vendor was asked, and until then it is no difference.
  const isAwaited =
    attempt.received === 0 &&
    payments.some((each) => each.captured !== 0 && each.captured !== each.amount && !each.is_confirmed);
  return [
    ...(payments.length === 0 && attempt.received > 0
      ? [{ what: "the vendor does not know this reference", ...at, vendor_says: 0, shop_says: attempt.received }]
      : []),
    ...(payments.length > 0 && captured !== attempt.received && !isAwaited
      ? [{ what: "money received", ...at, vendor_says: captured, shop_says: attempt.received }]
      : []),
    ...(returned === attempt.refunded
      ? []
      : [{ what: "money refunded", ...at, vendor_says: returned, shop_says: attempt.refunded }]),
    ...(attempt.refunded + attempt.refunded_by_hand > attempt.received
      ? [{ what: "more went back than came in", ...at, shop_says: attempt.refunded + attempt.refunded_by_hand }]
      : []),
    ...(returned > captured ? [{ what: "the vendor gave back more than it held", ...at, vendor_says: returned }] : []),
  ];
}

function orderProblems(entry: BookOrder, { attempts }: Books): BookProblem[] {
  const { order } = entry;
  const own = attempts.filter((attempt) => attempt.order === order);
  const isComplete = entry.amount > 0 && entry.counted + entry.written_off >= entry.amount;
  const unexplained = own.filter(
    ({ received, flags, refund_open, ...sums }) =>
      received > 0 && flags.length === 0 && received > sums.refunded + sums.refunded_by_hand + refund_open,
  );
  const counted = own.reduce((sum, { received }) => sum + received, 0);
  return [
    ...(entry.confirmed > 1 ? [{ what: "confirmed more than once", order, shop_says: entry.confirmed }] : []),
    ...(isComplete && entry.confirmed === 0 && !entry.cancelled ? [{ what: "paid and not confirmed", order }] : []),
    ...(entry.confirmed > 0 && entry.amount > 0 && counted === 0 && entry.counted === 0 && !entry.on_delivery
      ? [{ what: "confirmed without money", order }]
      : []),
    ...(entry.cancelled
      ? unexplained.map(({ vendor, ref, received }) => {
          return {
            what: "paid, cancelled, and neither flagged nor owed back",
            vendor,
            ref,
            order,
            shop_says: received,
          };
        })
      : []),
  ];
}

/** A transfer whose message nobody took may be missing; no transfer may be there twice. */
function creditProblems({ credits, notifications }: State, books: Books): BookProblem[] {
  const isTold = ({ sender, id }: Credit) =>
    notifications.some((each) => each.sender === sender && each.data.id === id && each.status === "acknowledged");
  const sameAs = (credit: Credit) => (each: BookCredit) =>
    each.sender === credit.sender && [String(credit.id), credit.reference].includes(each.txn);
  return [
    ...credits
      .filter(({ direction }) => direction === "in")
      .flatMap((credit): BookProblem[] => {
        const own = books.credits.filter(sameAs(credit));
        const sum = own.reduce((total, { amount }) => total + amount, 0);
        if (own.length === 0 && !isTold(credit)) return [];
        if (own.length === 1 && sum === credit.amount) return [];
        const what = own.length > 1 ? "a transfer recorded more than once" : "a transfer";
        return [{ what, vendor: credit.sender, ref: String(credit.id), vendor_says: credit.amount, shop_says: sum }];
      }),
    ...books.credits
      .filter(({ sender, txn }) => !credits.some((credit) => sameAs(credit)({ sender, txn, amount: 0 })))
      .map(({ sender, txn, amount }) => {
        return {
          what: "the bank does not know this transfer",
          vendor: sender,
          ref: txn,
          vendor_says: 0,
          shop_says: amount,
        };
      }),
  ];
}

function readBooks(input: unknown): Books {
  const { schema, attempts, orders, credits } = Object(input) as Record<string, unknown>;
  if (schema !== 1) throw new InvalidInput("The books have schema 1");
  return {
    attempts: rows(attempts, "attempts").map((row) => ({
      vendor: text(row, "vendor"),
      ref: text(row, "ref"),
      order: text(row, "order"),
      received: sum(row, "received"),
      refunded: sum(row, "refunded"),
      refund_open: sum(row, "refund_open"),
      refunded_by_hand: sum(row, "refunded_by_hand"),
      flags: Array.isArray(row.flags) ? row.flags.map(String) : [],
    })),
    orders: rows(orders, "orders").map((row) => ({
      order: text(row, "order"),
      amount: sum(row, "amount"),
      counted: sum(row, "counted"),
      written_off: sum(row, "written_off"),
      confirmed: sum(row, "confirmed"),
      cancelled: row.cancelled === true,
      on_delivery: row.on_delivery === true,
    })),
    credits: rows(credits, "credits").map((row) => ({
      sender: text(row, "sender"),
      txn: text(row, "txn"),
      amount: sum(row, "amount"),
    })),
  };
}

function rows(value: unknown, name: string): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw new InvalidInput(`${name} is a list`);
  return value.map((each) => Object(each) as Record<string, unknown>);
}

function text(row: Record<string, unknown>, name: string): string {
  const value = row[name];
  if (typeof value !== "string" || value === "") throw new InvalidInput(`${name} is a text`);
  return value;
}

/** Absent is 0. */
function sum(row: Record<string, unknown>, name: string): number {
  const value = row[name] ?? 0;
  if (!Number.isSafeInteger(value) || Number(value) < 0) throw new InvalidInput(`${name} is a whole number from 0`);
  return Number(value);
}
