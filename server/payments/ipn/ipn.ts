/**
 * Ipns: provider to shop. Each is stored, redacted, before anything is decided; then it is applied once however often it
 * comes, and answered in its sender's dialect. The browser's return changes nothing: it has the provider asked.
 * rules/payments#ipn
 */
import { createHash } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { unchecked } from "contract/unchecked.ts";
import { isLocale, type Locale } from "contract/values/locale.ts";
import { sql } from "kysely";
import { mayRememberForged } from "../../calls/limits.ts";
import { actingAs } from "../../kernel/actor.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { inPortions } from "../../platform/cleanup.ts";
import { adapterOf, askAt, providerNamed, senderAt } from "../attempts.ts";
import { noteReturn } from "../card/state.ts";
import type { Acknowledgement, Adapter, Ipn, IpnOutcome, Message } from "../provider.ts";
import { type Settled, settleAttempt } from "../settlement/settlement.ts";
import { bookCredits } from "./credits.ts";

/** Characters of a body that are stored; its hash stands for the rest. */
const BODY_CHARACTERS = 8 * 1024;

type Reader = Adapter & Required<Pick<Adapter, "readIpn" | "acknowledge" | "redact">>;

/**
 * `message.sender` as the address says it. Safe to repeat: the same message counts once. A failure of ours answers "try
 * again", and the sender will. Throws not_found where nobody of that name sends.
 */
export async function receiveIpn(ctx: Ctx, received: Message): Promise<Acknowledgement> {
  const from = senderAt(received.sender);
  const adapter = from && (await adapterOf(ctx, from.provider.name));
  if (!from || !adapter || !canRead(adapter)) throw new ShopError("not_found");
  const message = { ...received, sender: from.sender };
  const answer = (outcome: IpnOutcome) => adapter.acknowledge(outcome, from.sender);
  const ipn = read(ctx, adapter, message);
  if (!ipn) return answer("try_again");
  if (!ipn.authentic) {
    await rememberForged(ctx, adapter, message);
    return answer("forged");
  }
  try {
    const id = await keep(ctx, adapter, message, { source: "notify", attempt_id: null, said: ipn });
    const { outcome } = await inTransaction(actingAs(ctx, `provider:${from.provider.name}`), (tx) =>
      applied(tx, { ...from, provider: from.provider.name, id }, ipn),
    );
    return answer(outcome);
  } catch (error) {
    ctx.log.error({ err: error, event: "ipn_failed", request_id: ctx.request_id }, "payment notice not applied yet");
    return answer("try_again");
  }
}

const RECEIVED_MINUTES = 2; // by then the process that stored it has applied it, or has ended
const RECEIVED_BATCH = 50;

/**
 * The job `apply_received`: a process may end between storing an ipn and applying it, and its sender may say it only once.
 * It was authentic when it was stored; what it was read as is applied now, once. Safe to repeat. Answers how many were.
 */
export async function applyReceived(ctx: Ctx): Promise<number> {
  const before = new Date(ctx.now.getTime() - RECEIVED_MINUTES * 60_000);
  const waiting = await ctx.sql
    .selectFrom("payments.ipns")
    .select(["id", "sender", "said"])
    .where("verdict", "=", "received")
    .where("received_at", "<", before)
    .orderBy("received_at")
    .limit(RECEIVED_BATCH)
    .execute();
  let done = 0;
  for (const { id, sender, said } of waiting) {
    const from = senderAt(sender);
    const ipn = readSaid(said);
    if (!from || !ipn) continue;
    try {
      const acting = actingAs(ctx, `provider:${from.provider.name}`);
      await inTransaction(acting, (tx) => applied(tx, { provider: from.provider.name, sender: from.sender, id }, ipn));
      done += 1;
    } catch (error) {
      ctx.log.error({ err: error, event: "ipn_failed", ipn: id }, "a stored ipn could not be applied; tried again");
    }
  }
  return done;
}

/** As it was stored, its moments as such. */
function readSaid(said: unknown): (Ipn & { authentic: true }) | null {
  if (said === null) return null;
  return unchecked<Ipn & { authentic: true }>(
    // written by `keep` from what an adapter read
    JSON.parse(JSON.stringify(said), (key, value) => (key === "booked_at" ? new Date(value) : value)),
  );
}

function canRead(adapter: Adapter): adapter is Reader {
  return adapter.readIpn !== undefined && adapter.acknowledge !== undefined && adapter.redact !== undefined;
}

/** Null where the adapter breaks its promise never to throw: the message is asked for again, and the log names the bug. */
function read(ctx: Ctx, adapter: Reader, message: Message): Ipn | null {
  if (namesTwice(message.url)) return { authentic: false };
  try {
    return adapter.readIpn(message, ctx.now); // pure: nothing is decided by it yet
  } catch (error) {
    ctx.log.error({ err: error, event: "ipn_unread", sender: message.sender }, "an ipn could not be read");
    return null;
  }
}

/** A parameter that comes twice means one thing to who signs and another to who reads. */
function namesTwice(url: string): boolean {
  const mark = url.indexOf("?");
  const names = mark < 0 ? [] : [...new URLSearchParams(url.slice(mark + 1)).keys()];
  return new Set(names).size < names.length;
}

type Stored = { provider: string; sender: string; id: number };

/** What the message says, in one transaction with its verdict. */
async function applied(ctx: Ctx, { provider, sender, id }: Stored, ipn: Ipn & { authentic: true }) {
  const { verdict, attempt_id, outcome } = await verdictOn(ctx, { provider, sender }, ipn);
  if (verdict === "unmatched") {
    ctx.log.warn({ event: "unmatched_credit", ipn: id }, "money arrived that names no open order");
  }
  await ctx.sql
    .updateTable("payments.ipns")
    .set({ verdict, attempt_id })
    .where("id", "=", id)
    .where("verdict", "=", "received") // one that came before has its verdict
    .execute();
  return { outcome };
}

async function verdictOn(ctx: Ctx, from: { provider: string; sender: string }, ipn: Ipn & { authentic: true }) {
  switch (ipn.about) {
    case "unreadable":
      return { verdict: "malformed", attempt_id: null, outcome: "malformed" as IpnOutcome };
    case "nothing":
      return { verdict: "ignored", attempt_id: null, outcome: "done" as IpnOutcome };
    case "ask": {
      const attempt_id = await askAbout(ctx, from.provider, ipn);
      if (attempt_id === null) return { verdict: "unknown", attempt_id, outcome: "unknown_attempt" as IpnOutcome };
      return { verdict: "noted", attempt_id, outcome: "done" as IpnOutcome };
    }
    case "credits":
      return { ...(await bookCredits(ctx, from, ipn.credits)), outcome: "done" as IpnOutcome };
    case "attempt": {
      const { provider_ref, provider_txn_no, amount, flag, reason } = ipn;
      const said = { outcome: ipn.outcome, amount, provider_txn_no, flag, reason, is_answer: false };
      const settled = await settleAttempt(ctx, { provider: from.provider, provider_ref }, said);
      return { ...settled, outcome: outcomeOf(settled.verdict) };
    }
  }
}

/** Has the provider asked at once, by its number if we do not have it. Answers the attempt's id, null where there is none. */
async function askAbout(
  ctx: Ctx,
  provider: string,
  { provider_ref, provider_txn_no }: Extract<Ipn, { about: "ask" }>,
): Promise<number | null> {
  const known = await ctx.sql
    .selectFrom("payments.attempts")
    .select("id")
    .where("provider", "=", provider)
    .where("provider_ref", "=", provider_ref)
    .executeTakeFirst();
  if (!known) return null;
  if (provider_txn_no !== undefined) {
    await ctx.sql
      .updateTable("payments.attempts")
      .set({ provider_txn_no })
      .where("id", "=", known.id)
      .where("provider_txn_no", "is", null)
      .execute();
  }
  await askAt(ctx, known.id, ctx.now);
  return known.id;
}

function outcomeOf(verdict: Settled): IpnOutcome {
  if (verdict === "unknown") return "unknown_attempt";
  if (verdict === "repeated") return "repeated";
  return verdict === "amount_mismatch" ? "amount_mismatch" : "done";
}

type Origin = { source: "notify" | "return"; attempt_id: number | null; said: Ipn | null };

/** Stores a message, redacted, and commits; the row of the same bytes where they came before. Answers its id. */
async function keep(
  ctx: Ctx,
  adapter: Adapter,
  message: Message,
  { source, attempt_id, said }: Origin,
): Promise<number> {
  const { headers, text } = adapter.redact?.(message) ?? { headers: {}, text: "" };
  const digest = hashOf(message);
  const dedupe_key = `${source} ${digest.toString("hex")}`;
  const stored = await ctx.sql
    .insertInto("payments.ipns")
    .values({
      sender: message.sender,
      source,
      attempt_id,
      dedupe_key,
      headers: JSON.stringify(headers),
      body: shortened(text, BODY_CHARACTERS),
      body_bytes: message.raw.byteLength,
      body_sha256: digest,
      said: said && JSON.stringify(said, withoutNul),
      verdict: source === "return" ? "noted" : "received",
      received_at: ctx.now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  if (stored) return stored.id;
  const { id } = await ctx.sql
    .selectFrom("payments.ipns")
    .select("id")
    .where("sender", "=", message.sender)
    .where("dedupe_key", "=", dedupe_key)
    .executeTakeFirstOrThrow();
  return id;
}

/** PostgreSQL holds no such character. */
const withoutNul = (_key: string, value: unknown): unknown =>
  typeof value === "string" ? value.replaceAll("\0", "") : value;

/** Of what was said: the body, and the query where one came. */
function hashOf({ url, raw }: Message): Buffer {
  const mark = url.indexOf("?");
  return createHash("sha256")
    .update(mark < 0 ? "" : url.slice(mark))
    .update(raw)
    .digest();
}

/** Whole characters, and none that PostgreSQL refuses. */
const shortened = (text: string, length: number): string =>
  [...text.slice(0, 2 * length)].slice(0, length).join("").replaceAll("\0", "");

const FORGED_BODY_CHARACTERS = 1024;
const FORGED_DAYS = 30; // db: keep_notice lets nothing younger go
const FORGED_HEADERS = /^(content-type|user-agent|x-[a-z-]*(signature|timestamp))$/;

/**
 * Of an unsigned ipn: how it begins, how long it was and its hash, so that a stranger cannot fill the disk. Genuine
 * ones never come here, whatever limit their IP address has used up. decisions/0212
 */
async function rememberForged(ctx: Ctx, adapter: Reader, message: Message): Promise<void> {
  if (!(await mayRememberForged(ctx, message.sender))) return;
  const { headers, text } = adapter.redact(message);
  const shown = Object.entries(headers).flatMap(([name, value]) =>
    value !== undefined && FORGED_HEADERS.test(name) ? [[name, value.slice(0, 200)]] : [],
  );
  const { id } = await ctx.sql
    .insertInto("payments.ipns")
    .values({
      sender: message.sender,
      headers: JSON.stringify(Object.fromEntries(shown)),
      body: shortened(text, FORGED_BODY_CHARACTERS),
      body_bytes: message.raw.byteLength,
      body_sha256: hashOf(message),
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

type Brought = {
  provider: string;
  method: "GET" | "POST";
  query: Record<string, string>;
  form: Record<string, string>;
};

/**
 * What the browser brought back, signed or not: it proves nothing and changes no state. Where it names an attempt, it is
 * kept, and the provider is asked. Safe to repeat. Throws not_found for an unknown provider.
 */
export async function takeReturn(
  ctx: Ctx,
  { provider: name, method, query, form }: Brought,
): Promise<{ uid_payment: string | null; locale: Locale }> {
  const nowhere = { uid_payment: null, locale: ctx.locale };
  if (!providerNamed(name)) throw new ShopError("not_found");
  const adapter = await adapterOf(ctx, name);
  const said = adapter?.readReturn?.({ method, query, form });
  if (!adapter || !said) return nowhere;
  const attempt = await ctx.sql
    .selectFrom("payments.attempts")
    .select(["id", "uid_payment", "locale"])
    .where("provider", "=", name)
    .where("provider_ref", "=", said.provider_ref)
    .executeTakeFirst();
  if (!attempt) return nowhere;
  const raw = Buffer.from(new URLSearchParams(form).toString());
  const url = `/?${new URLSearchParams(query)}`;
  const message: Message = { sender: name, method, url, headers: {}, raw };
  await keep(ctx, adapter, message, { source: "return", attempt_id: attempt.id, said: null });
  if (adapter.step) await noteReturn(ctx, attempt.id);
  if (adapter.query) await askAt(ctx, attempt.id, ctx.now);
  return { uid_payment: attempt.uid_payment, locale: isLocale(attempt.locale) ? attempt.locale : ctx.locale };
}
