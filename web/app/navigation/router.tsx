/**
 * The hydrated application's router: React Router's own parts, composed as its `HydratedRouter` does, with our data
 * strategy and our error page. Pinned with React Router 8.4.0.
 * docs/decisions/0231-requests-without-a-response.md
 */
import { Component, type ReactNode } from "react";
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_createClientRoutes as createClientRoutes,
  UNSAFE_createRouter as createRouter,
  UNSAFE_createClientRoutesWithHMRRevalidationOptOut as createRoutesAgain,
  UNSAFE_defaultMapRouteProperties as defaultMapRouteProperties,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_getHydrationData as getHydrationData,
  UNSAFE_getTurboStreamSingleFetchDataStrategy as getSingleFetchDataStrategy,
  UNSAFE_hydrationRouteProperties as hydrationRouteProperties,
  type UNSAFE_RouteModules,
} from "react-router";
import { RouterProvider } from "react-router/dom";
import { FallbackPage } from "../system/fallback-page.tsx";
import { keepAfterRefresh } from "./add-to-cart.ts";
import { withFailureHandling } from "./data-strategy.ts";

/** The browser's module of a resource route: React Router's type has pages only. */
const resourceModule = { shouldRevalidate: keepAfterRefresh } as UNSAFE_RouteModules[string];

/** Makes the router from the manifest, modules and data that boot.ts has loaded. */
export function startRouter() {
  const context = window.__reactRouterContext;
  const manifest = window.__reactRouterManifest;
  const routeModules = window.__reactRouterRouteModules;
  if (!context || !manifest || !routeModules) throw new Error("No hydration data");
  // A resource route has no code in the browser, so there is no file to wait for.
  for (const route of Object.values(manifest.routes)) {
    if (route?.path?.includes("-/")) routeModules[route.id] ??= resourceModule;
  }
  const { ssr, isSpaMode, future, basename } = context;
  const state = JSON.parse(String(context.stream));
  const routes = createClientRoutes(manifest.routes, routeModules, state, ssr, isSpaMode);
  const hydrationData = getHydrationData({
    ...{ state, routes, basename, future, isSpaMode, location: window.location },
    getRouteInfo: (id) => {
      return { clientLoader: undefined, hasLoader: manifest.routes[id]?.hasLoader === true, hasHydrateFallback: false };
    },
  });
  const runHandlers = getSingleFetchDataStrategy(() => router, manifest, routeModules, ssr);
  const router: ReturnType<typeof createRouter> = createRouter({
    ...{ routes, basename, hydrationData, hydrationRouteProperties },
    history: createBrowserHistory(),
    mapRouteProperties: defaultMapRouteProperties,
    dataStrategy: withFailureHandling(() => router, runHandlers),
  });
  router.initialize();
  if (import.meta.env.DEV) enableHotReload(router);
  return { router, framework: { ...context, manifest, routeModules } };
}

/** In development: the globals that React Router's Vite plugin looks for when a screen changes. */
function enableHotReload(router: ReturnType<typeof createRouter>): void {
  Object.assign(router, { createRoutesForHMR: createRoutesAgain });
  Object.assign(window, { __reactRouterDataRouter: router });
}

/** The same tree as the server's, down to the fragments: React numbers its ids by it. */
export function App({ router, framework }: ReturnType<typeof startRouter>): ReactNode {
  return (
    <>
      <FrameworkContext value={framework}>
        <OuterBoundary>
          <RouterProvider router={router} />
        </OuterBoundary>
      </FrameworkContext>
      {/* biome-ignore lint/complexity/noUselessFragments: see above */}
      <></>
    </>
  );
}

/** The outermost error boundary: shows the fallback page where even a route's error page failed. */
class OuterBoundary extends Component<{ children: ReactNode }, { is_broken: boolean }> {
  override state = { is_broken: false };
  static getDerivedStateFromError() {
    return { is_broken: true };
  }
  override render() {
    return this.state.is_broken ? <FallbackPage /> : this.props.children;
  }
}
