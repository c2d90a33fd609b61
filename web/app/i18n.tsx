/**
 * The language of the page: its messages and its URLs. The value of each language is made once, so setting it costs a
 * request nothing and never renders anything again.
 */
import { type Locale, localeOfPath } from "contract/values/locale.ts";
import { type Messages, messagesOf } from "messages/messages.ts";
import { createContext, type ReactNode, useContext } from "react";
import { type Paths, pathsIn } from "./paths.ts";

const LocaleContext = createContext<Locale>("vi");

/** Around the whole document; `pathname` decides, because a URL always means one language. */
export function Speak({ locale, children }: { locale: Locale; children: ReactNode }) {
  return <LocaleContext value={locale}>{children}</LocaleContext>;
}

export function useLocale(): Locale {
  return useContext(LocaleContext);
}

/** `const { common, catalogue } = useMessages()`. */
export function useMessages(): Messages {
  return messagesOf(useContext(LocaleContext));
}

export function usePaths(): Paths {
  return pathsIn(useContext(LocaleContext));
}

/** For `meta` and other places without hooks. */
export function messagesAt(pathname: string): Messages {
  return messagesOf(localeOfPath(pathname).locale);
}

/** `lang` for a text that may have stayed in another language; nothing where it is the page's own. */
export function foreign(textLang: Locale, pageLocale: Locale): { lang?: Locale } {
  return textLang === pageLocale ? {} : { lang: textLang };
}
