import { type ChangeEvent, useEffect, useRef, useState } from "react";
import type { FormProblem } from "./forms.ts";

/**
 * Takes a person to the first field that is wrong, in the order of the page, when a form comes back. Field ids are their
 * names. A focus set before hydration stays.
 */
export function useFocusFirstError(problem: FormProblem | undefined): void {
  const waking = useRef(true);
  useEffect(() => {
    const wentSomewhere = waking.current && document.activeElement !== document.body;
    waking.current = false;
    if (!problem || wentSomewhere) return;
    const wrong = Object.keys(problem.errors).flatMap((name) => document.getElementById(name) ?? []);
    const inPageOrder = (a: Node, b: Node) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    wrong.sort(inPageOrder)[0]?.focus();
  }, [problem]);
}

/**
 * The problem without what has been chosen since it came back: a choice is valid at once, a typed text is validated by the form's
 * own check (checked-form.tsx). `onChange` belongs on the form; `mend` names fields that script fills in.
 */
export function useCorrected(problem: FormProblem | undefined) {
  const [mended, setMended] = useState<{ of: FormProblem | undefined; names: readonly string[] }>({
    of: problem,
    names: [],
  });
  const names = mended.of === problem ? mended.names : [];
  const mend = (name: string) => {
    if (problem?.errors[name] && !names.includes(name)) setMended({ of: problem, names: [...names, name] });
  };
  const onChange = ({ target }: ChangeEvent<HTMLFormElement>) => {
    const control: EventTarget = target;
    if (control instanceof HTMLSelectElement) mend(control.name);
    else if (control instanceof HTMLInputElement && /^(?:radio|checkbox)$/.test(control.type)) mend(control.name);
  };
  const left = problem && {
    ...problem,
    errors: Object.fromEntries(Object.entries(problem.errors).filter(([name]) => !names.includes(name))),
  };
  return { problem: left, onChange, mend };
}
