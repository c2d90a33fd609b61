import type { Page } from "./page.ts";

/** Pages made of blocks. */
export const blockPages: readonly Page[] = [
  { path: "gioi-thieu-ve-mutosi", file: "pages/screens/fixed-page.tsx", layout: "default", cacheable: {} },
  { path: "lien-he", file: "pages/screens/contact.tsx", layout: "default", cacheable: { query: ["topic"] } },
  {
    path: "hop-tac",
    file: "partners/screens/cooperation.tsx",
    layout: "default",
    cacheable: {},
    own_with: "rent_ground",
  },
  { path: "landing-page", file: "pages/screens/page-list.tsx", layout: "default", cacheable: { query: ["page"] } },
  { path: "landing-page/:slug", file: "pages/screens/campaign-page.tsx", layout: "default", cacheable: {} },
  { path: "pages", file: "pages/screens/page-list.tsx", layout: "default", cacheable: { query: ["page"] } },
  { path: "pages/:slug", file: "pages/screens/campaign-page.tsx", layout: "default", cacheable: {} },
  { path: "catalogue-fullscreen", file: "pages/screens/catalogue-book.tsx", layout: "fullscreen", cacheable: {} },
  { path: "tag/:tag", file: "pages/screens/tag.tsx", layout: "default", cacheable: { query: ["page"] } },
  { path: "-/preview/:token", file: "pages/screens/preview.tsx", layout: "default" },
];
