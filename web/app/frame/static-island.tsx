import { type ComponentProps, type ReactNode, useContext, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { usePaths } from "../i18n.tsx";
import { RenderedLayout } from "./layout-data.ts";
import type { Frame } from "./menu/menu-groups.ts";

/** The same object at each render, so that React changes nothing. */
const UNCHANGED_HTML = { __html: "" };

type StaticIslandProps = Omit<ComponentProps<"div">, "children" | "id"> & {
  as: "div" | "ul";
  id: string;
  /** Only on the server: `import.meta.env.SSR ? (layout) => … : null`, so that its code stays there as well. */
  children: ((layout: Frame) => ReactNode) | null;
};

/**
 * A static island: a part of the layout with only links, rendered on the server and never hydrated, so neither its data nor its
 * code is sent. Where the browser renders a layout, the part is copied from the home page, which has the same one.
 */
export function StaticIsland({ as, id, children, ...attributes }: StaticIslandProps) {
  const Tag = as as "div";
  const parts = useContext(RenderedLayout);
  const part = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const home = usePaths().home();

  useEffect(() => {
    if (part.current?.childElementCount === 0) fillFromHome(part.current, home);
  }, [home]);

  useEffect(() => {
    for (const link of part.current?.querySelectorAll("a") ?? []) {
      if (link.pathname === pathname && link.origin === location.origin) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
  }, [pathname]);

  const html = children && parts ? { __html: parts(id, children) } : UNCHANGED_HTML;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own HTML; in the browser nothing is set, it stays
  return <Tag ref={part} id={id} {...attributes} suppressHydrationWarning dangerouslySetInnerHTML={html} />;
}

let fetched: { address: string; page: Promise<Document> } | undefined;

async function fillFromHome(part: HTMLElement, address: string): Promise<void> {
  if (fetched?.address !== address) fetched = { address, page: documentOf(address) };
  try {
    const found = (await fetched.page).getElementById(part.id);
    if (found) part.replaceChildren(...found.cloneNode(true).childNodes);
  } catch (error) {
    fetched = undefined;
    console.warn("Menus not loaded:", error); // the page works; the next visit tries again
  }
}

/** Fetched without cookies: the cached page is enough, and the flash message remains for the page that is shown. */
async function documentOf(address: string): Promise<Document> {
  const response = await fetch(address, { credentials: "omit" });
  return new DOMParser().parseFromString(await response.text(), "text/html");
}
