/**
 * What a desk is: a list of the office, described once. From the description come the row of its call, the fields a caller
 * may filter by, the sort orders, what may be done to many rows at once, and what the screen shows. Pure, without zod,
 * because screens read it too. rules/office#desks
 */
import type { Permission } from "../staff/permissions.ts";

export const columnKinds = ["text", "code", "choice", "dong", "number", "time", "day", "flag"] as const;

export type Column = {
  kind: (typeof columnKinds)[number];
  /** Of a choice: its values. */
  options?: readonly string[];
  /** Some rows have none. */
  nullable?: true;
  /** Null for who lacks it, and not offered to them. */
  right?: Permission;
  /** Something of a person: masked in lists and files for everybody. */
  personal?: true;
  /** Shown until a person chooses their own columns. */
  shown: boolean;
};

/** One or several of these values · yes or no · days from and to, one of them open · a text. */
export type Filter =
  | { kind: "choice"; options: readonly string[] }
  | { kind: "flag" }
  | { kind: "days" }
  | { kind: "text" };

/** An act on many rows at once. What may go wrong for a row is said at that row. */
export type BulkAct = {
  right: Permission;
  /** What is said to the customer with it. */
  note: "optional" | "required";
  /** At most so many at once, each by its name: an act that cannot be taken back. */
  most?: number;
};

/** A view everybody has and nobody can lose: what its address says beside the path. */
export type SystemView = { query: Readonly<Record<string, string>> };

export type DeskShape = {
  /** Names it in addresses of calls, in stored views and in the office's texts. */
  name: string;
  right: Permission;
  columns: Readonly<Record<string, Column>>;
  /** The column that names a record; its link is the row's. */
  key: string;
  filters: Readonly<Record<string, Filter>>;
  /** The first is the desk's own order. */
  sorts: readonly string[];
  acts: Readonly<Record<string, BulkAct>>;
  views: Readonly<Record<string, SystemView>>;
};

/** Keeps the names of a description for the compiler. */
export function desk<const D extends DeskShape>(shape: D): D {
  return shape;
}

type Value<C extends Column> = C["kind"] extends "dong" | "number"
  ? number
  : C["kind"] extends "flag"
    ? boolean
    : C extends { options: readonly (infer O)[] }
      ? O
      : string;

/** A row as the desk's call answers it. */
export type RowOf<D extends DeskShape> = {
  -readonly [K in keyof D["columns"]]: D["columns"][K] extends { nullable: true } | { right: Permission }
    ? Value<D["columns"][K]> | null
    : Value<D["columns"][K]>;
};

/** Figures stand at the right. */
export const isFigure = ({ kind }: Column): boolean => kind === "dong" || kind === "number";

/** Beyond so many rows a list says about how many there are. */
export const EXACT_COUNT = 10_000;

/** Rows of a page: the desk's own, and at most. */
export const PAGE_ROWS = 24;
export const MAX_ROWS = 100;
/** The two ways a person has rows: as they are, or closer together. */
export const densities = ["normal", "dense"] as const;
export type Density = (typeof densities)[number];

/** A file of a list has so many rows at most. */
export const MAX_FILE_ROWS = 5_000;
