import { shopOf } from "../context.ts";
import type { Route } from "./+types/suggest";

const longest = 120;

/** Suggestions while typing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const name = (new URL(request.url).searchParams.get("name") ?? "").trim().slice(0, longest);
  if (name === "") return { terms: [], categories: [], products: [] };
  return shopOf(context).catalogue.suggest({ name });
}
