/**
 * A text as conditions on the listing index: which products have all of it and how well each fits. Where few have,
 * products of the other reading join them; where none has, those with most of it. From best to least: the very phrase
 * in the name, the category that was named, all words in the name, other words for the same in the name, all words
 * anywhere, other words anywhere. Marks that were typed and are there weigh a little more. rules/search#ranking
 */
import { type RawBuilder, sql } from "kysely";
import { namesPart } from "../index/parts.ts";
import { headQuery, partLexeme, phraseQuery, wordQuery } from "../index/search-document.ts";
import type { Concept, SearchQuery } from "../query/search-query.ts";
import { MAX_COUNTED } from "./counting.ts";
import { type Limits, placesOf } from "./filters.ts";
import { type PageQuery, pageOfMatches } from "./list-page.ts";
import { deepest } from "./rows.ts";
import { isByFit } from "./sorting.ts";

export type TextMatch = {
  /**
   * Table expressions `matched` (columns of the listing index) and for each of the limits `setWithout` it, one more
   * than are counted. `where` is what the filters ask of a match.
   */
  matches(within: Scope, where: RawBuilder<unknown>): RawBuilder<unknown>;
  /** A page of `matched`, those that fit best first where nothing else is asked for. */
  page(asked: PageQuery): RawBuilder<unknown>;
  /** True when no product had all of the text, and these have most of it. */
  isPartial: RawBuilder<unknown>;
  /** True when no product had the text as it was read first. */
  isOther: RawBuilder<unknown>;
  /** True when products of the other reading are among these. */
  hasOther: RawBuilder<unknown>;
};

/** Where a text is looked for: in these categories, among products with all of these choices, within these limits. */
export type Scope = {
  category_ids: readonly number[] | null;
  required: readonly number[] | null;
  limits: readonly Limits[];
};

/** A text that matches more is looked for among this many of its matches, and those the shop likes best. */
const maxMatches = deepest + 1;
/** So many of the matches, the most popular ones, are read term by term to rank how well they fit. */
const MAX_READ = 200;
/** Of a text with too many matches, so many of what the shop likes best are asked whether they match. */
const MAX_LIKED = 240;
const MAX_CONCEPTS = 8; // of a text that is not found as a whole: 2 to the power of this many combinations
/** Fewer than this are few: the other reading is looked for as well. */
const few = 3;

/** Why a product is among the matches; what has more comes first. */
const sources = { complete: 3, other: 2, partial: 1 } as const;
type Source = (typeof sources)[keyof typeof sources];

export function textMatch(query: SearchQuery): TextMatch {
  const all = queryOf(query.concepts);
  const other = query.other ? queryOf(query.other.concepts) : undefined;
  const most = mostOf(required(query.concepts));
  const categories = categoriesOf(query.concepts);
  return {
    matches: (within, where) => {
      const filtered = within.limits.length > 0;
      const matches = (tsquery: string, source: Source) => matching(tsquery, within, maxMatches, source);
      const joined = (table: string, tsquery: string | undefined, source: Source, only: RawBuilder<unknown>) =>
        tsquery === undefined
          ? sql``
          : sql`, ${sql.ref(table)} as materialized (select * from (${matches(tsquery, source)}) m where ${only})`;
      const without = (at: number) => sql`, ${setWithout(at)} as materialized
        (${matching(all, { ...within, limits: within.limits.toSpliced(at, 1) }, MAX_COUNTED + 1, sources.complete)})`;
      // Whether the text stands anywhere at all, filters aside; only asked where few have it with them.
      const broad =
        within.limits.length === 1
          ? sql`select product_id from ${setWithout(0)} limit ${few}`
          : sql`select product_id from (${matching(all, { ...within, limits: [] }, few, sources.complete)}) b
              where (select count(*) < ${few} from complete)`;
      const isFew = (table: string) => sql`(select count(*) < ${few} from ${sql.ref(table)})`;
      const notComplete = (table: string) =>
        sql`not exists (select from complete c where c.product_id = ${sql.ref(table)}.product_id)`;
      const none = sql`not exists (select from complete) ${filtered ? sql`and not exists (select from broad)` : sql``}`;
      const fewHave = sql`${isFew("complete")} ${filtered ? sql`and ${isFew("broad")}` : sql``}`;
      const noOther = other === undefined ? none : sql`${none} and not exists (select from other)`;
      const parts = [
        sql`select * from complete`,
        sql`select ${columns}, source from liked where ${notComplete("liked")}`,
        ...(other === undefined ? [] : [sql`select * from other where ${notComplete("other")}`]),
        ...(most === undefined ? [] : [sql`select * from partial`]),
      ];
      return sql`
        complete as materialized (${matches(all, sources.complete)})
        ${sql.join(
          within.limits.map((_, at) => without(at)),
          sql` `,
        )}
        ${filtered ? sql`, broad as materialized (${broad})` : sql``},
        liked as materialized (select l.*, ${sql.lit(sources.complete)} as source from (${liked(within, categories)}) l
          where words @@ ${all}::tsquery and (select count(*) > ${deepest} from complete))
        ${joined("other", other, sources.other, fewHave)}
        ${joined("partial", most, sources.partial, noOther)},
        matched as materialized (select * from (
          ${sql.join(parts, sql` union all `)}) m where ${where})`;
    },
    page: (asked) => {
      if (asked.sorting.by === "name") return pageOfMatches(asked, withNames);
      if (!isByFit(asked.sorting)) return pageOfMatches(asked, sql`matched`);
      const fit = new Map<Source, RawBuilder<unknown>>([[sources.complete, fitOf(query.concepts)]]);
      if (query.other) fit.set(sources.other, fitOf(query.other.concepts));
      if (most !== undefined) fit.set(sources.partial, sql`${sharesOf(query.concepts)} + ${fitOf(query.concepts)}`);
      return pageByFit(asked, categories, fit);
    },
    isPartial: most === undefined ? sql`false` : sql`exists (select from partial)`,
    isOther: other === undefined ? sql`false` : sql`(exists (select from other) and not exists (select from complete))`,
    hasOther: other === undefined ? sql`false` : sql`exists (select from other)`,
  };
}

/** What is sorted by its name needs one. */
const withNames = sql`(select m.*, (select names from catalogue.shelf h where h.product_id = m.product_id) as names from matched m) n`;

/**
 * The first `MAX_READ` of all matches are read word by word; these come before the others whatever is found in them, so
 * that a page of them needs no others. `fit` of a source: how well its products fit.
 */
function pageByFit(
  asked: PageQuery,
  named: readonly number[],
  fit: ReadonlyMap<Source, RawBuilder<unknown>>,
): RawBuilder<unknown> {
  const rank = sql`source * 1000000 + (category_id = any(${named}::int[]))::int * ${sql.lit(weights.named)}`;
  const cases = [...fit].map(([source, each]) => sql`when ${sql.lit(source)} then ${each}`);
  // The copy reads a product's words once, however many questions are asked of them. Each product is looked up by itself:
  // the planner would rather read the whole index.
  const best = sql`select likely.*, ${rank} + case source ${sql.join(cases, sql` `)} end as rank from (
      select * from matched order by ${rank} desc, in_stock desc, popularity desc, product_id limit ${MAX_READ}) likely,
    lateral (select h.words || ''::tsvector as words from catalogue.shelf h where h.product_id = likely.product_id offset 0) w`;
  const isEnough = asked.page.page * asked.page.limit <= MAX_READ;
  const found = isEnough
    ? sql`best`
    : sql`(select m.*, coalesce(b.rank, ${rank}) as rank
        from matched m left join (select product_id, rank from best) b using (product_id)) f`;
  return sql`(with best as (${best}) select ${pageOfMatches(asked, found, sql`rank`)})`;
}

/** Matches with all limits but this one: what a facet in use counts. */
export function setWithout(at: number): RawBuilder<unknown> {
  return sql.ref(`without_${at}`);
}

/** Of the listing index, as `matching` answers them, whose last one is `source`. */
const columns = sql.raw(
  "product_id, variant_id, category_id, price, in_stock, saving, choices, popularity, created_at, sold, discount_percent, rating_x10, rating_rank, rating_count",
);

function matching(
  tsquery: string,
  { category_ids, required, limits }: Scope,
  most: number,
  source: Source,
): RawBuilder<unknown> {
  const groups = limits.flatMap(({ any_of }) => (any_of ? [any_of] : []));
  const [narrowest, ...others] = groups.toSorted((one, other) => one.length - other.length);
  const chosen = limits.flatMap((each) => (each.category_ids ? [each.category_ids] : []));
  const within = [...(category_ids ? [category_ids] : []), ...chosen];
  const categories = within.length > 0 ? within.reduce((one, other) => one.filter((id) => other.includes(id))) : null;
  const price = limits.find((each) => each.price)?.price;
  const places = categories && placesOf(categories);
  return sql`select * from catalogue.matching(${tsquery}::tsquery, ${most}, ${places}::int[], ${required}::int[],
    ${narrowest ?? null}::int[],
    ${others.length > 0 ? others.map((ids) => `(${ids.join("|")})`).join("&") : null}::catalogue.query_int,
    ${price?.min ?? null}::dong, ${price?.max ?? null}::dong, ${limits.some((each) => each.stocked)},
    ${limits.some((each) => each.reduced)}, ${source})`;
}

/** The most popular products where the text belongs, or of everything: a range of an index for each category. */
function liked({ category_ids }: Scope, named: readonly number[]): RawBuilder<unknown> {
  const inside = named.filter((id) => category_ids?.includes(id) ?? true);
  const places = inside.length > 0 ? inside : category_ids;
  const order = sql`order by in_stock desc, popularity desc, product_id`;
  if (places === null) return sql`select ${columns}, words from catalogue.shelf ${order} limit ${MAX_LIKED}`;
  return sql`select h.* from unnest(${places}::int[]) as c (id), lateral (select ${columns}, words from catalogue.shelf
    where category_id = c.id ${order} limit ${Math.ceil(MAX_LIKED / Math.max(1, places.length))}) h`;
}

function queryOf(concepts: readonly Concept[]): string {
  return required(concepts)
    .map((concept) => concept.query)
    .join(" & ");
}

function required(concepts: readonly Concept[]): Concept[] {
  return concepts.filter((concept) => !concept.is_optional);
}

/** Vietnamese says the thing first: "lõi lọc cho máy lọc nước" is a filter. */
function categoriesOf(concepts: readonly Concept[]): number[] {
  const head = concepts.find((concept) => concept.categories.length > 0);
  return [...new Set(head?.categories)];
}

/**
 * Every smallest choice of concepts that makes up enough of the words: more than half of them, or just half where the thing
 * itself is named ("tủ lạnh 4 cửa"). Undefined for a text of one concept.
 */
function mostOf(concepts: readonly Concept[]): string | undefined {
  if (concepts.length < 2) return undefined;
  const longest = concepts.toSorted((one, other) => weightOf(other) - weightOf(one)).slice(0, MAX_CONCEPTS);
  const weight = (some: readonly Concept[]) => some.reduce((sum, concept) => sum + weightOf(concept), 0);
  const half = weight(concepts) / 2;
  const isEnough = (some: readonly Concept[]) => weight(some) > half || (weight(some) === half && some.some(isThing));
  const choices: string[] = [];
  for (let bits = 1; bits < 2 ** longest.length; bits++) {
    const some = longest.filter((_, index) => bits & (1 << index));
    const isSmallest = isEnough(some) && some.every((each) => !isEnough(some.filter((other) => other !== each)));
    // What is merely mentioned is no answer: the thing itself is named, or all of these words are in the name.
    const query = some.some(isThing) ? queryOf(some) : some.map((each) => each.named).join(" & ");
    if (isSmallest) choices.push(`(${query})`);
  }
  return choices.length > 0 ? choices.join(" | ") : undefined;
}

function isThing({ categories }: Concept): boolean {
  return categories.length > 0;
}

function weightOf({ words }: Concept): number {
  return words.length;
}

/** A class of fit outweighs all marks, the phrase in the name outweighs the category. */
const weights = {
  whole: 1000,
  phrase: 2200,
  /** Its name begins with what was typed. */
  head: 900,
  /** It is no part of something else. */
  thing: 500,
  named: 800,
  words: 600,
  others: 400,
  anywhere: 200,
  mark: 10,
  concept: 20_000,
};

/** Each question includes the ones after it, so most products are asked one. */
function fitOf(all: readonly Concept[]): RawBuilder<unknown> {
  const concepts = required(all);
  const typed = all.flatMap((concept) => concept.words);
  const words = concepts.flatMap((concept) => concept.words);
  if (words.length === 0) return sql`0`;
  const each = (weight: "" | "A") => words.map(({ word, begun }) => wordQuery(word, weight, begun)).join(" & ");
  const named = concepts.map((concept) => concept.named).join(" & ");
  const isPart = namesPart(typed.map(({ spelled }) => spelled).join(" "));
  const marks = [...new Set(typed.flatMap((word) => word.marks ?? []))];
  const parts = [
    ...(typed.length > words.length ? [sql`(${has(phraseQuery(typed, "A"))})::int * ${sql.lit(weights.whole)}`] : []),
    sql`case when ${has(phraseQuery(words, "A"))} then ${sql.lit(weights.phrase)} when ${has(each("A"))} then ${sql.lit(weights.words)}
      when ${has(named)} then ${sql.lit(weights.others)} when ${has(each(""))} then ${sql.lit(weights.anywhere)} else 0 end`,
    sql`(${has(headQuery(words))})::int * ${sql.lit(weights.head)}`,
    ...(isPart ? [] : [sql`(not ${has(wordQuery(partLexeme))})::int * ${sql.lit(weights.thing)}`]),
    ...marks.map((lexeme) => sql`(${has(wordQuery(lexeme))})::int * ${sql.lit(weights.mark)}`),
  ];
  return sql`(${sql.join(parts, sql` + `)})`;
}

/** Where only part of the text is found, more of it comes first, and the thing itself before what it is for. */
function sharesOf(concepts: readonly Concept[]): RawBuilder<unknown> {
  const head = concepts.find((concept) => concept.categories.length > 0);
  const longest = Math.max(...concepts.map(weightOf));
  const weight = (concept: Concept) => (concept === head ? longest + 1 : weightOf(concept)) * weights.concept;
  const had = concepts.map((concept) => sql`(${has(concept.query)})::int * ${sql.lit(weight(concept))}`);
  return had.length > 0 ? sql`(${sql.join(had, sql` + `)})` : sql`0`;
}

function has(tsquery: string): RawBuilder<unknown> {
  return sql`words @@ ${tsquery}::tsquery`;
}
