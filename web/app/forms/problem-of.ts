import type { FormProblem } from "./forms.ts";

/** What came back, if it was this form: `const problem = problemOf(useActionData(), "place")`. */
export function problemOf(result: unknown, intent?: string): FormProblem | undefined {
  if (typeof result !== "object" || result === null || !("errors" in result) || !("intent" in result)) return;
  const problem = result as FormProblem;
  return intent === undefined || problem.intent === intent ? problem : undefined;
}
