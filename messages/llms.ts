/** The texts of /llms.txt; no browser loads them. */
import type { Locale } from "contract/values/locale.ts";
import { llms as en } from "./en/content/llms.ts";
import { llms as ja } from "./ja/content/llms.ts";
import { llms as vi } from "./vi/content/llms.ts";

export const llmsWords = { vi, en, ja } satisfies Record<Locale, typeof vi>;
