/** The matrix of roles and rights as its form has it: a field for each right, read back into a set. */
import type { HeldPermission } from "contract/staff/fields.ts";
import { type Permission, permissions } from "contract/staff/permissions.ts";
import { type Mode, modes, type Narrowing, needsAlso } from "contract/staff/rights.ts";
import type { FormInput, FormProblem } from "../../../forms/forms.ts";

/** What a right may be narrowed to, where that means something. */
export const narrowable: Readonly<Partial<Record<Permission, Narrowing>>> = {
  "customers:read": "masked",
  "customers:reveal": "own_orders",
  "content:publish": "content_centre",
  "reports:read": "own",
};

export type Choice = Mode | "none";
export type Choices = Readonly<Record<Permission, Choice>>;

export const modeField = (name: Permission) => `mode.${name}`;
export const onlyField = (name: Permission) => `only.${name}`;

export const areas: ReadonlyMap<string, readonly Permission[]> = Map.groupBy(
  permissions,
  (name) => name.split(":")[0] ?? "",
);

/** What is held, as the fields begin; after a form came back, as it was sent. */
export function choicesOf(held: readonly HeldPermission[], problem?: FormProblem): Choices {
  const sent = problem && partOf(problem.values, "mode");
  return Object.fromEntries(
    permissions.map((name) => [
      name,
      sent ? choiceIn(sent[name]) : (held.find((each) => each.name === name)?.mode ?? "none"),
    ]),
  ) as Choices;
}

export function isNarrowed(held: readonly HeldPermission[], name: Permission, problem?: FormProblem): boolean {
  if (problem) return partOf(problem.values, "only")?.[name] !== undefined;
  return held.some((each) => each.name === name && each.only !== null);
}

/** The set a form names. */
export function heldIn(input: FormInput): HeldPermission[] {
  const [mode, only] = [partOf(input, "mode") ?? {}, partOf(input, "only") ?? {}];
  return permissions.flatMap((name) => {
    const choice = choiceIn(mode[name]);
    if (choice === "none") return [];
    return [{ name, mode: choice, only: only[name] === undefined ? null : (narrowable[name] ?? null) }];
  });
}

/** What a right needs beside it that is not chosen. */
export function missingFor(name: Permission, choices: Choices): Permission[] {
  if (choices[name] === "none") return [];
  return (needsAlso[name] ?? []).filter((needed) => choices[needed] === "none");
}

function partOf(input: FormInput, name: string): FormInput | undefined {
  const part = input[name];
  return typeof part === "object" && !Array.isArray(part) ? part : undefined;
}

function choiceIn(value: unknown): Choice {
  return modes.find((mode) => mode === value) ?? "none";
}
