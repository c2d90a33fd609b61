/** The desk of points: what moved them, as a list. Pure, without zod, because screens read it too. rules/loyalty#desk */
import { desk } from "../desks/desk.ts";
import { pointReasons } from "./point-kinds.ts";

export const pointsDesk = desk({
  name: "points",
  right: "customers:read",
  key: "number",
  columns: {
    number: { kind: "code", shown: true },
    at: { kind: "time", shown: true },
    customer: { kind: "code", nullable: true, shown: true },
    full_name: { kind: "text", personal: true, nullable: true, shown: true },
    phone: { kind: "text", personal: true, nullable: true, shown: false },
    reason: { kind: "choice", options: pointReasons, shown: true },
    points: { kind: "number", shown: true },
    order_code: { kind: "code", nullable: true, shown: true },
    by: { kind: "text", nullable: true, shown: true },
  },
  filters: {
    reason: { kind: "choice", options: pointReasons },
    accumulated: { kind: "flag" },
    by_staff: { kind: "flag" },
    at: { kind: "days" },
  },
  sorts: ["newest", "oldest"],
  acts: {},
  views: {
    adjusted: { query: { reason: "adjust" } },
    taken_back: { query: { reason: "take_back" } },
  },
});

/** Why staff adjust points; the last is told in words. */
export const adjustReasons = [
  "late_delivery",
  "service",
  "earned_missing",
  "wrong_earning",
  "debt_dropped",
  "other",
] as const;
export type AdjustReason = (typeof adjustReasons)[number];
