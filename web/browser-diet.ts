/**
 * Keeps from the browser what it can do without, and refuses the build when something slips in. The budget is the
 * issue's: 130 KB of script on the product page, of which React and the router are 107. docs/decisions/0042-browser-diet.md
 */
import type { Plugin } from "vite";

const router = "/react-router/dist/production/lib/";

/** Parts that our settings switch off, with the answers they would give. Pinned with React Router 8.4.0 and Vite 8.3.8. */
const asleep: Record<string, string> = {
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
  // Shown while a page without its data asks for it: ours bring theirs along.
  [`${router}dom/ssr/fallback.js`]: "export const RemixRootDefaultHydrateFallback = () => null;",
  // Styles that routes name, and pages that `<Link>` fetches ahead: ours have one sheet and plain links (app/links.ts).
  [`${router}dom/ssr/links.js`]: `
    export const getKeyedLinksForMatches = () => [];
    export const getKeyedPrefetchLinks = async () => [];
    export const getModuleLinkHrefs = () => [];
    export const getNewMatchesForLinks = () => [];
    export const isPageLinkDescriptor = () => false;
    export const prefetchRouteCss = async () => {};
    export const prefetchStyleLinks = async () => {};`,
  // Its work, asking for files early, is done by the page's plan.
  "\0vite/preload-helper.js": "export const __vitePreload = (load) => load();",
};

const forbidden = /\/node_modules\/zod\//;

export function browserDiet(): Plugin {
  return {
    name: "browser-diet",
    enforce: "pre",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    load(id) {
      return Object.entries(asleep).find(([file]) => id.endsWith(file))?.[1];
    },
    buildEnd(error) {
      if (error) return;
      for (const file of Object.keys(asleep)) {
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
