/**
 * A property as a file writes it ("1,8 lít", "Có", "Inox 304") as the value the shop stores: a figure in the attribute's
 * unit, a yes or no, the code of an option. Pure.
 */
import { fold } from "contract/values/text.ts";
import { type Attribute, isList, isRange, type PropertyValue } from "../../products/property-values.ts";
import { cleanLine } from "./clean-text.ts";

/** One of the first, in units of the second. */
const conversions: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  L: { l: 1, lit: 1, liter: 1, litre: 1, ml: 0.001, cc: 0.001 },
  ml: { ml: 1, cc: 1, l: 1000, lit: 1000 },
  W: { w: 1, watt: 1, kw: 1000 },
  kg: { kg: 1, g: 0.001, gram: 0.001 },
  cm: { cm: 1, mm: 0.1, m: 100, inch: 2.54 },
  mm: { mm: 1, cm: 10, m: 1000 },
  m: { m: 1, cm: 0.01 },
  h: { h: 1, gio: 1, hour: 1, hours: 1, phut: 1 / 60, min: 1 / 60 },
  Pa: { pa: 1, kpa: 1000 },
  kPa: { kpa: 1, pa: 0.001 },
};
const yes = new Set(["co", "yes", "true", "1", "x", "on"]);
const no = new Set(["khong", "no", "false", "0", "off"]);

/** The value in the attribute's type; undefined where the text does not fit it. */
export function readProperty(attribute: Attribute, written: unknown): PropertyValue | undefined {
  const text = typeof written === "string" ? written : typeof written === "object" ? undefined : String(written);
  switch (attribute.type) {
    case "number":
    case "integer": {
      const value = typeof written === "number" ? written : figureIn(text ?? "", attribute.unit);
      return value === undefined || (attribute.type === "integer" && !Number.isInteger(value)) ? undefined : value;
    }
    case "bool":
      return typeof written === "boolean" ? written : yesOrNo(text ?? "");
    case "enum":
      return text === undefined ? undefined : optionOf(attribute, text);
    case "text":
      return text === undefined ? undefined : cleanLine(text) || undefined;
    case "list":
      return listOf(
        attribute,
        Array.isArray(written) ? written.map(String) : (text ?? "").split(/;/.test(text ?? "") ? ";" : ","),
      );
    case "range":
      return typeof written === "object" ? rangeOf(written) : rangeIn(text ?? "");
  }
}

function yesOrNo(text: string): boolean | undefined {
  const folded = fold(text);
  return yes.has(folded) ? true : no.has(folded) ? false : undefined;
}

function figureIn(text: string, unit: string): number | undefined {
  const found = /^(?:khoang |~ ?)?(-?\d+(?:[.,]\d+)?|\d{1,3}(?:[.,]\d{3})+) ?((?:[^\d.,].*)?)$/.exec(fold(text));
  if (!found) return undefined;
  const [, figure = "", writtenUnit = ""] = found;
  const grouped = /^\d{1,3}([.,])\d{3}$/.test(figure) && !/^0/.test(figure);
  const value = Number(grouped ? figure.replace(/[.,]/g, "") : figure.replace(",", "."));
  const named = writtenUnit.replace(/[.\s]/g, "");
  if (!Number.isFinite(value)) return undefined;
  if (named === "" || named === fold(unit).replace(/[.\s]/g, "")) return value;
  const factor = conversions[unit]?.[named];
  return factor === undefined ? undefined : Number((value * factor).toFixed(4));
}

export function optionOf({ options }: Pick<Attribute, "options">, text: string): string | undefined {
  if (options.has(text)) return text;
  const folded = fold(text);
  for (const [code, label] of options) {
    if (fold(code) === folded || Object.values(label).some((each) => each !== "" && fold(each) === folded)) return code;
  }
  return undefined;
}

/** A list without options holds names. */
function listOf(attribute: Attribute, written: readonly string[]): string[] | undefined {
  const texts = written.map(cleanLine).filter((each) => each !== "");
  if (attribute.options.size === 0) return texts.length > 0 ? texts : undefined;
  const codes = texts.map((text) => optionOf(attribute, text));
  return codes.length > 0 && codes.every((code) => code !== undefined) ? codes : undefined;
}

function rangeOf(written: unknown): { min: number; max: number } | undefined {
  const { min, max } = (written ?? {}) as { min?: unknown; max?: unknown };
  return typeof min === "number" && typeof max === "number" && min <= max ? { min, max } : undefined;
}

/** The value as a table has it; `readProperty` gives it back. */
export function propertyText(value: PropertyValue): string {
  if (typeof value === "number") return /^\d{1,3}\.\d{3}$/.test(String(value)) ? `${value}0` : String(value); // no thousands
  if (isList(value)) return value.length === 1 && value[0]?.includes(",") ? `${value[0]};` : value.join(";");
  if (!isRange(value)) return String(value);
  const isShort = [value.min, value.max].every((end) => Number.isInteger(end) && end >= 0 && end < 10_000);
  return isShort ? `${value.min}-${value.max}` : JSON.stringify(value);
}

function rangeIn(text: string): { min: number; max: number } | undefined {
  if (text.startsWith("{")) return rangeOf(parsed(text));
  const [, from, to] = /^(\d{1,4})(?: ?(?:-|–|~|den|to) ?(\d{1,4}))?(?: ?\D*)?$/.exec(fold(text)) ?? [];
  if (from === undefined) return undefined;
  return rangeOf({ min: Number(from), max: Number(to ?? from) });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // no range, then
  }
}
