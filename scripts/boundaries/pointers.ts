/**
 * Part of `npm run boundaries`: what comments and docs point to exists: files and folders by their whole path, also with
 * placeholders (`messages/<locale>/errors.ts`), a bare file name in the folder named before it, pages of `docs/rules/` with
 * their headings, decisions by number, and the source files whose path code puts together. A name in backticks in a comment
 * exists in the code.
 */
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { locales } from "contract/values/locale.ts";

const folders = "contract|messages|server|web|db|scripts|bench|e2e|sandbox|docs";
const path = new RegExp(
  `(?<![\\w./@-])((?:${folders})/[\\w./-]+\\.(?:tsx?|mjs|css|sql|md|json(?:\\.gz)?)|(?:${folders})/(?:[\\w-]+/)+)(?![\\w*{<-])`,
  "g",
);
/** The end of a path that begins with a folder in a variable. */
const joined = /\$\{\w+\}\/((?:[\w-]+\/)+[\w.-]+\.tsx?)\b/g;
/** A style sheet by its name alone, in a comment of the site. */
const sheet = /(?<![\w./-])([a-z][\w-]*\.css)\b/g;
/** The end of a path, as a comment or a page has it. */
const ending = /(?<![\w./@{}*$<:-])(?:\.\.?\/)*((?:[\w-]+\/)+[\w-][\w.-]*\.(?:tsx?|css|sql|md))\b/g;
/** More than one word, so that it can only be a name. */
const named = /`([A-Za-z]\w*(?:_\w+|[a-z][A-Z]\w*))(?:\(\))?`/g;
const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gm;
/** Names of the libraries'. */
const FOREIGN: ReadonlySet<string> = new Set(["HydratedRouter", "NavLink", "ScrollRestoration"]);
const rule = /\brules\/([a-z-]+)(?:\.md)?(?:#([\w-]+))?/g;
const decision = /(?:docs\/decisions\/|ASSUMED\()(\d{4})/g;
/** A path with placeholders: `{vi,en,ja}`, `*`, `<locale>`. */
const template = new RegExp(
  `(?<![\\w./@{}-])((?:${folders})/[\\w./-]*[<{*][\\w./<>{},*-]*(?:\\.(?:tsx?|mjs|css|sql|md|json(?:\\.gz)?)|/))(?![\\w*{<-])`,
  "g",
);
/** A path in backticks, or a file name alone. A line of a table is cells, other text is sentences. */
const quoted = /`([\w./<>{},*-]+)`/g;
const bareName = /^[\w-][\w.-]*\.(?:tsx?|css|sql)$/;
const cells = /\|\s|(?<=[.:;])\s+(?=[A-Z])|\n\s*\n/;
/** Made by a build or by a long command. */
const absent = /^node_modules\/|^web\/(build|first-pictures|\.react-router)\/|^docs\/screens-run\.md$/;

export function deadPointers(root: string): string[] {
  const patterns = ["*.{ts,md}", `{${folders.replaceAll("|", ",")}}/**/*.{ts,tsx,css,md}`];
  const files = globSync(patterns, { cwd: root, exclude: ["**/node_modules", "web/build", "web/.react-router"] });
  const decisions = globSync("docs/decisions/*.md", { cwd: root }).map((file) => /(\d{4})-/.exec(file)?.[1]);
  const isThere = memoised((file) => existsSync(join(root, file)));
  const names = namesIn(root);
  const matches = memoised((pattern) => globSync(pattern, { cwd: root, exclude: ["**/node_modules"] }).length > 0);
  const leadsTo = (pattern: string) =>
    /[*<]/.test(pattern) ? matches(pattern.replace(/<[\w-]+>/g, "*")) : isThere(pattern);
  const sources = files.map((file) => `/${file.replaceAll("\\", "/")}`);
  const headings = memoised((page) => {
    const file = join(root, "docs/rules", `${page}.md`);
    return existsSync(file) ? anchorsOf(readFileSync(file, "utf8")) : undefined;
  });
  return files
    .map((file) => file.replaceAll("\\", "/"))
    .filter((file) => !/^db\/migrations\/|^scripts\/boundaries\/.*\.test\.ts$/.test(file))
    .sort()
    .flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      const prose = file.endsWith(".md") ? text : [...text.matchAll(comments)].map(([one]) => one).join("\n");
      const stale = /\.tsx?$/.test(file)
        ? [...prose.matchAll(named)]
            .map(([, name = ""]) => name)
            .filter((name) => !names.has(name) && !FOREIGN.has(name))
        : [];
      const isHistory = file.startsWith("docs/decisions/"); // patterns and short names may be those of the time
      const dead = [
        ...[...text.matchAll(path)].map(([, to = ""]) => to).filter((to) => !absent.test(to) && !isThere(to)),
        ...[...text.matchAll(joined)]
          .map(([, end = ""]) => end)
          .filter((end) => !sources.some((source) => source.endsWith(`/${end}`))),
        ...(isHistory ? [] : [...prose.matchAll(template)])
          .map(([, to = ""]) => to)
          .filter((to) => !valuesOf(to).every(leadsTo)),
        ...(isHistory ? [] : bareNames(prose))
          .filter(({ folder, name }) =>
            folder === undefined
              ? !sources.some((source) => source.endsWith(`/${name}`))
              : !valuesOf(folder + name).every(leadsTo),
          )
          .map(({ folder = "", name }) => folder + name),
        ...(file.startsWith("web/app/") ? [...text.matchAll(sheet)] : [])
          .map(([, name = ""]) => name)
          .filter((name) => !sources.some((source) => source.endsWith(`/${name}`))),
        ...[...prose.matchAll(ending)]
          .map(([, end = ""]) => end)
          .filter((end) => !absent.test(end) && !isThere(end) && !sources.some((source) => source.endsWith(`/${end}`))),
        ...[...text.matchAll(rule)]
          .filter(([, page = "", anchor]) => !headings(page) || (anchor && !headings(page)?.has(anchor)))
          .map(([whole]) => whole),
        ...[...text.matchAll(decision)].filter(([, number]) => !decisions.includes(number)).map(([whole]) => whole),
      ];
      return [...new Set([...dead, ...stale])].map((to) => `${file}: points to ${to}, which is not there`);
    });
}

/** Each path that a template stands for: its alternatives, and every language. Other placeholders stand for any name. */
function valuesOf(path: string): string[] {
  const alternatives = /\{([^{}]*)\}/.exec(path);
  if (alternatives) {
    const [whole = "", list = ""] = alternatives;
    return list.split(",").flatMap((each) => valuesOf(path.replace(whole, each)));
  }
  const isOfLanguage = /<locale>|^messages\/\*\//;
  if (!isOfLanguage.test(path)) return [path];
  return locales.map((locale) => path.replace("<locale>", locale).replace(/^messages\/\*\//, `messages/${locale}/`));
}

/** File names without a path, each with the folder that was named last before it in its cell or sentence. */
function bareNames(prose: string): { folder: string | undefined; name: string }[] {
  return prose.split(cells).flatMap((cell) => {
    let folder: string | undefined;
    return [...cell.matchAll(quoted)].flatMap(([, text = ""]) => {
      const named = new RegExp(`^((?:${folders})/(?:[\\w.<>{},*-]+/)*)`).exec(text)?.[1];
      if (named) folder = named;
      return bareName.test(text) ? [{ folder, name: text }] : [];
    });
  });
}

/** Every name of the code, not counting comments. */
function namesIn(root: string): ReadonlySet<string> {
  const patterns = ["*.ts", `{${folders.replaceAll("|", ",")}}/**/*.{ts,tsx,js,sql,json,css,html}`];
  const files = globSync(patterns, { cwd: root, exclude: ["**/node_modules", "web/build", "web/.react-router"] });
  const names = new Set<string>();
  for (const file of files) {
    const text = readFileSync(join(root, file), "utf8");
    const code = /\.(tsx?|js)$/.test(file) ? text.replace(comments, "") : text;
    for (const [name] of code.matchAll(/[A-Za-z_$][\w$]*/g)) names.add(name);
  }
  return names;
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): ReadonlySet<string> {
  const titles = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) => title);
  return new Set(
    titles.map((title) =>
      title
        .toLowerCase()
        .replace(/[^\p{L}\d\s-]/gu, "")
        .trim()
        .replace(/\s/g, "-"),
    ),
  );
}

function memoised<T>(answer: (key: string) => T): (key: string) => T {
  const answers = new Map<string, T>();
  return (key) => {
    if (!answers.has(key)) answers.set(key, answer(key));
    return answers.get(key) as T;
  };
}
