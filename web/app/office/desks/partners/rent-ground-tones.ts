import type { RentGroundState } from "contract/partners/rent-grounds-desk.ts";
import type { Tone } from "../../kit/status.tsx";

export const rentGroundTones = {
  received: "waits",
  talking: "moves",
  visit: "planned",
  contract: "planned",
  active: "ok",
  refused: "over",
  withdrawn: "over",
} as const satisfies Record<RentGroundState, Tone>;
