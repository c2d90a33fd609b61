/** Who looks at a desk, and how far their rights reach. A job asks the same of the account it works for. rules/staff#places */
import { ShopError } from "contract/errors.ts";
import type { Permission } from "contract/staff/permissions.ts";
import type { Ctx } from "../../kernel/context.ts";
import type { Grant } from "../../kernel/staff.ts";

export type DeskCaller = { account_id: number; grants: readonly Grant[] };

/** Throws unauthenticated. */
export async function deskCaller(ctx: Ctx): Promise<DeskCaller> {
  const staff = await ctx.staff();
  if (!staff) throw new ShopError("unauthenticated");
  return staff;
}

export const holds = ({ grants }: DeskCaller, right: Permission): boolean => grants.some(({ name }) => name === right);

/** Held somewhere without this being narrowed to masked values. */
export const seesInFull = ({ grants }: DeskCaller, right: Permission): boolean =>
  grants.some(({ name, only }) => name === right && only !== "masked");

/** Warehouses a permission counts at; null for every one. */
export function warehousesOf({ grants }: DeskCaller, right: Permission): string[] | null {
  const own = grants.filter(({ name }) => name === right);
  const places = own.map(({ at }) => (at !== "everywhere" && "warehouses" in at ? at.warehouses : "all"));
  const named = places.filter((each) => each !== "all");
  return named.length < places.length ? null : [...new Set(named.flat())];
}
