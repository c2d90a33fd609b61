/**
 * Part of `npm run boundaries`: variables, parameters and functions are camelCase (constants of a module may be
 * SCREAMING_CASE, components PascalCase). snake_case is for data: a variable may have the name of a field on the wire or
 * of a column, so that it stands in an object as it is. Properties are not judged, nor what is taken from an object by
 * its own name.
 */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, nameOf, visitSyntax } from "./syntax.ts";

const isGenerated = /(^|\/)node_modules\/|^web\/(build|first-pictures|\.react-router)\/|\.d\.ts$|^db\/tables\.ts$/;

export function casingViolations(root: string): string[] {
  const patterns = ["*.ts", "{contract,messages,server,web,db,scripts,bench,e2e,sandbox}/**/*.{ts,tsx}"];
  const found = globSync(patterns, { cwd: root, exclude: ["**/node_modules", "web/build", "**/.react-router"] });
  const files = found.map((file) => file.replaceAll("\\", "/")).sort();
  const text = (file: string) => readFileSync(join(root, file), "utf8");
  const fields = new Set(
    files.filter((file) => /^contract\/|^db\/tables\.ts$/.test(file)).flatMap((file) => fieldsIn(file, text(file))),
  );
  return files
    .filter((file) => !isGenerated.test(file))
    .flatMap((file) =>
      snakeCaseIn(file, text(file), fields).map((name) => `${file}: the name "${name}"; say ${camel(name)}`),
    );
}

/** Names in snake_case that are none of `fields`. */
export function snakeCaseIn(file: string, text: string, fields: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  const note = (node: unknown) => {
    const name = nameOf(node) ?? "";
    if (/^[a-z][a-z0-9]*_\w*$/.test(name) && !fields.has(name)) names.add(name);
  };
  visitSyntax(file, text, (node) => {
    if (node.type === "VariableDeclarator") note(node.id);
    if (/Function/.test(node.type))
      for (const parameter of [node.id, ...((node.params as unknown[]) ?? [])]) note(target(parameter));
    if (node.type === "ObjectPattern")
      for (const property of node.properties as Node[]) if (!property.shorthand) note(target(property.value));
    if (node.type === "ArrayPattern") for (const element of node.elements as unknown[]) note(target(element));
  });
  return [...names];
}

function fieldsIn(file: string, text: string): string[] {
  const names: string[] = [];
  visitSyntax(file, text, (node) => {
    const key = /^(Property|TSPropertySignature)$/.test(node.type) ? nameOf(node.key) : undefined;
    if (key !== undefined) names.push(key);
  });
  return names;
}

/** What is written to, where a default value may stand beside it. */
function target(node: unknown): unknown {
  const { type, left } = (node ?? {}) as Node;
  return type === "AssignmentPattern" ? left : node;
}

const camel = (name: string): string => name.replace(/_+(\w)/g, (_, letter: string) => letter.toUpperCase());
