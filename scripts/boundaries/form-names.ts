/**
 * Names of form fields in the screens. One that a call reads is written from the call (`web/app/forms/field-names.ts`), so
 * that a renamed field does not compile; a plain text is left for what no call reads.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, nameOf, visitSyntax } from "./syntax.ts";

/** Read by readForm or by the action of the screen alone, beside those that `OwnField` lists. */
const OWN = new Set([
  "intent",
  "idempotency_key",
  "return_to",
  "act_as",
  "address_filled",
  "address_id",
  "avatar",
  "picture",
  "chosen",
  "has_gift",
  "on[]",
]);
const OWN_TYPE = /type OwnField =([^;]+);/;
/** Of forms that are links: what the page's URL says (web/app/paths.ts). */
const OF_QUERIES = new Set([
  "q",
  "tinh",
  "loai",
  "luong",
  "name",
  "sort",
  "find",
  "facet",
  "facet_page",
  "search",
  "status",
]);
/** Elements whose `name` is another thing. */
const NO_FIELDS = new Set(["Icon", "meta", "details", "Hidden", "UnitField"]);

export function formNameViolations(root: string): string[] {
  const own = new Set([...OWN, ...ownFields(root)]);
  const files = globSync("web/app/**/*.tsx", { cwd: root, exclude: ["web/app/ui/**", "**/*.test.tsx"] });
  return files.sort().flatMap((path) => {
    const file = path.replaceAll("\\", "/");
    const text = readFileSync(join(root, path), "utf8");
    return text.includes('name="') ? plainNames(file, text, own) : [];
  });
}

function ownFields(root: string): string[] {
  const types = join(root, "web/app/forms/field-names.ts");
  const [, listed = ""] = (existsSync(types) && OWN_TYPE.exec(readFileSync(types, "utf8"))) || [];
  return [...listed.matchAll(/"(\w+)"/g)].map(([, name = ""]) => name);
}

function plainNames(file: string, text: string, own: ReadonlySet<string>): string[] {
  const found: string[] = [];
  visitSyntax(file, text, (node) => {
    if (node.type !== "JSXOpeningElement" || NO_FIELDS.has(nameOf(node.name) ?? "")) return;
    for (const attribute of node.attributes as Node[]) {
      const { value } = (attribute.value ?? {}) as { value?: unknown };
      if (nameOf(attribute.name) !== "name" || typeof value !== "string") continue;
      if (!own.has(value) && !OF_QUERIES.has(value))
        found.push(`${file}: the field "${value}" is not named by its call`);
    }
  });
  return found;
}
