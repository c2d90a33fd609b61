/**
 * The values of a form whose session has ended: filled in again on the same page after signing in, in this
 * tab. Passwords, codes and whatever else is secret are not stored. rules/site#forms; Spec §2, §8.
 */
export const STORED_FORM_KEY = "unsent-form";
const secret = /password|otp|card|captcha|code$/i;

/** Where cart/parts/order-draft.ts stores the order form. */
export const ORDER_FORM_KEY = "order-form";

type Stored = { path: string; fields: [name: string, value: string][] };

export function storeForm(form: HTMLFormElement): void {
  const fields = Array.from(new FormData(form)).flatMap(([name, value]): Stored["fields"] => {
    const { type } = form.elements.namedItem(name) as HTMLInputElement; // radios together have none
    return secret.test(name) || /hidden|password/.test(type) || typeof value !== "string" ? [] : [[name, value]];
  });
  try {
    sessionStorage.setItem(STORED_FORM_KEY, JSON.stringify({ path: location.pathname, fields } satisfies Stored));
  } catch {
    // full, or forbidden: it has to be typed again
  }
}

/** Once, into the form that has all of these fields; with the events of input. */
export function restoreForm(): void {
  const stored = read();
  if (stored?.path !== location.pathname) return;
  const form = [...document.forms].find(({ elements }) => stored.fields.every(([name]) => elements.namedItem(name)));
  if (!form) return;
  sessionStorage.removeItem(STORED_FORM_KEY);
  for (const [name, value] of stored.fields) {
    const field = form.elements.namedItem(name);
    if (field instanceof RadioNodeList) checkRadio(field, value);
    else if (field) fill(field as HTMLInputElement, value);
  }
}

/** One by one: React hears of a later click only where it has seen each radio change (`RadioNodeList.value` passes it by). */
export function checkRadio(radios: RadioNodeList, value: string): void {
  for (const radio of radios) if (radio instanceof HTMLInputElement) radio.checked = radio.value === value;
}

/** By the element's own setter: React overrides it to know what it has drawn itself. */
function fill(field: HTMLInputElement, value: string): void {
  if (field.type === "checkbox") field.checked = true;
  else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

function read(): Stored | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_FORM_KEY) ?? "null") as Stored | null;
  } catch {
    return null; // forbidden, or not ours
  }
}
