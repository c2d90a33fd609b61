import { listQuery } from "../catalogue/list/list-state.ts";
import type { Page } from "./page.ts";

export const cataloguePages: readonly Page[] = [
  { path: "san-pham", file: "catalogue/screens/product-list.tsx", layout: "default", cacheable: { query: listQuery } },
  {
    path: "san-pham/:category",
    file: "catalogue/screens/product-list.tsx",
    layout: "default",
    cacheable: { query: listQuery },
  },
  {
    path: "san-pham/:category/:slug",
    file: "catalogue/screens/product.tsx",
    layout: "default",
    cacheable: { query: ["sku", "code"] },
  },
  {
    path: "tim-kiem",
    file: "catalogue/screens/search.tsx",
    layout: "default",
    cacheable: { query: ["name", "all", ...listQuery] },
  },
  {
    path: "so-sanh-san-pham/:slug?",
    file: "catalogue/screens/compare.tsx",
    layout: "default",
    cacheable: { query: ["find"] },
  },
  { path: "-/facets", file: "resources/facets.ts", layout: "none" },
  { path: "-/cards", file: "resources/cards.ts", layout: "none" },
  { path: "-/places", file: "resources/places.ts", layout: "none" },
  { path: "-/delivery", file: "resources/delivery.ts", layout: "none" },
];
