/**
 * The texts of the interface. Vietnamese is the source of the type; English and Japanese must have the same keys, so a
 * missing text does not compile. Values are texts or functions of what the text needs. The server holds all of them, a
 * browser the domains its screens use, in the language of its page (web/plugins/messages-by-use.ts).
 */
import type { Locale } from "contract/values/locale.ts";
import { locales } from "contract/values/locale.ts";
import type { vi } from "./vi.ts";

export type Messages = typeof vi;

const loaded = new Map<Locale, Messages>();

/** Loads everything. Must be over before a server renders. */
export async function loadMessages(): Promise<void> {
  await Promise.all(locales.map(async (locale) => loaded.set(locale, await read(locale))));
}

/** The messages of one domain are loaded. */
export function addMessages(locale: Locale, domain: keyof Messages, words: unknown): void {
  loaded.set(locale, Object.assign(loaded.get(locale) ?? ({} as Messages), { [domain]: words }));
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
  if (!messages) throw new Error(`No messages of "${locale}"`);
  return messages;
}
