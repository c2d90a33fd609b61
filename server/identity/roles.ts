/**
 * Roles an account holds, and what each may do. Every account is a customer; the other roles are granted. An agent's
 * row names the agency; the other roles need no more. Staff are no customers: rules/staff. Spec §6;
 * rules/identity#accounts
 */
import { type PickableRole, pickableRoles, type Role } from "contract/identity/accounts.ts";
import { sql } from "kysely";
import { identity as en } from "messages/en/identity/identity.ts";
import { identity as ja } from "messages/ja/identity/identity.ts";
import { identity as vi } from "messages/vi/identity/identity.ts";
import type { Ctx } from "../kernel/context.ts";

export type HeldRole = { role: Role; agent_id: string };
/** The role a caller asks for. */
export type RoleWish = { role?: PickableRole | undefined; agent_id?: string | undefined };
export type ActiveRole = { active_role: Role; agent_id: string };

/** Permissions by kind, `area:verb`. ASSUMED(0131) */
const scopes: Readonly<Record<Role, readonly string[]>> = {
  customer: ["account:manage", "orders:own", "reviews:write"],
  agent: ["hub:orders", "hub:stock"],
  collaborator: ["team:read", "commissions:read", "content:use"],
  partner: ["rent_grounds:manage"],
  group_manager: ["group:manage", "team:read", "commissions:read", "content:use"],
};

/** The kinds given to a customer, the one they usually act as first. */
export async function rolesOf(ctx: Ctx, customer_id: number): Promise<HeldRole[]> {
  return ctx.sql
    .selectFrom("identity.roles")
    .select([sql<Role>`role`.as("role"), "agent_id"])
    .where("customer_id", "=", customer_id)
    .orderBy("granted_at")
    .orderBy("role")
    .execute();
}

/**
 * The role after signing in: the one asked for where the account holds it, else customer and `refused`;
 * without a wish what they usually are.
 */
export function roleFor(held: readonly HeldRole[], wish: RoleWish): ActiveRole & { refused: boolean } {
  if (wish.role === undefined) {
    const usual = held[0];
    return { active_role: usual?.role ?? "customer", agent_id: usual?.agent_id ?? "", refused: false };
  }
  if (wish.role === "customer") return { active_role: "customer", agent_id: "", refused: false };
  const found = heldAs(held, wish.role, wish.agent_id);
  if (!found) return { active_role: "customer", agent_id: "", refused: true };
  return { active_role: found.role, agent_id: found.agent_id, refused: false };
}

/** The row of a kind; of an agency too, where one is named. */
export function heldAs(held: readonly HeldRole[], role: Role, agent_id = ""): HeldRole | undefined {
  const wanted = agent_id.trim().toUpperCase();
  return held.find((each) => each.role === role && (wanted === "" || each.agent_id === wanted));
}

/** What an active kind may do. */
export function scopeOf({ active_role }: Pick<ActiveRole, "active_role">): string[] {
  return [...new Set([...scopes.customer, ...scopes[active_role]])];
}

export const pickable = (held: readonly HeldRole[]) =>
  pickableRoles.map((code) => ({ code, held: code === "customer" || held.some((each) => each.role === code) }));

const words = { vi, en, ja };

/** What the kinds are called in the reader's language. */
export const roleNames = (ctx: Ctx): Readonly<Record<PickableRole, string>> => words[ctx.locale].role;
