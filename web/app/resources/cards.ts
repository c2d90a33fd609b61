import { shopOf } from "../context.ts";
import type { Route } from "./+types/cards";

const most = 24;

/** Cards of the products a device stores. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ids = (new URL(request.url).searchParams.get("ids") ?? "").split(",").filter((id) => /^[1-9]\d{0,8}$/.test(id));
  if (ids.length === 0) return [];
  return shopOf(context).catalogue.cards({ ids: ids.slice(0, most) });
}
