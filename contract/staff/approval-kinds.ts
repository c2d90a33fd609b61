/**
 * What needs a second person: each kind of request with the permission that decides it, and when its act runs. Pure,
 * without zod, because screens read it too. rules/staff#four-eyes
 */
import type { Permission } from "./permissions.ts";

type Kind = {
  decided_by: Permission;
  /** `at_approval`: in the transaction of the approval. `by_hand`: the call is made again, once, until the request ends. */
  runs: "at_approval" | "by_hand";
};

export const approvalKinds = {
  /** Roles, places and permissions that are wider than before; an account that decides or manages. */
  rights: { decided_by: "approvals:admin", runs: "at_approval" },
  /** A key's secret is shown to who made it alone: they make it once it is approved. */
  api_key: { decided_by: "approvals:admin", runs: "by_hand" },
  /** A looser limit. */
  limit: { decided_by: "approvals:admin", runs: "at_approval" },
  /** A setting that says where money goes. */
  money_setting: { decided_by: "approvals:admin", runs: "at_approval" },
  /** An order with money of its customer. */
  order_cancel: { decided_by: "approvals:money", runs: "at_approval" },
  /** The transfer itself is made by a person, who records it with exactly these figures. */
  refund: { decided_by: "approvals:money", runs: "by_hand" },
  /** Money that is matched, kept, counted to another order, or for which an order is reopened. */
  money_match: { decided_by: "approvals:money", runs: "at_approval" },
  /** Points given to a customer or taken. */
  points: { decided_by: "approvals:trade", runs: "at_approval" },
  /** A promotion that may cost much or lowers a line deeply. */
  promotion: { decided_by: "approvals:trade", runs: "at_approval" },
} as const satisfies Readonly<Record<string, Kind>>;

export type ApprovalKind = keyof typeof approvalKinds;
export const approvalKindNames = Object.keys(approvalKinds) as [ApprovalKind, ...ApprovalKind[]];

export const approvalStates = [
  ...["asked", "approved", "done", "refused"],
  ...["withdrawn", "stopped", "lapsed", "void"],
] as const as readonly ["asked", "approved", "done", "refused", "withdrawn", "stopped", "lapsed", "void"];
export type ApprovalState = (typeof approvalStates)[number];
