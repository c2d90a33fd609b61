/** For tests: a programme that runs now, and how often it was used. */
import { sql } from "kysely";
import type { Sql } from "../database/sql.ts";

type Change = {
  action: object;
  conditions?: object;
  max_uses?: number;
  per_customer?: number;
  combines_with?: readonly string[];
  minimum?: number;
  maximum?: number;
  priority?: number;
  starts_at?: Date;
  ends_at?: Date;
};

const DAY_MS = 86_400_000;

/** Answers its id. */
export async function makeProgramme(db: Sql, now: Date, slug: string, change: Change): Promise<number> {
  const { action, conditions = {}, combines_with = null, priority = 0 } = change;
  const { starts_at = new Date(now.getTime() - DAY_MS), ends_at = new Date(now.getTime() + DAY_MS) } = change;
  const { max_uses = null, per_customer = null, minimum = null, maximum = null } = change;
  const { rows } = await sql<{ id: number }>`
    insert into promotions.promotions (kind, slug, title, action, conditions, starts_at, ends_at, is_listed, max_uses,
      per_customer, combines_with, minimum, maximum, priority)
    values ('programme', ${slug}, ${JSON.stringify({ vi: `Chương trình ${slug}` })}, ${JSON.stringify(action)},
      ${JSON.stringify(conditions)}, ${starts_at}, ${ends_at}, true, ${max_uses}, ${per_customer},
      ${combines_with}::text[], ${minimum}, ${maximum}, ${priority})
    returning id`.execute(db);
  return rows[0]?.id ?? 0;
}

export async function usesOf(db: Sql, id: number): Promise<{ used: number; held: number; spent: number }> {
  const { rows } = await sql<{ used: number; held: number; spent: number }>`
    select p.used, p.spent, (select count(*)::int from promotions.programme_uses u
      where u.promotion_id = p.id and u.given_back_at is null) as held
    from promotions.promotions p where p.id = ${id}`.execute(db);
  return rows[0] ?? { used: 0, held: 0, spent: 0 };
}
