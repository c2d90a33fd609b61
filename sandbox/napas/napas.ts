/** NAPAS with its hosted form as a merchant sees it: token, data key, form, result by the browser and by a message, refunds. */
import type { Ipn, Payment } from "../core/ledger.ts";
import type { Signing, Vendor } from "../core/vendor.ts";
import { callRoutes } from "./calls.ts";
import { formRoutes } from "./form.ts";
import keys from "./keys.json" with { type: "json" };
import { codes, signedResult, statedOf, stateOf, verdictOf } from "./results.ts";

export const napas: Vendor = {
  name: "napas",
  title: "NAPAS",
  keys,
  real_hosts: ["napas.com.vn"],
  variables: ["NAPAS_"],
  environment: ({ key, ownUrl, pageUrl }) => ({
    NAPAS_URL: `${ownUrl()}/napas/api`,
    NAPAS_FORM_URL: pageUrl("/napas/api"),
    NAPAS_MERCHANT_ID: key("napas", "merchant_id"),
    NAPAS_CLIENT_ID: key("napas", "client_id"),
    NAPAS_CLIENT_SECRET: key("napas", "client_secret"),
    NAPAS_USERNAME: key("napas", "username"),
    NAPAS_PASSWORD: key("napas", "password"),
  }),
  routes: [...callRoutes, ...formRoutes],
  // [assumed] Sent once; a form that was left alone is not told of.
  senders: [{ name: "napas", retry: [], timeout_seconds: 15, compose, verdictOf }],
  payment: {
    codes,
    stateOf,
    newTxn: ({ ids }) => ids.digits("napas transaction", 12),
    tells: ({ state }) => state !== "expired",
    ipn: (gateway, payment: Payment) => {
      const stated = statedOf(gateway.key("napas", "merchant_id"), payment);
      const { ref, amount, code, txn, created } = stated;
      return { sender: "napas", url: gateway.ipnUrl("napas"), ref, amount, data: { code, txn, created } };
    },
    // The action of the merchant's own form, which NAPAS is not told: the address of a shop of ours.
    returnUrl: ({ settings }) => `${settings.shop_url}/thanh-toan/tro-ve/napas`,
    returnForm: (gateway, payment) => {
      const stated = statedOf(gateway.key("napas", "merchant_id"), payment);
      return { napasResult: signedResult(stated, gateway.key("napas", "client_secret")) };
    },
  },
  tasks: {
    refuse: ({ state }, { data }) => {
      const payment = state.payments.find(({ token }) => token === data.token);
      const made = payment?.refunds.find(({ txn }) => txn === data.txn);
      if (made) made.state = "refused";
    },
  },
};

function compose({ data, ref, amount, url }: Ipn, { key, spoil }: Signing) {
  const { code, txn, created } = data;
  const said = { code: String(code), txn: String(txn), created: Number(created) };
  const body = signedResult({ merchant: key("merchant_id"), ref, amount, ...said }, key("client_secret"), spoil);
  return { method: "POST" as const, url, headers: { "content-type": "application/json" }, body };
}
