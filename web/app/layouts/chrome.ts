/**
 * What the frame shows. A document carries only what changes with the page (`chrome`); menus and footer are sent as HTML
 * alone, and React leaves them as they stand (still.tsx). Data of a client navigation into a frame brings all of it.
 */
import type { Chrome } from "contract/content.ts";
import { createContext } from "react";
import { type LoaderFunctionArgs, useRouteLoaderData } from "react-router";
import { notesContext, shopOf, visitContext } from "../context.ts";

export type Brief = Pick<Chrome, "name" | "hotline" | "header_links" | "popular_searches" | "legal_name"> & {
  /** The first level of the mega menu. */
  groups: readonly { title: string; link: string; icon: string }[];
};
export type FrameData = { chrome: Brief; whole: Chrome | null };

export async function loadChrome({ context }: LoaderFunctionArgs): Promise<FrameData> {
  const whole = await shopOf(context).content.chrome({});
  const { name, hotline, header_links, popular_searches, legal_name } = whole;
  const groups = whole.mega_menu.items.map(({ title, link, icon }) => ({ title, link, icon }));
  const chrome = { name, hotline, header_links, popular_searches, legal_name, groups };
  if (!context.get(visitContext).is_document) return { chrome, whole };
  context.get(notesContext).chrome = whole;
  return { chrome, whole: null };
}

/** The frame stays while pages change inside it. */
export function keepChrome(): boolean {
  return false;
}

/** What the default layout shows, for screens inside it; undefined in another layout. */
export function useChrome(): Brief | undefined {
  return useRouteLoaderData<FrameData>("layout-default")?.chrome;
}

/** On the server, while a document is rendered. */
export const RenderedChrome = createContext<Chrome | null>(null);
