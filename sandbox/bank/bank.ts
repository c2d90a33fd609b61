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
  // Without a pattern SePay finds no code in a text; Casso's version 1 is the one with a static token.
  portal: { sepay_auth: "hmac", sepay_code_pattern: "", casso_version: "2" },
  real_hosts: ["sepay.vn", "casso.vn", "payos.vn"],
  variables: ["SEPAY_", "CASSO_", "PAYOS_"],
  environment: ({ key, portal }) => ({
    SEPAY_AUTH: portal("bank", "sepay_auth"),
    SEPAY_API_KEY: key("bank", "sepay_api_key"),
    SEPAY_HMAC_SECRET: key("bank", "sepay_hmac_secret"),
    CASSO_CHECKSUM_KEY: key("bank", "casso_checksum_key"),
    CASSO_SECURE_TOKEN: key("bank", "casso_secure_token"),
    PAYOS_CHECKSUM_KEY: key("bank", "payos_checksum_key"),
  }),
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
