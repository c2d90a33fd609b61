import { classes } from "../../ui/classes.ts";

/** The first letters of the last two names: Mai Bình An is BA. */
export function initialsOf(name: string): string {
  const letters = name.trim().split(/\s+/).slice(-2);
  return letters.map((word) => [...word][0]?.toUpperCase() ?? "").join("");
}

export function Avatar({ name, quiet }: { name: string; quiet?: boolean }) {
  return (
    <span className={classes("avatar", quiet && "avatar-quiet")} aria-hidden="true">
      {initialsOf(name)}
    </span>
  );
}
