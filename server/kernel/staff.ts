/** Who of the staff calls, and what they may do: types alone, so that no domain has to know another. rules/staff */
import type { Permission } from "contract/staff/permissions.ts";
import type { Mode, Narrowing } from "contract/staff/rights.ts";

/** One permission as one role gives it: at every place, or at the places of the account where the role has a scope. */
export type Grant = {
  name: Permission;
  mode: Mode;
  only: Narrowing | null;
  at: "everywhere" | { warehouses: "all" | readonly string[] } | { collaborators: "all" | readonly number[] };
};

/** A living session of a staff account, or an API key at work. Read again for each request. */
export type StaffSession = {
  /** Names the caller for limits and stored answers: "staff 7", "key 3". */
  caller: string;
  account_id: number;
  /** Null for a key. */
  session_id: number | null;
  grants: readonly Grant[];
  permissions: readonly Permission[];
  /** After a recovery code: nothing but a new second factor is possible. */
  must_set_factor: boolean;
  /** Until when the last proof counts; null where there was none, or it is too long ago. */
  proved_until: Date | null;
  last_used_at: Date;
  idle_ends_at: Date;
  expires_at: Date;
};
