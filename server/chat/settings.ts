/** Settings of the live chat. */
import { z } from "zod";
import { define, type SettingValues } from "../platform/settings.ts";

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);

export const chatSettings = {
  chat: define({
    schema: z.strictObject({
      hours: z.array(z.strictObject({ day: z.int().min(1).max(7), open: time, close: time })).max(21),
      holidays: z.array(z.iso.date()).max(100),
      queue_max: z.int().min(1).max(1000),
    }),
    initial: {
      hours: [1, 2, 3, 4, 5, 6, 7].map((day) => ({ day, open: "08:00", close: "21:00" })),
      holidays: [] as string[],
      queue_max: 50,
    },
    public: false,
    about: "hours of the live chat by weekday (1 is Monday), its days off, and how many may wait",
    office: { group: "content" },
  }),
};

declare module "../platform/settings.ts" {
  interface Settings extends SettingValues<typeof chatSettings> {}
}
