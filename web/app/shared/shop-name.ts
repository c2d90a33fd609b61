import { useRouteLoaderData } from "react-router";
import type { loader } from "../root.tsx";

/** The brand, on every screen; empty where not even the root could be loaded. */
export function useShopName(): string {
  return useRouteLoaderData<typeof loader>("root")?.shop_name ?? "";
}
