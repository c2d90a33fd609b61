/** Calls of the office about its people, and its home. Spec says nothing of staff; rules/staff */
import { z } from "zod";
import { call } from "../call.ts";
import { accounts } from "./accounts.ts";
import { approvals } from "./approvals.ts";
import { audit } from "./audit.ts";
import { keys } from "./keys.ts";
import { ownAccount } from "./own.ts";
import { roles } from "./roles.ts";
import { signingIn } from "./sign-in.ts";

/** What waits for a person, by what it is. */
export const todoKinds = [
  "approvals_waiting",
  "orders_to_approve",
  "refunds_owed",
  "invitations_open",
  "failed_jobs",
] as const;

export const Todo = z.object({
  kind: z.enum(todoKinds),
  count: z.int(),
  /** Since when the oldest waits. */
  oldest_at: z.string().nullable(),
  /** Đồng in all, where it is about money. */
  amount: z.int().nullable(),
});
export type Todo = z.infer<typeof Todo>;

export const staff = {
  ...signingIn,
  ...ownAccount,
  ...accounts,
  ...roles,
  ...keys,
  ...audit,
  ...approvals,
  home: call("GET /v1/staff/home", {
    summary: "What waits for the caller today, by what they may do; nothing that has none",
    who: { staff: "any" },
    input: z.object({}),
    output: z.object({ todos: z.array(Todo), maintenance: z.boolean() }),
    through_maintenance: true,
    example: { input: {} },
  }),
};
