/** Where the navigation leads, in the order of the rail: who may go there, and the key that leads there after `g`. */
import type { Permission } from "contract/staff/permissions.ts";
import type { OfficeMessages } from "messages/office/messages.ts";
import type { IconName } from "../../ui/icon.tsx";
import { paths } from "../paths.ts";

type NavName = keyof OfficeMessages["frame"]["nav"];
type GroupName = keyof OfficeMessages["frame"]["groups"];

export type NavItem = {
  name: NavName;
  group: GroupName | null;
  to: string;
  icon: IconName;
  /** Without one, for everybody. */
  right: Permission | null;
  /** `KeyboardEvent.code` after `g`. */
  code: string;
};

export const navItems: readonly NavItem[] = [
  { name: "home", group: null, to: paths.home(), icon: "home", right: null, code: "KeyH" },
  { name: "orders", group: "sales", to: paths.orders(), icon: "receipt", right: "orders:read", code: "KeyO" },
  {
    name: "customers",
    group: "customers",
    to: paths.customers(),
    icon: "user",
    right: "customers:read",
    code: "KeyC",
  },
  { name: "chats", group: "customers", to: paths.chats(), icon: "headset", right: "chat:answer", code: "KeyV" },
  { name: "messages", group: "customers", to: paths.messages(), icon: "chat", right: "chat:answer", code: "KeyI" },
  {
    name: "comments",
    group: "customers",
    to: paths.comments(),
    icon: "star",
    right: "reviews:moderate",
    code: "KeyE",
  },
  {
    name: "premises",
    group: "customers",
    to: paths.rentGrounds(),
    icon: "pin",
    right: "partners:approve",
    code: "KeyP",
  },
  { name: "surveys", group: "customers", to: paths.polls(), icon: "chart", right: "reports:read", code: "KeyS" },
  {
    name: "tickets",
    group: "customers",
    to: paths.tickets(),
    icon: "wrench",
    right: "warranty:read",
    code: "KeyA",
  },
  {
    name: "warranties",
    group: "customers",
    to: paths.warranties(),
    icon: "shield",
    right: "warranty:read",
    code: "KeyW",
  },
  { name: "points", group: "customers", to: paths.points(), icon: "gift", right: "customers:read", code: "KeyQ" },
  {
    name: "promotions",
    group: "goods",
    to: paths.promotions(),
    icon: "ticket",
    right: "promotions:read",
    code: "KeyX",
  },
  { name: "refunds", group: "money", to: paths.refunds(), icon: "cash", right: "payments:read", code: "KeyM" },
  { name: "credits", group: "money", to: paths.credits(), icon: "receipt", right: "payments:read", code: "KeyG" },
  { name: "flagged", group: "money", to: paths.flagged(), icon: "search", right: "payments:read", code: "KeyF" },
  {
    name: "applications",
    group: "people",
    to: paths.applications(),
    icon: "list",
    right: "recruitment:read",
    code: "KeyY",
  },
  { name: "approvals", group: null, to: paths.approvals(), icon: "check", right: null, code: "KeyD" },
  { name: "staff", group: "people", to: paths.staff(), icon: "team", right: "staff:manage", code: "KeyN" },
  { name: "roles", group: "people", to: paths.roles(), icon: "shield", right: null, code: "KeyR" },
  { name: "keys", group: "people", to: paths.keys(), icon: "lock", right: "keys:manage", code: "KeyK" },
  { name: "audit", group: "people", to: paths.audit(), icon: "clock", right: "audit:read", code: "KeyL" },
  { name: "settings", group: "shop", to: paths.settings(), icon: "grid", right: "settings:write", code: "KeyT" },
  { name: "jobs", group: "shop", to: paths.jobs(), icon: "refresh", right: "settings:write", code: "KeyJ" },
  {
    name: "maintenance",
    group: "shop",
    to: paths.maintenance(),
    icon: "wrench",
    right: "settings:write",
    code: "KeyB",
  },
];

/** Not in the rail: the header's menu leads there. */
export const ownNavItem: NavItem = {
  ...{ name: "own", group: null, to: paths.own(), icon: "user", right: null, code: "KeyU" },
};

export function navItemsFor(holds: (right: Permission) => boolean): NavItem[] {
  return navItems.filter(({ right }) => right === null || holds(right));
}

/** The letter as it is printed on the key. */
export const keyName = (code: string) => code.replace(/^Key|^Digit/, "");
