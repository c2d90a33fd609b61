/**
 * The data of the layout. The browser gets only what hydrated parts need; menus and footer are static islands
 * (static-island.tsx), so their data is used on the server only.
 */
import type { LayoutData } from "contract/content/content.ts";
import { createContext, type ReactNode } from "react";
import { type LoaderFunctionArgs, useRouteLoaderData } from "react-router";
import { notesContext, shopOf } from "../context.ts";
import { type Frame, frameOf } from "./menu/menu-groups.ts";

export type Brief = Pick<LayoutData, "name" | "hotline" | "popular_searches" | "legal_name"> & {
  /** The first level of the menu, at most MAX_GROUPS entries. */
  groups: readonly { title: string; link: string; icon: string }[];
};
export type FrameData = { layout: Brief };

const MAX_GROUPS = 12;

export async function loadLayoutData({ context }: LoaderFunctionArgs): Promise<FrameData> {
  const { content, catalogue, payments } = shopOf(context);
  const [layout, tree, marks] = await Promise.all([content.chrome({}), catalogue.categoryTree({}), payments.marks({})]);
  const frame = frameOf(layout, tree, marks);
  context.get(notesContext).layout = frame;
  const { name, hotline, popular_searches, legal_name } = frame;
  const groups = frame.groups.slice(0, MAX_GROUPS).map(({ title, link, icon }) => ({ title, link, icon }));
  return { layout: { name, hotline, popular_searches, legal_name, groups } };
}

/** `shouldRevalidate` of layouts: their data is not read again at a navigation. */
export function cacheLayoutData(): boolean {
  return false;
}

/** The layout data, for screens inside the layout; undefined where the shop cannot be reached. */
export function useLayoutData(): Brief | undefined {
  const byDefault = useRouteLoaderData<FrameData>("layout-default");
  const account = useRouteLoaderData<FrameData>("layout-user");
  const signingIn = useRouteLoaderData<FrameData>("layout-login");
  const checkout = useRouteLoaderData<FrameData>("layout-checkout");
  return (byDefault ?? account ?? signingIn ?? checkout)?.layout;
}

/**
 * On the server, while a document is rendered: the HTML of a static island of the layout. `id` names it; `part` renders
 * it from the whole layout data.
 */
export type StaticFragments = (id: string, part: (layout: Frame) => ReactNode) => string;
export const RenderedLayout = createContext<StaticFragments | null>(null);
