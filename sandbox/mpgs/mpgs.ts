/** The card through VPBank, by Mastercard Payment Gateway Services, as a merchant sees it: fields, 3-D Secure, pay, webhook. */
import type { Gateway } from "../core/gateway.ts";
import type { Ipn, Payment, PaymentState } from "../core/ledger.ts";
import { writeJson } from "../core/values/json.ts";
import type { Ending, Signing, Vendor } from "../core/vendor.ts";
import { callRoutes, statusOf } from "./calls.ts";
import keys from "./keys.json" with { type: "json" };
import { pageRoutes, version } from "./pages.ts";

const codes: Readonly<Record<Ending, string>> = {
  pay: "APPROVED",
  insufficient_funds: "INSUFFICIENT_FUNDS",
  cancel: "CANCELLED",
  expire: "EXPIRED",
  wrong_otp: "AUTHENTICATION_FAILED",
};

function stateOf(code: string): PaymentState {
  if (code === "APPROVED") return "paid";
  if (["PENDING", "SUBMITTED", "TIMED_OUT"].includes(code)) return "review";
  return code === "EXPIRED" ? "expired" : "failed";
}

export const mpgs: Vendor = {
  name: "mpgs",
  title: "MPGS (thẻ qua VPBank)",
  keys,
  real_hosts: ["mastercard.com", "gateway.mastercard.com", "vpbank.com.vn"],
  variables: ["MPGS_"],
  environment: ({ key, ownUrl, pageUrl }) => ({
    MPGS_URL: `${ownUrl()}/mpgs`,
    MPGS_PAGES_URL: pageUrl("/mpgs"),
    MPGS_VERSION: version,
    MPGS_MERCHANT_ID: key("mpgs", "merchant_id"),
    MPGS_API_PASSWORD: key("mpgs", "api_password"),
    MPGS_NOTIFICATION_SECRET: key("mpgs", "notification_secret"),
  }),
  routes: [...pageRoutes, ...callRoutes],
  // [assumed] Once: what it does after a bad answer is not published.
  senders: [{ name: "mpgs", retry: [], timeout_seconds: 15, compose, verdictOf }],
  payment: {
    codes,
    stateOf,
    newTxn: ({ ids }) => ids.digits("mpgs receipt", 12),
    ipn: (gateway, payment) => ({
      sender: "mpgs",
      url: gateway.ipnUrl("mpgs"),
      ref: payment.ref,
      amount: payment.captured || payment.amount,
      data: { status: statusOf(payment), code: payment.code, receipt: payment.txn },
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

/** As an answer to "retrieve transaction"; nothing in it is signed, only its sender is proved. */
function compose({ url, ref, amount, data }: Ipn, { key, spoil, wall }: Signing) {
  const body = writeJson({
    result: data.status === "CAPTURED" ? "SUCCESS" : "FAILURE",
    response: { gatewayCode: data.code },
    order: { id: ref, status: data.status, amount, currency: "VND" },
    transaction: { id: "pay-1", type: "PAYMENT", receipt: data.receipt, amount },
  });
  return {
    method: "POST" as const,
    url,
    headers: {
      "content-type": "application/json",
      "x-notification-secret": spoil(key("notification_secret")),
      "x-notification-id": `${ref}-${wall}`,
      "x-notification-attempt": "1",
    },
    body,
  };
}

function verdictOf({ status }: { status: number }): { ok: boolean; text: string } {
  return { ok: status >= 200 && status < 300, text: `HTTP ${status}` };
}

/** Where the issuer posts the browser to; without a card nobody was sent anywhere. */
function returnUrl({ settings }: Gateway, { ref, details }: Payment): string {
  const url = details.redirectResponseUrl ?? `${settings.shop_url}/thanh-toan/tro-ve/mpgs`;
  return `${url}${url.includes("?") ? "&" : "?"}${new URLSearchParams({ "order.id": ref })}`;
}
