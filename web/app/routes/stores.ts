import type { Page } from "./page.ts";

export const storesPages: readonly Page[] = [
  {
    path: "diem-ban",
    file: "stores/stores.tsx",
    layout: "default",
    cacheable: { query: ["q", "city_code", "ward_code", "type", "service", "open", "page"] },
  },
];
