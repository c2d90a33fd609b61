import type { Page } from "./page.ts";

export const contentPages: readonly Page[] = [];
