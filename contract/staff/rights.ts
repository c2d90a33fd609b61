/**
 * How a role holds a permission, and what narrows it. Pure, without zod, because screens read it too. rules/staff#roles
 */
import type { Permission } from "./permissions.ts";

/** At once · at once up to the limit, above it by a second person · always by a second person. */
export const modes = ["full", "within_limit", "asks_second_person"] as const;
export type Mode = (typeof modes)[number];

/**
 * What narrows a permission: customers of orders the role may read · no value in full and no reveal · items of the
 * content centre · figures of one's own collaborators.
 */
export const narrowings = ["own_orders", "masked", "content_centre", "own"] as const;
export type Narrowing = (typeof narrowings)[number];

/** The kind of place a role is limited to: warehouses, or collaborators of one's own. */
export const roleScopes = ["warehouse", "own_collaborators"] as const;
export type RoleScope = (typeof roleScopes)[number];

export const accountStates = ["invited", "active", "locked", "left"] as const;
export type AccountState = (typeof accountStates)[number];

/** Permissions that must always have an active holder: without one nobody could give rights or approve any more. */
export const neverWithoutHolder = [
  "approvals:money",
  "approvals:trade",
  "approvals:admin",
  "roles:manage",
  "staff:manage",
] as const satisfies readonly Permission[];

/** What no API key may hold: deciding, managing, and what shows or moves a person's data or pay. */
export const neverOfKeys = [
  "approvals:money",
  "approvals:trade",
  "approvals:admin",
  "staff:manage",
  "roles:manage",
  "keys:manage",
  "settings:write",
  "customers:reveal",
  "customers:privacy",
  "payouts:prepare",
  "payouts:release",
] as const satisfies readonly Permission[];

/** What a key gets only with a second person: it moves money or stock, or reads people's data or the audit log. */
export const secondPersonForKeys = [
  "orders:cancel",
  "orders:export",
  "payments:match",
  "payments:confirm",
  "refunds:record",
  "returns:receive",
  "stock:receive",
  "stock:transfer",
  "stock:count",
  "stock:adjust",
  "points:adjust",
  "customers:read",
  "recruitment:read",
  "audit:read",
] as const satisfies readonly Permission[];

/**
 * Without these a permission is of little use; the matrix says so. Holding one gives none of the others: reading what one
 * may act on is part of acting on it, and only where an act begins in a list of its own is the list named here.
 */
export const needsAlso: Readonly<Partial<Record<Permission, readonly Permission[]>>> = {
  "orders:write": ["orders:read"],
  "orders:create": ["orders:read"],
  "orders:cancel": ["orders:read"],
  "orders:export": ["orders:read"],
  "payments:match": ["payments:read"],
  "payments:confirm": ["payments:read"],
  "refunds:record": ["payments:read"],
  "returns:decide": ["returns:read"],
  "invoices:issue": ["invoices:read"],
  "invoices:adjust": ["invoices:read"],
  "catalogue:write": ["catalogue:read"],
  "catalogue:publish": ["catalogue:read"],
  "prices:write": ["catalogue:read"],
  "prices:below_cost": ["prices:write"],
  "stock:transfer": ["stock:read"],
  "stock:count": ["stock:read"],
  "stock:adjust": ["stock:read"],
  "promotions:write": ["promotions:read"],
  "promotions:publish": ["promotions:read"],
  "customers:reveal": ["customers:read"],
  "customers:write": ["customers:read"],
  "customers:privacy": ["customers:read"],
  "points:adjust": ["customers:read"],
  "warranty:write": ["warranty:read"],
  "collaborators:approve": ["collaborators:read"],
  "commissions:approve": ["collaborators:read"],
  "payouts:prepare": ["collaborators:read"],
  "payouts:release": ["collaborators:read"],
};
