/**
 * One document, rendered in one go. React Router's hand-off goes into data blocks after the body's content, where
 * nothing runs it: boot.ts reads it when the page activates. stack.md traps 5, 6, 11.
 */
import { boot_script } from "virtual:boot-script";
import { word_chunks } from "virtual:word-chunks";
import type { Locale } from "contract/locale.ts";
import { renderToString } from "react-dom/server";
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from "react-router";
import { localeOf, notesContext, visitContext } from "./context.ts";
import { RenderedChrome } from "./layouts/chrome.ts";
import { stillParts } from "./layouts/still-parts.tsx";
import { RequestId } from "./screens/system/request-id.ts";

const body_end = "</body></html>";

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const stream = context.serverHandoffStream;
  // Left in place, renderToString drops it with its Suspense boundary, and the page never hydrates.
  context.serverHandoffStream = undefined;
  const notes = loadContext.get(notesContext);
  const html = renderToString(
    <RenderedChrome value={notes.chrome && stillParts(notes.chrome, localeOf(loadContext))}>
      <RequestId value={loadContext.get(visitContext).request_id}>
        <ServerRouter context={context} url={request.url} />
      </RequestId>
    </RenderedChrome>,
  );
  if (!html.endsWith(body_end)) throw new Error("The document does not end with its body");
  const state = stream ? await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).text() : "";
  const hand_off =
    block("page-plan", JSON.stringify(planOf(context, localeOf(loadContext)))) + block("page-state", state);
  notes.html = `<!doctype html>${html.slice(0, -body_end.length)}${hand_off}<script>${boot_script}</script>${body_end}`;
  headers.set("content-type", "text/html; charset=utf-8");
  return new Response(null, { status, headers });
}

/** Both texts are JSON, where `<` only stands inside strings. */
function block(id: string, json: string): string {
  return `<script type="application/json" id="${id}">${json.replaceAll("<", "\\u003c")}</script>`;
}

function planOf({ manifest, staticHandlerContext, serverHandoffString = "{}" }: EntryContext, locale: Locale) {
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]);
  const found = routes.filter((route) => route !== undefined);
  const files = [manifest.entry.module, ...manifest.entry.imports, manifest.url];
  for (const route of found) files.push(route.module, ...(route.imports ?? []));
  return {
    context: JSON.parse(serverHandoffString),
    preload: [...new Set(files.concat(files.flatMap((file) => word_chunks[file]?.[locale] ?? [])))],
    manifest: manifest.url,
    modules: found.map((route) => [route.id, route.module]),
    entry: manifest.entry.module,
  };
}

/** Bugs are told to the server with the id the visitor sees; what a visitor asked wrongly is no bug. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  context.get(notesContext).report(error);
};
