/** The texts of /llms.txt; no browser loads them. */
import type { Locale } from "contract/locale.ts";
import { llms as en } from "./en/llms.ts";
import { llms as ja } from "./ja/llms.ts";
import { llms as vi } from "./vi/llms.ts";

export const llmsWords = { vi, en, ja } satisfies Record<Locale, typeof vi>;
