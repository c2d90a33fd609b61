/** VNPAY 2.1.0 as a merchant sees it: signed redirect, ipn by GET with ten tries, querydr and refund. */
import type { Gateway } from "../core/gateway.ts";
import type { Ipn, Payment } from "../core/ledger.ts";
import type { Signing, Vendor } from "../core/vendor.ts";
import { callRoutes } from "./calls.ts";
import { codes, stateOf, transactionStatus, verdictOf } from "./codes.ts";
import keys from "./keys.json" with { type: "json" };
import { payRoutes, resultFields } from "./pay.ts";
import { signedQuery } from "./signature.ts";

/** At most ten calls, five minutes apart. */
const RETRY = Array.from({ length: 9 }, () => 300);

export const vnpay: Vendor = {
  name: "vnpay",
  title: "VNPAY",
  keys,
  real_hosts: ["vnpayment.vn", "vnpay.vn"],
  variables: ["VNPAY_", "VNP_"],
  environment: ({ key, ownUrl, pageUrl }) => ({
    VNPAY_PAY_URL: pageUrl("/vnpay/paymentv2/vpcpay.html"),
    VNPAY_API_URL: `${ownUrl()}/vnpay/merchant_webapi/api/transaction`,
    VNPAY_TMN_CODE: key("vnpay", "tmn_code"),
    VNPAY_HASH_SECRET: key("vnpay", "hash_secret"),
  }),
  routes: [...payRoutes, ...callRoutes],
  senders: [{ name: "vnpay", retry: RETRY, timeout_seconds: 30, compose, verdictOf }],
  payment: {
    codes,
    stateOf,
    newTxn: ({ ids }) => ids.digits("vnpay transaction", 14),
    ipn: (gateway, payment) => ({
      sender: "vnpay",
      url: gateway.ipnUrl("vnpay"),
      ref: payment.ref,
      amount: payment.captured || payment.amount,
      data: { ...resultFields(payment), ...outcomeFields(payment) },
    }),
    returnUrl,
  },
  tasks: {
    refund: ({ state }, { data }) => {
      const payment = state.payments.find(({ token }) => token === data.token);
      const refund = payment?.refunds.find(({ txn }) => txn === data.txn);
      if (refund) refund.state = data.state === "sent" || data.state === "success" ? data.state : "refused";
    },
  },
};

function outcomeFields(payment: Payment): Record<string, string> {
  return { vnp_ResponseCode: payment.code, vnp_TransactionStatus: transactionStatus(payment) };
}

function compose(ipn: Ipn, { key, spoil }: Signing) {
  const fields = Object.fromEntries(Object.entries(ipn.data).map(([name, value]) => [name, String(value)]));
  const query = signedQuery(
    { ...fields, vnp_TmnCode: key("tmn_code"), vnp_Amount: String(ipn.amount * 100), vnp_TxnRef: ipn.ref },
    key("hash_secret"),
    spoil,
  );
  return { method: "GET" as const, url: withQuery(ipn.url, query), headers: {}, body: "" };
}

function returnUrl(gateway: Gateway, payment: Payment): string {
  const fields = {
    ...resultFields(payment),
    ...outcomeFields(payment),
    vnp_TmnCode: gateway.key("vnpay", "tmn_code"),
    vnp_Amount: String((payment.captured || payment.amount) * 100),
    vnp_TxnRef: payment.ref,
  };
  return withQuery(payment.details.vnp_ReturnUrl ?? "", signedQuery(fields, gateway.key("vnpay", "hash_secret")));
}

function withQuery(url: string, query: string): string {
  return `${url}${url.includes("?") ? "&" : "?"}${query}`;
}
