/**
 * `virtual:boot-script`: app/boot.ts as one minified text, to be written into every page. Its text is the same on every
 * page, so the content policy names it by one hash.
 */
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const virtual_id = "virtual:boot-script";
const source = resolve(import.meta.dirname, "app/boot.ts");

export function bootScript(): Plugin {
  return {
    name: "boot-script",
    resolveId: (id) => (id === virtual_id ? `\0${virtual_id}` : undefined),
    async load(id) {
      if (id !== `\0${virtual_id}`) return;
      this.addWatchFile(source);
      const [bundle] = (await build({
        configFile: false,
        logLevel: "error",
        build: { write: false, target: "es2022", lib: { entry: source, formats: ["iife"], name: "boot" } },
      })) as Rolldown.RolldownOutput[];
      if (!bundle) throw new Error("app/boot.ts was not built");
      return `export const boot_script = ${JSON.stringify(bundle.output[0].code.trim())};`;
    },
  };
}
