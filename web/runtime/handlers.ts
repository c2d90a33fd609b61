/**
 * React Router tries a URL against every route of every language, twice a request: a twelfth of what a page costs.
 * So each kind of URL has a handler that knows only the routes it can be, found by our own rows (page-key.ts reads
 * them the same way). An unusual spelling is tried against all routes, as before.
 */
import { localeOfPath } from "contract/values/locale.ts";
import { createRequestHandler, type ServerBuild } from "react-router";
import type { Page } from "../app/routes/page.ts";
import { pageId } from "../app/routes/pages.ts";
import { type Answers, documents } from "./documents.ts";
import { fits, rowsOf } from "./page-key.ts";

type Handler = (pathname: string) => Answers;

export function handlers(build: ServerBuild, pages: readonly Page[]): Handler {
  const all = handler(build);
  const rows = rowsOf(pages);
  const rest = pages.filter((page) => page.path === "*").map(pageId);
  const known = new Map<string, Handler>();

  return (pathname) => {
    if (/[^a-z0-9/._-]/.test(pathname)) return all(pathname);
    const { path } = localeOfPath(pathname.replace(/\.data$/, ""));
    const parts = path === "/" || path === "/_root" || path === "/_" ? [] : path.slice(1).split("/");
    const ids = rows
      .filter((row) => row.parts.length === parts.length && fits(row, parts))
      .map(({ page }) => pageId(page));
    if (ids.length === 0) return all(pathname);
    const wanted = [...ids, ...rest];
    const key = wanted.join(" ");
    let found = known.get(key);
    if (!found) {
      const assets = { ...build.assets, routes: branches(build.assets.routes, wanted) };
      found = handler({ ...build, assets, routes: branches(build.routes, wanted) });
      known.set(key, found);
    }
    return found(pathname);
  };
}

function handler(build: ServerBuild): Handler {
  const { shows, answer } = documents(build);
  const others = createRequestHandler(build, "production");
  return (pathname) => (!pathname.endsWith(".data") && shows(pathname) ? answer : others);
}

type Routes<R> = Record<string, R | undefined>;

/** The routes of these ids with all they stand in. */
function branches<R extends { parentId?: string }>(routes: Routes<R>, ids: readonly string[]): Routes<R> {
  const found: Routes<R> = {};
  for (const id of ids) {
    for (let at: string | undefined = id; at !== undefined; at = routes[at]?.parentId) found[at] = routes[at];
  }
  return found;
}
