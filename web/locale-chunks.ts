/**
 * `virtual:locale-chunks`: the file each language's words ended up in, so that a waking page can ask for its words
 * together with everything else. The browser's half is built first, and its manifest is still there.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { locales } from "contract/locale.ts";
import type { Plugin } from "vite";

const virtual_id = "virtual:locale-chunks";

export function localeChunks(): Plugin {
  let folder = "";
  return {
    name: "locale-chunks",
    configResolved(config) {
      folder = join(config.root, "build", "client");
    },
    resolveId: (id) => (id === virtual_id ? `\0${virtual_id}` : undefined),
    load(id) {
      if (id !== `\0${virtual_id}`) return;
      const manifest = JSON.parse(readFileSync(join(folder, ".vite", "manifest.json"), "utf8")) as Record<
        string,
        { file: string }
      >;
      const chunks = locales.map((locale) => {
        const name = Object.keys(manifest).find((source) => source.endsWith(`messages/${locale}.ts`));
        if (!name) throw new Error(`The words of "${locale}" are in no file of the build`);
        return [locale, `/${manifest[name]?.file}`];
      });
      return `export const locale_chunks = ${JSON.stringify(Object.fromEntries(chunks))};`;
    },
  };
}
