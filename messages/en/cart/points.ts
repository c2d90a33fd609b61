import type { points as vi } from "../../vi/cart/points.ts";

type Points = { points: string };

export const points = {
  title: "Points",
  have: (p: Points) => `You have ${p.points} points`,
  worth: "1 point = 1,000 đ",
  field: "Points to use",
  rule: "In steps of 10, at most half of the goods after codes and voucher.",
  none: "No points can be used for this order: from 10 points on, at most half of the goods after codes and voucher.",
  apply: "Use",
  all: (p: Points) => `Use ${p.points} points, the most for this order`,
  remove: "Use none",
  lowered: (p: { wanted: string; taken: string }) =>
    `You chose ${p.wanted} points; this order now takes ${p.taken} at most.`,
  used: (p: Points) => `${p.points} points are used for this order.`,
  removed: "No points are used for this order.",
  earns: (p: Points) => `Earns ${p.points} points once completed`,
} satisfies typeof vi;
