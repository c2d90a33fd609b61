import type { Page } from "./page.ts";

export const contentPages: readonly Page[] = [
  { path: "tin-tuc", file: "content/post-list.tsx", layout: "default", cacheable: { query: ["page"] } },
  { path: "tin-tuc/:category", file: "content/post-list.tsx", layout: "default", cacheable: { query: ["page"] } },
  { path: "tin-tuc/:category/:slug", file: "content/post.tsx", layout: "default", cacheable: {} },
  { path: "faq", file: "content/faq.tsx", layout: "default", cacheable: { query: ["q"] } },
  { path: "thong-tin", file: "content/policies.tsx", layout: "default", cacheable: {} },
  { path: "thong-tin/:code", file: "content/policy.tsx", layout: "default", cacheable: {} },
  { path: "chinh-sach-bao-mat", file: "content/policy.tsx", layout: "default", cacheable: {} },
  { path: "sitemap.html", file: "content/site-map.tsx", layout: "default", cacheable: {} },
];
