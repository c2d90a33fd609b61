/** The figures of a request for rights: the whole set before and after, and what it comes from. */
import type { Figure } from "contract/staff/approvals.ts";
import type { Grant } from "../../kernel/staff.ts";
import { grantsIn, type HeldJson } from "../held.ts";

const placeText = (at: Grant["at"]): string => {
  if (at === "everywhere") return "";
  const named = "warehouses" in at ? at.warehouses : at.collaborators;
  return ` @${named === "all" ? "all" : named.join(",")}`;
};

const grantText = ({ name, mode, only, at }: Grant): string =>
  `${name}${mode === "full" ? "" : ` ${mode}`}${only === null ? "" : ` ${only}`}${placeText(at)}`;

/** One grant a line, in a fixed order. */
export const grantsText = (grants: readonly Grant[]): string => [...new Set(grants.map(grantText))].sort().join("\n");

const placesText = (places: HeldJson["warehouses"] | HeldJson["collaborators"]): string | null =>
  places === null ? null : places === "all" ? "all" : [...places].map(String).sort().join(", ");

/** `before` is null for an account that gives nothing yet. */
export function rightsFigures(before: HeldJson | null, after: HeldJson): Figure[] {
  const rows: [string, (held: HeldJson) => string | null][] = [
    [
      "roles",
      ({ roles }) =>
        roles
          .map(({ code }) => code)
          .sort()
          .join(", "),
    ],
    ["warehouses", ({ warehouses }) => placesText(warehouses)],
    ["collaborators", ({ collaborators }) => placesText(collaborators)],
    ["rights", (held) => grantsText(grantsIn(held))],
  ];
  return rows.map(([name, text]) => ({ name, before: before && text(before), after: text(after) }));
}
