import type { Page } from "./page.ts";

export const homePages: readonly Page[] = [{ path: "", file: "home/home.tsx", layout: "default", cacheable: {} }];
