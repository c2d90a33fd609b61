import type { Page } from "./page.ts";

/** Pages whose first segment is data: they come after every row that names its own. */
export const promotionPages: readonly Page[] = [
  {
    path: ":customPage",
    file: "promotions/screens/custom-page.tsx",
    layout: "default",
    cacheable: { query: ["category", "page"] },
  },
  {
    path: ":customPage/:detailPromotion",
    file: "catalogue/screens/programme-product.tsx",
    layout: "default",
    cacheable: { query: ["sku"] },
  },
];
