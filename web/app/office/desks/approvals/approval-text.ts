import type { ApprovalState } from "contract/staff/approval-kinds.ts";
import type { Tone } from "../../kit/status.tsx";

export const approvalTones: Readonly<Record<ApprovalState, Tone>> = {
  asked: "waits",
  approved: "planned",
  done: "ok",
  refused: "broken",
  withdrawn: "over",
  stopped: "broken",
  lapsed: "over",
  void: "over",
};

/** A figure as lines: what is left out, what is put in, what stays. */
export function linesOf(before: string | null, after: string | null): { removed: string[]; added: string[] } {
  const [was, is] = [before, after].map((text) => (text === null || text === "" ? [] : text.split("\n")));
  return {
    removed: (was ?? []).filter((line) => !is?.includes(line)),
    added: (is ?? []).filter((line) => !was?.includes(line)),
  };
}
