/**
 * One document, rendered without streaming. The hydration data goes into data blocks after the body's content, where
 * nothing runs it: boot.ts reads it when the page hydrates. The theme comes before all of it: as an attribute on a page
 * rendered for its visitor, by a script on a cached one (theme.ts). rules/site#hydration
 */
import { boot_script, theme_script } from "virtual:inline-scripts";
import { message_chunks } from "virtual:message-chunks";
import type { Locale } from "contract/values/locale.ts";
import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { localeOf, notesContext, requestContext } from "./context.ts";
import { RenderedLayout } from "./frame/layout-data.ts";
import { staticFragments } from "./frame/static-fragments.tsx";
import { DARK_SYSTEM } from "./session/theme.ts";
import { RequestId } from "./system/request-id.ts";

const BODY_END = "</body></html>";
const PAGE_END = `<script>${boot_script}</script>${BODY_END}`;
const PAGE_START = /^<html( [^>]*><head>)/;
const HEAD_START = `<meta name="theme-color" media="${DARK_SYSTEM}" content="#0a2621"><script>${theme_script}</script>`;

export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Response {
  const notes = loadContext.get(notesContext);
  const locale = localeOf(loadContext);
  const html = renderToString(
    <RenderedLayout value={notes.layout && staticFragments(notes.layout, locale)}>
      <RequestId value={loadContext.get(requestContext).request_id}>
        <ServerRouter context={renderedContext(context, request)} url={request.url} />
      </RequestId>
    </RenderedLayout>,
  );
  const start = PAGE_START.exec(html);
  if (!start || !html.endsWith(BODY_END)) throw new Error("The document is not one of a head and a body");
  const { theme } = loadContext.get(requestContext);
  const opening = `<!doctype html><html${theme ? ` data-theme="${theme}"` : ""}${start[1]}${HEAD_START}${refreshOf(context)}`;
  const { loaderData, actionData, errors } = context.staticHandlerContext;
  const state = block("page-state", { loaderData, actionData, errors });
  const content = html.slice(start[0].length, -BODY_END.length);
  notes.html = bytesOf([opening, content, planOf(context, locale), state, PAGE_END]);
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(null, { status, headers });
}

/**
 * The location is the requested URL, as the browser's is when the page hydrates: React Router's server runtime encodes the
 * query again ("+" for "%20"). Its own stream of the data is not rendered. decisions/0334-bypasses-have-one-switch.md
 */
function renderedContext(context: EntryContext, request: Request): EntryContext {
  const { staticHandlerContext } = context;
  const location = { ...staticHandlerContext.location, search: new URL(request.url).search };
  return {
    ...context,
    serverHandoffStream: undefined,
    staticHandlerContext: { ...staticHandlerContext, location },
  };
}

/** In chunks: as one text a page would be copied once more before it becomes bytes. */
function bytesOf(pieces: readonly string[]): Uint8Array {
  const bytes = Buffer.allocUnsafe(pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0));
  let at = 0;
  for (const piece of pieces) at += bytes.write(piece, at);
  return bytes;
}

/** In JSON `<` only stands inside strings. */
function block(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}

/** Where the site runs from its sources (`bin/dev`), React takes changes of a component into the open page. */
function refreshOf({ manifest }: EntryContext): string {
  return import.meta.env.DEV && manifest.hmr ? `<script type="module" src="${manifest.hmr.runtime}"></script>` : "";
}

const plans = new Map<string, string>();

/** What boot.ts fetches and starts; the same for all pages of a kind. */
function planOf({ manifest, staticHandlerContext }: EntryContext, locale: Locale): string {
  const ids = staticHandlerContext.matches.map(({ route }) => route.id);
  const key = [locale, ...ids].join(" ");
  let plan = plans.get(key);
  if (plan === undefined) {
    const found = ids.map((id) => manifest.routes[id]).filter((route) => route !== undefined);
    const files = [manifest.entry.module, ...manifest.entry.imports, manifest.url];
    for (const route of found) files.push(route.module, ...(route.imports ?? []));
    plan = block("page-plan", {
      preload: [...new Set(files.concat(files.flatMap((file) => message_chunks[file]?.[locale] ?? [])))],
      manifest: manifest.url,
      modules: found.map((route) => [route.id, route.module]),
      entry: manifest.entry.module,
    });
    plans.set(key, plan);
  }
  return plan;
}

/** Bugs are reported to the server with the id the visitor sees; a visitor's wrong request is no bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(notesContext).report(error);
};
