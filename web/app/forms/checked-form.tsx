import { type ComponentProps, type FocusEvent, type FormEvent, useRef, useState } from "react";
import { Form } from "react-router";
import type { FormRules } from "../../plugins/field-rules.ts";
import { useLocale } from "../i18n.tsx";
import { FieldErrors, type FoundErrors } from "../ui/fields/field.tsx";
import type { FieldCheck } from "./field-check.ts";
import type { FormProblem } from "./forms.ts";

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
type Props = ComponentProps<typeof Form> & {
  /** Of the call the form sends: `import { rules } from "virtual:field-rules/identity.login"`. */
  rules: FormRules;
  /** How the form came back. */
  problem: FormProblem | undefined;
};

const nothing: FoundErrors = {};

/** The field of the call a control belongs to: three lists are one day. */
const fieldOf = (control: Control): string => (control.name || control.id).replace(/_(?:day|month|year)$/, "");

/**
 * A form whose fields are checked when one leaves them, after hydration, by the rules of its call. An unchanged field is
 * not validated; an error goes as soon as the field is valid. The server validates submissions. Decision 0240.
 */
export function CheckedForm({ rules, problem, children, ...form }: Props) {
  const { found, onFocus, onBlur, onInput } = useFieldCheck(rules, problem);
  return (
    <FieldErrors value={found}>
      <Form method="post" noValidate {...form} onFocus={onFocus} onBlur={onBlur} onInput={onInput}>
        {children}
      </Form>
    </FieldErrors>
  );
}

function useFieldCheck(rules: FormRules, problem: FormProblem | undefined) {
  const locale = useLocale();
  // What was found belongs to the form as it came back last.
  const [validated, setJudged] = useState({ of: problem, found: nothing });
  const found = validated.of === problem ? validated.found : nothing;
  const changed = useRef(new Set<string>());
  const loading = useRef<Promise<FieldCheck | undefined> | undefined>(undefined);

  // Without the file the server validates, as it does before hydration.
  const load = () => {
    loading.current ??= import("./field-check.ts")
      .then(({ fieldCheck }) => fieldCheck(rules, locale))
      .catch(() => {
        loading.current = undefined;
        return undefined;
      });
    return loading.current;
  };
  const say = (name: string, text: string | null) =>
    setJudged((before) => {
      const others = before.of === problem ? before.found : nothing;
      return others[name] === text ? before : { of: problem, found: { ...others, [name]: text } };
    });

  async function onBlur({ target, relatedTarget, currentTarget: form }: FocusEvent<HTMLFormElement>) {
    const control = controlOf(target);
    if (!control || document.activeElement === target || isSameField(target, relatedTarget)) return;
    const name = fieldOf(control);
    if (!changed.current.has(name) && control.value === defaultOf(control)) return;
    const check = await load();
    await pointerLifted();
    if (check && form.isConnected) say(name, check(name, form));
  }

  async function onInput({ target, currentTarget: form }: FormEvent<HTMLFormElement>) {
    const control = controlOf(target as Element);
    if (!control) return;
    const own = fieldOf(control);
    changed.current.add(own);
    const shown = Object.keys(found).filter((name) => found[name]);
    if (!(own in found) && problem?.errors[own]) shown.push(own);
    if (shown.length === 0) return;
    const check = await load();
    await pointerLifted();
    for (const name of shown) if (check?.(name, form) === null) say(name, null);
  }

  return { found, onFocus: load, onBlur, onInput };
}

let IS_HELD = false;
if (typeof document !== "undefined") {
  for (const type of ["pointerdown", "pointerup", "pointercancel"]) {
    document.addEventListener(type, () => (IS_HELD = type === "pointerdown"), { capture: true, passive: true });
  }
}

/** An error that comes or goes while the pointer is down would move the button, and the click would be lost. */
async function pointerLifted(): Promise<void> {
  do await new Promise((done) => setTimeout(done, IS_HELD ? 50 : 0));
  while (IS_HELD);
}

function controlOf(target: Element): Control | undefined {
  const control = target as Control;
  return target.matches("input, select, textarea") && (control.name || control.id) ? control : undefined;
}

const defaultOf = (control: Control) => ("defaultValue" in control ? control.defaultValue : control.value);

/** Still in the lists of one day, or in the panel of one combobox. */
function isSameField(from: Element, to: Element | null): boolean {
  return from.closest("fieldset, .combobox")?.contains(to) ?? false;
}
