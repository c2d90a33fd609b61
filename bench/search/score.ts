/**
 * How well the search answers: a judged set of texts, each with the products a Vietnamese shopper would call right, searched
 * in the demo shop. A third of the set is held out: read as a sum and never fixed one by one, so that it tells
 * what the search does with texts it was not tuned for. Judgements say what is right, not what the engine answers.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProductCard, ProductList } from "contract/catalogue/catalogue.ts";
import { slugify } from "contract/values/text.ts";

export type Judgement = {
  kind: string;
  query: string;
  /** Models ("RC-15F") and slugs of categories, all of whose products are right. Empty: nothing may be found. */
  want: readonly string[];
  held_out?: boolean;
};

export type Answer = Judgement & {
  /** Place of the first right product, from 1; null where it is not among the first ten. */
  rank: number | null;
  /** Of the places that right products could fill among the first ten, how many they do fill: 0 to 1. */
  filled: number;
  is_empty: boolean;
  first: string[];
};

export type Score = {
  asked: number;
  /** Share of texts with a right product among the first ten. */
  hit_rate: number;
  /** One over the place of the first right product, on average. */
  mean_reciprocal_rank: number;
  filled: number;
  /** Share of texts that should find something and find nothing. */
  wrongly_empty: number;
  /** Share of texts for which the shop has nothing, and says so. */
  rightly_empty: number;
};

const FIRST_PLACES = 10;

function judgements(): Judgement[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, "judgements.json"), "utf8")) as Judgement[];
}

type Search = (query: string) => Promise<Pick<ProductList, "data" | "meta">>;

export async function askAll(search: Search, asked: readonly Judgement[] = judgements()): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const judgement of asked) {
    const list = await search(judgement.query);
    answers.push(validated(judgement, list.data.slice(0, FIRST_PLACES), list.meta.total));
  }
  return answers;
}

function validated(judgement: Judgement, cards: readonly ProductCard[], total: number): Answer {
  const right = cards.map((card) => judgement.want.some((wanted) => isMeant(wanted, card)));
  const at = right.indexOf(true);
  const models = judgement.want.filter(isModel).length;
  const possible = models < judgement.want.length ? Math.min(FIRST_PLACES, Math.max(total, 1)) : models;
  const found = right.filter(Boolean).length;
  return {
    ...judgement,
    rank: at === -1 ? null : at + 1,
    filled: possible > 0 ? Math.min(1, found / Math.min(possible, FIRST_PLACES)) : 0,
    is_empty: total === 0,
    first: cards.slice(0, 3).map((card) => card.name),
  };
}

function isModel(wanted: string): boolean {
  return wanted !== wanted.toLowerCase();
}

function isMeant(wanted: string, card: ProductCard): boolean {
  return isModel(wanted) ? `-${card.slug}-`.includes(`-${slugify(wanted)}-`) : card.category_slug === wanted;
}

export function isMiss({ want, rank, is_empty }: Answer): boolean {
  return want.length === 0 ? !is_empty : rank === null;
}

export function scoreOf(answers: readonly Answer[]): Score {
  const wanting = answers.filter(({ want }) => want.length > 0);
  const others = answers.filter(({ want }) => want.length === 0);
  return {
    asked: answers.length,
    hit_rate: mean(wanting.map(({ rank }) => (rank === null ? 0 : 1))),
    mean_reciprocal_rank: mean(wanting.map(({ rank }) => (rank === null ? 0 : 1 / rank))),
    filled: mean(wanting.map(({ filled }) => filled)),
    wrongly_empty: mean(wanting.map(({ is_empty }) => Number(is_empty))),
    rightly_empty: mean(others.map(({ is_empty }) => Number(is_empty))),
  };
}

function mean(values: readonly number[]): number {
  return values.length === 0 ? 1 : values.reduce((sum, value) => sum + value, 0) / values.length;
}
