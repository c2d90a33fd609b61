import type { TicketState } from "contract/service/service-words.ts";
import { useMessages } from "../../i18n.tsx";
import { Badge } from "../../ui/text/badge.tsx";

const tones = {
  received: "honey",
  booked: "info",
  on_the_way: "info",
  arrived: "info",
  at_centre: "info",
  quoted: "honey",
  working: "info",
  waiting_parts: "honey",
  ready: "ok",
  done: "ok",
  not_home: "danger",
  refused: "danger",
  cancelled: "neutral",
} as const satisfies Record<TicketState, string>;

export function TicketBadge({ state }: { state: TicketState }) {
  const { household: words } = useMessages();
  return <Badge tone={tones[state]}>{words.states[state]}</Badge>;
}
