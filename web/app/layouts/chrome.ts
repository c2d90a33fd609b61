import type { Chrome } from "contract/content.ts";
import { type LoaderFunctionArgs, useRouteLoaderData } from "react-router";
import { shopOf } from "../context.ts";

/** Header, footer and facts of the shop, for the layouts that show them. */
export async function loadChrome({ context }: LoaderFunctionArgs): Promise<{ chrome: Chrome }> {
  return { chrome: await shopOf(context).content.chrome({}) };
}

/** The frame stays while pages change inside it. */
export function keepChrome(): boolean {
  return false;
}

/** What the default layout shows, for screens inside it; undefined in another layout. */
export function useChrome(): Chrome | undefined {
  return useRouteLoaderData<typeof loadChrome>("layout-default")?.chrome;
}
