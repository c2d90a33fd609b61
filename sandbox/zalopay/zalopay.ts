/** ZaloPay v2 as a merchant sees it: create, page, a callback of each success, query, refunds. */
import type { Gateway } from "../core/gateway.ts";
import type { Ipn, Payment } from "../core/ledger.ts";
import { payPageRoutes } from "../core/pages/pay-page.ts";
import { writeJson } from "../core/values/json.ts";
import type { Signing, Vendor } from "../core/vendor.ts";
import { callRoutes, PAGE } from "./calls.ts";
import { codes, stateOf, verdictOf } from "./codes.ts";
import keys from "./keys.json" with { type: "json" };
import { macOf, redirectText } from "./signature.ts";

export const zalopay: Vendor = {
  name: "zalopay",
  title: "ZaloPay",
  keys,
  real_hosts: ["zalopay.vn", "zalopay.com.vn"],
  variables: ["ZALOPAY_"],
  environment: ({ key, ownUrl }) => ({
    ZALOPAY_URL: `${ownUrl()}/zalopay`,
    ZALOPAY_APP_ID: key("zalopay", "app_id"),
    ZALOPAY_KEY1: key("zalopay", "key1"),
    ZALOPAY_KEY2: key("zalopay", "key2"),
  }),
  routes: [
    ...callRoutes,
    ...payPageRoutes({
      vendor: "zalopay",
      path: PAGE,
      parameter: "order",
      title: "Thanh toán qua ZaloPay (mô phỏng)",
      facts: ({ details }) => [["Nội dung", details.description ?? ""]],
      choices: () => [
        {
          name: "channel",
          label: "Nguồn tiền",
          options: [
            ["38", "Ví ZaloPay"],
            ["39", "Tài khoản ngân hàng"],
            ["36", "Thẻ quốc tế"],
          ],
        },
      ],
    }),
  ],
  // Three calls in all. [assumed] when.
  senders: [{ name: "zalopay", retry: [60, 300], timeout_seconds: 15, compose, verdictOf }],
  payment: {
    codes,
    stateOf,
    // Beyond 2^53: a shop that rounds it finds out here.
    newTxn: ({ ids }) => ids.digits("zalopay transaction", 17),
    tells: ({ state }) => state === "paid",
    ipn: ({ clock }, payment) => ({
      sender: "zalopay",
      url: payment.details.callback_url ?? "",
      ref: payment.ref,
      amount: payment.captured || payment.amount,
      data: {
        day: (payment.details.app_trans_id ?? "").slice(0, 6),
        txn: payment.txn,
        channel: payment.details.channel ?? "38",
        at: payment.ended_at ?? clock.wall(),
        app_time: payment.created_at,
        redirecturl: payment.details.redirecturl ?? "",
      },
    }),
    returnUrl,
  },
  tasks: {
    decide: ({ state }, { data }) => {
      const payment = state.payments.find(({ token }) => token === data.token);
      const made = payment?.refunds.find(({ txn }) => txn === data.txn);
      if (made) made.state = data.state === "refused" ? "refused" : "success";
    },
  },
};

/** `data` is a JSON text inside the JSON; its mac is over that text. */
function compose({ data: said, ref, amount, url }: Ipn, { key, spoil }: Signing) {
  const data = writeJson({
    app_id: Number(key("app_id")),
    app_trans_id: `${said.day}_${ref}`,
    app_time: said.app_time,
    app_user: "shop",
    amount,
    embed_data: JSON.stringify({ redirecturl: said.redirecturl }),
    item: "[]",
    zp_trans_id: BigInt(String(said.txn || "0")),
    server_time: said.at,
    channel: Number(said.channel),
    merchant_user_id: "shop",
    user_fee_amount: 0,
    discount_amount: 0,
  });
  const body = JSON.stringify({ data, mac: spoil(macOf(data, key("key2"))), type: 1 });
  return { method: "POST" as const, url, headers: { "content-type": "application/json" }, body };
}

/** `status` 1: paid; else the sub code. Signed, and not to be relied on. */
function returnUrl(gateway: Gateway, { details, captured, amount, code }: Payment): string {
  const fields = {
    appid: gateway.key("zalopay", "app_id"),
    apptransid: details.app_trans_id ?? "",
    pmcid: details.channel ?? "",
    bankcode: "",
    amount: String(captured || amount),
    discountamount: "0",
    status: code || "3",
  };
  const { redirecturl = "" } = details;
  const checksum = macOf(redirectText(fields), gateway.key("zalopay", "key2"));
  return `${redirecturl}${redirecturl.includes("?") ? "&" : "?"}${new URLSearchParams({ ...fields, checksum })}`;
}
