/** Drafts of a JSON file: a list of products, products one after the other, or one object with a list `products`. */
import type { Draft } from "../draft.ts";
import { emptyDraft } from "../draft.ts";
import type { Currencies } from "../values/price-text.ts";
import { jsonElements } from "./json-elements.ts";
import { draftOfJson } from "./product-json.ts";

/** Shopify's interface answers products so: one, or a list. */
function isShopifyJson(element: unknown): boolean {
  const { products, product } = element as { products?: unknown; product?: unknown };
  const one: unknown = Array.isArray(products) ? products[0] : (product ?? element);
  if (typeof one !== "object" || one === null || "name" in one || "sku" in one) return false;
  return "title" in one && ["body_html", "vendor", "handle", "product_type"].some((name) => name in one);
}

export async function* readJson(chunks: AsyncIterable<string>, currencies: Currencies): AsyncGenerator<Draft> {
  for await (const { text, line } of jsonElements(chunks)) {
    let element: unknown;
    try {
      element = JSON.parse(text.replaceAll("\\u0000", "")); // PostgreSQL stores no NUL
    } catch (error) {
      const draft = emptyDraft(line);
      draft.problems.push({ line, field: "product", reason: (error as Error).message }); // JSON.parse says where
      yield draft;
      continue;
    }
    if (isShopifyJson(element))
      throw new SyntaxError(
        `line ${line}: this is a product in Shopify's own JSON (title, body_html, vendor). Export the products from ` +
          "Shopify as CSV and import that file.",
      );
    const inner = (element as { products?: unknown }).products;
    if (Array.isArray(inner)) for (const each of inner) yield draftOfJson(each, line, currencies);
    else yield draftOfJson(element, line, currencies);
  }
}
