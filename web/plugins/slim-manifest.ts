/**
 * The browser's copy of the route manifest, without what it can work out: the files each route imports (browsers read
 * those from the modules, and the server, which plans what a page fetches, has a copy of its own), what most routes
 * have in common, the files of routes that answer with data alone (app/navigation/router.tsx), and the routes that only
 * documents and other programs ask for (sitemaps, a provider's return): a link to one is a request to the server.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const opening = "window.__reactRouterManifest=";

type Route = { id: string; path?: string; module: string } & Record<string, unknown>;
type Manifest = { entry: { imports: string[] }; routes: Record<string, Route> };

/** What a route has where nothing else is said. */
const usual = {
  parentId: "screens-default",
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasClientMiddleware: false,
  hasDefaultExport: true,
  hasErrorBoundary: false,
  imports: [],
  css: [],
} as const;
const prefix = "en?/ja?/";

export function slimManifest(folder: string): void {
  // By what it says: a route module may be called "manifest" too.
  const named = readdirSync(join(folder, "assets")).filter((file) => /^manifest-[\w-]+\.js$/.test(file));
  const files = named.map((file) => join(folder, "assets", file));
  const path = files.find((file) => readFileSync(file, "utf8").trimStart().startsWith(opening));
  if (path === undefined) throw new Error("The build has no route manifest");
  const text = readFileSync(path, "utf8").trim();
  writeFileSync(path, slimmed(JSON.parse(text.slice(opening.length).replace(/;$/, "")) as Manifest));
}

/** A script that puts the manifest together again: routes by what sets them apart, each with its file. */
export function slimmed({ routes, ...manifest }: Manifest): string {
  manifest.entry.imports = [];
  const groups = new Map<string, Record<string, string>>();
  for (const [id, route] of Object.entries(routes)) {
    const isFetched = route.path?.includes("-/");
    if (route.hasDefaultExport === false && !isFetched) continue;
    const own: Record<string, unknown> = { ...route, imports: [] };
    for (const [name, value] of Object.entries(usual)) {
      if (JSON.stringify(own[name]) === JSON.stringify(value)) delete own[name];
      else if (!(name in own)) own[name] = null;
    }
    delete own.id;
    delete own.module;
    if (route.path === prefix + id) delete own.path;
    else own.path ??= null;
    const kind = JSON.stringify(own);
    const group = groups.get(kind) ?? {};
    groups.set(kind, group);
    group[id] = isFetched ? "" : fileOf(route.module);
  }
  const all = [...groups].map(([kind, files]) => [JSON.parse(kind), files]);
  const whole = literal({ ...manifest, routes: {} });
  const route = `{id:i,path:${literal(prefix)}+i,...${literal(usual)},module:f[i]&&"/assets/"+f[i]+".js",...w}`;
  return `${opening}((m,g)=>{for(const[w,f]of g)for(const i in f){const o=m.routes[i]=${route};for(const k in o)o[k]===null&&delete o[k]}return m})(${whole},${literal(all)});`;
}

/** Shorter than JSON: names without quotes, and signs for true and false. No value has a quote in it. */
function literal(value: unknown): string {
  return JSON.stringify(value)
    .replace(/"([a-z]\w*)":/gi, "$1:")
    .replace(/:true\b/g, ":!0")
    .replace(/:false\b/g, ":!1");
}

function fileOf(module: string): string {
  const [, file] = /^\/assets\/([\w.-]+)\.js$/.exec(module) ?? [];
  if (file === undefined) throw new Error(`A route's module has another place: ${module}`);
  return file;
}
