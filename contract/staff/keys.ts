/** API keys: a program that acts for the person who made its key, within a part of their rights. rules/staff#keys */
import { z } from "zod";
import { call } from "../call.ts";
import { integer, singleLine } from "../values/fields.ts";
import { permission, reasonIfAny } from "./fields.ts";

const manages = { staff: "keys:manage" } as const;

export const ApiKey = z.object({
  id: z.int(),
  name: z.string(),
  /** "mtk_AbCd…": the beginning, which names it. */
  hint: z.string(),
  scopes: z.array(permission),
  warehouses: z.array(z.string()).nullable(),
  made_by: z.string(),
  made_at: z.string(),
  expires_at: z.string().nullable(),
  last_used_at: z.string().nullable(),
  state: z.enum(["active", "expired", "ended"]),
});
export type ApiKey = z.infer<typeof ApiKey>;

export const keys = {
  keys: call("GET /v1/staff/keys", {
    summary: "All API keys, without their secret",
    who: manages,
    input: z.object({}),
    output: z.object({
      keys: z.array(ApiKey),
      /** What a key of the caller may be given. */
      possible: z.array(permission),
      /** Of these, what needs a second person. */
      needs_second_person: z.array(permission),
    }),
    example: { input: {} },
  }),
  makeKey: call("POST /v1/staff/keys", {
    summary: "A new key; its secret is in this answer and nowhere else",
    who: manages,
    step_up: true,
    details:
      "Sent as `Authorization: Bearer mtk_…`. A key has what its scope names, as long as its maker has it too. One that moves money or stock, or reads people's data, needs a second person.",
    input: z.object({
      name: singleLine(80, 1),
      scopes: z.array(permission, { error: "required" }).min(1, "required").max(100),
      /** Only these warehouses; null: those of the maker. */
      warehouses: z.array(z.string().max(20)).min(1).max(50).nullable(),
      /** Days it lives; null: until it is ended. */
      days: integer(1, 3650).nullable(),
      reason: reasonIfAny,
    }),
    output: z.object({ key: ApiKey, secret: z.string() }),
    errors: ["forbidden_scope", "approval_asked", "place_required"],
    answer_stored: false,
    example: {
      input: { name: "Báo cáo tuần", scopes: ["reports:read", "catalogue:read"], warehouses: null, days: 365 },
    },
  }),
  endKey: call("DELETE /v1/staff/keys/{id}", {
    summary: "End a key at once",
    who: manages,
    input: z.object({ id: integer(1, 2_147_483_647) }),
    output: ApiKey,
    errors: ["not_found"],
    example: { input: { id: 1 } },
  }),
};
