/**
 * The words of the interface. Vietnamese is the source of the type; English and Japanese must say the same things, so a
 * missing word does not compile. Values are texts or functions of what the text needs. The server holds all three
 * languages, a browser loads the one of its page. House decision 12.
 */
import type { Locale } from "contract/locale.ts";
import { locales } from "contract/locale.ts";
import type { vi } from "./vi.ts";

export type Messages = typeof vi;

const loaded = new Map<Locale, Messages>();

/** Loads one language, or all of them. Must be over before anything is rendered. */
export async function loadMessages(locale?: Locale): Promise<void> {
  await Promise.all((locale ? [locale] : locales).map(async (each) => loaded.set(each, await read(each))));
}

async function read(locale: Locale): Promise<Messages> {
  switch (locale) {
    case "vi":
      return (await import("./vi.ts")).vi;
    case "en":
      return (await import("./en.ts")).en;
    case "ja":
      return (await import("./ja.ts")).ja;
  }
}

/** Throws when the language was not loaded. Always the same object, so that nothing renders again because of it. */
export function messagesOf(locale: Locale): Messages {
  const messages = loaded.get(locale);
  if (!messages) throw new Error(`The messages of "${locale}" are not loaded`);
  return messages;
}
