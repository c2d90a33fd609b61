/**
 * The matrix of rights as the shop's owner would read it, role by role: what every shop begins with. Mode and narrowing
 * stand behind a name: `≤` within a limit, `2` by a second person, `*narrowing`. rules/staff#roles
 */
import { type Permission, permissions } from "contract/staff/permissions.ts";
import type { Mode, Narrowing, RoleScope } from "contract/staff/rights.ts";
import type { DemoStaffKey } from "../testing/test-shop.ts";

const cells: Readonly<Record<string, string>> = {
  order_desk: `orders:read orders:write orders:create orders:cancel≤ orders:export≤ fulfilment:pick fulfilment:ship
    fulfilment:fail payments:read refunds:request returns:read returns:decide returns:receive invoices:read catalogue:read
    stock:read customers:read customers:reveal*own_orders reviews:reply chat:answer reports:read`,
  warehouse: `orders:read fulfilment:pick fulfilment:ship fulfilment:fail returns:receive catalogue:read stock:read
    stock:receive stock:transfer stock:count stock:adjust≤ warranty:read`,
  care: `orders:read orders:write orders:create orders:cancel≤ refunds:request returns:read returns:decide customers:read
    customers:reveal customers:write customers:privacy≤ points:adjust≤ reviews:moderate reviews:reply chat:answer
    warranty:read warranty:write recruitment:read`,
  content: `catalogue:read catalogue:write catalogue:publish reviews:reply content:write content:publish
    translations:write media:write redirects:write stores:write recruitment:read reports:read`,
  marketing: `catalogue:read catalogue:write catalogue:publish prices:write≤ prices:below_cost2 costs:read
    promotions:read promotions:write promotions:publish≤ customers:read*masked content:write content:publish
    translations:write media:write redirects:write reports:read`,
  accountant: `orders:read payments:read payments:match≤ payments:confirm≤ refunds:record≤ returns:read invoices:read
    invoices:issue invoices:adjust costs:read stock:read stock:adjust≤ promotions:read customers:read*masked
    commissions:approve payouts:prepare payouts:release2 reports:read reports:finance audit:read approvals:money`,
  collaborator_manager: `promotions:read collaborators:read collaborators:approve commissions:approve payouts:prepare
    partners:approve content:publish*content_centre reports:read*own`,
};
const ofOwner: Readonly<Partial<Record<Permission, Mode>>> = {
  "orders:cancel": "within_limit",
  "orders:export": "within_limit",
  "payments:match": "within_limit",
  "payments:confirm": "within_limit",
  "refunds:record": "within_limit",
  "prices:write": "within_limit",
  "prices:below_cost": "asks_second_person",
  "stock:adjust": "within_limit",
  "promotions:publish": "within_limit",
  "customers:privacy": "within_limit",
  "points:adjust": "within_limit",
  "staff:manage": "within_limit",
  "roles:manage": "within_limit",
  "keys:manage": "within_limit",
};

export type Cell = { name: Permission; mode: Mode; only: Narrowing | null };

const modeOf: Readonly<Record<string, Mode>> = { "": "full", "≤": "within_limit", "2": "asks_second_person" };

function cell(text: string): Cell {
  const [, name, mark = "", only = null] = /^([a-z]+:[a-z_]+)([≤2]?)(?:\*(\w+))?$/.exec(text) ?? [];
  const found = permissions.find((each) => each === name);
  const mode = modeOf[mark];
  if (!found || !mode) throw new Error(`${text} is no cell`);
  return { name: found, mode, only: only as Narrowing | null };
}

export const matrix: Readonly<Record<string, readonly Cell[]>> = {
  owner: permissions.map((name) => ({ name, mode: ofOwner[name] ?? "full", only: null })),
  ...Object.fromEntries(Object.entries(cells).map(([role, text]) => [role, text.split(/\s+/).map(cell)])),
};
export const matrixScopes: Readonly<Record<string, RoleScope>> = {
  warehouse: "warehouse",
  collaborator_manager: "own_collaborators",
};

const roles: Readonly<Partial<Record<DemoStaffKey, string>>> = {
  an: "owner",
  suong: "owner",
  ngoc: "order_desk",
  loc: "warehouse",
  my: "care",
  quang: "content",
  chi: "marketing",
  quynh: "accountant",
  sen: "collaborator_manager",
};

/** What one of the demo's staff with a single role may do. */
export function matrixOf(key: DemoStaffKey): readonly Permission[] {
  return (matrix[roles[key] ?? ""] ?? []).map(({ name }) => name);
}
