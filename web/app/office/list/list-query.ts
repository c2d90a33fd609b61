/** What a list was asked, as its address says it. Pure. */
import type { DeskShape } from "contract/desks/desk.ts";

export type ListQuery = Readonly<Record<string, string>>;

/** Of an address: which view it began as, and how the list looks. No call is asked for them. */
export const lookNames = ["view", "columns", "density"] as const;

/** What the call of the list is asked. */
export const askedOf = (query: ListQuery): ListQuery => without(query, ...lookNames);

/** Only what the desk knows; a filter that comes several times is several values. Days come in two fields. */
export function readListQuery(desk: DeskShape, url: string): ListQuery {
  const { searchParams } = new URL(url);
  const filters = Object.entries(desk.filters).map(([name, { kind }]) => {
    if (kind !== "days") return [name, searchParams.getAll(name).filter(Boolean).join(",")];
    const [from, to] = [searchParams.get(`${name}.from`) ?? "", searchParams.get(`${name}.to`) ?? ""];
    return [name, from || to ? `${from}..${to}` : (searchParams.get(name) ?? "")];
  });
  const others = ["q", "sort", "after", ...lookNames].map((name) => [name, searchParams.get(name)?.trim() ?? ""]);
  return Object.fromEntries([...filters, ...others].filter(([, value]) => value !== ""));
}

/** The address of the list when it is asked this. */
export function listAddress(path: string, query: Readonly<Record<string, string | undefined>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.append(name, value);
  const search = params.toString().replaceAll("%2C", ",");
  return search ? `${path}?${search}` : path;
}

/** The same without these. */
export function without(query: ListQuery, ...names: readonly string[]): ListQuery {
  return Object.fromEntries(Object.entries(query).filter(([name]) => !names.includes(name)));
}

export function isSameQuery(one: ListQuery, other: ListQuery): boolean {
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...keys].every((key) => one[key] === other[key]);
}
