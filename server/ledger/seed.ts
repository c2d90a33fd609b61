/** The points of the demo accounts: people.json, with the days on which they came. */
import { demoData } from "../database/demo-data.ts";
import type { Seeder } from "../database/seed.ts";
import { lockAccount, pointsAccountOf } from "./accounts.ts";
import { credit, debit } from "./movements.ts";
import { endOfMonth } from "./periods.ts";

/** As those that orders earn. rules/loyalty#earning */
const MONTHS = 12;
const DAY_MS = 86_400_000;

type Person = { email: string; points_ledger: { points: number; days_ago: number; reason: string }[] };

export const seedLedger: Seeder = async (sql, { now, builtFeatures }) => {
  if (!builtFeatures.has("identity")) return;
  const { people } = demoData<{ people: Person[] }>("identity/people.json");
  const holders = await sql.selectFrom("identity.customers").select(["id", "email"]).execute();
  const ids = new Map(holders.map(({ id, email }) => [email, id]));
  for (const { email, points_ledger: movements } of people) {
    const customer_id = ids.get(email);
    if (customer_id === undefined) continue;
    for (const [index, { points, days_ago, reason }] of movements.entries()) {
      const ctx = { sql, now: new Date(now.getTime() - days_ago * DAY_MS), actor: async () => "system" as const };
      const account = await lockAccount(ctx, await pointsAccountOf(ctx, customer_id));
      const moved = {
        code: "adjust" as const,
        amount: Math.abs(points),
        source: `seed:${customer_id}:${index}`,
        reason,
      };
      if (points > 0) await credit(ctx, account, { ...moved, ends_at: endOfMonth(ctx.now, MONTHS) });
      else await debit(ctx, account, moved);
    }
  }
};
