/**
 * A text as conditions on the shelf: which products have all of it (or, where none has, most of it) and how well each
 * fits. From best to least: the very phrase in the name, the category that was named, all words in the name, all words
 * anywhere, other words for the same. Marks that were typed and are there weigh a little more. facts/vietnam.md 4.
 */
import { type RawBuilder, sql } from "kysely";
import { quote } from "./search-document.ts";
import type { SearchQuery } from "./search-query.ts";
import { followedBy } from "./vocabulary.ts";

export type TextMatch = {
  /** The table expression `found`: the shelf's columns and `fit`, within `scope`. */
  found(scope: RawBuilder<unknown>): RawBuilder<unknown>;
  /** True when no product had all of the text. */
  isPartial: RawBuilder<unknown>;
};

/** Texts that match more are ranked among this many of their matches. */
const most_matches = 10_000;
const least_share = 0.5; // of the words, where no product has all of them
const columns = sql.raw(
  "product_id, variant_id, category_id, price, in_stock, saving, choices, popularity, created_at, sold, discount_percent, names",
);

export function textMatch(query: SearchQuery): TextMatch {
  const concepts = query.concepts.map((concept) => concept.query);
  const all = concepts.join(" & ");
  const weights = query.concepts.map((concept) => concept.words.length);
  const least = Math.ceil(weights.reduce((sum, weight) => sum + weight, 0) * least_share);
  const had = sql.join(
    concepts.map((concept, at) => sql`(words @@ ${concept}::tsquery)::int * ${sql.lit(weights[at] ?? 1)}`),
    sql` + `,
  );
  const fit = fitOf(query);
  return {
    found: (scope) => sql`
      complete as materialized (select ${columns}, ${fit} as fit from catalogue.shelf
        where words @@ ${all}::tsquery and ${scope} limit ${most_matches}),
      found as materialized (select * from complete union all
        select ${columns}, (${had}) * 64 + ${fit} as fit from catalogue.shelf
        where not exists (select from complete) and ${concepts.length > 1 ? sql`true` : sql`false`}
          and words @@ ${concepts.join(" | ")}::tsquery and ${had} >= ${least} and ${scope} limit ${most_matches})`,
    isPartial: sql`(not exists (select from complete) and exists (select from found))`,
  };
}

function fitOf(query: SearchQuery): RawBuilder<unknown> {
  const words = query.concepts.flatMap((concept) => concept.words);
  const categories = [...new Set(query.concepts.flatMap((concept) => concept.categories))];
  const marks = words.flatMap((word) => word.marks ?? []);
  const bonus = (weight: number, tsquery: string) => sql`(words @@ ${tsquery}::tsquery)::int * ${sql.lit(weight)}`;
  const parts = [
    bonus(16, followedBy(words, ":A")),
    sql`(category_id = any(${categories}::int[]))::int * 8`,
    bonus(4, words.map(({ word }) => `${quote(word)}:A`).join(" & ")),
    bonus(2, words.map(({ word }) => quote(word)).join(" & ")),
  ];
  if (marks.length > 0) parts.push(bonus(1, marks.map(quote).join(" & ")));
  return sql`(${sql.join(parts, sql` + `)})`;
}
