/** Refuses a build in which a schema library reaches the browser: import the contract's types only. stack.md trap 15. */
import type { Plugin } from "vite";

const forbidden = /\/node_modules\/zod\//;

export function browserDiet(): Plugin {
  return {
    name: "browser-diet",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    buildEnd() {
      const found = [...this.getModuleIds()].filter((id) => forbidden.test(id));
      const importers = found
        .flatMap((id) => this.getModuleInfo(id)?.importers ?? [])
        .filter((id) => !forbidden.test(id));
      const further = importers.flatMap((id) => (this.getModuleInfo(id)?.importers ?? []).map((by) => `${by} → ${id}`));
      if (found.length > 0) this.error(`zod would reach the browser: ${[...new Set(further)].join(", ")}`);
    },
  };
}
