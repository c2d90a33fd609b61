/** Payment calls: the available methods and the state of a payment, by its proof. Spec §7 Payments. */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { paymentMethods } from "contract/payments/payments.ts";
import { payments as en } from "messages/en/payments/payments.ts";
import { payments as ja } from "messages/ja/payments/payments.ts";
import { payments as vi } from "messages/vi/payments/payments.ts";
import { implement } from "../calls/handle.ts";
import { setting } from "../platform/settings.ts";
import { banks } from "./banks.ts";
import { paymentByProof } from "./payments.ts";

const words = { vi, en, ja };

export const paymentsCalls = implement(contract.payments, {
  methods: async (ctx) => {
    const { cod_max } = await setting(ctx, "limits");
    const account = await setting(ctx, "bank_account");
    const open = paymentMethods.filter((code) => code !== "bank_transfer" || account.account_number !== "");
    return open.map((code) => ({
      code,
      ...words[ctx.locale].methods[code](cod_max),
      logo: code === "cod" ? "cod" : "bank-transfer",
      maximum: code === "cod" ? cod_max : null,
    }));
  },

  banks: (ctx) => banks(ctx),

  queryStatus: async (ctx, { order_code, uid_payment }) => {
    const found = await paymentByProof(ctx, uid_payment);
    if (found.order_code !== order_code) throw new ShopError("not_found", { message_key: "order_not_found" });
    const { status, method, received, amount, refund_owed, refunded, order_cancelled, expires_at } = found.payment;
    const openOrPaid = status === "success" ? ("success" as const) : null;
    return {
      order_code,
      uid_payment,
      type: method,
      status,
      result: order_cancelled ? ("failed" as const) : openOrPaid,
      received,
      amount,
      refund_owed,
      refunded,
      order_cancelled,
      expires_at,
      retry_allowed: status === "pending",
    };
  },

  guide: (ctx, { uid_payment }) => paymentByProof(ctx, uid_payment),
});
