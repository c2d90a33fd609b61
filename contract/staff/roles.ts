/** Roles: named sets of permissions, which a shop may change. rules/staff#roles */
import { z } from "zod";
import { call } from "../call.ts";
import { singleLine } from "../values/fields.ts";
import { HeldPermission, permission, reasonIfAny, roleCode, version } from "./fields.ts";
import { roleScopes } from "./rights.ts";

const manages = { staff: "roles:manage" } as const;
const Names = z.object({ vi: singleLine(60, 1), en: singleLine(60, 1) });
const held = z.array(HeldPermission, { error: "required" }).max(100);

export const Role = z.object({
  code: z.string(),
  /** In the reader's language. */
  name: z.string(),
  names: z.object({ vi: z.string(), en: z.string() }),
  scope: z.enum(roleScopes).nullable(),
  permissions: z.array(HeldPermission),
  version: z.int(),
  /** Active and invited accounts with this role. */
  people: z.int(),
});
export type Role = z.infer<typeof Role>;

export const roles = {
  roles: call("GET /v1/staff/roles", {
    summary: "All roles with their sets: the matrix",
    who: { staff: "any" },
    input: z.object({}),
    output: z.object({
      roles: z.array(Role),
      /** Permissions whose desk is not built yet: no call asks for them. */
      waiting: z.array(permission),
      /** Where a role with the scope `warehouse` can count. */
      warehouses: z.array(z.object({ code: z.string(), name: z.string() })),
    }),
    example: { input: {} },
  }),
  saveRole: call("PUT /v1/staff/roles/{code}", {
    summary: "Change a role's names and set. A set that is wider for anybody who has it needs a second person",
    who: manages,
    step_up: true,
    input: z.object({ code: roleCode, version, names: Names.optional(), permissions: held, reason: reasonIfAny }),
    output: Role,
    errors: ["not_found", "conflict", "approval_asked", "last_holder"],
    example: {
      input: { code: "editors", version: 1, permissions: [{ name: "content:write", mode: "full", only: null }] },
    },
  }),
  makeRole: call("POST /v1/staff/roles", {
    summary: "A new role. Nobody has it yet, so it gives nobody anything",
    who: manages,
    step_up: true,
    input: z.object({
      code: roleCode,
      names: Names,
      scope: z.enum(roleScopes).nullable(),
      permissions: held,
      reason: reasonIfAny,
    }),
    output: Role,
    errors: ["conflict"],
    example: {
      input: {
        code: "translators",
        names: { vi: "Biên dịch", en: "Translators" },
        scope: null,
        permissions: [{ name: "translations:write", mode: "full", only: null }],
      },
    },
  }),
  removeRole: call("DELETE /v1/staff/roles/{code}", {
    summary: "Remove a role that nobody has",
    who: manages,
    step_up: true,
    input: z.object({ code: roleCode, version }),
    output: z.object({ done: z.literal(true) }),
    errors: ["not_found", "conflict"],
    example: { input: { code: "translators", version: 1 } },
  }),
};
