/** Texts of the footer that only the server renders. */
import type { Locale } from "contract/values/locale.ts";
import { appearance as en } from "./en/appearance.ts";
import { appearance as ja } from "./ja/appearance.ts";
import { appearance as vi } from "./vi/appearance.ts";

export const appearanceWords = { vi, en, ja } satisfies Record<Locale, typeof vi>;
