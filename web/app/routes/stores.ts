import type { Page } from "./page.ts";

export const storesPages: readonly Page[] = [
  {
    path: "diem-ban",
    file: "stores/stores.tsx",
    layout: "default",
    cacheable: { query: ["q", "tinh", "loai", "page"] },
  },
];
