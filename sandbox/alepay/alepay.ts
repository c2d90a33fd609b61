/** Alepay v3 as a merchant sees it: request, page with instalments, one webhook, info, refunds. */
import type { Ipn } from "../core/ledger.ts";
import { payPageRoutes } from "../core/pages/pay-page.ts";
import type { Signing, Vendor } from "../core/vendor.ts";
import { callRoutes, PAGE, transactionInfo } from "./calls.ts";
import { codes, stateOf, statusOf, verdictOf } from "./codes.ts";
import keys from "./keys.json" with { type: "json" };
import { webhookSum } from "./signature.ts";

/** Đồng: below it there are no instalments. Bank, months, percent that the buyer pays. */
const MIN_INSTALMENT = 3_000_000;
const PLANS = ["SACOMBANK 6 0", "VPBANK 12 0", "TECHCOMBANK 6 2.9", "HSBC 12 5.9"];

export const alepay: Vendor = {
  name: "alepay",
  title: "Alepay",
  keys,
  real_hosts: ["nganluong.vn", "alepay.vn"],
  variables: ["ALEPAY_"],
  environment: ({ key, ownUrl }) => ({
    ALEPAY_URL: `${ownUrl()}/alepay`,
    ALEPAY_TOKEN_KEY: key("alepay", "token_key"),
    ALEPAY_CHECKSUM_KEY: key("alepay", "checksum_key"),
    ALEPAY_CONTACT_EMAIL: "shop@sandbox.example",
    ALEPAY_CONTACT_PHONE: "0900000000",
  }),
  routes: [
    ...callRoutes,
    ...payPageRoutes({
      vendor: "alepay",
      path: PAGE,
      parameter: "token",
      title: "Thanh toán qua Alepay (mô phỏng)",
      facts: () => [],
      choices: ({ amount }) =>
        amount < MIN_INSTALMENT
          ? []
          : [
              {
                name: "plan",
                label: "Trả thẳng hoặc trả góp",
                options: [["", "Thẻ quốc tế, trả thẳng"], ...PLANS.map((plan) => [plan, planText(plan)] as const)],
              },
            ],
    }),
  ],
  // [assumed] Sent once.
  senders: [{ name: "alepay", retry: [], timeout_seconds: 15, compose, verdictOf }],
  payment: {
    codes,
    stateOf,
    newTxn: ({ ids }) => `ALE${ids.hex("alepay transaction", 12).toUpperCase()}`,
    tells: ({ state }) => state !== "expired",
    ipn: (gateway, payment) => ({
      sender: "alepay",
      url: gateway.ipnUrl("alepay"),
      ref: payment.ref,
      amount: payment.captured || payment.amount,
      data: transactionInfo(payment, statusOf(payment)),
    }),
    returnUrl: (_gateway, payment) => {
      const { returnUrl = "" } = payment.details;
      const query = new URLSearchParams({ errorCode: statusOf(payment), transactionCode: payment.txn });
      return `${returnUrl}${returnUrl.includes("?") ? "&" : "?"}${query}`;
    },
  },
  tasks: {
    decide: ({ state }, { data }) => {
      const payment = state.payments.find(({ token }) => token === data.token);
      const made = payment?.refunds.find(({ txn }) => txn === data.txn);
      if (made) made.state = data.state === "refused" ? "refused" : "success";
    },
  },
};

function planText(plan: string): string {
  const [bank = "", months = "", percent = "0"] = plan.split(" ");
  return `${bank}, ${months} tháng, phí ${percent}%`;
}

function compose({ data, ref, amount, url }: Ipn, { key, spoil }: Signing) {
  const code = String(data.transactionCode);
  const checksum = spoil(webhookSum(ref, amount, code, key("checksum_key")));
  const body = JSON.stringify({ transactionInfo: { ...data, orderCode: ref, amount }, checksum });
  return { method: "POST" as const, url, headers: { "content-type": "application/json" }, body };
}
