/** A desk's description with its SQL: where rows come from, what each filter and order means there. rules/office#desks */
import type { DeskShape, Filter, RowOf } from "contract/desks/desk.ts";
import type { Locale } from "contract/values/locale.ts";
import type { RawBuilder } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import type { DeskCaller } from "./desk-caller.ts";

/** What a filter is given: values of a choice, a yes or no, the two ends of days, a text. */
export type Given<F extends Filter> = F["kind"] extends "choice"
  ? readonly string[]
  : F["kind"] extends "flag"
    ? boolean
    : F["kind"] extends "days"
      ? Days
      : string;
/** Days of Việt Nam, both included; null where the end is open. */
export type Days = { from: string | null; to: string | null };

export type Sort = {
  /** Never null, or its rows would be on no page. */
  by: RawBuilder<unknown>;
  type: "timestamptz" | "bigint" | "text";
  direction: "asc" | "desc";
};

export type DeskSource<D extends DeskShape> = {
  desk: D;
  /** `orders.orders o`: one row of the list for each of its rows. */
  from: RawBuilder<unknown>;
  /** Its number: orders rows that are alike. */
  id: RawBuilder<number>;
  filters: { [K in keyof D["filters"]]: (given: Given<D["filters"][K]>, now: Date) => RawBuilder<boolean> };
  sorts: Record<D["sorts"][number], Sort>;
  /** What else the columns need; joined for the rows of a page alone. */
  joins?: RawBuilder<unknown>;
  columns: Record<keyof D["columns"], RawBuilder<unknown>>;
  /** What a typed text finds; null: nothing can be found by it. Without one the list has no search. */
  search?: (typed: string, caller: DeskCaller) => RawBuilder<boolean> | null;
  /** The rows a person may see at all. Null: all. */
  scope?: (caller: DeskCaller) => RawBuilder<boolean> | null;
  /** For acts on many rows: the version that an act names, and when a row changed last. */
  version?: RawBuilder<number>;
  changed_at?: RawBuilder<Date>;
  /** A row as the caller may see it, and says it: what is personal is masked here. */
  shown?: (row: RowOf<D>, caller: DeskCaller, locale: Locale) => RowOf<D>;
};

/** What is done to each row of an act on many, through the functions of the act on one. A conflict skips the row. */
export type DeskActs<D extends DeskShape> = {
  [K in keyof D["acts"]]: (ctx: Ctx, row: { key: string; version: number }, note: string) => Promise<unknown>;
};

/** A source of any desk. */
export type AnyDesk = DeskSource<DeskShape>;
