/** All rows of the route table, in the order of the specification's domains. Spec §2. */
import { defaultLocale, locales } from "contract/values/locale.ts";
import { accountPages } from "./account.ts";
import { blockPages } from "./block-pages.ts";
import { cartPages } from "./cart.ts";
import { cataloguePages } from "./catalogue.ts";
import { chatPages } from "./chat.ts";
import { contentPages } from "./content.ts";
import { homePages } from "./home.ts";
import { servicePages } from "./household.ts";
import { identityPages } from "./identity.ts";
import { orderPages } from "./orders.ts";
import type { Page } from "./page.ts";
import { promotionPages } from "./promotions.ts";
import { recruitmentPages } from "./recruitment.ts";
import { reviewPages } from "./reviews.ts";
import { storesPages } from "./stores.ts";
import { surveyPages } from "./surveys.ts";
import { systemPages } from "./system.ts";
import { warrantyPages } from "./warranty.ts";

export const pages: readonly Page[] = [
  ...homePages,
  ...cataloguePages,
  ...cartPages,
  ...orderPages,
  ...contentPages,
  ...blockPages,
  ...identityPages,
  ...accountPages,
  ...storesPages,
  ...recruitmentPages,
  ...surveyPages,
  ...reviewPages,
  ...chatPages,
  ...warrantyPages,
  ...servicePages,
  ...systemPages,
  ...promotionPages,
];

// "en?/ja?": literal segments, so that no other first segment is taken for a language. root.tsx refuses the two together.
const languages = locales.filter((locale) => locale !== defaultLocale).map((locale) => `${locale}?`);

/** The row's path for the router, in every language. */
export function patternOf(page: Page): string {
  return [...languages, page.path].filter(Boolean).join("/");
}

const byPattern = new Map(pages.map((page) => [patternOf(page), page]));

/** The row that a pattern of the router belongs to. */
export function pageAt(pattern: string): Page | undefined {
  return byPattern.get(pattern.replace(/^\/|\/$/g, ""));
}

/** Rows are named by their path: several may share a file. */
export function pageId(page: Page): string {
  return page.path === "" ? "index" : page.path === "*" ? "not-found" : page.path;
}
