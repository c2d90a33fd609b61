/** The calls that a page makes itself, beside those of its loaders and actions. Their routes go to the browser, no others. */
import type { CallName } from "contract/contract.ts";

export const browserCalls = [
  "catalogue.toggleFavourite",
  "catalogue.favouriteSlugs",
  "catalogue.noteViewed",
  "payments.cardChecked",
  "payments.cardInitiated",
  "payments.cardAuthenticated",
  "payments.cardPaid",
  "notifications.subscribe",
  "notifications.unsubscribe",
] as const satisfies readonly CallName[];
/** Of the chat: web/app/chat/state/chat-shop.ts sends them. */
export const chatCalls = [
  "chat.hours",
  "chat.own",
  "chat.start",
  "chat.leave",
  "chat.conversation",
  "chat.send",
  "chat.typing",
  "chat.seen",
  "chat.close",
  "chat.rate",
] as const satisfies readonly CallName[];
export type ChatCall = (typeof chatCalls)[number];

export type BrowserCall = (typeof browserCalls)[number];
