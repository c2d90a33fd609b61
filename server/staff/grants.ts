/**
 * What a person may do, as a set of grants, and when one set is wider than another. Pure. A grant is a permission with its
 * mode, what narrows it, and where it counts; one is covered by another that says at least as much. rules/staff#wider
 */
import type { Permission } from "contract/staff/permissions.ts";
import { type Mode, modes, type Narrowing, type RoleScope } from "contract/staff/rights.ts";
import type { Grant } from "../kernel/staff.ts";

/** The rights of a role, and the places of who has it. */
export type RoleSet = {
  scope: RoleScope | null;
  permissions: readonly { name: Permission; mode: Mode; only: Narrowing | null }[];
};
/** Places as the database holds them; null where none was chosen. */
export type HeldPlaces = {
  warehouses: "all" | readonly string[] | null;
  collaborators: "all" | readonly number[] | null;
};

export function grantsOf(roles: readonly RoleSet[], places: HeldPlaces): Grant[] {
  return roles.flatMap(({ scope, permissions }) => {
    const at = placeOf(scope, places);
    return at === null ? [] : permissions.map((each) => ({ ...each, at }));
  });
}

/** Null where a role with a scope has no place: it gives nothing. */
function placeOf(scope: RoleScope | null, { warehouses, collaborators }: HeldPlaces): Grant["at"] | null {
  if (scope === null) return "everywhere";
  if (scope === "warehouse") return warehouses && { warehouses };
  return collaborators && { collaborators };
}

const rank = (mode: Mode): number => modes.length - modes.indexOf(mode);

/** One place of one grant: what covers is looked for place by place. */
type Atom = { name: Permission; mode: Mode; only: Narrowing | null; place: string };

function atomsOf({ at, ...grant }: Grant): Atom[] {
  if (at === "everywhere") return [{ ...grant, place: "everywhere" }];
  const [kind, named] =
    "warehouses" in at ? (["warehouse", at.warehouses] as const) : (["own", at.collaborators] as const);
  const places = named === "all" ? [`${kind}:*`] : named.map((each) => `${kind}:${each}`);
  return places.map((place) => ({ ...grant, place }));
}

const covers = (held: Atom, asked: Atom): boolean =>
  held.name === asked.name &&
  rank(held.mode) >= rank(asked.mode) &&
  (held.only === null || held.only === asked.only) &&
  (held.place === "everywhere" || held.place === asked.place || held.place === `${asked.place.split(":")[0]}:*`);

/** The permissions in which `asked` holds a right, a mode or a place that `held` does not. */
export function widerIn(held: readonly Grant[], asked: readonly Grant[]): Permission[] {
  const has = held.flatMap(atomsOf);
  const wider = asked.flatMap(atomsOf).filter((atom) => !has.some((each) => covers(each, atom)));
  return [...new Set(wider.map(({ name }) => name))];
}

/** Of each permission its widest grant, for a screen: a mode above a narrowing, that above a place. */
export function widest(grants: readonly Grant[]): { name: Permission; mode: Mode; only: Narrowing | null }[] {
  const found = new Map<Permission, Grant>();
  const worth = ({ mode, only, at }: Grant) => rank(mode) * 4 + (only === null ? 2 : 0) + (at === "everywhere" ? 1 : 0);
  for (const grant of grants) {
    const known = found.get(grant.name);
    if (!known || worth(grant) > worth(known)) found.set(grant.name, grant);
  }
  return [...found.values()].map(({ name, mode, only }) => ({ name, mode, only }));
}
