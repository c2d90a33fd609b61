/** Whether a field of a form holds what its call asks for: the rule of the contract, without zod. web/plugins/field-rules.ts */
import { dayOf, type Reading, readers } from "contract/values/field-values.ts";
import { nfc } from "contract/values/text.ts";
import type { FieldRule, FormRules } from "../../plugins/field-rules.ts";

/** A message key with its values. */
export type Refusal = { key: string; params?: Record<string, string | number> };

/**
 * What is wrong with a field, as the server would say first. `must`: the form asks for it although the call could do
 * without. Nothing for a field without a rule.
 */
export function fieldRefusal(rules: FormRules, name: string, values: FormData, must = false): Refusal | undefined {
  // An address is part of an order and the whole of what the address book keeps.
  const rule = rules[name] ?? rules[name.replace(/^address\./, "")];
  if (!rule) return;
  const typed = typedInto(values, name);
  const same = rule.same_as && nfc(typedInto(values, rule.same_as)) !== nfc(typed) ? "password_mismatch" : undefined;
  if (typed !== "") return refusalBy(rule, typed) ?? (same ? { key: same } : undefined);
  const key = rule.absent ?? (must ? "required" : same);
  return key ? { key } : undefined;
}

function typedInto(values: FormData, name: string): string {
  const text = (field: string) => String(values.get(field) ?? "");
  if (!values.has(`${name}_year`)) return text(name);
  return dayOf(text(`${name}_year`), text(`${name}_month`), text(`${name}_day`));
}

function refusalBy({ read }: FieldRule, typed: string): Refusal | undefined {
  if (!read) return;
  const [kind, ...rest] = read;
  const reading = (readers[kind] as (typed: string, ...rest: unknown[]) => Reading)(typed, ...rest);
  return "key" in reading ? reading : undefined;
}
