/**
 * What is typed into the order form, in this tab, until the order is placed or another cart takes its place: a reload of the
 * page loses nothing. Nothing in it is secret, and nothing of it leaves the device. docs/decisions/0233
 */
import { type RefObject, useEffect, useState } from "react";
import { checkRadio, ORDER_FORM_KEY } from "../../forms/stored-form.ts";
import { usePaths } from "../../i18n.tsx";

/** Set by each page, or valid for one moment only. */
const ownFields: ReadonlySet<string> = new Set([
  ...["intent", "idempotency_key", "cart_id", "expected_total", "address_filled", "points_shown", "card_code"],
]);

type Fields = [name: string, value: string][];
type Stored = { cart_id: string; fields: Fields };

type Draft = { cart_id: string; refresh: (chosen: Fields) => void; is_refreshed: boolean; shown: object };

/**
 * Stores the fields as they change, and fills them in again once, after hydration. `refresh` requests what was chosen of place
 * and delivery; once its answer is there (`is_refreshed`; `shown` is the newest), fields that came with it are filled in as well. Answers whether lists
 * were filled in that way: fields that hold a choice are reset with it.
 */
export function useOrderDraft(form: RefObject<HTMLFormElement | null>, draft: Draft): boolean {
  const { cart_id, refresh, is_refreshed, shown } = draft;
  const paths = usePaths();
  const [restoring, setRestoring] = useState(false);
  const isRestored = restoring && is_refreshed;

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the form as it was sent
  useEffect(() => {
    const chosen = fillIn(form.current, fitting(form.current, read(cart_id)));
    if (chosen.length === 0) return;
    setRestoring(true);
    refresh(chosen);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is the event
  useEffect(() => {
    if (isRestored) fillIn(form.current, fitting(form.current, read(cart_id)));
  }, [isRestored]);

  // What the shop filled in, an address of the book for one, is stored like what was typed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the answer is the event
  useEffect(() => {
    if (is_refreshed && form.current) write({ cart_id, fields: fieldsOf(form.current) });
  }, [shown]);

  useEffect(() => {
    const element = form.current;
    const store = () => element && write({ cart_id, fields: fieldsOf(element) });
    element?.addEventListener("input", store);
    element?.addEventListener("change", store);
    return () => {
      element?.removeEventListener("input", store);
      element?.removeEventListener("change", store);
      const { pathname } = new URL(paths.paymentStatus({ uid_payment: "" }), location.href);
      if (location.pathname === pathname) removeOrderDraft();
    };
  }, [form, cart_id, paths]);
  return isRestored;
}

function fieldsOf(form: HTMLFormElement): Fields {
  const all = Array.from(new FormData(form), ([name, value]): [string, string] => [name, String(value)]);
  return all.filter(([name]) => !ownFields.has(name));
}

/**
 * Typed by a visitor who has signed in since: the form now offers the addresses of the book, and what was typed is another one.
 * Where no place was typed the address of the book stands.
 */
function fitting(form: HTMLFormElement | null, fields: Fields): Fields {
  const ofVisitor = form?.elements.namedItem("address_id") && !fields.some(([name]) => name === "address_id");
  if (!ofVisitor) return fields;
  const isPlace = ([name, value]: Fields[number]) => /^address\.(?!type)/.test(name) && value !== "";
  if (fields.some((field) => isPlace(field) && !/system$/.test(field[0]))) return [["address_id", "new"], ...fields];
  return fields.filter(([name]) => !name.startsWith("address."));
}

/** Fills fields without input; returns address and delivery method, which have to be requested. */
function fillIn(form: HTMLFormElement | null, fields: Fields): Fields {
  if (!form) return [];
  const now = new Map(fieldsOf(form));
  return fields.filter(([name, value]) => {
    if (now.get(name) === value) return false;
    const field = form.elements.namedItem(name);
    if (name === "address_id" && field instanceof RadioNodeList) checkRadio(field, value);
    if (/^address\.(?!street|type)|^(?:shipping_method|address_id)$/.test(name)) return true;
    if (field instanceof RadioNodeList) checkRadio(field, value);
    else if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = true;
    else if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) {
      if (field.value === field.defaultValue) field.value = value;
    }
    return false;
  });
}

/** Of this cart; what another one left is of no use any more. */
function read(cart_id: string): Fields {
  try {
    const stored = JSON.parse(sessionStorage.getItem(ORDER_FORM_KEY) ?? "null") as Stored | null;
    if (stored?.cart_id === cart_id) return stored.fields;
  } catch {
    // forbidden, or not ours
  }
  removeOrderDraft();
  return [];
}

function removeOrderDraft(): void {
  try {
    sessionStorage.removeItem(ORDER_FORM_KEY);
  } catch {
    // forbidden: then nothing was stored either
  }
}

function write(draft: Stored): void {
  try {
    sessionStorage.setItem(ORDER_FORM_KEY, JSON.stringify(draft));
  } catch {
    // full, or forbidden: a reload loses what was typed
  }
}
