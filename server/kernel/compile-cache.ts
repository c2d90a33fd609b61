/** What Node has compiled of our files is cached for the next start. decisions/0123-starting-fast.md */
import { enableCompileCache } from "node:module";
import { resolve } from "node:path";

/** From here on, for everything that is imported later. Where the folder cannot be written, nothing is cached. */
export function enableCodeCache(): void {
  enableCompileCache(resolve(import.meta.dirname, "../../node_modules/.compile-cache"));
}
