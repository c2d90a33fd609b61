/**
 * Typed properties in words: a figure with its unit, a choice by its label, in the reader's language. Values themselves
 * are language-neutral (`{ "capacity_l": 5.5, "people": { "min": 4, "max": 6 } }`). Pure. rules/catalogue#property-values
 */
import { formatNumber, type Locale } from "contract/values/locale.ts";
import { propertyWords } from "messages/properties.ts";
import { say, type Words } from "../../platform/settings.ts";

export const attributeTypes = ["number", "integer", "bool", "enum", "text", "range", "list"] as const;
export type AttributeType = (typeof attributeTypes)[number];

export type Attribute = {
  code: string;
  type: AttributeType;
  unit: string;
  filterable: boolean;
  label: Words;
  hint: Words;
  options: ReadonlyMap<string, Words>;
};

export type PropertyValue = number | boolean | string | readonly string[] | { min: number; max: number };
export type Properties = Readonly<Record<string, PropertyValue>>;

/** Units of ranges that are counted, not measured, have no sign of their own in the data. */
const countedRange = "people";

/** "5.5 L", "Có", "Từ kết hợp hồng ngoại"; empty when the value does not fit the attribute's type. */
export function valueText(attribute: Attribute, value: PropertyValue, locale: Locale): string {
  const words = propertyWords(locale);
  switch (attribute.type) {
    case "number":
    case "integer":
      return typeof value === "number" ? measure(value, attribute.unit, locale) : "";
    case "bool":
      return value === true ? words.yes : value === false ? words.no : "";
    case "enum":
      return typeof value === "string" ? optionText(attribute, value, locale) : "";
    case "text":
      return typeof value === "string" ? withUnit(freeText(value, locale), attribute.unit, locale) : "";
    case "list":
      return isList(value) ? value.map((each) => optionText(attribute, each, locale)).join(words.comma) : "";
    case "range":
      return isRange(value) ? rangeText(value.min, value.max, attribute.unit || countedRange, locale) : "";
  }
}

/** For a card, where no label stands beside it: "1,700 W", "Số cấp lọc: 9", "Inverter"; empty for what is not there. */
export function specText(attribute: Attribute, value: PropertyValue, locale: Locale): string {
  const text = valueText(attribute, value, locale);
  if (attribute.type === "bool") return value === true ? say(attribute.label, locale) : "";
  const bare = (attribute.type === "integer" || attribute.type === "number") && attribute.unit === "";
  return bare && text ? propertyWords(locale).named(say(attribute.label, locale), text) : text;
}

/** "1,700 W", "24 giờ", 1,700W in Japanese. */
export function measure(value: number, unit: string, locale: Locale): string {
  return withUnit(formatNumber(value, 3), unit, locale);
}

/** "4–6 người"; one figure where both ends are the same. */
export function rangeText(low: number, high: number, unit: string, locale: Locale): string {
  const [from, to] = [formatNumber(low, 3), formatNumber(high, 3)];
  return withUnit(from === to ? from : propertyWords(locale).range(from, to), unit, locale);
}

function withUnit(text: string, unit: string, locale: Locale): string {
  if (!unit || !text) return text;
  const words = propertyWords(locale);
  return `${text}${words.gap}${words.units[unit] ?? unit}`;
}

function optionText(attribute: Attribute, code: string, locale: Locale): string {
  const label = attribute.options.get(code);
  return label ? say(label, locale) : code; // a list without options holds names, such as models
}

/** Figures inside free text take the decimal comma in Vietnamese. */
function freeText(text: string, locale: Locale): string {
  return locale === "vi" && text.includes(".") ? text.replace(/(\d)\.(\d)/g, "$1,$2") : text;
}

export function isRange(value: PropertyValue): value is { min: number; max: number } {
  return typeof value === "object" && "min" in value && "max" in value;
}

export function isList(value: PropertyValue): value is readonly string[] {
  return Array.isArray(value);
}
