/** The shop's bank, with the services that watch its accounts: SePay, Casso, payOS. It has no API of its own. */
import type { Vendor } from "../core/vendor.ts";
import keys from "./keys.json" with { type: "json" };
import { pageRoutes } from "./pages.ts";
import { senders } from "./senders.ts";
import { book, readTransfer, transfer } from "./transfers.ts";

export const bank: Vendor = {
  name: "bank",
  title: "Ngân hàng (SePay, Casso, payOS)",
  keys,
  real_hosts: ["sepay.vn", "casso.vn", "payos.vn"],
  variables: ["SEPAY_", "CASSO_", "PAYOS_"],
  routes: pageRoutes,
  senders,
  tasks: {
    book: (gateway, { data }) => {
      book(gateway, data);
    },
  },
  controls: {
    transfer: (gateway, input) => {
      const order = readTransfer(input);
      transfer(gateway, order);
      return { ...order };
    },
  },
};
