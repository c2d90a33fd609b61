import type { PromotionState } from "contract/promotions/promotions-desk.ts";
import type { Tone } from "../../kit/status.tsx";

export const promotionTones = {
  draft: "waits",
  scheduled: "planned",
  running: "moves",
  stopped: "broken",
  ended: "over",
} as const satisfies Record<PromotionState, Tone>;
