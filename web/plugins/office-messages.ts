/**
 * The office's texts of single desks load with the modules that name them: its first page needs few. Which file holds which texts
 * is read from the imports of `messages/office/vi.ts`, what a module needs from the names in its code. In the browser's build only;
 * the server holds all.
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Plugin } from "vite";

const WORDS_OF = "virtual:office-messages/";
const root = /\/messages\/office\/(?:vi|en)\.ts$/;
const desks = /\/web\/app\/office\/(?:desks|list|resources)\/.*\.tsx?$/;
const imported = /^import \{ ([^}]+) \} from "\.\/(?:vi|en)\/(promotions|customers\/\w+)\.ts";\n/gm;

/** The files of single desks, each with the names it exports. */
const filesOfDesks = [
  ...readFileSync(resolve(import.meta.dirname, "../../messages/office/vi.ts"), "utf8").matchAll(imported),
].map(([, names = "", file = ""]) => ({ file, names: names.split(", ") }));

export function officeMessages(): Plugin {
  return {
    name: "office-messages",
    enforce: "pre",
    resolveId: (id) => (id.startsWith(WORDS_OF) ? `\0${id}` : undefined),
    load(id) {
      if (id.startsWith(`\0${WORDS_OF}`)) return waiting(id.slice(WORDS_OF.length + 1));
    },
    transform(code, id) {
      if (this.environment.name !== "client") return;
      const [path = ""] = id.split("?");
      if (root.test(path)) return { code: withoutDesks(code), map: null };
      if (!desks.test(path)) return;
      const needed = filesOfDesks.filter(({ names }) => names.some((name) => new RegExp(`\\b${name}\\b`).test(code)));
      return { code: needed.map(({ file }) => `import "${WORDS_OF}${file}";`).join("") + code, map: null };
    },
  };
}

function withoutDesks(code: string): string {
  const names = filesOfDesks.flatMap((each) => each.names).join("|");
  return code.replaceAll(imported, "").replaceAll(new RegExp(`^  (?:${names}),\\n`, "gm"), "");
}

function waiting(file: string): string {
  return `
    import { addOfficeMessages } from "messages/office/messages.ts";
    const isEnglish = document.documentElement.lang === "en";
    addOfficeMessages(isEnglish ? "en" : "vi", await (isEnglish ? import("messages/office/en/${file}.ts") : import("messages/office/vi/${file}.ts")));`;
}
