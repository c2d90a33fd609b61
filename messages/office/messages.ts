/**
 * The texts of the office: two languages, each person's own choice. Vietnamese is the source of the type, so a missing
 * text does not compile. The server holds both; a browser loads the one of its page before it hydrates.
 */
import type { vi } from "./vi.ts";

export const officeLanguages = ["vi", "en"] as const;
export type OfficeLanguage = (typeof officeLanguages)[number];
export type OfficeMessages = Widened<typeof vi>;

/** English may be a text where Vietnamese is one, and a function of the same values where it is a function. */
type Widened<T> = T extends string ? string : T extends (p: infer P) => string ? (p: P) => string : Parts<T>;
type Parts<T> = { readonly [K in keyof T]: Widened<T[K]> };

const loaded = new Map<OfficeLanguage, OfficeMessages>();

/** One language, or both. Must be over before anything renders. */
export async function loadOfficeMessages(...languages: OfficeLanguage[]): Promise<void> {
  const wanted = languages.length > 0 ? languages : officeLanguages;
  await Promise.all(wanted.map(async (language) => addOfficeMessages(language, await read(language))));
}

/** Texts of a desk, in the browser: they come with its modules (web/plugins/office-messages.ts), before or after the others. */
export function addOfficeMessages(language: OfficeLanguage, part: object): void {
  loaded.set(language, Object.assign(loaded.get(language) ?? {}, part) as OfficeMessages);
}

async function read(language: OfficeLanguage): Promise<OfficeMessages> {
  return language === "en" ? (await import("./en.ts")).en : (await import("./vi.ts")).vi;
}

/** Throws when the language was not loaded. Always the same object, so that nothing renders again because of it. */
export function officeMessagesOf(language: OfficeLanguage): OfficeMessages {
  const messages = loaded.get(language);
  if (!messages) throw new Error(`The office's messages of "${language}" are not loaded`);
  return messages;
}
