/** Writes `.br` and `.gz` beside every text file of the browser's build, so that they are compressed once. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const text = /\.(?:js|css|svg|json|webmanifest|html|txt)$/;
const MIN_BYTES = 512;

export function precompress(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!text.test(name) || name.startsWith(".")) continue;
    const path = join(folder, name);
    const bytes = readFileSync(path);
    if (bytes.length < MIN_BYTES) continue;
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
