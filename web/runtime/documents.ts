/**
 * A document from its request: React Router's static handler runs guards, actions and loaders, entry.server.tsx writes the
 * page. React Router's own server runtime does the same for resources and `.data`; for documents it would also write their
 * data as an unused stream and make a dozen `Headers`. docs/decisions/0160-documents-made-with-less.md
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
  const { default: write, handleError } = build.entry.module;
  const frame = frameOf(build);

  const parents = new Set(routes.map(({ parentId }) => parentId));
  const onlyScreens = routes.every((route) => parents.has(route.id) || isScreen(route));

  function isDocument(pathname: string): boolean {
    return onlyScreens || isScreen(build.routes[match(pathname)?.at(-1)?.route.id ?? "root"]);
  }

  async function respond(request: Request, context: RouterContextProvider): Promise<Response> {
    const report = (error: unknown) => handleError?.(error, { request, context, params: {} });
    const page = async (found: StaticHandlerContext) => {
      const entry = { ...frame, branches: [], staticHandlerContext: found };
      return write(request, found.statusCode, headersOf(found, build), entry, context);
    };
    const written = async (found: StaticHandlerContext) => {
      for (const error of Object.values(found.errors ?? {})) if (!isRouteErrorResponse(error)) report(error);
      const shown = { ...found, errors: found.errors && untold(found.errors) };
      try {
        return await page(shown);
      } catch (error) {
        report(error);
        return page(failed(shown, error));
      }
    };
    try {
      const answered = await query(request, {
        requestContext: context,
        generateMiddlewareResponse: async (load) => {
          const found = await load(request);
          return found instanceof Response ? found : written(found);
        },
      });
      return answered instanceof Response ? answered : await written(answered);
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

/** What entry.server.tsx is given on every page. */
function frameOf({ assets, routes, future, ssr, routeDiscovery }: ServerBuild) {
  const routeModules = Object.fromEntries(Object.entries(routes).map(([id, route]) => [id, route?.module]));
  return { manifest: assets, routeModules, future, ssr, routeDiscovery, isSpaMode: false };
}

/** Those of the innermost route that has any. Cookies are set otherwise (app/context.ts). */
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

/** The page once more, with its error where the nearest boundary shows it. */
function failed(found: StaticHandlerContext, error: unknown): StaticHandlerContext {
  const boundary = found._deepestRenderedBoundaryId ?? "root";
  return {
    ...found,
    statusCode: isRouteErrorResponse(error) ? error.status : 500,
    errors: untold({ [boundary]: error }),
  };
}

/** A page gets no details of a bug. */
function untold(errors: Record<string, unknown>): Record<string, unknown> {
  const told = (error: unknown) => (error instanceof Error ? new Error("Unexpected Server Error") : error);
  return Object.fromEntries(Object.entries(errors).map(([id, error]) => [id, told(error)]));
}
