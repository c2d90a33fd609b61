/**
 * The images a new demo shop shows first, rendered at the build, so that its first visitors do not wait for them: home, lists,
 * articles and products as a usual phone requests them. The running shop renders the images of other screens.
 */
import { globSync, readFileSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { bannerImageId, kindImageId, postImageId, productImageId } from "contract/values/images.ts";
import { widths } from "server/images/first-images.ts";
import type { Wanted } from "server/images/prerender.ts";
import { openImages, type RenderedImage } from "server/images/rendered-images.ts";
import { z } from "zod";

const ROOT = resolve(import.meta.dirname, "..");
const data = join(ROOT, "db/data");

const Product = z.object({
  sku: z.string(),
  art: z.object({ kind: z.string(), body: z.string() }),
});
const Menus = z.object({
  menus: z.record(
    z.string(),
    z.object({ items: z.array(z.object({ scene: z.string().optional(), illustration: z.string().optional() })) }),
  ),
});
const Posts = z.object({ posts: z.array(z.object({ scene: z.string() })) });

/** Each image in the width a usual phone requests for its place on the page. */
export function firstImages(): Wanted[] {
  const products = globSync("catalogue/products-*.json", { cwd: data }).flatMap((file) =>
    z.array(Product).parse(load(file)),
  );
  const items = Object.values(Menus.parse(load("content/menus.json")).menus).flatMap((menu) => menu.items);
  const { posts } = Posts.parse(load("content/posts.json"));
  const wanted = [
    ...items.flatMap(({ scene }) => (scene ? [{ id: bannerImageId(scene, "phone"), width: widths.banner[0] }] : [])),
    ...items.flatMap(({ illustration }) =>
      illustration ? [{ id: kindImageId(illustration), width: widths.tile[0] }] : [],
    ),
    ...products.flatMap(({ sku, art }) => {
      const id = productImageId(art, sku);
      return [
        { id: kindImageId(art.kind), width: widths.chip[0] }, // a category is shown by the drawing of one of its products
        { id, width: widths.card[0] },
        { id, width: widths.gallery[0] },
      ];
    }),
    ...posts.map(({ scene }) => ({ id: postImageId(scene), width: widths.post[0] })),
  ];
  return [...new Map(wanted.map((each) => [`${each.width} ${each.id}`, each])).values()];
}

/** Renders the missing images into `images` of this folder and deletes those no longer wanted. `onProgress` is called after each. */
export async function renderFirstImages(
  dataDir: string,
  onProgress: (made: number, of: number) => void,
): Promise<void> {
  const images = await openImages({
    ...{ art_dir: join(ROOT, "web/art"), data_dir: dataDir },
    ...{ cached_bytes: Number.POSITIVE_INFINITY, concurrency: 2, max_waiting: Number.POSITIVE_INFINITY },
    warn: (error) => {
      throw error;
    },
  });
  try {
    const found = await Promise.all(firstImages().map(({ id, width }) => images.find(id, width, () => "avif")));
    const wanted = found.filter((image) => image !== undefined);
    const names = new Set(wanted.map(({ name }) => name));
    const folder = join(dataDir, "images");
    for (const file of await readdir(folder)) if (!names.has(file)) await rm(join(folder, file));
    let made = 0;
    const make = async (image: RenderedImage) => {
      await images.fetch(image);
      made += 1;
      onProgress(made, wanted.length);
    };
    await Promise.all(wanted.map(make));
  } finally {
    images.close();
  }
}

function load(file: string): unknown {
  return JSON.parse(readFileSync(join(data, file), "utf8"));
}
