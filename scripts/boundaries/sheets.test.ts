import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { sheetViolations } from "./sheets.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "shop-sheets-"));
  plant(
    "styles/app.css",
    '@import "./tokens.css";\n@import "./base.css" layer(base);\n@import "../ui/chip.css" layer(component);',
  );
  plant("styles/tokens.css", "@layer base, component, page;\n:root { --c-ink: #111; }");
  plant("styles/base.css", "body { color: var(--c-ink); }");
  plant("ui/chip.css", ".chip, .chip-small { gap: 8px; }");
  plant("ui/chip.tsx", `export const Chip = ({ size }) => <a className={classes('chip', \`chip-\${size}\`)} />;`);
  plantPainted();
});
afterEach(() => rmSync(root, { recursive: true }));

/** Sheets that may have colours of their own. */
function plantPainted(): void {
  const painted = ["home/hero.css", "layouts/login.css", "frame/account/account-card.css"];
  for (const file of painted) plant(file, "main { background: #f3ebde; }");
  const imports = painted.map((file) => `@import "../${file}" layer(page);`);
  plant("styles/painted.css", ["@layer base, component, page;", ...imports].join("\n"));
}

function plant(file: string, text: string): void {
  const path = join(root, "web/app", file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test("sheets that keep the rules have no fault", () => {
  expect(sheetViolations(root)).toEqual([]);
});

test.each([
  ["ui/note.css", "", "loaded 0 times"],
  ["ui/chip.css", "@layer page { .chip, .chip-small { gap: 8px; } }", "a layer of its own"],
  ["styles/more.css", '@import "../ui/chip.css" layer(page);', "begins with @layer base, component, page;"],
  ["styles/base.css", "@layer base, component, page; body { color: var(--c-ink); }", "tokens.css declares"],
  ["ui/chip.css", ".chip, .chip-small { color: #fff; }", "the colour #fff"],
  ["ui/chip.css", ".chip, .chip-small { color: rgb(0 0 0 / 0.1); }", "the colour rgb("],
  ["home/hero.css", "main { gap: 8px; }", "needs no exemption"],
  ["ui/chip.css", ".chip, .chip-small { color: var(--c-ikn); }", "--c-ikn is read"],
  [
    "styles/tokens.css",
    "@layer base, component, page; :root { --c-ink: #111; --c-old: #222; }",
    "nothing reads --c-old",
  ],
  ["ui/chip.css", ".chip, .chip-small, .chip + .chop { gap: 8px; }", ".chop has rules"],
  ["ui/note.tsx", 'export const Note = () => <p className="nota" />;', "the class nota has no rule"],
  [
    "ui/note.tsx",
    'export const Note = ({ tone }) => <p className={tone === "low" ? "mellow" : "chip"} />;',
    "class mellow has",
  ],
])("a broken rule is found: %s: %s", (file, text, fault) => {
  plant(file, text);
  expect(sheetViolations(root)).toContainEqual(expect.stringContaining(fault));
});

test("the office is an application of its own: its lists load its sheets, and what it shares once more", () => {
  plant("office/styles/office-tokens.css", ":root { --c-rail: #0a3a33; }");
  plant(
    "office/styles/office.css",
    '@import "../../styles/tokens.css";\n@import "./office-tokens.css";\n@import "../../ui/chip.css" layer(component);\n@import "../frame/rail.css" layer(page);',
  );
  plant("office/frame/rail.css", ".rail { background: var(--c-rail); color: var(--c-ink); }");
  plant("office/frame/rail.tsx", `export const Rail = () => <a className="rail chip" />;`);
  expect(sheetViolations(root)).toEqual([]);
  plant("office/frame/rail.tsx", `export const Rail = () => <a className="rail hero" />;`);
  plant("office/frame/lost.css", ".rail { gap: 1px; }");
  expect(sheetViolations(root)).toEqual([
    "web/app/office/frame/lost.css: loaded 0 times by the lists of web/app/office/styles/",
    "web/app/office/frame/rail.tsx: the class hero has no rule",
  ]);
});
