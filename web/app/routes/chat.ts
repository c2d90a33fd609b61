import type { Page } from "./page.ts";

/** The live chat. */
export const chatPages: readonly Page[] = [
  { path: "tro-chuyen", file: "chat/screens/start.tsx", layout: "default" },
  { path: "tro-chuyen/:id", file: "chat/screens/conversation.tsx", layout: "default" },
  { path: "tro-chuyen/:id/noi-dung", file: "chat/transcript-file.ts", layout: "none" },
];
