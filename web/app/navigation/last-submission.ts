/** The form of the page that was sent last, for a retry with its current values, and the one typed into last. */
import type { RouterState } from "react-router";
import { showFailure } from "./request-failure.ts";

let last: { form: HTMLFormElement; submitter: HTMLElement | null } | undefined;
let typedInto: HTMLFormElement | null = null;

export function onInput({ target }: Event): void {
  typedInto = (target as HTMLInputElement).form;
}

/**
 * Before every other listener of the page. A pending unchanged submission is not sent again: the router knows of it at once, a
 * busy page paints it later. Without a network a form stays where it is, also one that the browser would send.
 */
export function onSubmit(event: SubmitEvent, { navigation, fetchers }: RouterState): void {
  const { target: form, submitter } = event;
  if (!(form instanceof HTMLFormElement) || form.method === "dialog") return;
  const text = textOf(new FormData(form, submitter));
  const isSent = [navigation, ...fetchers.values()].some(({ formData }) => formData && textOf(formData) === text);
  if (!isSent) {
    last = { form, submitter };
    if (navigator.onLine) return;
    showFailure({ why: "unsent", writes: form.method === "post", again: () => submitAgain(form, submitter) });
  }
  event.preventDefault();
  event.stopImmediatePropagation();
}

/** What distinguishes submissions: all fields but the key of send.ts; of a file its name and size. */
export function textOf(data: FormData | URLSearchParams): string {
  const fields = [...(data as FormData)].filter(([name]) => name !== "idempotency_key");
  return JSON.stringify(fields, (_, value) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  );
}

/** The form that was sent to `action`, if it is still on the page. */
export function sentTo(action: string): (() => void) | undefined {
  if (!last?.form.isConnected || new URL(last.form.action).pathname !== new URL(action, location.href).pathname) return;
  const { form, submitter } = last;
  return () => submitAgain(form, submitter);
}

/** What a visitor who has to leave would have to type again: the form typed into last, else the one sent last. */
export function formAtWork(): HTMLFormElement | null | undefined {
  return typedInto?.isConnected ? typedInto : last?.form;
}

/** Whether that form has anything to type or choose: one with a button alone has nothing to lose. */
export function hasFieldsAtWork(): boolean {
  return !!formAtWork()?.querySelector("input:not([type=hidden]), select, textarea");
}

function submitAgain(form: HTMLFormElement, submitter: HTMLElement | null): void {
  form.requestSubmit(submitter?.isConnected ? submitter : null);
}
