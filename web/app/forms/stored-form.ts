/**
 * Stores the values of a form whose session has ended and fills them in again on the same page after signing in, in the same
 * tab. Passwords, codes and other secrets are not stored. rules/site#forms; Spec §2, §8.
 */
export const STORED_FORM_KEY = "unsent-form";
const secret = /password|otp|card|captcha|code$/i;

/** Where cart/parts/order-draft.ts stores the order form. */
export const ORDER_FORM_KEY = "order-form";

type Stored = { path: string; fields: [name: string, value: string][] };

export function storeForm(form: HTMLFormElement): void {
  const fields = Array.from(new FormData(form)).flatMap(([name, value]): Stored["fields"] => {
    const { type } = form.elements.namedItem(name) as HTMLInputElement; // a RadioNodeList has none
    return secret.test(name) || /hidden|password/.test(type) || typeof value !== "string" ? [] : [[name, value]];
  });
  try {
    sessionStorage.setItem(STORED_FORM_KEY, JSON.stringify({ path: location.pathname, fields } satisfies Stored));
  } catch {
    // storage is full or forbidden: the values have to be typed again
  }
}

/** Fills the stored values, once, into the form that has all of these fields, and dispatches their input events. */
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

/** Sets each radio's `checked`: React notices a later click only after that (setting `RadioNodeList.value` bypasses it). */
export function checkRadio(radios: RadioNodeList, value: string): void {
  for (const radio of radios) if (radio instanceof HTMLInputElement) radio.checked = radio.value === value;
}

/** Sets the value by the prototype's setter: React overrides the element's own to track what it has rendered. */
function fill(field: HTMLInputElement, value: string): void {
  if (field.type === "checkbox") field.checked = true;
  else Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, value);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
}

function read(): Stored | null {
  try {
    return JSON.parse(sessionStorage.getItem(STORED_FORM_KEY) ?? "null") as Stored | null;
  } catch {
    return null; // storage is forbidden, or the value is not from this code
  }
}
