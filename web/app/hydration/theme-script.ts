/**
 * The inline script in the head of every page, beside boot.ts: it sets a chosen theme before the first paint. It removes
 * itself from the document, because React would mistake it for the first script it has rendered in the head.
 */
import { applyTheme, themeOf } from "../session/theme.ts";

const chosen = themeOf(document.cookie);
if (chosen) applyTheme(chosen);
document.currentScript?.remove();
