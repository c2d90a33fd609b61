/** The call of a desk, from its description: what may be asked, and what a row holds. rules/office#desks */
import { z } from "zod";
import { type Call, call, type Route } from "../call.ts";
import { unchecked } from "../unchecked.ts";
import { optionalInteger, singleLine } from "../values/fields.ts";
import { type Column, type DeskShape, type Filter, MAX_ROWS, type RowOf } from "./desk.ts";

/** `status=waiting_approval,confirmed`: one or several of them. */
const someOf = (options: readonly string[]) => {
  const one = `(?:${options.join("|")})`;
  return z
    .string()
    .max(1000)
    .regex(new RegExp(`^${one}(?:,${one})*$`), "malformed_value");
};
const DAY = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`;
/** `2026-11-01..2026-11-27`, each end may be open: days of Việt Nam, both included. */
const days = z.string().regex(new RegExp(`^(?:${DAY})?\\.\\.(?:${DAY})?$`), "malformed_value");

function filterSchema(filter: Filter): z.ZodType<string> {
  switch (filter.kind) {
    case "choice":
      return someOf(filter.options);
    case "flag":
      return z.enum(["yes", "no"], { error: "malformed_value" });
    case "days":
      return days;
    case "text":
      return singleLine(100);
  }
}

function cellSchema({ kind, options, nullable, right }: Column): z.ZodType {
  const of = (): z.ZodType => {
    switch (kind) {
      case "dong":
      case "number":
        return z.int();
      case "flag":
        return z.boolean();
      default:
        return options ? z.enum([...options] as [string, ...string[]]) : z.string();
    }
  };
  return nullable || right ? of().nullable() : of();
}

/** What of a list is asked: filters by their names, `q` what is searched for, `sort` one of the desk's orders. */
export type DeskQuery<D extends DeskShape> = { [K in keyof D["filters"]]?: string | undefined } & {
  q?: string | undefined;
  sort?: D["sorts"][number] | undefined;
};
export type DeskPage<D extends DeskShape> = DeskQuery<D> & {
  after?: string | undefined;
  limit?: number | undefined;
};

function queryFields(desk: DeskShape): Record<string, z.ZodType> {
  const filters = Object.entries(desk.filters).map(([name, filter]) => [name, filterSchema(filter).optional()]);
  return {
    ...Object.fromEntries(filters),
    q: singleLine(100).optional(),
    sort: z.enum([...desk.sorts] as [string, ...string[]], { error: "malformed_value" }).optional(),
  };
}

/** Filters and order, and what is searched for where that is asked: a view keeps none of it. */
export function deskFilters(
  desk: DeskShape,
  { search }: { search: boolean } = { search: false },
): z.ZodType<Readonly<Record<string, string>>> {
  const { q, ...fields } = queryFields(desk);
  return unchecked(z.strictObject(search && q ? { ...fields, q } : fields));
}

function rowSchema<D extends DeskShape>(desk: D): z.ZodType<RowOf<D>> {
  const cells = Object.entries(desk.columns).map(([name, column]) => [name, cellSchema(column)]);
  return unchecked(z.object(Object.fromEntries(cells)));
}

/** How many rows fit: exact up to 10,000, beyond that about so many. */
export const RowCount = z.object({ rows: z.int(), exact: z.boolean() });
export type RowCount = z.infer<typeof RowCount>;

export type DeskAnswer<D extends DeskShape> = {
  rows: RowOf<D>[];
  next: string | null;
  count: RowCount;
  as_of: string;
};
type DeskRow<R extends Route, D extends DeskShape> = Call<
  R,
  z.ZodType<DeskPage<D>, DeskPage<D>>,
  z.ZodType<DeskAnswer<D>, DeskAnswer<D>>
>;

/** The row of the contract for a desk's list. Columns a caller may not see are null. */
export function deskCall<const R extends Route, D extends DeskShape>(
  route: R,
  desk: D,
  { summary, example = {}, through_maintenance = false }: Described,
): DeskRow<R, D> {
  return unchecked(
    call(route, {
      summary,
      who: { staff: desk.right },
      details:
        "Keyset paging: `next` of the answer is `after` of the next page. Filters take several values with commas; days are `2026-11-01..2026-11-27`. What belongs to a person is masked.",
      input: z.object({
        ...queryFields(desk),
        after: z.string().max(400).optional(),
        limit: optionalInteger(1, MAX_ROWS),
      }),
      output: z.object({
        rows: z.array(rowSchema(desk)),
        /** Names the page after this one; null at the end. */
        next: z.string().nullable(),
        count: RowCount,
        as_of: z.string(),
      }),
      through_maintenance,
      example: { input: example },
    }),
  );
}

type Described = { summary: string; example?: Record<string, string>; through_maintenance?: boolean };

/** A list as a file, made of what was asked. */
const DeskFile = z.object({ name: z.string(), rows: z.int(), content: z.string() });
type DeskFile = z.infer<typeof DeskFile>;
type DeskFileRow<R extends Route, D extends DeskShape> = Call<
  R,
  z.ZodType<DeskQuery<D>, DeskQuery<D>>,
  z.ZodType<DeskFile, DeskFile>
>;

/** The row of the contract for a desk's list as a CSV file: every column the caller may see, masked as in the list. */
export function deskFileCall<const R extends Route, D extends DeskShape>(
  route: R,
  desk: D,
  { summary, example = {} }: Described,
): DeskFileRow<R, D> {
  return unchecked(
    call(route, {
      summary,
      who: { staff: desk.right },
      details:
        "UTF-8 with a byte order mark, commas, ISO times, plain digits. A cell that would begin a formula is quoted by an apostrophe.",
      input: z.object(queryFields(desk)),
      output: DeskFile,
      errors: ["above_maximum"],
      limit: { times: 60, seconds: 3600, per: "session" },
      example: { input: example },
    }),
  );
}
