/** Four eyes: requests for what one person may not do alone, and deciding them. rules/staff#four-eyes */
import { z } from "zod";
import { call } from "../call.ts";
import { multiLine, optionalInteger } from "../values/fields.ts";
import { approvalKindNames, approvalStates } from "./approval-kinds.ts";
import { permission, reason, reasonIfAny } from "./fields.ts";

const any = { staff: "any" } as const;
const code = z
  .string({ error: "required" })
  .transform((typed) => typed.trim().toUpperCase())
  .pipe(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{10}$/, "malformed_value"));
/** Of the figures that were read: others are refused as `conflict`. */
const digest = z.string({ error: "required" }).regex(/^[0-9a-f]{64}$/, "malformed_value");
const Person = z.object({ id: z.int(), name: z.string() });
const example = { id: "7KQ2M9ZXA4" };

export const Figure = z.object({ name: z.string(), before: z.string().nullable(), after: z.string().nullable() });
export type Figure = z.infer<typeof Figure>;

export const Approval = z.object({
  /** Its code, as `approval_id` of the answer 202. */
  id: z.string(),
  kind: z.enum(approvalKindNames),
  state: z.enum(approvalStates),
  /** "staff:13", and its name. */
  subject: z.string(),
  label: z.string(),
  /** What is approved, and nothing else. */
  figures: z.array(Figure),
  digest: z.string(),
  /** Đồng, where it is about money. */
  amount: z.int().nullable(),
  reason: z.string(),
  asked_by: Person,
  asked_at: z.string(),
  expires_at: z.string(),
  /** The permission of who decides. */
  decided_by: permission,
  decider: Person.nullable(),
  decided_at: z.string().nullable(),
  /** Why it was refused or stopped; of one that is void, what had changed. */
  answer: z.string(),
  /** Nobody else can decide: when it runs by itself, unless it is stopped. */
  runs_at: z.string().nullable(),
  done_at: z.string().nullable(),
  /** What the caller may do with it. */
  can: z.array(z.enum(["decide", "withdraw", "stop", "confirm_alone", "run", "comment"])),
});
export type Approval = z.infer<typeof Approval>;

const errors = ["not_found", "forbidden", "conflict", "own_request"] as const;

export const approvals = {
  approvals: call("GET /v1/staff/approvals", {
    summary: "Requests the caller made or may decide, and those of one person alone, which everybody may stop",
    who: any,
    input: z.object({
      /** Open: those that wait or are ready. Closed: the others, newest first. */
      box: z.enum(["open", "own", "closed"], { error: "malformed_value" }).default("open"),
      /** `next` of the page before. */
      before: optionalInteger(1, Number.MAX_SAFE_INTEGER),
    }),
    output: z.object({
      approvals: z.array(Approval),
      next: z.int().nullable(),
      counts: z.object({ open: z.int(), own: z.int() }),
    }),
    example: { input: {} },
  }),
  approval: call("GET /v1/staff/approvals/{id}", {
    summary: "One request with its comments, and what was decided about the same thing before",
    who: any,
    input: z.object({ id: code }),
    output: Approval.extend({
      comments: z.array(z.object({ by: z.string(), at: z.string(), text: z.string() })),
      earlier: z.array(Approval.pick({ id: true, state: true, answer: true, decided_at: true, asked_at: true })),
    }),
    errors: ["not_found"],
    example: { input: example },
  }),
  approve: call("POST /v1/staff/approvals/{id}/approve", {
    summary:
      "Approve exactly these figures. The act runs once, as the asker's; where the figures have changed, the request is void",
    who: any,
    step_up: true,
    details:
      "Who asked never approves, nor whom it makes wider. An act that a person does by hand (a transfer, a key whose secret is shown once) is then `approved`: the call is made again with the same input before the request ends.",
    input: z.object({ id: code, digest }),
    output: Approval,
    errors,
    example: { input: { ...example, digest: "0".repeat(64) } },
  }),
  refuse: call("POST /v1/staff/approvals/{id}/refuse", {
    summary: "Refuse, with a reason the asker reads",
    who: any,
    step_up: true,
    input: z.object({ id: code, reason }),
    output: Approval,
    errors,
    example: { input: { ...example, reason: "Nhầm tài khoản nhận" } },
  }),
  withdraw: call("POST /v1/staff/approvals/{id}/withdraw", {
    summary: "Take one's own request back",
    who: any,
    input: z.object({ id: code }),
    output: Approval,
    errors,
    example: { input: example },
  }),
  confirmAlone: call("POST /v1/staff/approvals/{id}/alone", {
    summary: "Where nobody else has been able to decide for 72 hours: after 30 minutes the act runs by itself",
    who: any,
    step_up: true,
    details: "Every member of staff is told and may stop it meanwhile.",
    input: z.object({ id: code, digest, reason }),
    output: Approval,
    errors: [...errors, "not_alone"],
    example: { input: { ...example, digest: "0".repeat(64), reason: "Chỉ còn một người duyệt" } },
  }),
  stopAlone: call("POST /v1/staff/approvals/{id}/stop", {
    summary: "Stop what one person confirmed alone: any member of staff may",
    who: any,
    input: z.object({ id: code, reason: reasonIfAny }),
    output: Approval,
    errors: ["not_found", "conflict"],
    example: { input: { ...example, reason: "Chưa hỏi ai" } },
  }),
  commentApproval: call("POST /v1/staff/approvals/{id}/comments", {
    summary: "Ask back, or answer",
    who: any,
    input: z.object({ id: code, text: multiLine(1000, 1) }),
    output: z.object({ done: z.literal(true) }),
    errors: ["not_found"],
    example: { input: { ...example, text: "Khách đã gửi sao kê chưa?" } },
  }),
};
