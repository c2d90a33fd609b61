import { localeOfPath } from "contract/values/locale.ts";
import { messagesOf } from "messages/messages.ts";
import { Fullscreen } from "../frame/fullscreen.tsx";
import { Speak } from "../i18n.tsx";
import { pathsIn } from "../paths.ts";
import { emptyPicture } from "../shared/products/empty-picture.ts";
import styles from "../styles/app.css?url";
import { ButtonLink } from "../ui/button.tsx";

/** Of the document, whatever the URL has become since: its messages are loaded. */
const locale = localeOfPath(typeof location === "undefined" ? "/" : location.pathname).locale;

/** What is left when not even the error page could be shown: a document with nothing of the router in it. Spec §8. */
export function FallbackPage() {
  const { common } = messagesOf(locale);
  return (
    <html lang={locale}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>{common.error_title}</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <Speak locale={locale}>
          <Fullscreen>
            <div className="empty-state">
              <img {...emptyPicture("offline")} alt="" width={480} height={360} />
              <h1>{common.error_title}</h1>
              <p>{common.error_text}</p>
              <p className="row row-wrap">
                <ButtonLink href="">{common.retry}</ButtonLink>
                <ButtonLink variant="secondary" href={pathsIn(locale).home()}>
                  {common.returnToHomePage}
                </ButtonLink>
              </p>
            </div>
          </Fullscreen>
        </Speak>
      </body>
    </html>
  );
}
