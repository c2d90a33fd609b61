/** The search terms of a new shop (catalogue/search-synonyms.json) as rows of catalogue.search_terms. */

import { demoData } from "../database/demo-data.ts";
import type { SearchTerm, TermKind } from "./query/search-terms.ts";

type Source = {
  groups: string[][];
  one_way: { from: string; to: string[] }[];
  stop_words: Record<string, string[]>;
  intent_words: string[];
  abbreviations: Record<string, string>;
};

export function defaultSearchTerms(): SearchTerm[] {
  const source = demoData<Source>("catalogue/search-synonyms.json");
  const plain = (kind: TermKind, terms: string[]): SearchTerm[] =>
    [...new Set(terms)].map((term) => ({ kind, term, meanings: [] }));
  return [
    ...source.groups.map(([term = "", ...meanings]): SearchTerm => ({ kind: "group", term, meanings })),
    ...source.one_way.map(({ from, to }): SearchTerm => ({ kind: "leads_to", term: from, meanings: to })),
    ...plain("stop", Object.values(source.stop_words).flat()),
    ...plain("intent", source.intent_words),
    ...Object.entries(source.abbreviations).map(
      ([term, meaning]): SearchTerm => ({ kind: "abbreviation", term, meanings: [meaning] }),
    ),
  ];
}
