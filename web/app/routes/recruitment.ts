import type { Page } from "./page.ts";

const query = ["q", "tinh", "luong", "page"];

/** `ho-so` comes before what may be a category. */
export const recruitmentPages: readonly Page[] = [
  { path: "tuyen-dung", file: "recruitment/screens/vacancies.tsx", layout: "default", cacheable: { query } },
  { path: "tuyen-dung/ho-so", file: "recruitment/screens/application-status.tsx", layout: "default" },
  { path: "tuyen-dung/:category", file: "recruitment/screens/vacancies.tsx", layout: "default", cacheable: { query } },
  {
    path: "tuyen-dung/:category/:slug",
    file: "recruitment/screens/vacancy.tsx",
    layout: "default",
    cacheable: {},
    own_with: "application",
  },
];
