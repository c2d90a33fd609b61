import { useEffect } from "react";
import type { FormProblem } from "./forms.ts";

/** Takes a person to the first field that is wrong, in the order of the page, when a form comes back. Field ids are their names. */
export function useFocusFirstError(problem: FormProblem | undefined): void {
  useEffect(() => {
    if (!problem) return;
    const wrong = Object.keys(problem.errors).flatMap((name) => document.getElementById(name) ?? []);
    const inPageOrder = (a: Node, b: Node) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
    wrong.sort(inPageOrder)[0]?.focus();
  }, [problem]);
}
