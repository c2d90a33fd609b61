import { list_query } from "../screens/catalogue/list-state.ts";
import type { Page } from "./page.ts";

export const cataloguePages: readonly Page[] = [
  { path: "san-pham", file: "screens/catalogue/product-list.tsx", layout: "default", shared: { query: list_query } },
  {
    path: "san-pham/:category",
    file: "screens/catalogue/product-list.tsx",
    layout: "default",
    shared: { query: list_query },
  },
  {
    path: "san-pham/:category/:slug",
    file: "screens/catalogue/product.tsx",
    layout: "default",
    shared: { query: ["sku", "code"] },
  },
  {
    path: "tim-kiem",
    file: "screens/catalogue/search.tsx",
    layout: "default",
    shared: { query: ["name", "all", ...list_query] },
  },
  {
    path: "so-sanh-san-pham/:slug?",
    file: "screens/catalogue/compare.tsx",
    layout: "default",
    shared: { query: ["find"] },
  },
  { path: "-/facets", file: "resources/facets.ts", layout: "none" },
  { path: "-/cards", file: "resources/cards.ts", layout: "none" },
  { path: "-/places", file: "resources/places.ts", layout: "none" },
  { path: "-/delivery", file: "resources/delivery.ts", layout: "none" },
];
