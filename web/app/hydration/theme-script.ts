/**
 * The other inline script of every page: in the head, so that a chosen theme is there with the first paint. It takes itself
 * away again, because React would take it for the first script of the head it knows.
 */
import { themeOf, wear } from "../session/theme.ts";

const chosen = themeOf(document.cookie);
if (chosen) wear(chosen);
document.currentScript?.remove();
