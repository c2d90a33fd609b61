/** Drafts of a JSON file: a list of products, products one after the other, or one object with a list `products`. */
import type { Draft } from "./draft.ts";
import { emptyDraft } from "./draft.ts";
import { jsonElements } from "./json-elements.ts";
import type { Currencies } from "./price-text.ts";
import { draftOfJson } from "./product-json.ts";

export async function* readJson(chunks: AsyncIterable<string>, currencies: Currencies): AsyncGenerator<Draft> {
  for await (const { text, line } of jsonElements(chunks)) {
    let element: unknown;
    try {
      element = JSON.parse(text.replaceAll("\\u0000", "")); // PostgreSQL keeps no such sign
    } catch (error) {
      const draft = emptyDraft(line);
      draft.problems.push({ line, field: "product", reason: (error as Error).message }); // JSON.parse says where
      yield draft;
      continue;
    }
    const inner = (element as { products?: unknown }).products;
    if (Array.isArray(inner)) for (const each of inner) yield draftOfJson(each, line, currencies);
    else yield draftOfJson(element, line, currencies);
  }
}
