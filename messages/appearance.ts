/** Texts of the switch between light and dark; only the server renders them. */
import type { Locale } from "contract/values/locale.ts";
import { appearance as en } from "./en/appearance.ts";
import { appearance as ja } from "./ja/appearance.ts";
import { appearance as vi } from "./vi/appearance.ts";

export const appearanceWords = { vi, en, ja } satisfies Record<Locale, typeof vi>;
