/**
 * Caches on the server the HTML of menus and footer: half the elements of a page, and the same on all pages of a language. They
 * are rendered once while the layout data is the same object (menu-groups.ts caches it).
 */
import type { Locale } from "contract/values/locale.ts";
import { renderToStaticMarkup } from "react-dom/server";
import { Speak } from "../i18n.tsx";
import type { StaticFragments } from "./layout-data.ts";
import type { Frame } from "./menu/menu-groups.ts";

const fragmentsOfLayout = new WeakMap<Frame, Map<string, string>>();

export function staticFragments(layout: Frame, locale: Locale): StaticFragments {
  const parts = fragmentsOfLayout.get(layout) ?? new Map<string, string>();
  fragmentsOfLayout.set(layout, parts);
  return (id, part) => {
    let html = parts.get(id);
    if (html === undefined) {
      html = renderToStaticMarkup(<Speak locale={locale}>{part(layout)}</Speak>);
      parts.set(id, html);
    }
    return html;
  };
}
