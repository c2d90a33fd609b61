import type { ApplicationState } from "contract/recruitment/states.ts";
import type { Tone } from "../../kit/status.tsx";

export const applicationTones = {
  received: "waits",
  reading: "waits",
  interview: "moves",
  offer: "planned",
  hired: "ok",
  refused: "over",
  withdrawn: "over",
} as const satisfies Record<ApplicationState, Tone>;

export const cvTones = { unscanned: "waits", clean: "ok", none: "over" } as const;
