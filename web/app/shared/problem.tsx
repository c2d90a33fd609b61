/** A form of this domain that came back: which field a refusal is about, and how the rest is shown. Spec §8. */
import { useMemo } from "react";
import type { FormProblem } from "../forms/forms.ts";
import { useMessages } from "../i18n.tsx";
import { Note } from "../ui/text/note.tsx";

/** Refusals of a whole call that are about one field of the form. */
const fields: Readonly<Record<string, string>> = {
  otp_wrong: "otp",
  otp_expired: "otp",
  wrong_credentials: "password",
  wrong_password: "current_password",
  password_common: "password",
  email_registered: "email",
};

/** The same problem with its sentence at the field it is about; the same object for as long as it is the same problem. */
export function usePlaced(problem: FormProblem | undefined): FormProblem | undefined {
  return useMemo(() => placed(problem), [problem]);
}

function placed(problem: FormProblem | undefined): FormProblem | undefined {
  const field = problem && fields[problem.code];
  if (!field || problem.errors[field]) return problem;
  return { ...problem, errors: { ...problem.errors, [field]: [problem.message] } };
}

/** Refusals of no field: too often, locked, not now. */
export function ProblemNote({ problem }: { problem: FormProblem | undefined }) {
  const { identity: words } = useMessages();
  if (!problem?.message || problem.code === "captcha_required") return null;
  if (problem.code === "invalid" || Object.keys(problem.errors).length > 0) return null;
  const seconds = problem.retry_after_seconds ?? 0;
  const time =
    seconds > 90 ? words.whole_minutes({ count: Math.ceil(seconds / 60) }) : words.seconds({ count: seconds });
  return (
    <Note tone="danger" role="alert">
      {problem.message}
      {seconds > 0 && <p>{words.wait({ time })}</p>}
    </Note>
  );
}
