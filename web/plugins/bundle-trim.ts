/**
 * Keeps from the browser what it can do without, and refuses the build when something slips in. The budget:
 * 130 KB of script on the product page, of which React and the router are 107. docs/decisions/0042-browser-diet.md
 */
import { join } from "node:path";
import type { Plugin } from "vite";

const router = "/react-router/dist/production/lib/";
const app = join(import.meta.dirname, "../app");
const asking = { file: `${router}dom/ssr/single-fetch.js`, theirs: "await fetch(url, ", ours: "await send(url, " };

/**
 * Components we do not use (`Link`, `NavLink`, `ScrollRestoration` …) stay in a bundle because each has a name written to it
 * and is made by a call that a bundler must not drop. Both only serve React's developer tools.
 */
const components = {
  file: `${router}dom/lib.js`,
  name: /^\w+\.displayName = "[^"]*";$/gm,
  made: "React$1.forwardRef(",
};

/**
 * Code paths that our pages never take: outside the router's provider, with React's server components, without an error
 * page, with the other way to match routes.
 */
const untaken: Record<string, readonly (readonly [theirs: string, ours: string])[]> = {
  [`${router}hooks.js`]: [
    ["React$1.useContext(IsDataRouteContext) ? useNavigateStable() : useNavigateUnstable()", "useNavigateStable()"],
    ["if (this.context) return /* @__PURE__ */ React$1.createElement(RSCErrorHandler, { error }, result);", ""],
    ["React$1.createElement(DefaultErrorComponent, null)", "null"], // app/system/error-screen.tsx
  ],
  [`${router}router/router.js`]: [["if (future.unstable_routePatternMatching) {", "if (false) {"]],
};

/** Parts that our settings switch off, with the answers they would give. Pinned with React Router 8.4.0 and Vite 8.3.8. */
const switchedOff: Record<string, string> = {
  [`${router}dom/ssr/fog-of-war.js`]: `
    export const URL_LIMIT = 0;
    export const isFogOfWarEnabled = () => false;
    export const useFogOFWarDiscovery = () => {};
    export const getManifestPath = () => "";
    export const getPartialManifest = () => undefined;
    export const getPatchRoutesOnNavigationFunction = () => undefined;
    export const getPathsWithAncestors = () => [];
    export const handleClientVersionMismatch = async () => false;`,
  [`${router}router/instrumentation.js`]: `
    export const instrumentationResultMetaContext = undefined;
    export const consumeInstrumentationClientResultMetaReceiver = () => undefined;
    export const getRouteInstrumentationUpdates = () => ({});
    export const instrumentClientSideRouter = (router) => router;
    export const instrumentHandler = (handler) => handler;`,
  // Shown while a page loads its data: ours bring theirs along.
  [`${router}dom/ssr/fallback.js`]: "export const RemixRootDefaultHydrateFallback = () => null;",
  // What it shows of a broken page: ours is app/system/fallback-page.tsx.
  [`${router}dom/ssr/errorBoundaries.js`]: `
    export const BoundaryShell = () => null;
    export const RemixErrorBoundary = () => null;
    export const RemixRootDefaultErrorBoundary = () => null;`,
  // Styles of routes, and prefetching of `<Link>`: ours have one sheet and plain links (app/navigation/links.ts).
  [`${router}dom/ssr/links.js`]: `
    export const getKeyedLinksForMatches = () => [];
    export const getKeyedPrefetchLinks = async () => [];
    export const getModuleLinkHrefs = () => [];
    export const getNewMatchesForLinks = () => [];
    export const isPageLinkDescriptor = () => false;
    export const prefetchRouteCss = async () => {};
    export const prefetchStyleLinks = async () => {};`,
  // Errors of React's server components, which we have none of.
  [`${router}errors.js`]: `
    export const decodeRedirectErrorDigest = () => undefined;
    export const decodeRouteErrorResponseDigest = () => undefined;`,
  // Files of routes that do not load, and requests without a response: app/navigation/route-modules.ts, app/navigation/send.ts.
  [`${router}dom/ssr/routeModules.js`]: `export { loadRouteModule } from ${JSON.stringify(`${app}/navigation/route-modules.ts`)};`,
  // Its work, preloading files, is done by the page's plan.
  "\0vite/preload-helper.js": "export const __vitePreload = (load) => load();",
};

const forbidden = /\/node_modules\/zod\//;

export function bundleTrim(): Plugin {
  return {
    name: "bundle-trim",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      return Object.entries(switchedOff).find(([file]) => id.endsWith(file))?.[1];
    },
    transform(code, id) {
      if (id.endsWith(components.file)) {
        const { name, made } = components;
        if (!name.test(code) || !code.includes(made)) this.error(`${components.file} makes components in another way`);
        return code.replaceAll(name, "").replaceAll(`= ${made}`, `= /* @__PURE__ */ ${made}`);
      }
      for (const [file, ways] of Object.entries(untaken)) {
        if (!id.endsWith(file)) continue;
        for (const [theirs] of ways) if (!code.includes(theirs)) this.error(`${file} has no "${theirs}"`);
        return ways.reduce((text, [theirs, ours]) => text.replace(theirs, () => ours), code);
      }
      if (!id.endsWith(asking.file)) return;
      const parts = code.split(asking.theirs);
      if (parts.length !== 2) this.error(`${asking.file} asks in another way`);
      return `import { send } from ${JSON.stringify(`${app}/navigation/send.ts`)};\n${parts.join(asking.ours)}`;
    },
    buildEnd(error) {
      if (error) return;
      for (const file of Object.keys(switchedOff)) {
        if (![...this.getModuleIds()].some((id) => id.endsWith(file))) this.error(`there is no ${file} any more`);
      }
      const found = [...this.getModuleIds()].filter((id) => forbidden.test(id));
      const ours = found.flatMap((id) => this.getModuleInfo(id)?.importers ?? []).filter((id) => !forbidden.test(id));
      const further = ours.flatMap((id) => (this.getModuleInfo(id)?.importers ?? []).map((by) => `${by} → ${id}`));
      if (found.length > 0) {
        this.error(`zod would reach the browser; import types only: ${[...new Set(further)].join(", ")}`);
      }
    },
  };
}
