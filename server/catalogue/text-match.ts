/**
 * A text as conditions on the shelf: which products have all of it (or, where none has, most of it) and how well each
 * fits. From best to least: the very phrase in the name, the category that was named, all words in the name, other words
 * for the same in the name, all words anywhere, other words anywhere. Marks that were typed and are there weigh a little more. facts/vietnam.md 4.
 */
import { type RawBuilder, sql } from "kysely";
import { deepest } from "./rows.ts";
import { phraseQuery, wordQuery } from "./search-document.ts";
import type { Concept, SearchQuery } from "./search-query.ts";

export type TextMatch = {
  /** The table expression `found`: columns of the shelf and `fit`. `names` only where they are sorted by. */
  found(within: Scope, with_names: boolean): RawBuilder<unknown>;
  /** True when no product had all of the text. */
  isPartial: RawBuilder<unknown>;
};

/** Where a text is looked for: in these categories, among products with all of these choices. */
export type Scope = { category_ids: readonly number[] | null; required: readonly number[] | null };

/** A text that matches more is looked for among this many of its matches. */
const most_matches = deepest + 1;
/** So many of them, the ones the shop likes best, are read word by word to tell how well they fit. */
const most_read = 500;
const most_concepts = 8; // of a text that is not found as a whole: 2 to the power of this many combinations

export function textMatch(query: SearchQuery): TextMatch {
  const all = query.concepts.map((concept) => concept.query).join(" & ");
  const most = mostOf(query.concepts);
  const categories = [...new Set(query.concepts.flatMap((concept) => concept.categories))];
  const named = sql`(category_id = any(${categories}::int[]))::int`;
  return {
    found: ({ category_ids, required }, with_names) => {
      const matches = (tsquery: string) => sql`select * from catalogue.matching(${tsquery}::tsquery,
        ${category_ids}::int[], ${required}::int[], ${most_matches})`;
      const partly =
        most === undefined
          ? sql``
          : sql`union all (select m.* from (${matches(most)}) m where not exists (select from complete))`;
      const names = with_names
        ? sql`, (select names from catalogue.shelf h where h.product_id = m.product_id) as names`
        : sql``;
      return sql`
        complete as materialized (${matches(all)}),
        matching as materialized (select * from complete ${partly}),
        likely as (select product_id from matching
          order by ${named} desc, in_stock desc, popularity desc, product_id limit ${most_read}),
        -- The copy reads a product's words once, however many questions are asked of them.
        reading as materialized (select product_id, h.words || ''::tsvector as words
          from likely join catalogue.shelf h using (product_id)),
        fits as (select product_id, ${fitOf(query)} as fit from reading),
        found as materialized (select m.*, ${named} * 8 + coalesce(f.fit, 0) as fit ${names}
          from matching m left join fits f using (product_id))`;
    },
    isPartial: sql`(not exists (select from complete) and exists (select from found))`,
  };
}

/** Every smallest choice of concepts that makes up enough of the words; undefined for a text of one concept. */
function mostOf(concepts: readonly Concept[]): string | undefined {
  if (concepts.length < 2) return undefined;
  const longest = concepts.toSorted((one, other) => other.words.length - one.words.length).slice(0, most_concepts);
  const weight = (some: readonly Concept[]) => some.reduce((sum, concept) => sum + concept.words.length, 0);
  const least = Math.floor(weight(concepts) / 2) + 1; // more than half of the words
  const choices: string[] = [];
  for (let bits = 1; bits < 2 ** longest.length; bits++) {
    const some = longest.filter((_, index) => bits & (1 << index));
    const isSmallest = weight(some) >= least && some.every((each) => weight(some) - each.words.length < least);
    if (isSmallest) choices.push(`(${some.map((concept) => concept.query).join(" & ")})`);
  }
  return choices.length > 0 ? choices.join(" | ") : undefined;
}

/** Each question includes the ones after it, so most products are asked one. */
function fitOf(query: SearchQuery): RawBuilder<unknown> {
  const words = query.concepts.flatMap((concept) => concept.words);
  const has = (tsquery: string) => sql`words @@ ${tsquery}::tsquery`;
  const each = (weight: "" | "A") => words.map(({ word }) => wordQuery(word, weight)).join(" & ");
  const named = query.concepts.map((concept) => concept.named).join(" & ");
  const marks = [...new Set(words.flatMap((word) => word.marks ?? []))].map((lexeme) => wordQuery(lexeme)).join(" & ");
  const parts = [
    sql`case when ${has(phraseQuery(words, "A"))} then 22 when ${has(each("A"))} then 6 when ${has(named)} then 4
      when ${has(each(""))} then 2 else 0 end`,
  ];
  if (marks) parts.push(sql`(${has(marks)})::int`);
  // Where only part of the text is found, more of it comes first.
  if (query.concepts.length > 1) {
    const had = query.concepts.map(
      (concept) => sql`(${has(concept.query)})::int * ${sql.lit(concept.words.length * 32)}`,
    );
    parts.push(sql`case when exists (select from complete) then 0 else ${sql.join(had, sql` + `)} end`);
  }
  return sql`(${sql.join(parts, sql` + `)})`;
}
