import type { Page } from "./page.ts";

export const contentPages: readonly Page[] = [
  { path: "tin-tuc", file: "screens/content/post-list.tsx", layout: "default", shared: { query: ["page"] } },
  { path: "tin-tuc/:category", file: "screens/content/post-list.tsx", layout: "default", shared: { query: ["page"] } },
  { path: "tin-tuc/:category/:slug", file: "screens/content/post.tsx", layout: "default", shared: {} },
  { path: "faq", file: "screens/content/faq.tsx", layout: "default", shared: { query: ["q"] } },
  { path: "thong-tin", file: "screens/content/policies.tsx", layout: "default", shared: {} },
  { path: "thong-tin/:code", file: "screens/content/policy.tsx", layout: "default", shared: {} },
  { path: "chinh-sach-bao-mat", file: "screens/content/policy.tsx", layout: "default", shared: {} },
  { path: "sitemap.html", file: "screens/content/site-map.tsx", layout: "default", shared: {} },
];
