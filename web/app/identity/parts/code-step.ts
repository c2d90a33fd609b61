/** What each page that asks for a code has in common: its data, another code, and the count of wrong ones. */
import { formatPhone } from "contract/values/phone.ts";
import { messagesOf } from "messages/messages.ts";
import { data } from "react-router";
import { localeOf, type RouteContext } from "../../context.ts";
import {
  type FormCall,
  type FormProblem,
  newSubmissionKey,
  type Sendable,
  type SentForm,
  submit,
} from "../../forms/forms.ts";
import { problemOf } from "../../forms/problem-of.ts";
import { keepSigningIn, type SigningIn } from "../../session/signing-in.ts";
import { flash } from "../../visitor.ts";
import { sendCode } from "./send-code.ts";

/** A sign-in state with a sent code. */
export type Waiting = SigningIn & { sent: NonNullable<SigningIn["sent"]> };

export function isWaiting(note: SigningIn | null): note is Waiting {
  return note?.sent != null;
}

export function codeStep({ phone, sent, failures }: Waiting) {
  const shown = formatPhone(phone);
  const keys = { submission_key: newSubmissionKey(), verify_key: newSubmissionKey() };
  return { phone: shown, sent, failures, now: new Date().toISOString(), ...keys };
}

/** Another code, by the chosen channel. */
export async function resendCode(context: RouteContext, form: SentForm, sending: Parameters<typeof sendCode>[2]) {
  const answer = await sendCode(context, form, sending);
  if (answer instanceof Response) flash(context, "success", messagesOf(localeOf(context)).identity.resent);
  return answer;
}

/** The answer to a refused code: how many were wrong so far. */
export type CodeProblem = FormProblem & { failures: number };

/** Runs the call that takes the code; a wrong one is counted, because after two a call is offered. */
export async function enterCode<Input, Answer, Given extends object, Result>(
  context: RouteContext,
  form: SentForm,
  note: Waiting,
  call: FormCall<Input, Answer>,
  input: Given & Sendable<Input, Given>,
  done: (answer: Answer) => Result | Promise<Result>,
) {
  const answer = await submit<Input, Answer, Given, Result>(form, call, input, done);
  const problem = problemOf((answer as { data?: unknown } | null)?.data);
  if (!problem) return answer as Result;
  const failures = note.failures + (problem.code === "otp_wrong" ? 1 : 0);
  if (failures > note.failures) await keepSigningIn(context, { ...note, failures });
  const { init } = answer as { init: ResponseInit | null };
  return data({ ...problem, failures } satisfies CodeProblem, init ?? undefined);
}
