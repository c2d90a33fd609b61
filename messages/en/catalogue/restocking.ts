import type { Messages } from "../../messages.ts";

export const restocking = {
  title: "Products you are waiting for",
  description: "Sold-out products you asked to be told about.",
  consent:
    "When the product is in stock again we tell you once, among your notifications and in the ways you chose. You can cancel at any time; after 180 days the request is deleted.",
  ask: "Yes, tell me",
  asked: (p: { name: string }) => `We will tell you when it is in stock: ${p.name}.`,
  empty: "You are not waiting for any product",
  empty_text: "On the page of a sold-out product, choose “Tell me when in stock”.",
  remove: "Stop waiting",
  remove_named: (p: { name: string }) => `Stop waiting: ${p.name}`,
  removed: "The request has been cancelled.",
} satisfies Messages["restocking"];
