/**
 * An agent's activation for a customer's phone: the phone stays off the card until its owner says, by a code, that the machine
 * is theirs; "not me" or 7 days end it, and the cover stays with the serial. Locks: the card. rules/warranty#agents
 */
import { ShopError } from "contract/errors.ts";
import type { CodeSent } from "contract/identity/user.ts";
import type { Confirmation, OwnWarranty } from "contract/warranty/warranty.ts";
import { sql } from "kysely";
import { findByPhone } from "../identity/customers.ts";
import { issueCode } from "../identity/signing-in/otp.ts";
import { actingAs } from "../kernel/actor.ts";
import { type Ctx, enqueue, inTransaction } from "../kernel/context.ts";
import { callerOf, cardWhere, noteAct, ownCard, shownCard } from "./cards.ts";
import { hashOf, newAddress } from "./codes.ts";
import { tellOwner } from "./messages.ts";
import { provedPhone } from "./proof.ts";

const DAY_MS = 86_400_000;
const LINK_DAYS = 7;

type Row = {
  token_hash: Buffer;
  card_id: number;
  phone: string;
  agent_id: number;
  agent: string;
  state: "waiting" | "confirmed" | "not_me" | "lapsed";
  until: Date;
};

/** In the transaction that made the card. */
export async function openConfirmation(
  tx: Ctx,
  card_id: number,
  { phone, agent_id }: { phone: string; agent_id: number },
): Promise<void> {
  const token = newAddress();
  const until = new Date(tx.now.getTime() + LINK_DAYS * DAY_MS);
  await tx.sql
    .insertInto("warranty.confirmations")
    .values({ token_hash: hashOf(token), card_id, phone, agent_id, state: "waiting", made_at: tx.now, until })
    .execute();
  await noteAct(tx, card_id, "unconfirmed");
  const account = await findByPhone(tx, phone);
  await tellOwner(tx, card_id, "warranty_confirm", {
    customer_id: account?.id ?? null,
    day: until.toISOString(),
    path: `/confirm-warranty?token=${token}`,
  });
  await enqueue(tx, "warranty_text", { card_id });
}

/** Throws not_found for what is unknown, lapsed or replaced. */
async function confirmationOf(ctx: Ctx, token: string): Promise<Row> {
  const { rows } = await sql<Row>`
    select n.token_hash, n.card_id, n.phone, n.agent_id, n.state, n.until, coalesce(nullif(a.nickname, ''), a.full_name) as agent
    from warranty.confirmations n join identity.customers a on a.id = n.agent_id
    where n.token_hash = ${hashOf(token)}`.execute(ctx.sql);
  const [row] = rows;
  if (!row || row.state === "lapsed" || (row.state === "waiting" && row.until <= ctx.now))
    throw new ShopError("not_found");
  return row;
}

/** Throws not_found. */
export async function findConfirmation(ctx: Ctx, token: string): Promise<Confirmation> {
  const row = await confirmationOf(ctx, token);
  const { product, end_on, months } = shownCard(ctx, await cardWhere(ctx, sql`c.id = ${row.card_id}`));
  const state = row.state === "lapsed" ? "waiting" : row.state;
  return { ...{ product, end_on, months, state }, agent: row.agent, until: row.until.toISOString() };
}

/** Throws not_found, too_many, captcha_required, otp_unavailable. */
export async function sendConfirmCode(ctx: Ctx, token: string, captcha: string | undefined): Promise<CodeSent> {
  await ctx.session();
  const row = await confirmationOf(ctx, token);
  return issueCode(ctx, { target: row.phone, purpose: "warranty", captcha, has_recipient: row.state === "waiting" });
}

/** Throws not_found, otp_wrong, otp_expired, phone_unconfirmed, state_conflict after "not me". */
export async function confirmMachine(
  ctx: Ctx,
  { token, otp }: { token: string; otp?: string | undefined },
): Promise<OwnWarranty> {
  await ctx.session();
  const { phone, state, card_id } = await confirmationOf(ctx, token);
  if (state === "not_me") throw new ShopError("state_conflict", { message_key: "warranty_detached" });
  await provedPhone(ctx, { phone, otp });
  const caller = await callerOf(ctx);
  const actor = await ctx.actor();
  await inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    const card = await cardWhere(tx, sql`c.id = ${card_id}`, true);
    const row = await confirmationOf(tx, token);
    if (row.state === "confirmed") return;
    if (row.state === "not_me" || card.ended !== null)
      throw new ShopError("state_conflict", { message_key: "warranty_detached" });
    const account = await findByPhone(tx, phone);
    const customer_id = caller.phone === phone ? caller.customer_id : (account?.id ?? null);
    await sql`update warranty.cards set phone = ${phone}, customer_id = ${customer_id}, erased_at = null, version = version + 1
      where id = ${card_id}`.execute(tx.sql);
    await decide(tx, row, "confirmed");
    await noteAct(tx, card_id, "confirmed");
    await tellOwner(tx, card_id, "warranty_activated");
  });
  return ownCard(ctx, await cardWhere(ctx, sql`c.id = ${card_id}`));
}

/** Needs no code: it takes a phone away and gives nothing. Throws not_found, state_conflict after the machine was confirmed. */
export async function rejectMachine(ctx: Ctx, token: string): Promise<{ detached: true }> {
  const { card_id } = await confirmationOf(ctx, token);
  const actor = await ctx.actor();
  await inTransaction({ ...ctx, actor: async () => actor }, async (tx) => {
    await cardWhere(tx, sql`c.id = ${card_id}`, true);
    const row = await confirmationOf(tx, token);
    if (row.state === "confirmed") throw new ShopError("state_conflict", { message_key: "warranty_confirmed" });
    if (row.state === "waiting") await detach(tx, row, "not_me");
  });
  return { detached: true };
}

const decide = (tx: Ctx, { token_hash }: Pick<Row, "token_hash">, state: "confirmed" | "not_me" | "lapsed") =>
  sql`update warranty.confirmations set state = ${state}, decided_at = ${tx.now} where token_hash = ${token_hash}`.execute(
    tx.sql,
  );

/** The name an agent typed goes with the phone; the agent is told. */
async function detach(
  tx: Ctx,
  row: Pick<Row, "token_hash" | "card_id" | "agent_id">,
  state: "not_me" | "lapsed",
): Promise<void> {
  await decide(tx, row, state);
  await sql`update warranty.confirmations set phone = '' where token_hash = ${row.token_hash}`.execute(tx.sql);
  await sql`update warranty.cards set full_name = '', place = '', version = version + 1 where id = ${row.card_id}`.execute(
    tx.sql,
  );
  await noteAct(tx, row.card_id, "detached");
  await tellOwner(tx, row.card_id, "warranty_not_me", { customer_id: row.agent_id, path: "/dang-ky-bao-hanh" });
}

/** Part of the job `sweep`: links past their 7 days. Safe to repeat. */
export async function lapseConfirmations(ctx: Ctx): Promise<void> {
  await inTransaction(actingAs(ctx, "system"), async (tx) => {
    const { rows } = await sql<Pick<Row, "token_hash" | "card_id" | "agent_id">>`
      select n.token_hash, n.card_id, n.agent_id from warranty.cards c join warranty.confirmations n on n.card_id = c.id
      where n.state = 'waiting' and n.until <= ${tx.now} order by c.id limit 500 for update of c`.execute(tx.sql);
    for (const row of rows) await detach(tx, row, "lapsed");
  });
}
