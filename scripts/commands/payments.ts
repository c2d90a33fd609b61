/**
 * The payments command: arguments in, text and exit code out. What moves money names a member of staff and asks for a code of
 * that person's authenticator app. Exit codes: 0 done, 1 refused, 2 not understood.
 */
import { createInterface } from "node:readline/promises";
import { isShopError } from "contract/errors.ts";
import { formatDateTime } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { isOrderCode, normaliseCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { actingAs } from "server/kernel/actor.ts";
import type { Ctx } from "server/kernel/context.ts";
import { expirePayments } from "server/payments/payments.ts";
import { booksOf } from "server/payments/settlement/books.ts";
import {
  askRefundNow,
  reconcileRefunds,
  returnableOf,
  sendRefund,
} from "server/payments/settlement/provider-refunds.ts";
import { askAll, askLast, reconcile } from "server/payments/settlement/reconcile.ts";
import { holderByEmail } from "server/staff/held.ts";
import { consumeTotp } from "server/staff/second-factor.ts";
import { readArguments, UsageError, usageOf, wholeNumber } from "./command-line.ts";
import { type CommandResult, printable, speak } from "./shopkeeper.ts";

export const help = `Payments of the shop

  npm run payments -- list [--flagged] [--page 1] [--limit 20]
  npm run payments -- show CODE          the payment of an order, its attempts, its refunds
  npm run payments -- query CODE         asks the providers of its attempts and of its refunds now
  npm run payments -- refund CODE --as E-MAIL [--code DIGITS]   sends what is to go back through its providers
  npm run payments -- reconcile [--books]   asks about everything that is due; --books prints what the shop recorded

refund moves money: --as names a member of staff who may record refunds, and their authenticator app's code is asked for.
What cannot go through a provider goes by hand: npm run orders -- refund.
Exit codes: 0 done, 1 refused, 2 not understood.
`;

export const options = {
  flagged: { type: "boolean", default: false },
  books: { type: "boolean", default: false },
  as: { type: "string" },
  code: { type: "string" },
  page: { type: "string", default: "1" },
  limit: { type: "string", default: "20" },
} as const;

const MAX_WORDS = 2;
const said = (out: string): CommandResult => ({ out, err: "", exit_code: 0 });
const refused = (err: string): CommandResult => ({ out: "", err: `${err}\n`, exit_code: 1 });

export async function paymentsCommand(ctx: Ctx, words: readonly string[]): Promise<CommandResult> {
  try {
    const { values, positionals } = readArguments(words, options, MAX_WORDS);
    const [act, named] = positionals;
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
  const money = (value: unknown) => formatDong(Number(value));
  const time = (value: unknown) => (value instanceof Date ? formatDateTime(value.toISOString(), "en") : "never");
  return [
    `${code}  ${first.status}  ${money(first.total)}, open until ${time(first.deadline)}`,
    ...attempts.map(
      (each) =>
        `  ${each.n}. ${each.method}  ${each.provider_ref}  ${each.state}  asked ${money(each.amount)}, in ${money(each.received)}, counted ${money(each.counted)}  ${time(each.created_at)}${each.provider_txn_no ? `  no. ${printable(String(each.provider_txn_no))}` : ""}${each.reason ? `  ${each.reason}` : ""}${each.flags ? `  [${each.flags}]` : ""}`,
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

async function refund(
  ctx: Ctx,
  code: string,
  { as, code: digits }: { as?: string | undefined; code?: string | undefined },
) {
  if (as === undefined) throw new UsageError("--as names the member of staff who decides it.");
  const returnable = await returnableOf(ctx, code);
  if (returnable.length === 0) return refused(`Nothing of ${code} can go back through a provider.`);
  const holder = await holderByEmail(ctx, as, "refunds:record");
  if (holder === null) return refused(`${printable(as)} may not record refunds.`);
  const above = returnable.find(({ amount }) => amount > AT_ONCE);
  if (above) {
    return refused(
      `${formatDong(above.amount)} is above ${formatDong(AT_ONCE)}: it needs a second person (approvals:money).`,
    );
  }
  if ((await sentToday(ctx, holder)) + returnable.length > A_DAY) {
    return refused(
      `${printable(as)} may send ${A_DAY} refunds a day; the rest needs a second person (approvals:money).`,
    );
  }
  await consumeTotp(ctx, holder, digits ?? (await typedCode()));
  const person = actingAs(ctx, `staff:${holder}`);
  const lines: string[] = [];
  for (const { id, amount } of returnable) lines.push(`  ${formatDong(amount)}: ${await sendRefund(person, id)}`);
  return said(`Asked the provider to give back of ${code}:\n${lines.join("\n")}\n`);
}

/** What one person sends without a second one: đồng a refund, and refunds in 24 hours. rules/payments#refunds */
const AT_ONCE = 2_000_000;
const A_DAY = 5;

async function sentToday(ctx: Ctx, account_id: number): Promise<number> {
  const { sent } = await ctx.sql
    .selectFrom("payments.refund_history")
    .select((eb) => eb.fn.countAll<number>().as("sent"))
    .where("status", "=", "sent")
    .where("actor", "=", `staff:${account_id}`)
    .where("at", ">", new Date(ctx.now.getTime() - 86_400_000))
    .executeTakeFirstOrThrow();
  return Number(sent);
}

/** Asked for at the terminal, so that it is in no history of commands. */
async function typedCode(): Promise<string> {
  if (!process.stdin.isTTY)
    throw new UsageError("--code gives the authenticator app's code where no terminal can ask.");
  const line = createInterface({ input: process.stdin, output: process.stderr });
  const typed = await line.question("Code of the authenticator app: ");
  line.close();
  return typed.trim();
}

async function reconcileAll(ctx: Ctx, printsBooks: boolean): Promise<string> {
  const attempts = await reconcile(ctx);
  const refunds = await reconcileRefunds(ctx);
  const lapsed = await expirePayments(ctx, askLast);
  if (printsBooks) return `${JSON.stringify(await booksOf(ctx), null, 2)}\n`;
  return `Asked about ${attempts} attempts and ${refunds} refunds; ${lapsed} orders lapsed.\n`;
}

if (process.argv[1] === import.meta.filename) await speak("payments", { help, options, answer: paymentsCommand });
