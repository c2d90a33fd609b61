/**
 * A module that only the server runs, but that a component names: a build drops it where `import.meta.env.SSR` is false. From
 * the sources (`bin/dev`) the browser would load it, and what it imports of Node.
 */
import type { Plugin } from "vite";

const stands = { "/web/app/hydration/cached-html.tsx": "export const cachedHtml = () => undefined;" };

export function serverOnly(): Plugin {
  return {
    name: "server-only",
    enforce: "pre",
    apply: "serve",
    applyToEnvironment: (environment) => environment.name === "client",
    load: (id) => Object.entries(stands).find(([file]) => id.endsWith(file))?.[1],
  };
}
