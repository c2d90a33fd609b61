/**
 * The payments command: arguments in, text and exit code out. What moves money names a member of staff and asks for a code of
 * that person's authenticator app. Exit codes: 0 done, 1 refused, 2 not understood.
 */
import { isShopError } from "contract/errors.ts";
import type { CreditRecord, RefundRecord } from "contract/payments/desk/desk-payments.ts";
import { unchecked } from "contract/unchecked.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { isOrderCode, normaliseCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import type { Ctx } from "server/kernel/context.ts";
import { methodCosts } from "server/payments/methods.ts";
import { expirePayments } from "server/payments/payments.ts";
import { booksOf } from "server/payments/settlement/books.ts";
import { askRefundNow, reconcileRefunds, returnableOf } from "server/payments/settlement/provider-refunds.ts";
import { askAll, askLast, reconcile } from "server/payments/settlement/reconcile.ts";
import { asStaff } from "./as-staff.ts";
import { readArguments, UsageError, usageOf, wholeNumber } from "./command-line.ts";
import { type CommandResult, printable, speak } from "./shopkeeper.ts";

export const help = `Payments of the shop

  npm run payments -- list [--flagged] [--page 1] [--limit 20]
  npm run payments -- show CODE          the payment of an order, its attempts, its refunds
  npm run payments -- query CODE         asks the providers of its attempts and of its refunds now
  npm run payments -- open               what waits for a decision: refunds and transfers of no order, by their numbers
  npm run payments -- refund CODE --as E-MAIL [--code DIGITS]   sends what is to go back through its providers
  npm run payments -- send|owe|keep|drop|reopen REFUND --as E-MAIL --reason TEXT   decides one: through its provider,
                                         by hand, the customer's credit, an error, the lapsed order goes on
  npm run payments -- count REFUND CODE --as E-MAIL --reason TEXT   counts it to another order of the same person
  npm run payments -- match TRANSFER CODE --as E-MAIL --reason TEXT   gives a transfer to the order it pays for
  npm run payments -- return TRANSFER --reference REF --as E-MAIL --reason TEXT   it went back by hand
  npm run payments -- reconcile [--books]   asks about everything that is due; --books prints what the shop recorded

What moves money names a member of staff (--as), whose authenticator app's code is asked for, and counts as theirs: above
their limits it becomes a request for a second person.
What cannot go through a provider goes by hand: npm run orders -- refund.
Exit codes: 0 done, 1 refused, 2 not understood.
`;

export const options = {
  flagged: { type: "boolean", default: false },
  books: { type: "boolean", default: false },
  as: { type: "string" },
  reason: { type: "string" },
  reference: { type: "string" },
  code: { type: "string" },
  page: { type: "string", default: "1" },
  limit: { type: "string", default: "20" },
} as const;

const MAX_WORDS = 3;
const said = (out: string): CommandResult => ({ out, err: "", exit_code: 0 });
const refused = (err: string): CommandResult => ({ out: "", err: `${err}\n`, exit_code: 1 });

export async function paymentsCommand(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  try {
    const { values, positionals } = readArguments(words, options, MAX_WORDS);
    const [act, named, other] = positionals;
    if (isDecision(act)) return await decideOn(ctx, act, positionals.slice(1), values);
    if (act === "match" || act === "return") return await ofCredit(ctx, act, positionals.slice(1), values);
    if (other !== undefined) throw new UsageError(`"${other}" is one too many.`);
    if (act === "open" && named === undefined) return said(await refunds(ctx));
    if (act === "list" && named === undefined) {
      const page = wholeNumber("--page", values.page, 1, 1_000_000);
      return said(
        await list(ctx, { page, limit: wholeNumber("--limit", values.limit, 1, 100), flagged: values.flagged }),
      );
    }
    if (act === "reconcile" && named === undefined) return said(await reconcileAll(ctx, values.books));
    if (act === "show") return said(await show(ctx, codeOf(named)));
    if (act === "query") return said(await query(ctx, codeOf(named)));
    if (act === "refund") return await refund(ctx, codeOf(named), values);
    throw new UsageError(act === undefined ? "What is to be done?" : `"${words.join(" ")}" is nothing it can do.`);
  } catch (error) {
    if (isShopError(error) && error.code === "approval_asked")
      return refused(`A second person is needed: request ${error.params.code} waits for them.`);
    if (isShopError(error)) return refused(`Refused: ${error.message_key.replaceAll("_", " ")}.`);
    return { out: "", err: usageOf(error, help), exit_code: 2 };
  }
}

function codeOf(typed: string | undefined): string {
  const code = normaliseCode(typed ?? "");
  if (!isOrderCode(code)) throw new UsageError(`"${typed ?? ""}" is no order code.`);
  return code;
}

type Page = { page: number; limit: number; flagged: boolean };

async function list(ctx: Ctx, { page, limit, flagged }: Page): Promise<string> {
  const { rows } = await sql<{
    code: string;
    status: string;
    amount: number;
    received: number;
    flags: string;
    owed: number;
  }>`
    select p.order_code as code, p.status, (p.amount + p.rounding)::dong as amount, p.received,
      (select coalesce(string_agg(distinct f, ' '), '') from (
        select unnest(p.flags) as f union select unnest(a.flags) from payments.attempts a where a.payment_id = p.id) x) as flags,
      (select coalesce(sum(r.amount), 0) from payments.refunds r
        where r.payment_id = p.id and r.status in ('proposed', 'owed', 'sent'))::dong as owed
    from payments.payments p
    where not ${flagged}::boolean or p.flags <> '{}'
      or exists (select from payments.attempts a where a.payment_id = p.id and a.flags <> '{}')
    order by p.id desc limit ${limit} offset ${(page - 1) * limit}`.execute(ctx.sql);
  if (rows.length === 0) return "None.\n";
  const lines = rows.map(
    ({ code, status, amount, received, owed, flags }) =>
      `${code}  ${status.padEnd(8)}  ${formatDong(amount).padStart(14)}  in ${formatDong(received).padStart(14)}${owed > 0 ? `  to go back ${formatDong(owed)}` : ""}${flags && `  [${flags}]`}`,
  );
  return `${lines.join("\n")}\n`;
}

async function show(ctx: Ctx, code: string): Promise<string> {
  const { rows: attempts } = await sql<Record<string, string | number | Date | null>>`
    select a.n, a.method, a.provider_ref, a.state, a.amount, a.received, a.counted, a.reason, array_to_string(a.flags, ' ') as flags,
      a.provider_txn_no, a.created_at, p.status, p.amount as total, p.deadline
    from payments.attempts a join payments.payments p on p.id = a.payment_id
    where p.order_code = ${code} order by a.n`.execute(ctx.sql);
  const [first] = attempts;
  if (!first) return `No attempt to pay ${code}.\n`;
  const { rows: refunds } = await sql<Record<string, string | number | Date | null>>`
    select r.id, r.amount, r.status, r.reason, r.way, r.created_at, r.provider_refund_no, r.bank_reference, a.n
    from payments.refunds r join payments.attempts a on a.id = r.attempt_id
    where r.payment_id = a.payment_id and a.payment_id = (select id from payments.payments where order_code = ${code})
    order by r.id`.execute(ctx.sql);
  const costOf = await methodCosts(ctx);
  const costText = (method: string, received: number) => {
    const cost = costOf(method, received);
    return cost > 0 ? `  costs the shop ${formatDong(cost)}` : "";
  };
  const money = (value: unknown) => formatDong(Number(value));
  const time = (value: unknown) => (value instanceof Date ? formatDateTime(value.toISOString(), "en") : "never");
  return [
    `${code}  ${first.status}  ${money(first.total)}, open until ${time(first.deadline)}`,
    ...attempts.map(
      (each) =>
        `  ${each.n}. ${each.method}  ${each.provider_ref}  ${each.state}  asked ${money(each.amount)}, in ${money(each.received)}, counted ${money(each.counted)}${costText(String(each.method), Number(each.received))}  ${time(each.created_at)}${each.provider_txn_no ? `  no. ${printable(String(each.provider_txn_no))}` : ""}${each.reason ? `  ${each.reason}` : ""}${each.flags ? `  [${each.flags}]` : ""}`,
    ),
    ...refunds.map(
      (each) =>
        `  refund ${each.id} of ${each.n}.: ${money(each.amount)}  ${each.status}  ${each.reason}, ${String(each.way).replace("_", " ")}  ${time(each.created_at)}`,
    ),
    "",
  ].join("\n");
}

async function query(ctx: Ctx, code: string): Promise<string> {
  const asked = await askAll(ctx, code);
  const { rows } = await sql<{ id: number }>`
    select r.id from payments.refunds r join payments.payments p on p.id = r.payment_id
    where p.order_code = ${code} and r.status = 'sent'`.execute(ctx.sql);
  for (const { id } of rows) await askRefundNow(ctx, id);
  return `Asked about ${asked} attempts and ${rows.length} refunds.\n${await show(ctx, code)}`;
}

type Deciding = { as?: string | undefined; code?: string | undefined; reason?: string | undefined };

/** All of an order that can go back through its providers, one by one. */
async function refund(ctx: Ctx, code: string, { as, code: digits, reason }: Deciding): Promise<CommandResult> {
  if (as === undefined) throw new UsageError("--as names the member of staff who decides it.");
  const returnable = await returnableOf(ctx, code);
  if (returnable.length === 0) return refused(`Nothing of ${code} can go back through a provider.`);
  const call = await asStaff(ctx, as, digits);
  const lines: string[] = [];
  for (const { id, amount } of returnable) {
    const { version } = await versionOf(ctx, id);
    const input = { id, version, reason: reason ?? "npm run payments -- refund" };
    const { status } = unchecked<RefundRecord>(await call("payments.sendRefund", input)); // the call's own answer
    lines.push(`  ${formatDong(amount)}: ${status}`);
  }
  return said(`Asked the provider to give back of ${code}:\n${lines.join("\n")}\n`);
}

const decisions = {
  send: "payments.sendRefund",
  owe: "payments.oweRefund",
  keep: "payments.keepRefund",
  drop: "payments.dropRefund",
  reopen: "payments.reopenOrder",
  count: "payments.countRefund",
} as const;
type Decision = keyof typeof decisions;
const isDecision = (word: string | undefined): word is Decision => word !== undefined && Object.hasOwn(decisions, word);

async function decideOn(ctx: Ctx, act: Decision, words: readonly string[], given: Deciding): Promise<CommandResult> {
  const [named = "", other] = words;
  const id = wholeNumber("the number of the refund", named, 1, 2_147_483_647);
  if (given.reason === undefined) throw new UsageError("--reason says why.");
  if ((act === "count") !== (other !== undefined)) throw new UsageError("count takes a refund and an order's code.");
  const { version } = await versionOf(ctx, id);
  const to = other === undefined ? {} : { order_code: codeOf(other) };
  const call = await asStaff(ctx, given.as, given.code);
  const record = unchecked<RefundRecord>(
    await call(decisions[act], { id, version, reason: given.reason, ...to }), // the call's own answer
  );
  return said(`Refund ${id} of ${record.order_code}: ${record.status}\n`);
}

type OfCredit = Deciding & { reference?: string | undefined };

async function ofCredit(ctx: Ctx, act: "match" | "return", words: readonly string[], given: OfCredit) {
  const [named = "", other] = words;
  const id = wholeNumber("the number of the transfer", named, 1, 2_147_483_647);
  if (given.reason === undefined) throw new UsageError("--reason says why.");
  if (act === "return" && given.reference === undefined) throw new UsageError("--reference names the transfer back.");
  const to = act === "match" ? { order_code: codeOf(other) } : { reference: given.reference };
  const call = await asStaff(ctx, given.as, given.code);
  const name = act === "match" ? "payments.matchCredit" : "payments.returnCredit";
  const record = unchecked<CreditRecord>(await call(name, { id, reason: given.reason, ...to })); // the call's own answer
  return said(`Transfer ${id}: ${record.state}${record.order_code ? ` to ${record.order_code}` : ""}\n`);
}

/** Of the command's own reading: nothing was shown before, so what it finds is what is decided on. */
async function versionOf(ctx: Ctx, id: number): Promise<{ version: number }> {
  const { version } = await ctx.sql
    .selectFrom("payments.refund_history")
    .select((eb) => eb.fn.countAll<number>().as("version"))
    .where("refund_id", "=", id)
    .executeTakeFirstOrThrow();
  if (Number(version) === 0) throw new UsageError(`There is no refund ${id}.`);
  return { version: Number(version) };
}

async function refunds(ctx: Ctx): Promise<string> {
  const { rows } = await sql<{ id: number; code: string | null; amount: number; status: string; reason: string }>`
    select r.id, p.order_code as code, r.amount, r.status, r.reason
    from payments.refunds r left join payments.payments p on p.id = r.payment_id
    where r.status in ('proposed', 'owed', 'sent') or (r.status = 'credited' and r.counted_to is null)
    order by r.id`.execute(ctx.sql);
  const { rows: credits } = await sql<{ id: number; amount: number; content: string }>`
    select id, amount, content from payments.credits where state = 'unmatched' order by id`.execute(ctx.sql);
  const lines = [
    ...rows.map(
      ({ id, code, amount, status, reason }) =>
        `refund ${id}  ${code ?? "of no order"}  ${formatDong(amount).padStart(14)}  ${status}  ${reason}`,
    ),
    ...credits.map(
      ({ id, amount, content }) =>
        `transfer ${id}  unmatched  ${formatDong(amount).padStart(14)}  ${printable(content)}`,
    ),
  ];
  return lines.length === 0 ? "None.\n" : `${lines.join("\n")}\n`;
}

async function reconcileAll(ctx: Ctx, printsBooks: boolean): Promise<string> {
  const attempts = await reconcile(ctx);
  const refunds = await reconcileRefunds(ctx);
  const lapsed = await expirePayments(ctx, askLast);
  if (printsBooks) return `${JSON.stringify(await booksOf(ctx), null, 2)}\n`;
  return `Asked about ${attempts} attempts and ${refunds} refunds; ${lapsed} orders lapsed.\n`;
}

if (process.argv[1] === import.meta.filename) await speak("payments", { help, options, answer: paymentsCommand });
