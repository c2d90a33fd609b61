/**
 * The warranty as files of other shops state it: a property among others ("Bảo hành: 24 tháng"). Read as what it is,
 * because the page of a product without a warranty says that it has none. Pure.
 */
import { fold } from "contract/values/text.ts";

type Property = readonly [name: string, value: string];

const names = new Set([
  ...["bao hanh", "thoi gian bao hanh", "thoi han bao hanh", "bao hanh chinh hang"],
  ...["warranty", "warranty period", "warranty months"],
]);

/** The months, and the properties that are left. What is said in other words stays a property. */
export function warrantyIn(properties: readonly Property[]): { months: number | undefined; others: Property[] } {
  const told = properties.find(([name, value]) => names.has(fold(name)) && monthsOf(value) !== undefined);
  return { months: told && monthsOf(told[1]), others: properties.filter((each) => each !== told) };
}

/** "24 tháng", "2 năm chính hãng", "12". */
function monthsOf(written: string): number | undefined {
  const text = fold(written);
  if (/^\d{1,3}$/.test(text)) return Number(text);
  const [found, ...more] = text.matchAll(/(?<![\d.,])(\d{1,3}) ?(?:(thang|months?)|nam|years?)(?![a-z])/g);
  if (!found || more.length > 0) return undefined;
  return Number(found[1]) * (found[2] === undefined ? 12 : 1);
}
