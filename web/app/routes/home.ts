import type { Page } from "./page.ts";

export const homePages: readonly Page[] = [{ path: "", file: "screens/home/home.tsx", layout: "default", shared: {} }];
