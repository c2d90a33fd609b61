/**
 * What the scopes given to administrators allow, as permissions of the contract's list. A scope that is not listed allows
 * nothing. rules/identity#administrators
 */
import { type Permission, permissions } from "contract/staff/permissions.ts";

const oldScopes: Readonly<Record<string, readonly Permission[]>> = {
  "all:all": permissions,
  "orders:read": ["orders:read"],
  "orders:approve": ["orders:write"],
  "orders:ship": ["fulfilment:pick", "fulfilment:ship"],
  "orders:deliver": ["fulfilment:ship", "fulfilment:fail"],
  "orders:cancel": ["orders:cancel"],
  "returns:decide": ["returns:read", "returns:decide"],
  "customers:read": ["customers:read"],
  "content:read": ["catalogue:read"],
  "content:write": ["content:write", "catalogue:write", "translations:write", "media:write"],
  "content:publish": ["content:publish", "catalogue:publish"],
  "menus:write": ["content:write", "redirects:write"],
  "reviews:answer": ["reviews:reply"],
};

export function permissionsOfScope(scope: readonly string[]): readonly Permission[] {
  const allowed = scope.flatMap((each) => (Object.hasOwn(oldScopes, each) ? (oldScopes[each] ?? []) : []));
  return [...new Set(allowed)];
}
