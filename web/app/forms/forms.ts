/**
 * A form on its way to a call and back: FormData becomes the call's input, a refusal comes back into the same page with
 * what was typed. The same action serves a plain post (a whole page answers) and a fetcher (only its data does).
 * rules/site#forms; Spec §8.
 */

import type { CallOptions } from "contract/client.ts";
import type { CallName } from "contract/contract.ts";
import { isWireFailure } from "contract/errors.ts";
import { unchecked } from "contract/unchecked.ts";
import { data } from "react-router";
import type { FieldOf, OwnField } from "./field-names.ts";

declare const unvalidated: unique symbol;
/** Text as it was sent: only the schema of a call says whether it is what the call takes. */
export type Typed = string & { readonly [unvalidated]: true };
/** An emptied field: left out it would stay as it was, or not be asked for. */
export const EMPTY = "" as Typed;
export type FormValue = Typed | FormInput | (Typed | FormInput)[];
/** Names with dots and brackets are nested: `address.street`, `keys[]`, `properties[origin]`. */
export type FormInput = { [name: string]: FormValue };

/**
 * The input of a call as an action gives it: the names are the call's, a value is either of the call's type or came from
 * the form. A name that the call does not know, or no longer knows, does not compile.
 */
export type Sendable<Input, Given> = { [K in keyof Input]: Input[K] | FormValue } & {
  [K in Exclude<keyof Given, Input extends unknown ? keyof Input : never>]: never;
};
export type FormCall<Input, Answer> = (input: Input, options?: CallOptions) => Promise<Answer>;

export type SentForm = {
  /** Which of a page's forms it was: the value of the clicked button or hidden field `intent`. */
  intent: string;
  input: FormInput;
  options: CallOptions;
};

/** A form that came back. `errors` by field name as in the form; `message` is the one sentence to show first. */
export type FormProblem = {
  intent: string;
  errors: Readonly<Record<string, readonly string[]>>;
  values: FormInput;
  message: string;
  code: string;
  /** When the same form may go through. */
  retry_after_seconds?: number;
};

const ownFields = new Set(["intent", "idempotency_key", "return_to"]);
const secret = /password|otp|card|captcha/i;
/** Outages with an alternative, which their message names: the form stays. */
const passable: ReadonlySet<string> = new Set(["otp_unavailable", "google_unavailable"]);
const deepest = 4;
const MAX_FIELDS = 300;

export async function readForm(request: Request): Promise<SentForm & { return_to: string }> {
  const form = await request.formData();
  const key = textOf(form.get("idempotency_key"));
  return {
    intent: textOf(form.get("intent")),
    return_to: textOf(form.get("return_to")),
    input: inputOf(form),
    // On a double click a browser may send a form twice and shows the second answer alone: it is the answer to the first.
    options: /^[\w-]{22,64}$/.test(key) ? { idempotency_key: key, awaits_first: true } : {},
  };
}

/** Empty fields count as not filled in. A field twice is a list; `name[]` is a list even when it comes once. */
export function inputOf(form: FormData | URLSearchParams): FormInput {
  const input: FormInput = Object.create(null);
  let count = 0;
  for (const [name, value] of form) {
    if (ownFields.has(name) || typeof value !== "string" || value === "") continue;
    if (++count > MAX_FIELDS) break;
    const isList = name.endsWith("[]");
    const parts = (isList ? name.slice(0, -2) : name).split(/[.[\]]+/).filter(Boolean);
    if (parts.length === 0 || parts.length > deepest || parts.some((part) => part === "__proto__")) continue;
    place(input, parts, value as Typed, isList);
  }
  return input;
}

function place(input: FormInput, parts: readonly string[], value: Typed, isList: boolean): void {
  let at = input;
  for (const part of parts.slice(0, -1)) {
    const below = at[part];
    const next: FormInput = typeof below === "object" && !Array.isArray(below) ? below : Object.create(null);
    at[part] = next;
    at = next;
  }
  const last = parts.at(-1) ?? "";
  const there = at[last];
  if (Array.isArray(there)) there.push(value);
  else if (there !== undefined) at[last] = [there, value];
  else at[last] = isList ? [value] : value;
}

function textOf(value: FormDataEntryValue | null): string {
  return typeof value === "string" ? value : "";
}

/** These of the fields that were sent. A call refuses without a field it needs, so what is absent has a type all the same. */
export function sent<Name extends string>(
  { input }: Pick<SentForm, "input">,
  ...names: readonly Name[]
): { [K in Name]: FormValue } {
  return Object.fromEntries(names.flatMap((name) => (name in input ? [[name, input[name]]] : []))) as {
    [K in Name]: FormValue;
  };
}

/** The call can do without this field where there is nothing to give; a form that says by `flag` that it asks for it cannot. */
export function asking<Name extends string>(form: SentForm, flag: string, name: Name): { [K in Name]?: FormValue } {
  const given = sent(form, name);
  return form.input[flag] ? sent({ input: { [name]: EMPTY, ...given } }, name) : given;
}

/**
 * The call for what a form sent, whose values only its schema checks. The names are those of
 * the call; only here a value loses that it was typed.
 */
export function fromForm<Input, Answer>(call: FormCall<Input, Answer>) {
  return <Given extends object>(input: Given & Sendable<Input, Given>, options?: CallOptions): Promise<Answer> =>
    call(unchecked(input), options);
}

/**
 * Runs the call of a form and hands its answer to `done`. What the shop refuses becomes a FormProblem with the status of
 * the refusal (400 and 409 included: the page shows it); bugs and outages go on to the error page.
 */
export async function submit<Input, Answer, Given extends object, Result>(
  form: SentForm,
  call: FormCall<Input, Answer>,
  input: Given & Sendable<Input, Given>,
  done: (answer: Answer) => Result | Promise<Result>,
) {
  try {
    return await done(await fromForm(call)<Given>(input, form.options));
  } catch (error) {
    if (!isWireFailure(error) || (error.status >= 500 && !passable.has(error.body.code))) throw error;
    const { errors = {}, message, code } = error.body;
    const { retry_after_seconds } = error;
    const values = shown(form.input);
    const problem: FormProblem = { intent: form.intent, errors, values, message, code, retry_after_seconds };
    const headers = retry_after_seconds ? { "Retry-After": String(retry_after_seconds) } : undefined;
    return data(problem, { status: error.status, headers });
  }
}

/** A form that only requested data for itself: nothing is wrong with it, and what was typed stays. */
export function unfinished(form: SentForm, intent: string): FormProblem {
  return { intent, errors: {}, values: shown(form.input), message: "", code: "invalid" };
}

/** Passwords and codes are never sent back. */
function shown(values: FormInput): FormInput {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !secret.test(name)));
}

/** The sentence under a field, or undefined: `fieldError<"identity.login">(problem, "password")`. */
export function fieldError<N extends CallName = never>(
  problem: FormProblem | undefined,
  name: FieldOf<N>,
): string | undefined {
  return problem?.errors[name]?.[0];
}

/** Id and label of the fields that came back wrong, as `labels` names them from top to bottom; others are said elsewhere. */
export function fieldsToMend(labels: Readonly<Record<string, string>>, problem: FormProblem | undefined) {
  return Object.entries(labels).flatMap(([id, label]) => (problem?.errors[id] ? { id, label } : []));
}

/** What was typed into a field that came back; `otherwise` where nothing was. */
export function typed<N extends CallName = never>(
  problem: FormProblem | undefined,
  name: FieldOf<N> | OwnField,
  otherwise = "",
): string {
  if (!problem) return otherwise;
  let at: unknown = problem.values;
  for (const part of name.split(/[.[\]]+/).filter(Boolean)) at = (at as FormInput | undefined)?.[part];
  return typeof at === "string" ? at : "";
}

/** The props of a field of that call: its name, its error, and what was typed or is known already. */
export function field<N extends CallName = never>(problem: FormProblem | undefined, name: FieldOf<N>, otherwise = "") {
  return { name, error: fieldError<N>(problem, name), defaultValue: typed<N>(problem, name, otherwise) };
}

/** For a loader of an uncached page: identifies one submission, so that a double click submits once. */
export function newSubmissionKey(): string {
  return crypto.randomUUID();
}
