/** Staff accounts: who works here, inviting, roles and places, locking, leaving. rules/staff#accounts */
import { z } from "zod";
import { call } from "../call.ts";
import { email, optionalInteger, personName } from "../values/fields.ts";
import {
  AccountState,
  accountId,
  officeLocale,
  Places,
  permission,
  RoleName,
  reason,
  reasonIfAny,
  roleCode,
  version,
} from "./fields.ts";
import { StaffDevice } from "./own.ts";

const manages = { staff: "staff:manage" } as const;
const roles = z.array(roleCode, { error: "required" }).min(1, "role_required").max(20);
const noPlaces = { warehouses: null, collaborators: null };

export const StaffAccount = z.object({
  id: z.int(),
  email: z.string(),
  full_name: z.string(),
  state: AccountState,
  language: officeLocale,
  roles: z.array(RoleName),
  places: Places,
  /** Goes up with each change; a change names the one it read. */
  version: z.int(),
  has_passkey: z.boolean(),
  last_seen_at: z.string().nullable(),
  created_at: z.string(),
  /** The invitation that is open or has lapsed; null where none is. */
  invitation: z
    .object({ sent_at: z.string(), expires_at: z.string(), lapsed: z.boolean(), by: z.string().nullable() })
    .nullable(),
  /** A reset of the second factor that waits for the person. */
  factor_reset_until: z.string().nullable(),
});
export type StaffAccount = z.infer<typeof StaffAccount>;

export const StaffEvent = z.object({
  at: z.string(),
  /** "Mai Bình An", or null for the command and the shop itself. */
  by: z.string().nullable(),
  event: z.enum([
    "invited",
    "invitation_sent_again",
    "invitation_withdrawn",
    "joined",
    "roles_changed",
    "renamed",
    "locked",
    "unlocked",
    "left",
    "password_changed",
    "password_reset",
    "factor_reset_asked",
    "factor_reset",
    "factor_changed",
    "passkey_added",
    "passkey_removed",
    "recovery_code_used",
    "recovery_codes_made",
    "sessions_ended",
    "key_made",
    "key_ended",
    "role_made",
    "role_changed",
    "role_removed",
    "owner_by_command",
    "migrated",
  ]),
  /** Sets before and after where roles, places or permissions changed. */
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
  reason: z.string().nullable(),
});
export type StaffEvent = z.infer<typeof StaffEvent>;

export const accounts = {
  accounts: call("GET /v1/staff/accounts", {
    summary: "All staff accounts, those who left last",
    who: manages,
    input: z.object({}),
    output: z.array(StaffAccount),
    example: { input: {} },
  }),
  account: call("GET /v1/staff/accounts/{id}", {
    summary: "One account with its sessions, keys and history",
    who: manages,
    input: z.object({ id: accountId }),
    output: StaffAccount.extend({
      devices: z.array(StaffDevice),
      /** Keys this person made; they end with leaving. */
      keys: z.array(z.object({ id: z.int(), name: z.string(), last_used_at: z.string().nullable() })),
      history: z.array(StaffEvent),
      /** Permissions only this person holds actively: these keep the account from being locked or left. */
      last_holder_of: z.array(permission),
    }),
    errors: ["not_found"],
    example: { input: { id: 13 } },
  }),
  invite: call("POST /v1/staff/accounts", {
    summary: "Invite a person by e-mail: the link works once, for 72 hours",
    who: manages,
    step_up: true,
    details:
      "An account with `approvals:*`, `roles:manage` or `staff:manage`, or with more rights than the caller has, is made a request: `approval_asked`.",
    input: z.object({
      email,
      full_name: personName,
      roles,
      places: Places,
      language: officeLocale,
      reason: reasonIfAny,
    }),
    output: StaffAccount,
    errors: ["email_registered", "approval_asked", "mail_unavailable", "not_found", "place_required"],
    example: {
      input: {
        email: "moi@mutosi.example",
        full_name: "Kiều Gia Hân",
        roles: ["order_desk"],
        places: noPlaces,
        language: "vi",
      },
    },
  }),
  inviteAgain: call("POST /v1/staff/accounts/{id}/invitation", {
    summary: "Send a new link; the one before is void",
    who: manages,
    step_up: true,
    input: z.object({ id: accountId }),
    output: StaffAccount,
    errors: ["not_found", "conflict", "approval_asked", "mail_unavailable"],
    example: { input: { id: 13 } },
  }),
  withdrawInvitation: call("DELETE /v1/staff/accounts/{id}/invitation", {
    summary: "Take an invitation back: the account that was never used goes with it",
    who: manages,
    input: z.object({ id: accountId }),
    output: z.object({ done: z.literal(true) }),
    errors: ["not_found", "conflict"],
    example: { input: { id: 13 } },
  }),
  changeAccount: call("PUT /v1/staff/accounts/{id}", {
    summary: "Change name, roles and places. What makes the rights wider needs a second person",
    who: manages,
    step_up: true,
    input: z.object({
      id: accountId,
      version,
      full_name: personName.optional(),
      roles: roles.optional(),
      places: Places.optional(),
      reason: reasonIfAny,
    }),
    output: StaffAccount,
    errors: ["not_found", "conflict", "approval_asked", "last_holder", "place_required"],
    example: { input: { id: 13, version: 1, roles: ["order_desk"], places: noPlaces } },
  }),
  lock: call("POST /v1/staff/accounts/{id}/lock", {
    summary: "Lock: sessions and rights end at once; the person may come back",
    who: manages,
    input: z.object({ id: accountId, version, reason }),
    output: StaffAccount,
    errors: ["not_found", "conflict", "last_holder", "own_account"],
    example: { input: { id: 13, version: 1, reason: "Mất điện thoại có mã xác thực" } },
  }),
  unlock: call("POST /v1/staff/accounts/{id}/unlock", {
    summary: "Unlock. Where the rights that come back are wider than the caller's own, a second person is needed",
    who: manages,
    step_up: true,
    input: z.object({ id: accountId, version, reason: reasonIfAny }),
    output: StaffAccount,
    errors: ["not_found", "conflict", "approval_asked"],
    example: { input: { id: 13, version: 1 } },
  }),
  leaving: call("GET /v1/staff/accounts/{id}/leaving", {
    summary: "What ends and what moves when this person leaves",
    who: manages,
    input: z.object({ id: accountId }),
    output: z.object({
      sessions: z.int(),
      keys: z.array(z.object({ id: z.int(), name: z.string(), last_used_at: z.string().nullable() })),
      /** Invitations they sent that are still open. */
      invitations: z.int(),
      /** Active people who can take over, those with the same roles first. */
      successors: z.array(z.object({ id: z.int(), full_name: z.string(), roles: z.array(RoleName) })),
      last_holder_of: z.array(permission),
    }),
    errors: ["not_found"],
    example: { input: { id: 13 } },
  }),
  leave: call("POST /v1/staff/accounts/{id}/leave", {
    summary: "A person leaves: sessions and keys end at once, open work moves to the successor. Final",
    who: manages,
    input: z.object({ id: accountId, version, successor: optionalInteger(1, 2_147_483_647), reason: reasonIfAny }),
    output: StaffAccount,
    errors: ["not_found", "conflict", "last_holder", "own_account"],
    example: { input: { id: 13, version: 1, reason: "Nghỉ việc" } },
  }),
  resetFactor: call("POST /v1/staff/accounts/{id}/factor-reset", {
    summary: "For a lost second factor: the person confirms by a link to the e-mail that stood there 72 hours ago",
    who: manages,
    step_up: true,
    details: "Everybody with `staff:manage` is told. Until it is confirmed, nothing changes.",
    input: z.object({ id: accountId, reason }),
    output: StaffAccount,
    errors: ["not_found", "conflict", "mail_unavailable", "own_account"],
    example: { input: { id: 13, reason: "Mất điện thoại" } },
  }),
  endSessions: call("DELETE /v1/staff/accounts/{id}/sessions", {
    summary: "End every session of an account",
    who: manages,
    input: z.object({ id: accountId }),
    output: z.object({ ended: z.int() }),
    errors: ["not_found"],
    example: { input: { id: 13 } },
  }),
};
