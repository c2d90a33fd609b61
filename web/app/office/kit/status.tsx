import type { ReactNode } from "react";

/** waits · ok · moves · planned · broken · over (nothing more will happen). */
export type Tone = "waits" | "ok" | "moves" | "planned" | "broken" | "over";

export function Status({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={tone === "over" ? "status" : `status status-${tone}`}>{children}</span>;
}
