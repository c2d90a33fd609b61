/** Joins what the domains export under one kind of name (jobs, settings, tables): the lists at the root of server/. */

/** What the other lists name. */
type NamedElsewhere<T, D extends keyof T> = { [O in Exclude<keyof T, D>]: keyof T[O] }[Exclude<keyof T, D>];
type Disjoint<T> = {
  [D in keyof T]: { [K in keyof T[D]]: K extends NamedElsewhere<T, D> ? "another domain has this name" : T[D][K] };
};
type NameOf<T> = { [D in keyof T]: keyof T[D] }[keyof T];
type Joined<T> = { [K in NameOf<T>]: { [D in keyof T]: K extends keyof T[D] ? T[D][K] : never }[keyof T] };

/** One list of all; a name that two of them have does not compile. */
export function joined<T extends Readonly<Record<string, object>>>(lists: T & Disjoint<T>): Joined<T> {
  return Object.assign({}, ...Object.values(lists)) as Joined<T>;
}
