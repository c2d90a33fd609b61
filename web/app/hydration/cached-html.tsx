/**
 * Caches on the server the HTML of fragments that many pages share: cards, groups of filters. The key is made of all data a
 * fragment shows, so another price or count is another key and nothing has to be purged. decisions/0161-parts-made-once.md
 */
import { hash } from "node:crypto";
import type { Locale } from "contract/values/locale.ts";
import type { ReactNode } from "react";
import { renderToString } from "react-dom/server";
import { Speak } from "../i18n.tsx";

/** The most characters, of two bytes each, in `recent`, and as many in `earlier`. About 3,500 cards. */
const MAX_LENGTH = 6_000_000;
/** Preload links, which a fragment cannot add to the head: the page preloads its pictures (ui/picture.tsx, `fetchFirst`). */
const PRELOAD_LINKS = /^(?:<link rel="preload"[^>]*>)+/;
let recent = new Map<string, string>();
let earlier = new Map<string, string>();
let length = 0;

export function cachedHtml(locale: Locale, of: object, part: () => ReactNode): string {
  const key = hash("sha256", locale + JSON.stringify(of), "base64"); // the text itself would take a third of the memory
  let html = recent.get(key);
  if (html === undefined) {
    html = earlier.get(key) ?? flat(renderToString(<Speak locale={locale}>{part()}</Speak>).replace(PRELOAD_LINKS, ""));
    store(key, html);
  }
  return html;
}

function store(key: string, html: string): void {
  if (length > MAX_LENGTH) {
    [earlier, recent] = [recent, new Map()];
    length = 0;
  }
  recent.set(key, html);
  length += key.length + html.length;
}

/** Flattens the string: hundreds of joined pieces would all be retained and traversed each time. */
function flat(text: string): string {
  return Buffer.from(text).toString();
}
