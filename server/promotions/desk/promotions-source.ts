/** The desk of promotions in SQL. A state follows from the clock. rules/promotions#desk */

import { promotionsDesk } from "contract/promotions/promotions-desk.ts";
import { unchecked } from "contract/unchecked.ts";
import { sql } from "kysely";
import { withinDays } from "../../platform/list/desk-query.ts";
import type { DeskSource } from "../../platform/list/desk-source.ts";
import { codeDigest } from "../codes.ts";
import { type RuleReading, ruleJson, stateAt } from "./reading.ts";
import { ruleText } from "./sentence.ts";

/** Drafts without a window come after all others. */
const starts = sql`coalesce(d.planned_starts_at, d.starts_at, 'infinity')`;
const ends = sql`coalesce(d.planned_ends_at, d.ends_at, 'infinity')`;

export const promotionsSource: DeskSource<typeof promotionsDesk> = {
  desk: promotionsDesk,
  from: sql`promotions.desk d`,
  id: sql<number>`d.number`,
  filters: {
    state: (states, now) => sql<boolean>`${stateAt(sql`${now}::timestamptz`)} = any (${[...states]}::text[])`,
    kind: (kinds) => sql<boolean>`d.kind = any (${[...kinds]}::text[])`,
    begins: (days) => withinDays(starts, days),
    ends: (days) => withinDays(ends, days),
  },
  sorts: {
    newest: { by: sql`d.number`, type: "bigint", direction: "desc" },
    ending: { by: ends, type: "timestamptz", direction: "asc" },
    starting: { by: starts, type: "timestamptz", direction: "asc" },
  },
  columns: {
    code: sql`d.code`,
    title: sql`d.title::text`,
    kind: sql`d.kind`,
    rule: sql`(${ruleJson})::text`,
    starts_at: sql`coalesce(d.planned_starts_at, d.starts_at)`,
    ends_at: sql`coalesce(d.planned_ends_at, d.ends_at)`,
    used: sql`d.used`,
    quota: sql`d.max_uses`,
    cost: sql`d.cost`,
    state: stateAt(sql`now()`),
  },
  search: (typed) => {
    const digest = codeDigest(typed);
    const named = sql<boolean>`(d.title ->> 'vi' ilike ${`%${typed.replaceAll(/[\\%_]/g, "\\$&")}%`} or d.code = upper(${typed}))`;
    return digest === null
      ? named
      : sql<boolean>`(${named} or not d.is_draft and d.code = 'KM-' || (
          select c.promotion_id from promotions.codes c where c.digest = ${digest}::bytea))`;
  },
  shown: (row, _, locale) => {
    const title = unchecked<{ vi: string; en?: string }>(JSON.parse(row.title)); // as the view says it
    const reading = unchecked<RuleReading>(JSON.parse(row.rule)); // as the view says it
    return { ...row, title: (locale === "en" && title.en) || title.vi, rule: ruleText(locale, reading) };
  },
};
