/**
 * Tags of the parts this version of the shop has. An entry of the demo data, and a page or block, whose `needs` name another
 * tag is left out.
 */
export const builtFeatures: ReadonlySet<string> = new Set([
  "identity",
  "content",
  "contact",
  "chat",
  "stores",
  "catalogue",
  "recruitment",
  "promotions",
  "points",
  "payments",
  "loyalty",
  "warranty",
  "service",
]);

export const hasFeatures = (needs: readonly string[]): boolean => needs.every((need) => builtFeatures.has(need));
