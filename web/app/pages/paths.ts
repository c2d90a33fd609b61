/** Addresses that only the catalogue's screen and lists of pages know: no other page loads them. */
import { type Locale, localisedPath } from "contract/values/locale.ts";

const BOOK = "/catalogue-fullscreen";

export const bookPath = (locale: Locale): string => localisedPath(BOOK, locale);

/** A file of the site, not a module of it: its address never changes. Spec §7 "page-turning script" */
export const TURN_SCRIPT = "/js/turn.js";
