import type { Messages } from "../messages.ts";

export const stores = {
  types: { flagship: "Showroom", store: "Shop", agent: "Dealer", hub: "Hub", service: "Service centre" },
  services: {
    display: "On display",
    pickup: "Pick-up",
    installation: "Installation",
    delivery: "Delivery",
    wholesale: "Wholesale",
    warranty: "Warranty",
    parts: "Spare parts",
    demo: "Try it out",
  },
} satisfies Messages["stores"];
