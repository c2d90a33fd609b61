/**
 * Loads the module files of routes, in place of React Router's own loader (web/plugins/bundle-trim.ts), which reloads the page
 * whenever a file does not load. Here the navigation fails, and the next one requests the file again. docs/decisions/0232
 */
import type { UNSAFE_RouteModules as RouteModules } from "react-router";

type RouteModule = RouteModules[string];
type Loading = { loaded: Promise<RouteModule>; is_missing: boolean; attempt: () => void };

const loading = new Map<string, Loading>();
const listeners = new Set<() => void>();

/** Resolves when the file is loaded. A missing file is requested again by `modulesLoaded`. */
export function loadRouteModule({ id, module }: { id: string; module: string }, known: RouteModules) {
  if (id in known) return known[id];
  let resolve: (file: RouteModule) => void;
  const want: Loading = {
    loaded: new Promise((done) => {
      resolve = done;
    }),
    is_missing: false,
    async attempt() {
      want.is_missing = false;
      try {
        known[id] = await import(/* @vite-ignore */ module);
        loading.delete(id);
        resolve(known[id]);
      } catch {
        want.is_missing = true; // modulesLoaded reports it
        for (const listener of listeners) listener();
      }
    },
  };
  loading.set(id, want);
  want.attempt();
  return want.loaded;
}

/** True when the modules of these routes are loaded; false when one is missing. Modules that were missing before are requested once more. */
export async function modulesLoaded(ids: readonly string[]): Promise<boolean> {
  const missing = ids.flatMap((id) => loading.get(id) ?? []);
  if (missing.length === 0) return true;
  for (const want of missing) if (want.is_missing) want.attempt();
  let listener = () => {};
  const failed = new Promise<false>((done) => {
    listener = () => missing.some(({ is_missing }) => is_missing) && done(false);
  });
  listeners.add(listener);
  try {
    return await Promise.race([failed, Promise.all(missing.map(({ loaded }) => loaded)).then(() => true)]);
  } finally {
    listeners.delete(listener);
  }
}
