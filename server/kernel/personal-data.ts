/**
 * The personal data of a domain: its `personal-data.ts` lists every table that has some, with every
 * column. server/privacy/personal-data-map.ts joins them; exports are made from the map, and an erasure is checked
 * against it. rules/privacy#personal-data-map
 */
import type { DB } from "../../db/tables.ts";

export type Holding<Column extends string = string> = {
  /** Which rows are a customer's; `$customer` is the id. */
  belongs: string;
  what: string;
  why: string;
  kept: string;
  seen_by: string;
  /** deleted: no row stays. blanked: the row stays without the person. retained: the law or a proof needs it as it is. */
  erasure: "deleted" | "blanked" | "retained";
  /** Columns exported to their owner. */
  exported: readonly Column[];
  /** Theirs, but secret even from a copy: hashes, keys, what is encrypted. */
  withheld?: readonly Column[];
  /** What is no personal data. */
  plain?: readonly Column[];
};

/** Tables of one PostgreSQL schema, each with what it holds. */
export type PersonalData<Schema extends string> = {
  readonly [Table in keyof DB & `${Schema}.${string}`]?: Holding<keyof DB[Table] & string>;
};

export const OWNER = "customer_id = $customer";
export const TAX_LAW = "10 years, as accounting law asks of sold goods";
