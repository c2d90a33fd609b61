/**
 * `virtual:inline-scripts`: app/hydration/theme-script.ts and boot.ts, each as one minified text, to be written into every page.
 * Their texts are the same on every page, so the content policy names each by one hash.
 */
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const VIRTUAL_ID = "virtual:inline-scripts";
const scripts = { theme_script: "theme-script.ts", boot_script: "boot.ts" };

export function inlineScripts(): Plugin {
  return {
    name: "inline-scripts",
    resolveId: (id) => (id === VIRTUAL_ID ? `\0${VIRTUAL_ID}` : undefined),
    async load(id) {
      if (id !== `\0${VIRTUAL_ID}`) return;
      const texts = Object.entries(scripts).map(async ([name, file]) => {
        const source = resolve(import.meta.dirname, "../app/hydration", file);
        this.addWatchFile(source);
        return `export const ${name} = ${JSON.stringify(await minified(source))};`;
      });
      return (await Promise.all(texts)).join("\n");
    },
  };
}

async function minified(source: string): Promise<string> {
  const [bundle] = (await build({
    configFile: false,
    logLevel: "error",
    build: { write: false, target: "es2022", lib: { entry: source, formats: ["iife"], name: "inline" } },
  })) as Rolldown.RolldownOutput[];
  if (!bundle) throw new Error(`${source} was not built`);
  return bundle.output[0].code.trim();
}
