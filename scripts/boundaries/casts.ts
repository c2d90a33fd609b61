/** Casts that switch the compiler off: `as never`, and `as unknown as`. All but one of them are mistakes that wait. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Node, visitSyntax } from "./syntax.ts";

/** The one that is left, with a name. */
const OWN = "contract/unchecked.ts";
const FILES = ["*.ts", "{contract,messages,server,web,db,scripts,bench,e2e,sandbox}/**/*.{ts,tsx}"];

export function castViolations(root: string): string[] {
  const files = globSync(FILES, { cwd: root, exclude: ["**/node_modules", "web/build", "**/.react-router"] });
  return files.sort().flatMap((path) => {
    const file = path.replaceAll("\\", "/");
    const text = readFileSync(join(root, path), "utf8");
    if (file === OWN || !/\bas\s+(?:never|unknown)\b/.test(text)) return [];
    return castsAway(file, text) ? [`${file}: casts by never or unknown; only ${OWN} may, so use what it exports`] : [];
  });
}

function castsAway(file: string, text: string): boolean {
  let found = false;
  visitSyntax(file, text, ({ type, expression, typeAnnotation }) => {
    if (type !== "TSAsExpression") return;
    const [outer, inner] = [typeAnnotation, expression] as [Node, Node];
    const isDouble = inner.type === "TSAsExpression" && (inner.typeAnnotation as Node).type === "TSUnknownKeyword";
    found ||= outer.type === "TSNeverKeyword" || isDouble;
  });
  return found;
}
