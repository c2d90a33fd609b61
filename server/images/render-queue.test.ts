import { resolve } from "node:path";
import sharp from "sharp";
import { afterAll, describe, expect, it } from "vitest";
import { type Drawing, loadArtwork } from "./artwork.ts";
import { startRenderQueue } from "./render-queue.ts";

const drawings = await loadArtwork(resolve(import.meta.dirname, "../../web/art"));
const renders = startRenderQueue({ concurrency: 2, max_waiting: 100 });
afterAll(() => renders.close());

function drawing(id: string): Drawing {
  const found = drawings.find(id);
  if (!found) throw new Error(`no drawing ${id}`);
  return found;
}
const hostile = (svg: string): Drawing => ({ transparent: false, svg: () => svg });
const widthOf = async (bytes: Buffer | undefined) => (await sharp(bytes).metadata()).width;

describe("rendering", () => {
  it("an image too large for memory is refused, and the next is rendered", async () => {
    const bomb = hostile(
      '<svg xmlns="http://www.w3.org/2000/svg" width="60000" height="60000"><rect width="9" height="9"/></svg>',
    );
    await expect(renders.render(bomb, 320, "avif")).rejects.toThrow(/pixel limit/);
    await expect(renders.render(hostile("no drawing at all"), 320, "avif")).rejects.toThrow();
    expect(await widthOf(await renders.render(drawing("kind/kettle"), 96, "webp"))).toBe(96);
  });

  it("files and URLs inside an SVG are not loaded", async () => {
    const outside = [
      "file:///etc/hostname",
      "http://127.0.0.1:9/a.png",
      `${import.meta.dirname}/../../web/public/icon-192.png`,
    ];
    for (const address of outside) {
      const image = `<image href="${address}" xlink:href="${address}" width="96" height="96"/>`;
      const names = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
      const bytes = await renders.render(hostile(`<svg ${names} width="96" height="96">${image}</svg>`), 96, "png");
      const { channels } = await sharp(bytes).stats();
      expect(
        channels.map(({ min }) => min),
        address,
      ).toEqual([255, 255, 255]);
    }
  });

  it("with concurrency 1 and one waiting, a third is refused until there is room", async () => {
    const narrow = startRenderQueue({ concurrency: 1, max_waiting: 1 });
    try {
      const [first, second, third] = [96, 160, 240].map((width) => narrow.render(drawing("kind/oven"), width, "webp"));
      expect(third).toBeUndefined();
      expect([await widthOf(await first), await widthOf(await second)]).toEqual([96, 160]);
      expect(await widthOf(await narrow.render(drawing("kind/oven"), 240, "webp"))).toBe(240);
    } finally {
      narrow.close();
    }
  });

  it("the process is restarted after it died", async () => {
    const lost = renders.render(drawing("kind/oven"), 1600, "avif");
    renders.close();
    await expect(lost).rejects.toThrow();
    expect(await widthOf(await renders.render(drawing("kind/oven"), 96, "webp"))).toBe(96);
  });

  it("simultaneous callers each get their own image", async () => {
    const widths = [96, 160, 240, 320, 96, 160, 240, 320];
    const pictures = await Promise.all(widths.map((width) => renders.render(drawing("kind/thermos"), width, "webp")));
    expect(await Promise.all(pictures.map(widthOf))).toEqual(widths);
  });
});
