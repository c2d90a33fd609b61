/** Class names that apply, in order: `classes("chip", removable && "chip-removable")`. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(" ");
}
