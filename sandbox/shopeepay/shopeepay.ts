/** ShopeePay's "jump and pay" as a merchant sees it: create, page, one notification, check, refunds. */
import type { Gateway } from "../core/gateway.ts";
import type { Ipn, Payment } from "../core/ledger.ts";
import { payPageRoutes } from "../core/pages/pay-page.ts";
import type { Signing, Vendor } from "../core/vendor.ts";
import { callRoutes, PAGE } from "./calls.ts";
import { codes, stateOf, statusOf, verdictOf } from "./codes.ts";
import keys from "./keys.json" with { type: "json" };
import { HEADER, headerOf } from "./signature.ts";

export const shopeepay: Vendor = {
  name: "shopeepay",
  title: "ShopeePay",
  keys,
  real_hosts: ["airpay.vn", "shopeepay.vn", "shopeepay.com.vn"],
  variables: ["SHOPEEPAY_"],
  environment: ({ key, ownUrl }) => ({
    SHOPEEPAY_URL: `${ownUrl()}/shopeepay`,
    SHOPEEPAY_CLIENT_ID: key("shopeepay", "client_id"),
    SHOPEEPAY_SECRET: key("shopeepay", "secret"),
    SHOPEEPAY_MERCHANT_ID: key("shopeepay", "merchant_ext_id"),
    SHOPEEPAY_STORE_ID: key("shopeepay", "store_ext_id"),
  }),
  routes: [
    ...callRoutes,
    ...payPageRoutes({
      vendor: "shopeepay",
      path: PAGE,
      parameter: "token",
      title: "Thanh toán qua ShopeePay (mô phỏng)",
      facts: () => [],
      choices: () => [
        {
          name: "payment_method",
          label: "Nguồn tiền",
          options: [
            ["1", "Ví ShopeePay"],
            ["4", "SPayLater"],
          ],
        },
      ],
    }),
  ],
  // [assumed] Sent once; a payment that expired is not told of.
  senders: [{ name: "shopeepay", retry: [], timeout_seconds: 15, compose, verdictOf }],
  payment: {
    codes,
    stateOf,
    newTxn: ({ ids }) => ids.digits("shopeepay transaction", 16),
    tells: ({ state }) => state !== "expired",
    ipn: (gateway, payment) => ({
      sender: "shopeepay",
      url: gateway.ipnUrl("shopeepay"),
      ref: payment.ref,
      amount: payment.captured || payment.amount,
      data: {
        txn: payment.txn || String(payment.ended_at ?? payment.created_at),
        status: statusOf(payment) ?? 2,
        payment_method: Number(payment.details.payment_method ?? 1),
      },
    }),
    returnUrl,
  },
  tasks: {
    refuse: ({ state }, { data }) => {
      const payment = state.payments.find(({ token }) => token === data.token);
      const made = payment?.refunds.find(({ txn }) => txn === data.txn);
      if (made) made.state = "refused";
    },
  },
};

/** Empty fields stay in the body: they are part of what is signed. */
function compose({ data, ref, amount, url }: Ipn, { key, spoil }: Signing) {
  const body = JSON.stringify({
    amount: amount * 100,
    merchant_ext_id: key("merchant_ext_id"),
    store_ext_id: key("store_ext_id"),
    transaction_sn: data.txn,
    payment_method: data.payment_method,
    transaction_type: 13,
    reference_id: ref,
    transaction_status: data.status,
    user_id_hash: "",
    terminal_id: "",
    promo_id_applied: "",
  });
  const headers = { "content-type": "application/json", [HEADER]: spoil(headerOf(body, key("secret"))) };
  return { method: "POST" as const, url, headers, body };
}

/** [assumed] what its signature covers. */
function returnUrl(gateway: Gateway, { details, ref, captured, amount, state }: Payment): string {
  const query = {
    amount: String((captured || amount) * 100),
    client_id: gateway.key("shopeepay", "client_id"),
    reference_id: ref,
    result_code: state === "paid" ? "100" : "203",
  };
  const signature = headerOf(new URLSearchParams(query).toString(), gateway.key("shopeepay", "secret"));
  const { return_url = "" } = details;
  return `${return_url}${return_url.includes("?") ? "&" : "?"}${new URLSearchParams({ ...query, signature })}`;
}
