/** What /llms.txt says around the shop's own data. https://llmstxt.org, read 2026-11-21 */
import type { llms as vi } from "../../vi/content/llms.ts";

export const llms = {
  about: (p: { name: string; tagline: string }) =>
    `${p.name} is an online shop for home appliances and health-living products in Vietnam. ${p.tagline}.`,
  facts: (p: { methods: string; languages: string }) => [
    "Prices are in Vietnamese đồng (VND), with VAT and without delivery; an order is priced anew by the server.",
    `Payment: ${p.methods}. No account is needed to order.`,
    `Languages: ${p.languages}. Addresses without a prefix are Vietnamese, /en is English, /ja is Japanese.`,
    "Browsing, searching, filtering and ordering all work without JavaScript; product data is in each page's JSON-LD.",
  ],
  seller: (p: { legal_name: string; address: string }) => `Seller: ${p.legal_name}, ${p.address}.`,
  contact: (p: { phone: string; hours: string; email: string }) => `Contact: ${p.phone} (${p.hours}), ${p.email}.`,
  shopping: "Shopping",
  groups: "Product groups",
  search_text: "add ?name= and the words; Vietnamese may be typed without marks",
  cart_text: "cart and checkout on one page",
  lookup_text: "takes an order code and its phone number",
  developers: "For developers and agents",
  openapi: "API description (OpenAPI 3.1)",
  openapi_text: "every call with examples; JSON, same origin as the pages, visitors need no key",
  docs: "API documentation",
  docs_text: "the same, to read",
  sitemap_text: "every address, in three languages",
} satisfies typeof vi;
