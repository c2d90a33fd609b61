/**
 * HTML of parts that many pages show alike, for the server: cards, groups of filters. A part is found by all that it shows,
 * so another price or another count is another part and nothing has to be purged. decisions/0161-parts-made-once.md
 */
import { hash } from "node:crypto";
import type { Locale } from "contract/values/locale.ts";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { Speak } from "../i18n.tsx";

/** Characters, of two bytes each; as many again of what was asked for before. Some 3,500 cards. */
const most = 6_000_000;
/** For a head, which a part has not: the page itself has to ask for its pictures early (ui/picture.tsx, `fetchFirst`). */
const hoisted = /^(?:<link rel="preload"[^>]*>)+/;
let recent = new Map<string, string>();
let earlier = new Map<string, string>();
let length = 0;

export function cachedHtml(locale: Locale, of: object, part: () => ReactNode): string {
  const key = hash("sha256", locale + JSON.stringify(of), "base64"); // a third of what is kept would be these words
  let html = recent.get(key);
  if (html === undefined) {
    html = earlier.get(key) ?? flat(renderToString(<Speak locale={locale}>{part()}</Speak>).replace(hoisted, ""));
    keep(key, html);
  }
  return html;
}

function keep(key: string, html: string): void {
  if (length > most) {
    [earlier, recent] = [recent, new Map()];
    length = 0;
  }
  recent.set(key, html);
  length += key.length + html.length;
}

/** One piece instead of the hundreds it was put together from, which would all be kept and walked through each time. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
