/** Texts of the account's layout. */
import type { account as vi } from "../../vi/identity/account.ts";

export const account = {
  title: "Account",
  description: "Your orders, addresses and details.",
  breadcrumb: "Where this page is",
  no_name: "Customer",
  kinds: {
    customer: "Registered customer",
    agent: "Agent",
    collaborator: "Collaborator",
    partner: "Partner",
    group_manager: "Group manager",
  },
  role_switch: "You are here as",
  role_switched: (p) => `You are here as: ${p.role}.`,
  role_not_held: "Your account no longer has this role. You are here as a customer.",
  recent_orders: "Recent orders",
  all_orders: "See all orders",
  default_address: "Default address",
  to_address_book: "Open the address book",
  no_address: "No address kept yet.",
  menu: {
    home: "Overview",
    orders: "Orders",
    address_book: "Address book",
    notifications: "Notifications",
    codes: "Discount codes",
    points: "Points",
    favourites: "Favourites",
    viewed: "Viewed",
    profile: "Your details",
    saved_cards: "Saved cards",
    devices: "Devices",
    privacy: "Privacy",
    sign_out: "Sign out",
  },
} satisfies typeof vi;
