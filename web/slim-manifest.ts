/**
 * The browser's copy of the route manifest without the files each route imports: browsers read those from the modules
 * themselves, and the server, which plans what a waking page fetches, has a copy of its own.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const opening = "window.__reactRouterManifest=";

type Manifest = { entry: { imports: string[] }; routes: Record<string, { imports: string[] }> };

export function slimManifest(folder: string): void {
  const name = readdirSync(join(folder, "assets")).find((file) => /^manifest-\w+\.js$/.test(file));
  if (!name) throw new Error("The build has no route manifest");
  const path = join(folder, "assets", name);
  const text = readFileSync(path, "utf8").trim();
  if (!text.startsWith(opening)) throw new Error(`${name} does not begin with ${opening}`);
  const manifest = JSON.parse(text.slice(opening.length).replace(/;$/, "")) as Manifest;
  manifest.entry.imports = [];
  for (const route of Object.values(manifest.routes)) route.imports = [];
  writeFileSync(path, `${opening}${JSON.stringify(manifest)};`);
}
