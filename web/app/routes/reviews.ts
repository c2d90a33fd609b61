import type { Page } from "./page.ts";

/** Ratings and questions. */
export const reviewPages: readonly Page[] = [
  { path: "danh-gia-san-pham", file: "reviews/screens/own-reviews.tsx", layout: "default", guard: "members" },
  { path: "danh-gia-san-pham/danh-gia", file: "reviews/next-review.ts", layout: "none", guard: "members" },
  {
    path: "danh-gia-san-pham/danh-gia/:id",
    file: "reviews/screens/write-review.tsx",
    layout: "default",
    guard: "members",
  },
  { path: "danh-gia-san-pham/:id", file: "reviews/screens/product-reviews.tsx", layout: "default" },
];
