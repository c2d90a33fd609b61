import { type Locale, locales } from "contract/values/locale.ts";
import { ownWords } from "messages/language.ts";
import { useLocation } from "react-router";
import { useLocale, useMessages, usePaths } from "../i18n.tsx";

/** Every other language, in its own name, leading to this page. Without script too: the URL writes the cookie. */
export function LanguageLinks({ className }: { className?: string }) {
  const locale = useLocale();
  const { common } = useMessages();
  return (
    <nav className={className} aria-label={common.language}>
      <ul className="row row-wrap">
        {locales.map((each) => (
          <li key={each}>
            {each === locale ? (
              <span className="chip" aria-current="true">
                {ownWords[each].name}
              </span>
            ) : (
              <LanguageLink locale={each} className="chip" />
            )}
          </li>
        ))}
      </ul>
    </nav>
  );
}

export function LanguageLink({ locale, className }: { locale: Locale; className?: string }) {
  const { pathname, search } = useLocation();
  const paths = usePaths();
  return (
    <a
      className={className}
      lang={locale}
      hrefLang={locale}
      rel="nofollow"
      href={paths.language(locale, pathname + search)}
    >
      {ownWords[locale].name}
    </a>
  );
}

/**
 * For visitors who chose another language before: the boot script shows the one they chose. Never a redirect, because a
 * URL always means one language.
 */
export function LanguageOffers() {
  const locale = useLocale();
  const { pathname, search } = useLocation();
  const paths = usePaths();
  return locales
    .filter((each) => each !== locale)
    .map((each) => (
      <p key={each} className="language-offer" lang={each} data-language={each}>
        {ownWords[each].offer}{" "}
        <a className="link" rel="nofollow" href={paths.language(each, pathname + search)}>
          {ownWords[each].accept}
        </a>
      </p>
    ));
}
