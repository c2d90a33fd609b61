/**
 * Shopify's metafields as properties of products: what a shopper reads, and not what other programs store there (ratings,
 * recommendations, settings of feeds). Shopify help "Metafields", "Standard metafields", read 2026-11-22. Pure.
 */
import { cleanName, isHtml } from "../values/clean-text.ts";

const column = /^(.*?)\s*\(product\.metafields\.([^.)]+)\.[^)]+\)$/i;
/** Namespaces of programs: their values mean nothing to a reader. */
const others =
  /^(?:shopify--.*|mm-google-shopping|app--.*|reviews|judgeme|yotpo|loox|okendo|stamped|spr|seo|global|facts?)$/i;

/** The property a column is, and how its values read; undefined where it is none. */
export function propertyOfColumn(
  name: string,
): { label: string; read: (value: string) => string | undefined } | undefined {
  const [, label = "", namespace = ""] = column.exec(name) ?? [];
  if (label.trim() === "" || others.test(namespace)) return undefined;
  return { label: label.trim(), read: namespace.toLowerCase() === "shopify" ? standardValue : ownValue };
}

/** "fabric__cotton; fabric__polyester" is a list of entries of Shopify's taxonomy: "Cotton, Polyester". */
function standardValue(value: string): string | undefined {
  const entries = value.split(/\s*;\s*/).map((entry) => {
    const [, code] = /^[a-z0-9-]+__([a-z0-9-]+)$/.exec(entry.trim()) ?? [];
    return code === undefined ? entry.trim() : code.replaceAll("-", " ");
  });
  return ownValue(entries.map((entry) => entry.charAt(0).toUpperCase() + entry.slice(1)).join(", "));
}

/** Texts and lists of texts; references, and rich text in JSON, are for programs. */
function ownValue(value: string): string | undefined {
  const text = value.trim();
  if (/gid:\/\/shopify\//.test(text) || text.startsWith("{")) return undefined;
  if (!text.startsWith("[")) return read(text);
  const entries = listIn(text);
  return entries?.every((entry) => typeof entry === "string") ? read(entries.join(", ")) : undefined;
}

/** Without tags; what is nothing but tags says nothing. */
function read(text: string): string | undefined {
  return (isHtml(text) ? cleanName(text) : text) || undefined;
}

function listIn(text: string): unknown[] | undefined {
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : undefined;
  } catch {
    return [text]; // a text that only begins like a list
  }
}
