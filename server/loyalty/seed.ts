/** The ranks of the demo accounts, and what they have bought for them before: people.json. */
import type { Rank } from "contract/loyalty/ranks.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";

type Person = {
  key: string;
  email: string;
  rank: Rank | null;
  rank_since_days_ago?: number;
  spend_ledger?: { amount: Dong; days_ago: number }[];
};

export const seedLoyalty: Seeder = async (db, { builtFeatures, now }) => {
  if (!builtFeatures.has("identity")) return;
  const { people } = demoData<{ people: Person[] }>("identity/people.json");
  const ranked = people.map(({ email, rank, rank_since_days_ago: days = 0 }) => ({ email, rank, days }));
  await sql`insert into loyalty.accounts (customer_id, rank, since)
    select c.id, p.rank, ${now}::timestamptz - p.days * interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(ranked)}::jsonb) as p (email text, rank text, days integer)
    join identity.customers c on c.email = p.email where p.rank is not null`.execute(db);
  const spent = people.flatMap(({ key, email, spend_ledger = [] }) =>
    spend_ledger.map(({ amount, days_ago: days }, index) => ({ code: `${key}:${index}`, email, amount, days })),
  );
  // Of orders before there were orders here: they count for the rank and earned elsewhere.
  await sql`insert into loyalty.earnings (order_code, customer_id, base, kept_base, rate_bp, points, completed_at)
    select p.code, c.id, p.amount, p.amount, 0, 0, ${now}::timestamptz - p.days * interval '1 day'
    from jsonb_to_recordset(${JSON.stringify(spent)}::jsonb) as p (code text, email text, amount dong, days integer)
    join identity.customers c on c.email = p.email`.execute(db);
};
