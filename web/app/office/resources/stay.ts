import { redirect } from "react-router";
import { shopOf } from "../context.ts";
import { paths } from "../paths.ts";
import type { Route } from "./+types/stay";

export const loader = () => redirect(paths.home());

/** The idle time begins anew; the page reads it with its session. */
export async function action({ context }: Route.ActionArgs) {
  return shopOf(context).staff.stay({});
}
