import type { Page } from "./page.ts";

export const storesPages: readonly Page[] = [];
