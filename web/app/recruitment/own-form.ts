/**
 * The cookie that names the form a browser sent: the server's (HttpOnly). A shared page has no cookies, so its form is empty.
 * rules/recruitment#returned-forms
 */
import { type RouteContext, shopOf, signedTokensContext } from "../context.ts";
import type { FormProblem } from "../forms/forms.ts";

export const APPLY = "apply";

/** The form as it came back, or what was sent; null on a page that is the same for everyone. */
export async function ownFormOf(context: RouteContext, vacancy_id: number) {
  const { secure, cookie } = context.get(signedTokensContext);
  const name = secure ? "__Host-application" : "application";
  const token = new RegExp(`(?:^|;\\s*)${name}=([\\w-]{22})(?:;|$)`).exec(cookie ?? "")?.[1];
  if (!token) return null;
  const { sent, returned, cv } = await shopOf(context).recruitment.ownForm({ vacancy_id: String(vacancy_id), token });
  return { sent, cv, problem: returned && problemFrom(returned) };
}

type Returned = {
  values: Record<string, string>;
  errors: Record<string, string[]>;
  message: string;
  code: string;
  retry_after_seconds: number | null;
};

function problemFrom({ values, retry_after_seconds, ...said }: Returned): FormProblem {
  const wait = retry_after_seconds === null ? {} : { retry_after_seconds };
  return { intent: APPLY, ...said, values: values as FormProblem["values"], ...wait };
}
