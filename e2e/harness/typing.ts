/** Types into every field of a page at once, and checks whether it is still there. In the page, so that it costs one round trip. */
import type { Page } from "playwright-core";

/** What was typed, by the field's id or name. */
export type Typed = Readonly<Record<string, string>>;

/** Types into every visible text field, before hydration: value, focus, input. */
export function typeEverywhere(page: Page, figure = "123"): Promise<Typed> {
  return page.evaluate((numeric) => {
    const texts: Record<string, string> = {
      ...{ tel: "0590001234", email: "ai-do@mutosi.example", password: "Matkhau1!", search: "noi com", number: "2" },
      ...{ numeric, decimal: "2" },
    };
    const fields = document.querySelectorAll<HTMLInputElement>("input, textarea");
    const writeInto = (field: HTMLElement, text: string) =>
      Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value")?.set?.call(field, text);
    const free = [...fields].filter(
      (field) =>
        field.checkVisibility() &&
        !field.disabled &&
        !field.readOnly &&
        field.role !== "combobox" && // takes a choice, not a text
        !/^(?:checkbox|radio|file|hidden|range|submit|button|date)$/.test(field.type) &&
        (field.id || field.name),
    );
    const written = free.map((field): [string, string] => {
      const wanted = texts[field.inputMode] ?? texts[field.type] ?? "Đặng Thị Ngọc Ánh";
      // A number above what the field takes becomes that number as the page hydrates.
      const text = field.max !== "" && Number(wanted) > Number(field.max) ? field.max : wanted;
      field.focus();
      writeInto(field, text); // past React's own setter, which would take it for a render
      field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      return [field.id || field.name, field.value];
    });
    // Of several fields of one name the first is the one that is looked at again.
    return Object.fromEntries(written.reverse());
  }, figure);
}

/** Passwords, one-time codes and captchas are typed again on each page. */
export function withoutSecrets(typed: Typed): Typed {
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !/password|otp|captcha/.test(name)));
}

/** What of it is not there any more. A field may group its text, or write it in capitals without marks, as banks and codes do. */
export async function lost(page: Page, typed: Typed): Promise<string[]> {
  const now = await page.evaluate((names) => {
    const fields = [...document.querySelectorAll<HTMLInputElement>("input, textarea")];
    return names.map((name) => fields.find(({ id, name: called }) => (id || called) === name)?.value);
  }, Object.keys(typed));
  const bare = (text: string) =>
    text
      .normalize("NFD")
      .replace(/[^\p{L}\p{N}]/gu, "")
      .toLowerCase()
      .replaceAll("đ", "d");
  return Object.entries(typed).flatMap(([name, text], place) => {
    const left = now[place];
    return left !== undefined && bare(left) === bare(text) ? [] : [`typed text lost: ${name} has ${left ?? "gone"}`];
  });
}
