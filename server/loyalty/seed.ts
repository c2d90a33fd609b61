/** The ranks of the demo accounts, what they have bought for them before (people.json), and the gifts for points (rewards.json). */
import type { Rank } from "contract/loyalty/ranks.ts";
import type { Dong } from "contract/values/money.ts";
import { sql } from "kysely";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext, Seeder } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";
import type { Words } from "../platform/settings.ts";

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

type RewardSource = {
  id: number;
  kind: "product" | "voucher" | "service";
  sku?: string;
  name: Words;
  value_vnd: number;
  points: number;
  stock: number | null;
  limit_per_customer: number;
  valid_days?: number;
  needs: string[];
};
/** Opens what the vouchers are issued of; answers its id by that of the gift. */
type OpenVouchers = (
  db: Sql,
  vouchers: readonly { id: number; title: Words; amount: number }[],
  now: Date,
) => Promise<Map<number, number>>;

/** Those whose features are built. */
export async function seedRewards(
  db: Sql,
  { builtFeatures, now }: SeedContext,
  openVouchers: OpenVouchers,
): Promise<void> {
  const all = demoData<{ rewards: RewardSource[] }>("loyalty/rewards.json").rewards;
  const rewards = all.filter(({ needs }) => needs.every((need) => builtFeatures.has(need)));
  const vouchers = rewards.filter(({ kind }) => kind === "voucher");
  const issuers = await openVouchers(
    db,
    vouchers.map(({ id, name, value_vnd }) => ({ id, title: name, amount: value_vnd })),
    now,
  );
  const rows = rewards.map((reward, position) => ({
    ...{ ...reward, position, valid_days: reward.valid_days ?? null },
    promotion_id: issuers.get(reward.id) ?? null,
  }));
  await sql`insert into loyalty.rewards (id, kind, name, points, variant_id, promotion_id, valid_days, stock, per_customer, position)
    select r.id, r.kind, r.name, r.points, v.id, r.promotion_id, r.valid_days, r.stock, r.limit_per_customer, r.position
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id integer, kind text, name jsonb, points bigint, sku text,
      promotion_id integer, valid_days integer, stock integer, limit_per_customer integer, position integer)
    left join catalogue.variants v on v.sku = r.sku`.execute(db);
  await sql`select setval(pg_get_serial_sequence('loyalty.rewards', 'id'), (select max(id) from loyalty.rewards))`.execute(
    db,
  );
}
