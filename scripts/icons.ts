/**
 * The shop's icons and its default preview picture, made from web/art into web/public and committed:
 * run `npm run icons` after the brand's drawings change.
 */
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import sharp from "sharp";
import { ownOptions } from "./commands/command-line.ts";

ownOptions("Writes the icons and the preview picture of web/public from web/art\n\n  npm run icons\n", {});

const web = resolve(import.meta.dirname, "../web");
const art = (...path: string[]) => readFile(join(web, "art", ...path), "utf8");
const publish = (name: string, bytes: Uint8Array) => writeFile(join(web, "public", name), bytes);

const favicon = await readFile(join(web, "public", "favicon.svg"), "utf8");
const appIcon = await art("brand", "app-icon.svg");
/** Apple rounds the corners itself; Android cuts any shape out of a maskable icon, so the mark keeps to its middle. */
const squareIcon = appIcon.replace('rx="112"', "");
const maskableIcon = squareIcon.replace("<path ", '<path transform="translate(30.7 30.7) scale(.88)" ');

await publish(
  "favicon.ico",
  ico(await Promise.all([16, 32, 48].map(async (side) => ({ side, png: await png(favicon, side) })))),
);
await publish("apple-touch-icon.png", await png(squareIcon, 180));
await publish("icon-192.png", await png(appIcon, 192));
await publish("icon-512.png", await png(appIcon, 512));
await publish("icon-maskable-512.png", await png(maskableIcon, 512));
await publish("preview.jpg", await preview());
await publish("offline.svg", Buffer.from(await art("empty", "offline.svg")));

function sized(svg: string, width: number, height: number): Buffer {
  return Buffer.from(svg.replace("<svg ", `<svg width="${width}" height="${height}" `));
}

function png(svg: string, side: number): Promise<Buffer> {
  return sharp(sized(svg, side, side))
    .png({ compressionLevel: 9 })
    .toBuffer();
}

/** 1200 × 630 for links shared without a picture of their own: the word mark beside a scene. */
async function preview(): Promise<Buffer> {
  const scene = await sharp(sized(await art("banners", "phone", "kitchen.svg"), 640, 720))
    .extract({ left: 40, top: 90, width: 600, height: 630 })
    .toBuffer();
  const mark = await sharp(sized(await art("brand", "logo-wordmark-white.svg"), 393, 96)).toBuffer();
  const background = { width: 1200, height: 630, channels: 3 as const, background: "#0c493f" };
  return sharp({ create: background })
    .composite([
      { input: scene, left: 600, top: 0 },
      { input: mark, left: 104, top: 267 },
    ])
    .jpeg({ quality: 86, mozjpeg: true })
    .toBuffer();
}

/** A Windows icon file: a directory of 16 bytes an entry, then the PNGs themselves. */
function ico(pictures: readonly { side: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { side, png: bytes }] of pictures.entries()) {
    const entry = 6 + 16 * index;
    header.writeUInt8(side, entry);
    header.writeUInt8(side, entry + 1);
    header.writeUInt16LE(1, entry + 4);
    header.writeUInt16LE(32, entry + 6);
    header.writeUInt32LE(bytes.length, entry + 8);
    header.writeUInt32LE(offset, entry + 12);
    offset += bytes.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png: bytes }) => bytes)]);
}
