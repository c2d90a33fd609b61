/**
 * Builds the site and the office when anything they are made of changed since the last build, else does nothing. The
 * build's output is shown only when it fails.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { enableCodeCache } from "server/kernel/compile-cache.ts";
import { renderFirstImages } from "./first-images.ts";

const ROOT = resolve(import.meta.dirname, "..");
const BUILD = join(ROOT, "web/build");
/** Outside BUILD, so that the rendered images survive a build, which begins with an empty folder. */
const FIRST_IMAGES = join(ROOT, "web/first-pictures");
const STAMP = join(BUILD, ".sources");
const NOT_SOURCES = ["**/node_modules", "web/build", "web/first-pictures", "**/.react-router", "**/*.test.*"];

const sources = checksum();
if ((!existsSync(STAMP) || readFileSync(STAMP, "utf8") !== sources) && build()) {
  await warmCompileCache();
  await renderImages();
  writeFileSync(STAMP, sources);
}

function build(): boolean {
  process.stdout.write("Building the site ...\n");
  rmSync(BUILD, { recursive: true, force: true });
  try {
    execFileSync("npm", ["run", "--silent", "build"], { cwd: ROOT, encoding: "utf8", stdio: "pipe" });
    return true;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    process.stderr.write(`${stdout}${stderr}\nThe site could not be built.\n`);
    process.exitCode = 1;
    return false;
  }
}

/** Renders the first images: tens of CPU-seconds the first time, later only the images whose artwork has changed. */
async function renderImages(): Promise<void> {
  let lastProgressMs = performance.now();
  await renderFirstImages(FIRST_IMAGES, (made, of) => {
    if (performance.now() - lastProgressMs < 5_000) return;
    lastProgressMs = performance.now();
    process.stdout.write(`  ... ${made} of ${of} images\n`);
  });
}

/** Imports the server, the site and the office once, so that the first start finds them in the compile cache. decisions/0123-starting-fast.md */
async function warmCompileCache(): Promise<void> {
  enableCodeCache();
  await import("../open.ts");
  await import(pathToFileURL(join(BUILD, "server/index.js")).href);
  await import(pathToFileURL(join(BUILD, "office/server/index.js")).href);
}

function checksum(): string {
  const hash = createHash("sha256");
  const patterns = [
    ...["{web,contract,messages}/**/*", "package.json", "package-lock.json"],
    ...["server/images/*", "db/data/{catalogue,content}/*.json"], // what the first images are made of
  ];
  const files = globSync(patterns, { cwd: ROOT, exclude: NOT_SOURCES, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update(readFileSync(file));
  return hash.digest("hex");
}
