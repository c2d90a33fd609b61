/** The form that was submitted last, for a retry with its current values, and the form that was typed into last. */
import type { RouterState } from "react-router";
import { showFailure } from "./request-failure.ts";

let last: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined;
let typedInto: HTMLFormElement | null = null;

export function onInput({ target }: Event): void {
  typedInto = (target as HTMLInputElement).form;
}

/**
 * Called before every other submit listener of the page. An unchanged submission that is pending is not sent again: the router
 * has it at once, even where a busy page has not shown that yet. Without a network no form is submitted, not even natively,
 * but one that keeps what is written until there is one (`data-keeps`).
 */
export function onSubmit(event: SubmitEvent, { navigation, fetchers }: RouterState): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog") return;
  const text = textOf(new FormData(form, submitter));
  const isSent = [navigation, ...fetchers.values()].some(({ formData }) => formData && textOf(formData) === text);
  if (!isSent) {
    last = { form, submitter };
    if (navigator.onLine || form.dataset.keeps !== undefined) return;
    showFailure({ reason: "offline", writes: form.method === "post", retry: () => submitAgain(form, submitter) });
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** Identifies a submission: all its fields but the idempotency key of send.ts; of a file its name, size and time. */
export function textOf(data: FormData | URLSearchParams): string {
  const fields = [...(data as FormData)].filter(([name]) => name !== "idempotency_key");
  return JSON.stringify(fields, (_, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}

/** Submits again the form last submitted to `action`; undefined when that form has left the page. */
export function retryOf(action: string): (() => void) | undefined {
  if (!last?.form.isConnected || new URL(last.form.action).pathname !== new URL(action, location.href).pathname) return;
  const { form, submitter } = last;
  return () => submitAgain(form, submitter);
}

/** The form whose values a visitor would lose by leaving the page: the one typed into last, else the one submitted last. */
export function activeForm(): HTMLFormElement | null | undefined {
  return typedInto?.isConnected ? typedInto : last?.form;
}

/** Whether that form has a field to type in or choose from, not only a button. */
export function activeFormHasFields(): boolean {
  return !!activeForm()?.querySelector("input:not([type=hidden]), select, textarea");
}

function submitAgain(form: HTMLFormElement, submitter: HTMLElement | null): void {
  form.requestSubmit(submitter?.isConnected ? submitter : null);
}
