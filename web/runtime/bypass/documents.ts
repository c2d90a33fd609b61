/**
 * Renders documents: React Router's static handler runs guards, actions and loaders, and entry.server.tsx renders the page.
 * React Router's own server runtime does the same for resources and `.data`; for documents it would also encode their data as
 * an unused stream and create a dozen `Headers`. docs/decisions/0160-documents-made-with-less.md
 */
import {
  createStaticHandler,
  isRouteErrorResponse,
  type MiddlewareFunction,
  type RouteObject,
  type RouterContextProvider,
  type ServerBuild,
  type StaticHandlerContext,
} from "react-router";

export type RequestHandler = (request: Request, context: RouterContextProvider) => Promise<Response>;

/** `isDocument` is true for a URL of a screen, existing or not, and false for a resource. */
export function documentHandler(build: ServerBuild): {
  isDocument(pathname: string): boolean;
  respond: RequestHandler;
} {
  const routes = Object.values(build.routes).filter((route) => route !== undefined);
  const { query, match } = createStaticHandler(routesBelow(undefined, routes));
  const { default: renderEntry, handleError } = build.entry.module;
  const frameworkContext = frameworkContextOf(build);

  const parents = new Set(routes.map(({ parentId }) => parentId));
  const onlyScreens = routes.every((route) => parents.has(route.id) || isScreen(route));

  function isDocument(pathname: string): boolean {
    return onlyScreens || isScreen(build.routes[match(pathname)?.at(-1)?.route.id ?? "root"]);
  }

  async function respond(request: Request, context: RouterContextProvider): Promise<Response> {
    const report = (error: unknown) => handleError?.(error, { request, context, params: {} });
    const render = async (found: StaticHandlerContext) => {
      const entry = { ...frameworkContext, branches: [], staticHandlerContext: found };
      return renderEntry(request, found.statusCode, headersOf(found, build), entry, context);
    };
    const renderOrErrorPage = async (found: StaticHandlerContext) => {
      for (const error of Object.values(found.errors ?? {})) if (!isRouteErrorResponse(error)) report(error);
      const safe = { ...found, errors: found.errors && withoutDetails(found.errors) };
      try {
        return await render(safe);
      } catch (error) {
        report(error);
        return render(withRenderError(safe, error));
      }
    };
    try {
      const result = await query(request, {
        requestContext: context,
        generateMiddlewareResponse: async (load) => {
          const found = await load(request);
          return found instanceof Response ? found : renderOrErrorPage(found);
        },
      });
      return result instanceof Response ? result : await renderOrErrorPage(result);
    } catch (error) {
      report(error);
      return new Response(null, { status: 500 });
    }
  }

  return { isDocument, respond };
}

function isScreen(route: ServerBuild["routes"][string]): boolean {
  return route?.module.default !== undefined || route?.module.ErrorBoundary !== undefined;
}

type Route = NonNullable<ServerBuild["routes"][string]>;

function routesBelow(parent: string | undefined, routes: readonly Route[]): RouteObject[] {
  const below = routes.filter(({ parentId }) => parentId === parent);
  return below.map(({ id, path, index, caseSensitive, module }) => {
    const { loader, action } = module;
    const middleware = module.middleware as MiddlewareFunction[] | undefined; // a server's answers with a Response
    const ErrorBoundary = id === "root" || module.ErrorBoundary ? () => null : undefined;
    const own = { id, path, caseSensitive, middleware, loader, action, ErrorBoundary };
    return index ? { ...own, index } : { ...own, children: routesBelow(id, routes) };
  });
}

/** The part of React Router's entry context that all pages share. */
function frameworkContextOf({ assets, routes, future, ssr, routeDiscovery }: ServerBuild) {
  const routeModules = Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route?.module]));
  return { manifest: assets, routeModules, future, ssr, routeDiscovery, isSpaMode: false };
}

/** The headers of the innermost route that exports any. Cookies are set elsewhere (app/context.ts). */
function headersOf({ matches, loaderHeaders, actionHeaders }: StaticHandlerContext, { routes }: ServerBuild): Headers {
  let parentHeaders = new Headers();
  for (const { route } of matches) {
    const own = routes[route.id]?.module.headers;
    if (!own) continue;
    const [ofLoader = new Headers(), ofAction = new Headers()] = [loaderHeaders[route.id], actionHeaders[route.id]];
    const args = { loaderHeaders: ofLoader, actionHeaders: ofAction, parentHeaders, errorHeaders: undefined };
    parentHeaders = new Headers(typeof own === "function" ? own(args) : own);
  }
  return parentHeaders;
}

/** The context for rendering again, with the error at the nearest boundary. */
function withRenderError(found: StaticHandlerContext, error: unknown): StaticHandlerContext {
  const boundary = found._deepestRenderedBoundaryId ?? "root";
  return {
    ...found,
    statusCode: isRouteErrorResponse(error) ? error.status : 500,
    errors: withoutDetails({ [boundary]: error }),
  };
}

/** Replaces unexpected errors, so that a page shows no details of a bug. */
function withoutDetails(errors: Record<string, unknown>): Record<string, unknown> {
  const safeError = (error: unknown) => (error instanceof Error ? new Error("Unexpected Server Error") : error);
  return Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, safeError(error)]));
}
