/**
 * Gift cards: money on a code, which is stored as a digest. What is on a card is the balance of its ledger account. It is its
 * bearer's until an account keeps it; for everyone else it is unknown from then on. rules/loyalty#gift-cards
 */
import { createHash } from "node:crypto";
import { ShopError } from "contract/errors.ts";
import { endOfCardCode, isCardCode, newCardCode } from "contract/loyalty/card-code.ts";
import type { CardState } from "contract/loyalty/card-states.ts";
import type { GiftCard } from "contract/loyalty/gift-cards.ts";
import { type Dong, sum } from "contract/values/money.ts";
import { normaliseCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { takeLimit } from "../../calls/limits.ts";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { lockAccount, lockAccounts, openAccount } from "../../ledger/accounts.ts";
import { credit, debit } from "../../ledger/movements.ts";
import { endOfMonths } from "../../ledger/periods.ts";
import type { LedgerCtx } from "../../ledger/transfers.ts";
import { lastSecond } from "../history.ts";

/** A card is open for so many months. */
const CARD_MONTHS = 24; // ASSUMED(0374)

export type StoredCard = {
  id: number;
  account_id: number;
  digest: Buffer;
  code_end: string;
  value: Dong;
  is_kept: boolean;
  /** What it pays now, and the soonest end of it. */
  balance: Dong;
  held: Dong;
  ends_at: Date;
};

/** Null for what is no code of a card. */
export function cardDigest(typed: string): Buffer | null {
  const code = normaliseCode(typed);
  return isCardCode(code) ? createHash("sha256").update(code).digest() : null;
}

type Which = { ids: readonly number[] } | { digests: readonly Buffer[] } | { kept_by: number };

/**
 * Cards that this caller may use; one that another account keeps is left out, as a void one is. Those with something on them
 * first, then by their end. One statement. Locks nothing.
 */
export async function findCards(ctx: Ctx, which: Which, customer_id: number | null): Promise<StoredCard[]> {
  const asked =
    "ids" in which
      ? sql`c.id = any(${[...which.ids]}::bigint[])`
      : "digests" in which
        ? sql`c.digest = any(${[...which.digests]}::bytea[])`
        : sql`c.kept_by = ${which.kept_by}`;
  const { rows } = await sql<StoredCard>`
    select c.id, c.account_id, c.digest, c.code_end, c.value, c.kept_by is not null as is_kept, a.held,
      coalesce(l.usable, 0)::dong as balance, coalesce(l.ends_at, c.ends_at) as ends_at
    from loyalty.gift_cards c join ledger.accounts a on a.id = c.account_id
      cross join lateral (select sum(usable) as usable, min(ends_at) as ends_at from ledger.lots
        where account_id = c.account_id and usable > 0 and ends_at > ${ctx.now}) l
    where ${asked} and c.digest is not null and (c.kept_by is null or c.kept_by = ${customer_id})
    order by coalesce(l.usable, 0) = 0, coalesce(l.ends_at, c.ends_at), c.id`.execute(ctx.sql);
  return rows;
}

/** The card of a code. Throws invalid at `code` for one that is unknown, or that another account keeps. */
export async function cardOf(ctx: Ctx, code: string, customer_id: number | null): Promise<StoredCard> {
  const digest = cardDigest(code);
  const [card] = digest ? await findCards(ctx, { digests: [digest] }, customer_id) : [];
  if (!card) throw refusedCard("gift_card_unknown");
  return card;
}

export function refusedCard(message_key: string, field = "code"): ShopError {
  return new ShopError("invalid", { message_key, fields: { [field]: [{ key: message_key }] } });
}

export const stateOf = ({ balance, held, ends_at }: StoredCard, now: Date): CardState =>
  balance > 0 ? "open" : held === 0 && ends_at <= now ? "expired" : "empty";

export const cardOnWire = (card: StoredCard, now: Date): GiftCard => ({
  code_end: card.code_end,
  value: card.value,
  balance: card.balance,
  held: card.held,
  state: stateOf(card, now),
  ends_at: lastSecond(card.ends_at) ?? "",
});

/** Codes that one device, and one account, may try: each try counts, so that one which fits is no sign of more. ASSUMED(0374) */
const TYPED_CARDS = { times: 30, seconds: 600 } as const;

/** Trying codes is slowed down by device and account, and by network (the limit of the call). */
export async function limitTyping(ctx: Ctx): Promise<void> {
  const { customer_id = null } = (await ctx.session()) ?? {};
  await takeLimit(ctx, "gift card", { ...TYPED_CARDS, per: "session" });
  if (customer_id === null) return;
  await takeLimit(ctx, `gift card of account ${customer_id}`, { ...TYPED_CARDS, per: "everyone" });
}

/** Throws invalid at `code`. Locks the card's account, so that no order takes it meanwhile. Safe to repeat. */
export function keepCard(ctx: Ctx, customer_id: number, code: string): Promise<StoredCard> {
  return inTransaction(ctx, async (ctx) => {
    const { id, account_id } = await cardOf(ctx, code, customer_id);
    await lockAccount(ctx, account_id);
    await ctx.sql
      .updateTable("loyalty.gift_cards")
      .set({ kept_by: customer_id, kept_at: ctx.now })
      .where("id", "=", id)
      .where("kept_by", "is", null)
      .execute();
    return cardOf(ctx, code, customer_id);
  });
}

type NewCard = {
  code: string;
  value: Dong;
  kept_by?: number | null;
  /** Which card of which order it is. */
  bought?: { order_code: string; n: number };
};

/** Opens a card with its money, in the caller's transaction. Throws where the code is another card's. */
export async function issueCard(ctx: LedgerCtx, { code, value, kept_by = null, bought }: NewCard): Promise<number> {
  const digest = cardDigest(code);
  if (!digest) throw new Error("a new code has the form of one");
  const account_id = await openAccount(ctx, "gift_card");
  const ends_at = endOfMonths(ctx.now, CARD_MONTHS);
  const { id } = await ctx.sql
    .insertInto("loyalty.gift_cards")
    .values({
      ...{ account_id, digest, code_end: endOfCardCode(code), value, ends_at, activated_at: ctx.now },
      ...{ kept_by, kept_at: kept_by === null ? null : ctx.now },
      ...bought,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const activation = { code: "activate" as const, amount: value, source: `card:${id}`, ends_at };
  await credit(ctx, await lockAccount(ctx, account_id), activation);
  return id;
}

/**
 * Cards that are no more: what is usable of them is void, and no code leads to them. Locks their accounts by id. Safe to repeat.
 */
export async function voidCards(ctx: Ctx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const rows = await ctx.sql
    .selectFrom("loyalty.gift_cards")
    .select(["id", "account_id"])
    .where("id", "in", ids)
    .execute();
  const accounts = await lockAccounts(
    ctx,
    rows.map((row) => row.account_id),
  );
  for (const { id, account_id } of rows) {
    const account = accounts.get(account_id);
    if (account) await debit(ctx, account, { code: "void", amount: account.usable, source: `card:${id}` });
  }
  await ctx.sql
    .updateTable("loyalty.gift_cards")
    .set({ digest: null, kept_by: null, kept_at: null, voided_at: ctx.now })
    .where("id", "in", ids)
    .where("voided_at", "is", null)
    .execute();
}

/** Reaction to person_erased: the cards that the account kept go with it. */
export async function eraseCards(ctx: Ctx, customer_id: number): Promise<void> {
  const kept = await ctx.sql.selectFrom("loyalty.gift_cards").select("id").where("kept_by", "=", customer_id).execute();
  await voidCards(
    ctx,
    kept.map(({ id }) => id),
  );
}

/** What each card pays of an amount, in their order. */
export function sharedOut<C extends Pick<StoredCard, "balance">>(cards: readonly C[], amount: Dong) {
  let left = amount;
  return cards.map((card) => {
    const paid = Math.min(left, card.balance);
    left -= paid;
    return { card, amount: paid };
  });
}

export const moneyOn = (cards: readonly Pick<StoredCard, "balance">[]): Dong => sum(cards.map((card) => card.balance));

export type OpenedCard = { code: string; value: Dong; ends_at: Date };

/**
 * The cards that an order bought, opened when it is paid. Their codes are known here alone; none where they were opened before.
 * The payable lock is held. Safe to repeat.
 */
export async function openBought(ctx: Ctx, order_code: string): Promise<OpenedCard[]> {
  const { rows } = await sql<{ value: Dong; quantity: number }>`
    select l.card_value as value, l.quantity from orders.lines l join orders.orders o on o.id = l.order_id
    where o.code = ${order_code} and l.card_value is not null
      and not exists (select from loyalty.gift_cards c where c.order_code = ${order_code}) order by l.id`.execute(
    ctx.sql,
  );
  const values = rows.flatMap(({ value, quantity }) => Array.from({ length: quantity }, () => value));
  const opened: OpenedCard[] = [];
  for (const [index, value] of values.entries()) {
    const code = newCardCode();
    await issueCard(ctx, { code, value, bought: { order_code, n: index + 1 } });
    opened.push({ code, value, ends_at: endOfMonths(ctx.now, CARD_MONTHS) });
  }
  return opened;
}

/** What a card was opened with, also where another account keeps it; null for a void one. */
export async function issuedCard(ctx: Ctx, code: string): Promise<{ value: Dong; ends_at: Date } | null> {
  const card = await ctx.sql
    .selectFrom("loyalty.gift_cards")
    .select(["value", "ends_at"])
    .where("digest", "=", cardDigest(code))
    .executeTakeFirst();
  return card ?? null;
}

const untouched = sql<boolean>`a.usable = c.value and a.held = 0 and c.voided_at is null`;

/** Whether nothing was used of the cards an order bought. One statement. */
export async function areUntouched(ctx: Ctx, order_code: string): Promise<boolean> {
  const { rows } = await sql<{ all: boolean | null }>`
    select bool_and(${untouched}) as all from loyalty.gift_cards c join ledger.accounts a on a.id = c.account_id
    where c.order_code = ${order_code}`.execute(ctx.sql);
  return rows[0]?.all ?? false;
}

/** The cards an order bought, locked; none where something of them was used, is held or has ended. Locks accounts by id. */
export async function lockUntouched(ctx: Ctx, order_code: string): Promise<number[]> {
  const cards = await ctx.sql
    .selectFrom("loyalty.gift_cards")
    .select(["id", "account_id"])
    .where("order_code", "=", order_code)
    .execute();
  await lockAccounts(
    ctx,
    cards.map((card) => card.account_id),
  );
  return (await areUntouched(ctx, order_code)) ? cards.map(({ id }) => id) : [];
}
