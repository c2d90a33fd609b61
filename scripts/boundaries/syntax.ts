/** The syntax of a source file, for checks that read names and not text. ESTree, as Vite's parser gives it. */
import { unchecked } from "contract/unchecked.ts";
import { parseSync } from "vite";

export type Node = { type: string; [key: string]: unknown };

/** Calls `visit` for each node of the file, a node before what it holds. */
export function visitSyntax(file: string, text: string, visit: (node: Node) => void): void {
  walk(unchecked(parseSync(file, text).program), visit);
}

/** The name, where `node` is one in code or in JSX. */
export function nameOf(node: unknown): string | undefined {
  const { type, name } = (node ?? {}) as Node;
  return (type === "Identifier" || type === "JSXIdentifier") && typeof name === "string" ? name : undefined;
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && typeof (value as Node).type === "string";
}
