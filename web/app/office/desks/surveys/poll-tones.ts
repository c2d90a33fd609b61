import type { PollState } from "contract/surveys/questions.ts";
import type { Tone } from "../../kit/status.tsx";

export const pollTones = { draft: "planned", open: "ok", closed: "over" } as const satisfies Record<PollState, Tone>;
