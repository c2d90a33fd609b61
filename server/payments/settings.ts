/**
 * Settings of payments. Orders read `limits.complete_after_days`: rows of running shops hold it under this key.
 */
import { z } from "zod";
import { define, money, type SettingValues } from "../platform/settings.ts";

export const paymentsSettings = {
  limits: define({
    schema: z.strictObject({
      cod_max: money,
      payment_deadline_minutes: z.int().min(1).max(1440),
      transfer_deadline_hours: z.int().min(1).max(720),
      complete_after_days: z.int().min(1).max(90),
    }),
    initial: { cod_max: 20_000_000, payment_deadline_minutes: 15, transfer_deadline_hours: 24, complete_after_days: 7 }, // rules/payments#deadlines, rules/payments#cash-limit, rules/orders#completion
    public: true,
    about: "đồng payable in cash, how long a payment may take, when a delivered order is completed",
    office: { group: "payments" },
  }),
  payment_methods: define({
    schema: z.array(
      z.strictObject({
        code: z.string().min(1).max(40),
        on: z.boolean().default(true),
        /** Off until then, and said so. */
        paused_until: z.union([z.literal(""), z.iso.datetime({ offset: true })]).default(""),
        minimum: money.nullable().default(null),
        maximum: money.nullable().default(null),
        /** What a payment costs the shop: hundredths of a percent of the sum, and đồng. Never the shopper's. */
        cost_bp: z.int().min(0).max(10_000).default(0),
        cost: money.default(0),
      }),
    ),
    initial: [],
    public: false,
    about:
      "payment methods in the order they are shown, with their bounds, pauses and costs; others follow as they come",
    office: { group: "payments" },
  }),
  bank_account: define({
    schema: z.strictObject({
      bank_code: z.string(),
      bin: z.string().regex(/^(\d{6}|)$/),
      bank_name: z.string(),
      account_number: z.string().regex(/^[0-9A-Z]{0,19}$/),
      account_holder: z.string(),
    }),
    initial: { bank_code: "", bin: "", bank_name: "", account_number: "", account_holder: "" },
    public: false,
    about: "receives bank transfers; empty takes the method away",
    office: { group: "payments", guarded: true },
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof paymentsSettings> {}
}
