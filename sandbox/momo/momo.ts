/** MoMo v2 as a merchant sees it: create, page, one ipn, query, refunds. */
import type { Gateway } from "../core/gateway.ts";
import type { Ipn, Payment } from "../core/ledger.ts";
import { type Json, writeJson } from "../core/values/json.ts";
import type { Signing, Vendor } from "../core/vendor.ts";
import { callRoutes } from "./calls.ts";
import { codeOf, codes, messageOf, stateOf, verdictOf } from "./codes.ts";
import { createRoutes } from "./create.ts";
import keys from "./keys.json" with { type: "json" };
import { secretsOf } from "./requests.ts";
import { signatureOf } from "./signature.ts";

export const momo: Vendor = {
  name: "momo",
  title: "MoMo",
  keys,
  real_hosts: ["momo.vn"],
  variables: ["MOMO_"],
  environment: ({ key, ownUrl }) => ({
    MOMO_URL: `${ownUrl()}/momo`,
    MOMO_PARTNER_CODE: key("momo", "partner_code"),
    MOMO_ACCESS_KEY: key("momo", "access_key"),
    MOMO_SECRET_KEY: key("momo", "secret_key"),
  }),
  routes: [...createRoutes, ...callRoutes],
  senders: [{ name: "momo", retry: [], timeout_seconds: 15, compose, verdictOf }],
  payment: {
    codes,
    stateOf,
    // Beyond 2^53, as a 64-bit number may be: a shop that rounds it finds out here.
    newTxn: ({ ids }) => ids.digits("momo transaction", 17),
    ipn: (gateway, payment) => ({
      sender: "momo",
      url: payment.details.ipnUrl ?? "",
      ref: payment.ref,
      amount: payment.captured || payment.amount,
      data: resultOf(gateway, payment),
    }),
    returnUrl,
  },
  tasks: {
    refuse: ({ state }, { data }) => {
      const payment = state.payments.find(({ token }) => token === data.token);
      const refund = payment?.refunds.find(({ txn }) => txn === data.txn);
      if (refund) refund.state = "refused";
    },
  },
};

/** What an ipn and the browser's return have in common; numbers as texts, so that none is rounded. */
function resultOf(gateway: Gateway, payment: Payment): Record<string, string> {
  const { details, state, ended_at, created_at } = payment;
  const code = codeOf(payment);
  return {
    partnerCode: gateway.key("momo", "partner_code"),
    requestId: details.requestId ?? "",
    orderInfo: details.orderInfo ?? "",
    orderType: "momo_wallet",
    transId: payment.txn || String(ended_at ?? created_at),
    resultCode: code,
    message: messageOf(code),
    payType: state === "paid" || state === "authorized" ? (details.payType ?? "") : "",
    responseTime: String(ended_at ?? created_at),
    extraData: details.extraData ?? "",
  };
}

const NUMBERS = ["amount", "transId", "resultCode", "responseTime"];

function compose(ipn: Ipn, { key, spoil }: Signing) {
  const fields: Record<string, string> = { ...texts(ipn.data), orderId: ipn.ref, amount: String(ipn.amount) };
  const secrets = { access_key: key("access_key"), secret_key: key("secret_key") };
  const signature = spoil(signatureOf("ipn", fields, secrets));
  const body = Object.entries(fields).map(([name, value]) => [name, NUMBERS.includes(name) ? BigInt(value) : value]);
  return {
    method: "POST" as const,
    url: ipn.url,
    headers: { "content-type": "application/json; charset=UTF-8" },
    body: writeJson({ ...Object.fromEntries(body), signature }),
  };
}

function returnUrl(gateway: Gateway, payment: Payment): string {
  const amount = String(payment.captured || payment.amount);
  const fields: Record<string, string> = { ...resultOf(gateway, payment), orderId: payment.ref, amount };
  const query = new URLSearchParams({ ...fields, signature: signatureOf("ipn", fields, secretsOf(gateway)) });
  const { redirectUrl = "" } = payment.details;
  return `${redirectUrl}${redirectUrl.includes("?") ? "&" : "?"}${query}`;
}

function texts(data: Readonly<Record<string, Json>>): Record<string, string> {
  return Object.fromEntries(Object.entries(data).map(([name, value]) => [name, String(value)]));
}
