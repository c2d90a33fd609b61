/** The gift card that is sold, and three cards of the demo: gift-cards.json, with the days on which they moved. */
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext, Seeder } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import { lockAccount } from "../ledger/accounts.ts";
import { debit } from "../ledger/movements.ts";
import type { Words } from "../platform/settings.ts";
import { issueCard } from "./gift-cards/cards.ts";

const DAY_MS = 86_400_000;

type Movement = { type: "activate" | "spend"; amount: Dong; days_ago: number; reason?: string };
type Source = {
  products: {
    id: number;
    slug: string;
    name: Words;
    short_description: Words;
    description: Words;
    variants: { sku: string; price: Dong; default: boolean }[];
    needs: string[];
  }[];
  cards: { key: string; code: string; value: Dong; kept_by: string | null; ledger: Movement[] }[];
};

export const seedGiftCards: Seeder = async (db, context) => {
  const { products, cards } = demoData<Source>("loyalty/gift-cards.json");
  const sold = products.filter(({ needs }) => needs.every((need) => context.builtFeatures.has(need)));
  if (sold.length === 0) return;
  await sql`insert into loyalty.card_products (id, slug, name, short_description, description)
    select id, slug, name, short_description, description from jsonb_to_recordset(${JSON.stringify(sold)}::jsonb)
      as p (id integer, slug text, name jsonb, short_description jsonb, description jsonb)`.execute(db);
  const values = sold.flatMap(({ id, variants }) =>
    variants.map(({ sku, price, default: isDefault }) => ({
      sku,
      product_id: id,
      value: price,
      is_default: isDefault,
    })),
  );
  await db.insertInto("loyalty.card_values").values(values).execute();
  // Their codes are public: a shop that sells starts without them.
  if (context.demo_password !== undefined) await seedCards(db, context, cards);
};

async function seedCards(db: Sql, { now }: SeedContext, cards: Source["cards"]): Promise<void> {
  const { people } = demoData<{ people: { key: string; email: string }[] }>("identity/people.json");
  const customers = await db.selectFrom("identity.customers").select(["id", "email"]).execute();
  const idOf = (key: string | null) => {
    const email = people.find((person) => person.key === key)?.email;
    return customers.find((customer) => customer.email === email)?.id ?? null;
  };
  const at = (days: number) => ({
    ...{ sql: db, now: new Date(now.getTime() - days * DAY_MS), actor: async () => "system" as const },
  });
  for (const { key, code, value, kept_by, ledger } of cards) {
    const activated = ledger.find(({ type }) => type === "activate");
    const id = await issueCard(at(activated?.days_ago ?? 0), { code, value, kept_by: idOf(kept_by) });
    const { account_id } = await db
      .selectFrom("loyalty.gift_cards")
      .select("account_id")
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
    for (const { type, amount, days_ago, reason = "" } of ledger) {
      if (type !== "spend") continue;
      const ctx = at(days_ago);
      const spent = { code: "adjust" as const, amount: -amount, source: `seed:card ${key} ${days_ago}`, reason };
      await debit(ctx, await lockAccount(ctx, account_id), spent);
    }
    // Writes off what has ended by now.
    await lockAccount(at(0), account_id);
  }
}
