/** The roles of both themes: the two dark lists are one, no colour is missing, and text has enough contrast. WCAG 2.2, 1.4.3 and 1.4.11. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

type Roles = Readonly<Record<string, string>>;

const sheet = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8").replace(/\/\*.*?\*\//gs, "");

function rolesOf(selector: string): Roles {
  const start = sheet.indexOf(`${selector} {`);
  expect(start, selector).toBeGreaterThan(-1);
  const block = sheet.slice(start, sheet.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+):\s*([^;]*);/g)].map(([, name = "", value = ""]) => [name, value]),
  );
}

const light = { ...rolesOf(':root,\n[data-theme="light"]'), ...rolesOf("\n:root") };
const bySystem = rolesOf(':root:not([data-theme="light"])');
const dark = rolesOf('[data-theme="dark"]');

function luminance(colour: string): number {
  const channels = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  const [red = 0, green = 0, blue = 0] = channels.map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

const grounds = ["--c-surface", "--c-canvas", "--c-raised"];
/** Text and its background. */
const read: Readonly<Record<string, readonly string[]>> = {
  "--c-ink": [
    ...grounds,
    "--c-sunken",
    "--c-brand-soft",
    "--c-honey-soft",
    "--c-info-soft",
    "--c-ok-soft",
    "--c-danger-soft",
  ],
  "--c-ink-2": [
    ...grounds,
    "--c-sunken",
    "--c-brand-soft",
    "--c-honey-soft",
    "--c-info-soft",
    "--c-ok-soft",
    "--c-danger-soft",
  ],
  "--c-ink-3": [...grounds, "--c-sunken", "--c-brand-soft"],
  "--c-brand": [...grounds, "--c-brand-soft", "--c-brand-tint"],
  "--c-sale": [...grounds, "--c-sale-soft"],
  "--c-sale-bar-ink": ["--c-sale-bar", "--c-sale-soft", "--c-surface"],
  "--c-honey": [...grounds, "--c-honey-soft"],
  "--c-ok": [...grounds, "--c-ok-soft"],
  "--c-info": [...grounds, "--c-info-soft"],
  "--c-danger": [...grounds, "--c-danger-soft"],
  "--c-on-brand": ["--c-brand-fill", "--c-brand-fill-hover", "--c-sale-fill", "--c-danger-fill", "--c-flash"],
  "--c-surface": ["--c-ink"],
};
/** Outlines, signs and rings. */
const seen: Readonly<Record<string, readonly string[]>> = {
  "--c-control": ["--c-surface", "--c-canvas"],
  "--c-star": ["--c-surface"],
  "--c-focus": grounds,
  "--c-toast-ok": ["--c-ink"],
  "--c-toast-info": ["--c-ink"],
  "--c-toast-error": ["--c-ink"],
};

function tooFaint(roles: Roles, pairs: typeof read, least: number): string[] {
  return Object.entries(pairs).flatMap(([front, backs]) =>
    backs.flatMap((back) => {
      const ratio = contrast(roles[front] ?? "", roles[back] ?? "");
      return ratio >= least ? [] : [`${front} on ${back}: ${ratio.toFixed(2)}`];
    }),
  );
}

describe("the dark theme", () => {
  it("is the same by the system's choice and by the visitor's", () => {
    expect(dark).toEqual(bySystem);
  });

  it("has a colour for every role, and none of its own", () => {
    const roles = Object.keys(light).filter((name) => /^--(?:c-(?!art)|sh-)/.test(name));
    expect(
      Object.keys(dark)
        .filter((name) => /^--(?:c|sh)-/.test(name))
        .sort(),
    ).toEqual(roles.sort());
    expect(Object.keys(dark).filter((name) => !(name in light))).toEqual([]);
  });
});

describe.each([
  ["light", light],
  ["dark", dark],
])("in the %s theme", (_, roles) => {
  it("text has enough contrast on its background", () => {
    expect(tooFaint(roles, read, 4.5)).toEqual([]);
  });

  it("outlines, icons and focus rings have enough contrast", () => {
    expect(tooFaint(roles, seen, 3)).toEqual([]);
  });
});
