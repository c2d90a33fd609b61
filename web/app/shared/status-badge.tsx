import type { OrderStatus } from "contract/orders/order-states.ts";
import { useMessages } from "../i18n.tsx";
import { Badge, type BadgeProps } from "../ui/text/badge.tsx";

const tones = {
  waiting_approval: "honey",
  confirmed: "brand",
  delivering: "info",
  delivered: "ok",
  completed: "ok",
  cancelled: "neutral",
} as const satisfies Record<OrderStatus, BadgeProps["tone"]>;

export function StatusBadge({ status }: { status: OrderStatus }) {
  const { orders: words } = useMessages();
  return (
    <Badge tone={tones[status]} large>
      {words.statuses[status]}
    </Badge>
  );
}
