import type { Page } from "./page.ts";

/** Repair and installation: rendered for each visitor, for what is free and whose tickets are shown depends on who asks when. */
export const servicePages: readonly Page[] = [
  { path: "chuyen-dien-gia-dung", file: "service/screens/household.tsx", layout: "default" },
  { path: "chuyen-dien-gia-dung/yeu-cau", file: "service/screens/own-tickets.tsx", layout: "default" },
  { path: "chuyen-dien-gia-dung/yeu-cau/:code", file: "service/screens/ticket.tsx", layout: "default" },
  { path: "tho/:id", file: "service/screens/technician.tsx", layout: "checkout" },
];
