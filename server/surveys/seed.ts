/** The surveys of the demo shop, open. Their days count from the day of seeding. */
import { SurveyFile } from "contract/surveys/definition.ts";
import { demoData } from "../database/demo-data.ts";
import type { SeedContext } from "../database/seed.ts";
import type { Sql } from "../database/sql.ts";

const DAY_MS = 86_400_000;

export async function seedSurveys(sql: Sql, { now }: SeedContext): Promise<void> {
  const { polls } = SurveyFile.parse(demoData("surveys/surveys.json"));
  const day = (days: number | undefined, sign: 1 | -1) =>
    days === undefined ? null : new Date(now.getTime() + sign * days * DAY_MS);
  const rows = polls.map((definition) => ({
    ...{ id: definition.id, slug: definition.slug, state: "open" as const, definition: JSON.stringify(definition) },
    starts_at: day(definition.when.starts_days_ago, -1),
    ends_at: day(definition.when.ends_days_ahead, 1),
    changed_at: now,
  }));
  await sql.insertInto("surveys.polls").values(rows).execute();
}
