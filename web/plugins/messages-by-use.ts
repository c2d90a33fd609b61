/**
 * Which messages a module needs is read from its code: `const { cart, common } = useMessages()`. In the
 * browser's build each such module waits for those domains in the page's language, one small file each, cached on its own.
 * So a screen never loads the messages of all others, and no screen can forget its own.
 */
import { globSync, readFileSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { defaultLocale, type Locale, locales } from "contract/values/locale.ts";
import type { Plugin } from "vite";

const asks = /\b(?:useMessages|messagesAt|messagesOf)\(/;
const taken = /const \{([^}]*)\}\s*=\s*(?:useMessages|messagesAt|messagesOf)\(/g;
const picked = /\b(?:useMessages|messagesAt|messagesOf)\((?:[^()]|\([^()]*\))*\)\.(\w+)/g;
const mechanism = /\/(?:messages\/messages|web\/app\/i18n)\.tsx?$/;
const MESSAGES_OF = "virtual:messages/";
const CHUNKS_ID = "virtual:message-chunks";

/** The domains a module uses. */
export function messageDomainsOf(code: string): string[] {
  const names = [...code.matchAll(taken)].flatMap(([, list = ""]) => list.split(",").map((each) => each.split(":")[0]));
  const more = [...code.matchAll(picked)].map(([, name]) => name);
  return [...new Set([...names, ...more].map((name) => name?.trim() ?? ""))].filter(Boolean);
}

export function messagesByUse(): Plugin {
  let folder = "";
  let isBuild = true;
  return {
    name: "messages-by-use",
    enforce: "pre",
    configResolved(config) {
      folder = join(config.root, "build", "client");
      isBuild = config.command === "build";
    },
    resolveId: (id) => (id.startsWith(MESSAGES_OF) || id === CHUNKS_ID ? `\0${id}` : undefined),
    load(id) {
      if (id.startsWith(`\0${MESSAGES_OF}`)) return waiting(id.slice(MESSAGES_OF.length + 1));
      if (id === `\0${CHUNKS_ID}`)
        return `export const message_chunks = ${JSON.stringify(isBuild ? chunks(folder) : {})};`;
    },
    transform(code, id) {
      if (this.environment.name !== "client" || !/\/web\/app\/.*\.tsx?$/.test(id.split("?")[0] ?? "")) return;
      if (!asks.test(code) || mechanism.test(id)) return;
      const domains = messageDomainsOf(code);
      if (domains.length === 0) this.error(`${id} uses messages, but its code does not show of which domains`);
      const imports = domains.map((domain) => `import "${MESSAGES_OF}${domain}";`).join("");
      // A part that only the server renders is imported and, in the browser, not used: its messages go with it.
      return { code: imports + code, map: null, moduleSideEffects: false };
    },
  };
}

/** Where a domain's texts lie below `messages/<locale>/`: at its root, or in the folder of a domain of the shop. */
const filesOfDomains = new Map(
  globSync("**/*.ts", { cwd: resolve(import.meta.dirname, "../../messages", defaultLocale) }).map((file) => [
    basename(file, ".ts"),
    file.replaceAll("\\", "/"),
  ]),
);

function waiting(domain: string): string {
  const file = filesOfDomains.get(domain);
  if (!file) throw new Error(`no file below messages/${defaultLocale}/ is named after ${domain}`);
  const files = locales.map((locale) => `${locale}: () => import("messages/${locale}/${file}")`);
  return `
    import { localeOfPath } from "contract/values/locale.ts";
    import { addMessages } from "messages/messages.ts";
    const { locale } = localeOfPath(location.pathname);
    const words = await { ${files.join(", ")} }[locale]();
    addMessages(locale, ${JSON.stringify(domain)}, words[${JSON.stringify(domain)}]);`;
}

type Manifest = Record<string, { file: string; dynamicImports?: string[] }>;

/** For each file of the browser's build the files of messages it waits for, so that a page requests both at once at hydration. */
function chunks(folder: string): Record<string, Record<Locale, string[]>> {
  const manifest = JSON.parse(readFileSync(join(folder, ".vite", "manifest.json"), "utf8")) as Manifest;
  const found = Object.values(manifest).flatMap(({ file, dynamicImports = [] }) => {
    const of = (locale: Locale) =>
      dynamicImports.filter((name) => name.includes(`messages/${locale}/`)).map((name) => `/${manifest[name]?.file}`);
    return of(defaultLocale).length > 0
      ? [[`/${file}`, Object.fromEntries(locales.map((each) => [each, of(each)]))]]
      : [];
  });
  return Object.fromEntries(found);
}
