/** Writes `.br` and `.gz` beside every text file of the browser's build, so that nobody compresses them again. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const text = /\.(?:js|css|svg|json|webmanifest|txt|map)$/;
const least_bytes = 512;

export function precompressed(): Plugin {
  let folder = "";
  return {
    name: "precompressed",
    apply: "build",
    applyToEnvironment: (environment) => environment.name === "client",
    configResolved(config) {
      folder = join(config.root, "build", "client");
    },
    closeBundle() {
      if (!existsSync(folder)) return; // the build failed, and says so itself
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
        if (!text.test(name) || name.startsWith(".")) continue;
        const path = join(folder, name);
        const bytes = readFileSync(path);
        if (bytes.length < least_bytes) continue;
        writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
