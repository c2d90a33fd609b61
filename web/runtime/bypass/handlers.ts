/**
 * React Router matches a URL against every route of every language, twice per request, which is a twelfth of the cost of a
 * page. So each kind of URL has a handler with only the routes that can match it, chosen by the rows of the route table
 * (page-keys.ts reads them in the same way). A URL with unusual characters is matched against all routes.
 */
import { localeOfPath } from "contract/values/locale.ts";
import { createRequestHandler, type ServerBuild } from "react-router";
import type { Page } from "../../app/routes/page.ts";
import { pageId } from "../../app/routes/pages.ts";
import { matchesRow, rowsOf } from "../page-keys.ts";
import { documentHandler, type RequestHandler } from "./documents.ts";

export type HandlerForPath = (pathname: string) => RequestHandler;

export function handlersByRoutes(
  build: ServerBuild,
  pages: readonly Page[],
  bypasses: ReadonlySet<string>,
): HandlerForPath {
  const allRoutes = createHandler(build);
  if (!bypasses.has("routes")) return allRoutes;
  const rows = rowsOf(pages);
  const catchAllIds = pages.filter((page) => page.path === "*").map(pageId);
  const known = new Map<string, HandlerForPath>();

  return (pathname) => {
    if (/[^a-z0-9/._-]/.test(pathname)) return allRoutes(pathname);
    const { path } = localeOfPath(pathname.replace(/\.data$/, ""));
    const parts = path === "/" || path === "/_" ? [] : path.slice(1).split("/");
    const ids = rows
      .filter((row) => row.parts.length === parts.length && matchesRow(row, parts))
      .map(({ page }) => pageId(page));
    if (ids.length === 0) return allRoutes(pathname);
    const wanted = [...ids, ...catchAllIds];
    const key = wanted.join(" ");
    let found = known.get(key);
    if (!found) {
      const assets = { ...build.assets, routes: routesWithParents(build.assets.routes, wanted) };
      found = createHandler({ ...build, assets, routes: routesWithParents(build.routes, wanted) });
      known.set(key, found);
    }
    return found(pathname);
  };

  function createHandler(build: ServerBuild): HandlerForPath {
    const others = createRequestHandler(build, "production");
    if (!bypasses.has("documents")) return () => others;
    const { isDocument, respond } = documentHandler(build);
    return (pathname) => (!pathname.endsWith(".data") && isDocument(pathname) ? respond : others);
  }
}

type Routes<R> = Record<string, R | undefined>;

/** The routes of these ids, with their parent routes. */
function routesWithParents<R extends { parentId?: string }>(routes: Routes<R>, ids: readonly string[]): Routes<R> {
  const found: Routes<R> = {};
  for (const id of ids) {
    for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) found[at] = routes[at];
  }
  return found;
}
