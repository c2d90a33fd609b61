/** Payment calls: the available methods and the state of a payment, by its proof. Spec §7 Payments. */
import { contract } from "contract/contract.ts";
import { ShopError } from "contract/errors.ts";
import { chosenMethod, paymentMethod } from "contract/payments/payments.ts";
import { z } from "zod";
import { implement } from "../calls/handle.ts";
import type { Ctx } from "../kernel/context.ts";
import { memo } from "../platform/memo.ts";
import { NO_METHOD } from "./attempts.ts";
import { takeReturn } from "./ipn/ipn.ts";
import { methodsFor } from "./methods.ts";
import { providers } from "./providers/index.ts";
import { startAttempt, wantedOf } from "./start.ts";
import { paymentByProof } from "./view.ts";

// Which methods there are the registry of providers knows: /openapi.json lists them.
const methods = providers.map((each) => each.method);
z.globalRegistry.add(chosenMethod, { ...z.globalRegistry.get(chosenMethod), enum: methods });
z.globalRegistry.add(paymentMethod, { ...z.globalRegistry.get(paymentMethod), enum: [...methods, NO_METHOD] });

/** The banks of the country, in the order people look for them: a small list that changes with a release. */
const banks = memo("banks", (ctx: Ctx) =>
  ctx.sql.selectFrom("payments.banks").select(["code", "short_name", "name"]).orderBy("position").execute(),
);

export const paymentsCalls = implement(contract.payments, {
  methods: async (ctx, { amount = null, uid_payment }) =>
    methodsFor(ctx, uid_payment === undefined ? { amount, minutes: null } : await wantedOf(ctx, uid_payment)),

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
      retry_allowed: status === "pending" || status === "created",
    };
  },

  guide: (ctx, { uid_payment }) => paymentByProof(ctx, uid_payment),

  start: (ctx, { uid_payment, payment_method }) => startAttempt(ctx, uid_payment, payment_method),

  returned: (ctx, brought) => takeReturn(ctx, brought),
});
