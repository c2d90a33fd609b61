/**
 * Every URL of the site. Read `routes/*.ts` first: one row per page with its file, its layout and whether it is the
 * same for everyone. Each path also exists below `/en` and `/ja`. Spec §2; rules/site#addresses
 */
import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import type { Page } from "./routes/page.ts";
import { pageId, pages, patternOf } from "./routes/pages.ts";

function routeOf(page: Page): RouteConfigEntry {
  return route(patternOf(page), page.file, { id: pageId(page) });
}

function inLayouts(): RouteConfigEntry[] {
  const names = [...new Set(pages.map((page) => page.layout))];
  return names.flatMap((name) => {
    const children = pages.filter((page) => page.layout === name).map(routeOf);
    if (name === "none") return children;
    const screens = layout("layouts/screen.tsx", { id: `screens-${name}` }, children);
    return [layout(`layouts/${name}.tsx`, { id: `layout-${name}` }, [screens])];
  });
}

export default inLayouts() satisfies RouteConfig;
