/**
 * Every address of the site. Read `routes/*.ts` first: one row per page with its file, its layout and whether it is the
 * same for everyone. Each path also exists below `/en` and `/ja`. Spec §2; readings "Addresses of pages".
 */
import { layout, type RouteConfig, type RouteConfigEntry, route } from "@react-router/dev/routes";
import { defaultLocale, locales } from "contract/locale.ts";
import type { Page } from "./routes/page.ts";
import { pageId, pages } from "./routes/pages.ts";

// "en?/ja?": literal words, so that no other first word is taken for a language. root.tsx refuses the two together.
const languages = locales.filter((locale) => locale !== defaultLocale).map((locale) => `${locale}?`);

function routeOf(page: Page): RouteConfigEntry {
  return route([...languages, page.path].filter(Boolean).join("/"), page.file, { id: pageId(page) });
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
