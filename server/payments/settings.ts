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
