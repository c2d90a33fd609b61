/** The account's frame in words. */
import type { account as vi } from "../vi/account.ts";

export const account = {
  title: "Account",
  description: "Your orders, addresses and details.",
  breadcrumb: "Where this page is",
  no_name: "Customer",
  member: "Registered customer",
  menu: {
    home: "Overview",
    sign_out: "Sign out",
  },
} satisfies typeof vi;
