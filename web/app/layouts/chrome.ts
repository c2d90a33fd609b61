/**
 * What the frame shows. Its data is only what changes with the page; menus and footer are sent as HTML alone and stay as
 * they stand (still.tsx), so their data goes to the server's rendering and nowhere else.
 */
import type { Chrome } from "contract/content.ts";
import { createContext, type ReactNode } from "react";
import { type LoaderFunctionArgs, useRouteLoaderData } from "react-router";
import { notesContext, shopOf } from "../context.ts";

export type Brief = Pick<Chrome, "name" | "hotline" | "header_links" | "popular_searches" | "legal_name"> & {
  /** The first level of the mega menu. */
  groups: readonly { title: string; link: string; icon: string }[];
};
export type FrameData = { chrome: Brief };

export async function loadChrome({ context }: LoaderFunctionArgs): Promise<FrameData> {
  const whole = await shopOf(context).content.chrome({});
  context.get(notesContext).chrome = whole;
  const { name, hotline, header_links, popular_searches, legal_name } = whole;
  const groups = whole.mega_menu.items.map(({ title, link, icon }) => ({ title, link, icon }));
  return { chrome: { name, hotline, header_links, popular_searches, legal_name, groups } };
}

/** The frame stays while pages change inside it. */
export function keepChrome(): boolean {
  return false;
}

/** What the frame shows, for screens inside it; undefined where there is no shop to ask. */
export function useChrome(): Brief | undefined {
  const usual = useRouteLoaderData<FrameData>("layout-default");
  const account = useRouteLoaderData<FrameData>("layout-user");
  const signing_in = useRouteLoaderData<FrameData>("layout-login");
  const checkout = useRouteLoaderData<FrameData>("layout-checkout");
  return (usual ?? account ?? signing_in ?? checkout)?.chrome;
}

/**
 * On the server, while a document is rendered: the HTML of a still part of the frame. `id` names the part; `part` makes
 * it from the whole chrome.
 */
export type StillParts = (id: string, part: (chrome: Chrome) => ReactNode) => string;
export const RenderedChrome = createContext<StillParts | null>(null);
