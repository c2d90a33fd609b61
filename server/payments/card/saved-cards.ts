/**
 * Saved cards: the gateway keeps the card, the shop its token (encrypted), brand, last four digits and end. Only for accounts,
 * only with their consent. A row that is deleted leaves its token to the job that has the gateway forget it: a trigger sees to
 * it, so no way of deleting forgets that. rules/payments#saved-cards
 */
import { ShopError } from "contract/errors.ts";
import type { MaskedCard, SavedCard } from "contract/payments/card.ts";
import { isLocale } from "contract/values/locale.ts";
import { newOrderCode } from "contract/values/public-code.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { decrypt, encrypt } from "../../security/encryption.ts";
import { adapterOf } from "../attempts.ts";
import type { SavedToken } from "../provider.ts";
import { httpOf } from "../provider-health.ts";

const placeOf = (id: number | string): string => `saved_card ${id}`;

/** Newest use first. Throws unauthenticated. */
export async function savedCards(ctx: Ctx): Promise<SavedCard[]> {
  const rows = await ctx.sql
    .selectFrom("payments.saved_cards")
    .select(["code", "brand", "last_four", "expires", "last_used_at"])
    .where("customer_id", "=", await accountOf(ctx))
    .orderBy(sql`coalesce(last_used_at, consented_at)`, "desc")
    .execute();
  return rows.map(({ code, last_used_at, ...card }) => ({
    ...{ code, ...card, last_used_at: last_used_at?.toISOString() ?? null },
    is_expired: card.expires < monthOf(ctx, 0),
    expires_soon: card.expires >= monthOf(ctx, 0) && card.expires < monthOf(ctx, 2),
  }));
}

const VIETNAM_MS = 7 * 3_600_000;

/** `2029-08`, in Việt Nam, so many months on. */
function monthOf({ now }: Ctx, later: number): string {
  const here = new Date(now.getTime() + VIETNAM_MS);
  return new Date(Date.UTC(here.getUTCFullYear(), here.getUTCMonth() + later, 1)).toISOString().slice(0, 7);
}

/** Throws not_found, also for one of another account. Refunds of what was paid with it go on. */
export async function removeSavedCard(ctx: Ctx, code: string): Promise<{ removed: true }> {
  const customer_id = await accountOf(ctx);
  const gone = await ctx.sql
    .deleteFrom("payments.saved_cards")
    .where("code", "=", code)
    .where("customer_id", "=", customer_id)
    .returning("id")
    .executeTakeFirst();
  if (!gone) throw new ShopError("not_found");
  await forgetTokens(ctx);
  return { removed: true };
}

async function accountOf(ctx: Ctx): Promise<number> {
  const session = await ctx.session();
  if (!session?.customer_id) throw new ShopError("unauthenticated");
  return session.customer_id;
}

/** One of the caller's own, that has not expired. Throws not_found, unauthenticated. */
export async function ownSavedCard(ctx: Ctx, code: string, provider: string): Promise<MaskedCard & { id: number }> {
  const row = await ctx.sql
    .selectFrom("payments.saved_cards")
    .select(["id", "brand", "last_four", "expires"])
    .where("code", "=", code)
    .where("provider", "=", provider)
    .where("customer_id", "=", await accountOf(ctx))
    .where("expires", ">=", monthOf(ctx, 0))
    .executeTakeFirst();
  if (!row) throw new ShopError("not_found");
  return row;
}

export async function tokenOf(ctx: Ctx, id: number): Promise<string | undefined> {
  const row = await ctx.sql.selectFrom("payments.saved_cards").select("token").where("id", "=", id).executeTakeFirst();
  return row && decrypt(ctx.config, row.token, placeOf(id));
}

type Keeping = { provider: string; customer_id: number; locale: string; saved: SavedToken };

/** Keeps a card whose owner agreed. The same card again replaces its token. */
export async function keepCard(ctx: Ctx, { provider, customer_id, locale, saved }: Keeping): Promise<void> {
  const { token, ...card } = saved;
  await inTransaction(ctx, async (tx) => {
    const { id } = await tx.sql
      .insertInto("payments.saved_cards")
      .values({
        ...{ ...card, code: newOrderCode(), provider, customer_id, token: Buffer.alloc(0) },
        ...{ consented_at: tx.now, consent_locale: isLocale(locale) ? locale : "vi", last_used_at: tx.now },
      })
      .onConflict((conflict) =>
        conflict
          .columns(["customer_id", "provider", "brand", "last_four", "expires"])
          .doUpdateSet({ consented_at: tx.now, last_used_at: tx.now }),
      )
      .returning("id")
      .executeTakeFirstOrThrow();
    // The token is bound to its row, whose id is known only now.
    await tx.sql
      .updateTable("payments.saved_cards")
      .set({ token: encrypt(tx.config, token, placeOf(id)) })
      .where("id", "=", id)
      .execute();
  });
}

export async function noteCardUsed(ctx: Ctx, id: number): Promise<void> {
  await ctx.sql.updateTable("payments.saved_cards").set({ last_used_at: ctx.now }).where("id", "=", id).execute();
}

/** Reaction to person_erased: the job then has the gateway forget them. */
export async function eraseSavedCards(ctx: Ctx, customer_id: number): Promise<void> {
  await ctx.sql
    .updateTable("payments.card_steps")
    .set({ keep_for: null })
    .where("keep_for", "=", customer_id)
    .execute();
  await ctx.sql.deleteFrom("payments.saved_cards").where("customer_id", "=", customer_id).execute();
}

const BATCH = 50;
const FIRST_WAIT_SECONDS = 60;
const MAX_WAIT_SECONDS = 86_400;

/** The job `forget_card_tokens`: asks gateways to forget cards that are deleted here, until they have. Safe to repeat. */
export async function forgetTokens(ctx: Ctx): Promise<void> {
  const { rows } = await sql<{ id: number; provider: string; token: Buffer; card_id: number; tries: number }>`
    update payments.forgotten_tokens f set tries = f.tries + 1, next_at = ${ctx.now}::timestamptz
      + make_interval(secs => least(${MAX_WAIT_SECONDS}, ${FIRST_WAIT_SECONDS} * 2 ^ least(f.tries, 12)))
    where f.id in (select id from payments.forgotten_tokens where next_at <= ${ctx.now}
      order by next_at limit ${BATCH} for update skip locked)
    returning f.id, f.provider, f.token, f.card_id, f.tries`.execute(ctx.sql);
  for (const { id, provider, token, card_id, tries } of rows) {
    if (token.length === 0 || (await isForgotten(ctx, provider, decrypt(ctx.config, token, placeOf(card_id))))) {
      await ctx.sql.deleteFrom("payments.forgotten_tokens").where("id", "=", id).execute();
    } else if (tries % 10 === 0) {
      ctx.log.error({ event: "card_not_forgotten", provider, tries }, "a gateway still keeps a card that was deleted");
    }
  }
}

async function isForgotten(ctx: Ctx, provider: string, token: string): Promise<boolean> {
  const adapter = await adapterOf(ctx, provider);
  return (await adapter?.tokens?.remove(token, httpOf(ctx, provider))) ?? false;
}
