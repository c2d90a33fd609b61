import type { Page } from "./page.ts";

export const systemPages: readonly Page[] = [
  { path: "home", file: "resources/home-redirect.ts", layout: "none" },
  { path: "bao-tri", file: "system/maintenance.tsx", layout: "maintenance" },
  { path: "dang-xuat", file: "system/sign-out.tsx", layout: "default" },
  { path: "-/language", file: "resources/language.ts", layout: "none" },
  { path: "-/theme", file: "resources/theme.ts", layout: "none" },
  { path: "-/visitor", file: "resources/visitor.ts", layout: "none" },
  { path: "-/cart", file: "resources/add-to-cart.ts", layout: "none" },
  { path: "-/suggest", file: "resources/suggest.ts", layout: "none" },
  { path: "manifest.webmanifest", file: "resources/web-app.ts", layout: "none", cacheable: {} },
  { path: "robots.txt", file: "resources/robots.ts", layout: "none", cacheable: {} },
  { path: "llms.txt", file: "resources/llms.ts", layout: "none", cacheable: {} },
  { path: "sitemap.xml", file: "resources/sitemaps/sitemap-index.ts", layout: "none", cacheable: {} },
  { path: "sitemap-pages.xml", file: "resources/sitemaps/pages.ts", layout: "none", cacheable: {} },
  { path: "sitemap-posts.xml", file: "resources/sitemaps/posts.ts", layout: "none", cacheable: { query: ["page"] } },
  {
    path: "sitemap-products.xml",
    file: "resources/sitemaps/products.ts",
    layout: "none",
    cacheable: { query: ["page"] },
  },
  { path: "*", file: "system/not-found.tsx", layout: "default", cacheable: {} },
];
