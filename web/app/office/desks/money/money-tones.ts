import type { creditStates, refundStatuses } from "contract/payments/desk/money-desks.ts";
import type { Tone } from "../../kit/status.tsx";

export const refundTones: Readonly<Record<(typeof refundStatuses)[number], Tone>> = {
  proposed: "waits",
  owed: "waits",
  sent: "moves",
  success: "ok",
  failed: "broken",
  credited: "planned",
  counted: "ok",
  dropped: "over",
};
export const creditTones: Readonly<Record<(typeof creditStates)[number], Tone>> = {
  matched: "ok",
  unmatched: "waits",
  manual: "ok",
  split: "planned",
  returned: "over",
};
