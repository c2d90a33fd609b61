import { classes } from "../../ui/classes.ts";

/** The first letters of the last two names: Mai Bình An is BA. */
function initialsOf(name: string): string {
  const initials = name.trim().split(/\s+/).slice(-2);
  return initials.map((word) => [...word][0]?.toUpperCase() ?? "").join("");
}

/** What one is called by: the last part of a Vietnamese name. */
export function givenName(name: string): string {
  return name.trim().split(/\s+/).at(-1) ?? name;
}

export function Avatar({ name, quiet }: { name: string; quiet?: boolean }) {
  return (
    <span className={classes("avatar", quiet && "avatar-quiet")} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
