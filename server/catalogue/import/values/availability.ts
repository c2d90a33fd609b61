/**
 * Stock as files state it: a number, or that there is some ("in stock", "Còn hàng"), or none. Products in stock
 * without a number get the number staff set, or none. Pure. docs/import.md
 */
import { fold } from "contract/values/text.ts";

export type Counting = {
  /** Units of what is in stock and not counted; undefined says nothing. */
  in_stock_pieces?: number | undefined;
};

const some = new Set(["in stock", "instock", "available", "con hang", "co san", "san hang"]);
const none = new Set(["out of stock", "outofstock", "sold out", "unavailable", "het hang", "tam het hang"]);

/** The field `stock`: a number as it was written, or what the words mean. */
export function piecesOf(written: string | undefined, { in_stock_pieces }: Counting): string | undefined {
  const said = fold(written ?? "").replaceAll("_", " ");
  if (none.has(said)) return "0";
  return some.has(said) ? uncounted({ in_stock_pieces }) : written;
}

export function uncounted({ in_stock_pieces }: Counting): string | undefined {
  return in_stock_pieces === undefined ? undefined : String(in_stock_pieces);
}
