import type { Page } from "./page.ts";

export const systemPages: readonly Page[] = [
  { path: "home", file: "resources/home-redirect.ts", layout: "none" },
  { path: "bao-tri", file: "screens/system/maintenance.tsx", layout: "maintenance" },
  { path: "dang-xuat", file: "screens/system/sign-out.tsx", layout: "default" },
  { path: "-/language", file: "resources/language.ts", layout: "none" },
  { path: "-/visitor", file: "resources/visitor.ts", layout: "none" },
  { path: "-/suggest", file: "resources/suggest.ts", layout: "none" },
  { path: "*", file: "screens/system/not-found.tsx", layout: "default", shared: {} },
];
