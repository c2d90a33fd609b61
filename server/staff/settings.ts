/** Limits of staff accounts. Each is a setting whose looser direction needs a second person. */
import { z } from "zod";
import { define, money, type SettingValues } from "../platform/settings.ts";

export const staffSettings = {
  staff_limits: define({
    schema: z.strictObject({
      session_idle_minutes: z.int().min(1).max(1440),
      session_hours: z.int().min(1).max(168),
      step_up_minutes: z.int().min(1).max(60),
      invitation_hours: z.int().min(1).max(720),
    }),
    initial: { session_idle_minutes: 30, session_hours: 12, step_up_minutes: 5, invitation_hours: 72 }, // ASSUMED(0300)
    public: false,
    about: "staff: how long a session lives, without use and in all, how long a proof counts and an invitation is open",
    office: { group: "limits", looser: "up" },
  }),
  approval_limits: define({
    schema: z.strictObject({
      refund_single: money,
      refunds_a_day: z.int().min(0).max(1000),
      match_single: money.default(5_000_000),
      points_single: z.int().min(0).max(1_000_000).default(500),
      points_a_month: z.int().min(0).max(1_000_000).default(1000),
      promotion_budget: money.default(50_000_000),
      promotion_percent: z.int().min(0).max(50).default(30),
      splitting_hours: z.int().min(1).max(720),
      request_hours: z.int().min(1).max(720),
      alone_delay_minutes: z.int().min(1).max(10_080),
      alone_hours: z.int().min(1).max(720),
    }),
    initial: {
      ...{ refund_single: 2_000_000, refunds_a_day: 5, match_single: 5_000_000, splitting_hours: 24 },
      ...{ points_single: 500, points_a_month: 1000 },
      ...{ promotion_budget: 50_000_000, promotion_percent: 30 },
      ...{ request_hours: 72, alone_delay_minutes: 30, alone_hours: 72 },
    }, // ASSUMED(0321)
    public: false,
    about: "what one person may do alone, and how long requests for a second person wait",
    office: {
      group: "limits",
      looser: {
        ...{
          refund_single: "up",
          refunds_a_day: "up",
          match_single: "up",
          points_single: "up",
          points_a_month: "up",
          promotion_budget: "up",
          promotion_percent: "up",
          splitting_hours: "both",
          request_hours: "up",
        },
        ...{ alone_delay_minutes: "down", alone_hours: "both" },
      },
    },
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof staffSettings> {}
}
