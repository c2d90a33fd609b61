/**
 * What reaches into a package where its public interface would do, only slower: a folder here and `web/runtime/bypass/`, nowhere else.
 * `BYPASSES=off` runs the shop without them, with the same answers. docs/decisions/0334-bypasses-have-one-switch.md
 */
export const bypassNames = ["rows", "documents", "routes"] as const;
export type Bypass = (typeof bypassNames)[number];
export type Bypasses = ReadonlySet<Bypass>;

export const allBypasses: Bypasses = new Set(bypassNames);

/** Of `on`, `off`, or the names of those that stay on, by comma; undefined for anything else. */
export function bypassesIn(text: string): Bypasses | undefined {
  if (text === "on") return allBypasses;
  if (text === "off") return new Set();
  const named = text.split(",").map((part) => bypassNames.find((name) => name === part.trim()));
  const known = named.filter((name) => name !== undefined);
  return known.length === named.length ? new Set(known) : undefined;
}
