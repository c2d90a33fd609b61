/**
 * Ipns: provider to shop. Each is stored before anything is decided, then validated, then applied once however
 * often it comes. The browser's return page has no part in this. rules/payments#ipn
 */
import { createHash } from "node:crypto";
import { matchTransfer } from "contract/values/vietqr.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../kernel/context.ts";
import { inPortions } from "../platform/cleanup.ts";
import { setting } from "../platform/settings.ts";
import { mayRememberForged } from "../security/security-events.ts";
import { canCredit, creditPayment, lockPayable, TRANSFER_PREFIX } from "./payments.ts";
import type { Acknowledgement, Credit, RawIpn } from "./provider.ts";
import { bankTransfer, type SepaySecrets } from "./providers/bank-transfer/bank-transfer.ts";

type Verdict = "forged" | "malformed" | "ignored" | "repeated" | "matched" | "unmatched";

/** Safe to repeat: the same booking counts once. A failure of ours answers "try again", and the provider will. */
export async function receiveBankIpn(ctx: Ctx, raw: RawIpn): Promise<Acknowledgement> {
  const ipn = bankTransfer.readIpn(raw, secretsOf(ctx), ctx.now); // pure: nothing is decided by it yet
  if (ipn.kind === "forged") {
    await rememberForged(ctx, raw);
    return bankTransfer.acknowledge("forged");
  }
  const kept = bankTransfer.redact(raw);
  const { id } = await ctx.sql
    .insertInto("payments.ipns")
    .values({
      provider: bankTransfer.name,
      headers: JSON.stringify(kept.headers),
      body: kept.body,
      verdict: "received",
      received_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const record = (tx: Ctx, verdict: Verdict) =>
    tx.sql.updateTable("payments.ipns").set({ verdict }).where("id", "=", id).execute();

  if (ipn.kind !== "credit") {
    await record(ctx, ipn.kind);
    return bankTransfer.acknowledge(ipn.kind === "ignored" ? "done" : ipn.kind);
  }
  try {
    const verdict = await inTransaction(ctx, async (tx) => {
      const outcome = await bookCredit(tx, "sepay", ipn.credit);
      await record(tx, outcome);
      return outcome;
    });
    if (verdict === "unmatched")
      ctx.log.warn({ event: "unmatched_credit", ipn: id }, "money arrived that names no open order");
    return bankTransfer.acknowledge("done");
  } catch (error) {
    ctx.log.error(
      { err: error, event: "ipn_failed", ipn: id, request_id: ctx.request_id },
      "payment notice not applied yet",
    );
    return bankTransfer.acknowledge("try_again");
  }
}

const FORGED_BODY_LETTERS = 1024;
const FORGED_DAYS = 30; // db: keep_notice lets nothing younger go
const FORGED_HEADERS = ["content-type", "user-agent", "x-sepay-timestamp", "x-sepay-signature"];

/**
 * Of an unsigned ipn: how it begins, how long it was and its hash, so that a stranger cannot fill the disk. Genuine
 * ones never come here, whatever limit their IP address has used up. decisions/0212
 */
async function rememberForged(ctx: Ctx, raw: RawIpn): Promise<void> {
  if (!(await mayRememberForged(ctx, bankTransfer.name))) return;
  const { headers, body } = bankTransfer.redact(raw);
  const shown = FORGED_HEADERS.flatMap((name) =>
    headers[name] === undefined ? [] : [[name, headers[name].slice(0, 200)]],
  );
  const { id } = await ctx.sql
    .insertInto("payments.ipns")
    .values({
      provider: bankTransfer.name,
      headers: JSON.stringify(Object.fromEntries(shown)),
      body: [...body.slice(0, 2 * FORGED_BODY_LETTERS)].slice(0, FORGED_BODY_LETTERS).join("").replaceAll("\0", ""),
      body_bytes: Buffer.byteLength(body),
      body_sha256: createHash("sha256").update(body).digest(),
      verdict: "forged",
      received_at: ctx.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  ctx.log.warn({ event: "forged_ipn", ipn: id, request_id: ctx.request_id }, "forged payment ipn");
}

/** Forged ipns of a month ago. All others stay. */
export async function sweepForgedIpns(ctx: Ctx): Promise<void> {
  await inPortions((portion) =>
    sql`delete from payments.ipns where id in (
      select id from payments.ipns where verdict = 'forged' and received_at < now() - make_interval(days => ${FORGED_DAYS})
      order by received_at limit ${portion} for update skip locked)`.execute(ctx.sql),
  );
}

function secretsOf(ctx: Ctx): SepaySecrets {
  const { config } = ctx;
  return config.sepay_auth === "apikey"
    ? { scheme: "apikey", api_key: config.sepay_api_key }
    : { scheme: "hmac", hmac_secret: config.sepay_hmac_secret };
}

/** One transaction: the credit row (once), then the payment it names. Takes the payable lock. */
async function bookCredit(ctx: Ctx, source: string, credit: Credit): Promise<Verdict> {
  const account = await setting(ctx, "bank_account");
  if (credit.account_number !== account.account_number) return "ignored";
  const named = await paymentNamedIn(ctx, credit.content);
  // The row below points at the payment's, which is a lock on it: the payable lock comes first.
  if (named) await lockPayable(ctx, named.order_code);
  // A sum that cannot be counted exactly is no shopper's payment: it waits for a person, and the order stays readable.
  const payment = named && (await canCredit(ctx, named, credit.amount)) ? named : undefined;
  const booked = await ctx.sql
    .insertInto("payments.credits")
    .values({
      source,
      txn: credit.txn,
      bank_reference: credit.bank_reference,
      account_number: credit.account_number,
      amount: credit.amount,
      content: credit.content.normalize("NFC").slice(0, 1000),
      booked_at: credit.booked_at,
      received_at: ctx.now,
      payment_id: payment?.id ?? null,
      state: payment ? "matched" : "unmatched",
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (!booked) return "repeated";
  if (!payment) return "unmatched";
  await creditPayment(ctx, payment, credit.amount);
  return "matched";
}

/** The one payment a transfer's text names: open ones first; else one that ended, so that late money finds its order. */
async function paymentNamedIn(ctx: Ctx, text: string) {
  const contents = candidates(text);
  if (contents.length === 0) return undefined;
  const named = await ctx.sql
    .selectFrom("payments.payments")
    .select(["id", "order_code", "content", "status"])
    .where("content", "in", contents)
    .execute();
  const codeAmong = (rows: typeof named) =>
    matchTransfer(
      text,
      rows.map((row) => row.content ?? ""),
    );
  const open = named.filter((row) => row.status === "pending");
  const code = codeAmong(open) ?? codeAmong(named);
  return named.find((row) => row.content === code);
}

const CODE_LENGTH = 10;

/** Everything in a text that could be one of our contents, blanks inside it or not. At most 20. */
export function candidates(text: string): string[] {
  const found = new Set<string>();
  const upper = text.toUpperCase();
  for (const reading of [upper, upper.replaceAll(/\s/g, "")]) {
    for (let at = reading.indexOf(TRANSFER_PREFIX); at >= 0; at = reading.indexOf(TRANSFER_PREFIX, at + 1)) {
      found.add(reading.slice(at, at + TRANSFER_PREFIX.length + CODE_LENGTH));
    }
  }
  return [...found].slice(0, 20);
}
