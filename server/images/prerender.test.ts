import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { imageUrl } from "contract/values/images.ts";
import Fastify from "fastify";
import { afterEach, expect, it, vi } from "vitest";
import { firstImages } from "../../scripts/first-images.ts";
import { testShop } from "../testing/test-shop.ts";
import { loadArtwork } from "./artwork.ts";
import { firstImagesOf } from "./first-images.ts";
import { imagesPlugin } from "./images.ts";
import type { WantedImage } from "./prerender.ts";

const artDir = resolve(import.meta.dirname, "../../web/art");
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function open(wanted: readonly WantedImage[], quietMs: () => number) {
  const dataDir = mkdtempSync(join(tmpdir(), "shop-ahead-"));
  const app = Fastify();
  closing.push(async () => rmSync(dataDir, { recursive: true }));
  closing.push(() => app.close());
  const askedFor = async function* () {
    yield* wanted;
  };
  await app.register(
    imagesPlugin({ data_dir: dataDir, art_dir: artDir, prerender: { wanted: askedFor, idle_ms: quietMs } }),
  );
  await app.listen({ port: 0 });
  return { app, storedFiles: () => readdirSync(join(dataDir, "images")).filter((name) => name.endsWith(".avif")) };
}

const two: WantedImage[] = [
  { id: "kind/kettle", width: 96 },
  { id: "kind/no-such-kind", width: 96 },
  { id: "kind/oven", width: 96 },
];

it("images of the first screens are cached before the first request, once the shop is idle", async () => {
  const { app, storedFiles } = await open(two, () => Number.POSITIVE_INFINITY);
  await vi.waitFor(() => expect(storedFiles()).toHaveLength(2), { timeout: 30_000 });
  const before = storedFiles();
  const answer = await app.inject({ url: imageUrl("kind/oven", 96), headers: { accept: "image/avif" } });
  expect(answer.headers["content-type"]).toBe("image/avif");
  expect(storedFiles()).toEqual(before);
});

it("nothing is pre-rendered while requests arrive", async () => {
  let isQuiet = false;
  const { storedFiles } = await open(two, () => (isQuiet ? Number.POSITIVE_INFINITY : 0));
  await pause(1_500);
  expect(storedFiles()).toEqual([]);
  isQuiet = true;
  await vi.waitFor(() => expect(storedFiles()).toHaveLength(2), { timeout: 30_000 });
});

it("closing the shop stops pre-rendering without a log line", async () => {
  const { app } = await open(two, () => 0);
  const warned = vi.spyOn(app.log, "warn");
  await app.close();
  await pause(50);
  expect(warned).not.toHaveBeenCalled();
});

it("images rendered at the build are those a new demo shop shows first", async () => {
  const shop = await testShop();
  closing.push(() => shop.close());
  const artwork = await loadArtwork(artDir);
  const made = new Set(firstImages().map(({ id, width }) => `${width} ${id}`));
  for (const { id } of firstImages()) expect(artwork.find(id), id).toBeDefined();
  const shown: string[] = [];
  for await (const { id, width } of firstImagesOf(shop.visitor())) shown.push(`${width} ${id}`);
  const { data } = await shop.visitor().catalogue.products({ limit: 100 });
  const posts = await shop.visitor().content.posts({ limit: 100 });
  const first = [
    ...data.flatMap(({ image: { id } }) => [`480 ${id}`, `800 ${id}`]),
    ...posts.data.map(({ thumbnail_url }) => `960 ${thumbnail_url}`),
  ];
  expect(first.length).toBeGreaterThan(100);
  expect(first.filter((picture) => !made.has(picture))).toEqual([]);
  expect(first.filter((picture) => !shown.includes(picture))).toEqual([]);
});
