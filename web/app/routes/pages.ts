/** All rows of the route table, in the order of the specification's domains. Spec §2. */
import { accountPages } from "./account.ts";
import { cartPages } from "./cart.ts";
import { cataloguePages } from "./catalogue.ts";
import { contentPages } from "./content.ts";
import { homePages } from "./home.ts";
import { orderPages } from "./orders.ts";
import type { Page } from "./page.ts";
import { storesPages } from "./stores.ts";
import { systemPages } from "./system.ts";

export const pages: readonly Page[] = [
  ...homePages,
  ...cataloguePages,
  ...cartPages,
  ...orderPages,
  ...contentPages,
  ...accountPages,
  ...storesPages,
  ...systemPages,
];

/** Rows are named by their path: several may share a file. */
export function pageId(page: Page): string {
  return page.path === "" ? "index" : page.path === "*" ? "not-found" : page.path;
}
