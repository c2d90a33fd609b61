/**
 * The sort keys of lists, on the wire. A value that is not listed is taken and means the list's own order; the
 * documentation lists those that mean something. Spec §3 "order (desc), sort (name)"; rules/wire#sorting,
 * rules/catalogue#sorting
 */
import { z } from "zod";

export const productSorts = [
  "featured",
  "newest",
  "best_selling",
  "price_asc",
  "price_desc",
  "discount",
  "name",
  "rating",
] as const;
export type ProductSort = (typeof productSorts)[number];

/** Fields of products with a direction: `sort[price]=asc`. Names of the specification and of other clients among them. */
export const productSortFields = [
  "featured",
  "popularity",
  "newest",
  "created_at",
  "best_selling",
  "sold",
  "price",
  "discount",
  "name",
  "rating",
] as const;

/** `sort[price]=asc`, by one of these. */
export function sortBy(fields: readonly string[]) {
  return z.record(known(fields), z.enum(["asc", "desc"]));
}

/** One of `productSorts`, or `sort[price]=asc`, or the specification's `sort=name&order=desc`. */
export const productSort = z
  .union([known([...new Set([...productSorts, ...productSortFields])]), sortBy(productSortFields)])
  .meta({ description: "What is not listed is the shop's own order" });

function known(values: readonly string[]) {
  return z.string().max(40).meta({ enum: values });
}
