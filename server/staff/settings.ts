/** Limits of staff accounts. Each is a setting whose looser direction needs a second person. */
import { z } from "zod";
import { define, type SettingValues } from "../platform/settings.ts";

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
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof staffSettings> {}
}
