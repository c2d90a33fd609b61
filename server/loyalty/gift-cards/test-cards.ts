/** For tests: a gift card as one that was paid for, and what is on it. */
import { newCardCode } from "contract/loyalty/card-code.ts";
import { sql } from "kysely";
import { inTransaction } from "../../kernel/context.ts";
import type { TestShop } from "../../testing/test-shop.ts";
import { cardDigest, issueCard } from "./cards.ts";

export async function putCard(
  shop: TestShop,
  value: number,
  { kept_by = null, at = shop.now }: { kept_by?: number | null; at?: Date } = {},
): Promise<string> {
  const code = newCardCode();
  await inTransaction(shop.ctx(), (ctx) => issueCard({ ...ctx, now: at }, { code, value, kept_by }));
  return code;
}

/** As it is stored: what has ended counts until it is written off. */
export async function onCard({ sql: db }: TestShop, code: string) {
  const { rows } = await sql<{ usable: number; held: number }>`
    select a.usable, a.held from loyalty.gift_cards c join ledger.accounts a on a.id = c.account_id
    where c.digest = ${cardDigest(code)}`.execute(db);
  return rows[0];
}
