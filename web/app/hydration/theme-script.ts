/**
 * The other inline script of every page: in the head, so that a chosen theme is set before the first paint. It removes itself
 * from the document, because React would take it for the first script of the head it knows.
 */
import { themeOf, wear } from "../session/theme.ts";

const chosen = themeOf(document.cookie);
if (chosen) wear(chosen);
document.currentScript?.remove();
