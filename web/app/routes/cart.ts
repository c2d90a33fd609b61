import type { Page } from "./page.ts";

export const cartPages: readonly Page[] = [];
