import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { imageHeight } from "contract/content/image-size.ts";
import {
  bannerImageId,
  emptyImageId,
  imageVersion,
  kindImageId,
  postImageId,
  productImageId,
  productViews,
  rulerHeights,
  sizeImageId,
  tones,
} from "contract/values/images.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadArtwork } from "./artwork.ts";
import { encoder, encodings } from "./renderer.ts";

const artDir = resolve(import.meta.dirname, "../../web/art");
const artwork = await loadArtwork(artDir);
const list = JSON.parse(readFileSync(`${artDir}/products/archetypes.json`, "utf8"));
const kinds = Object.keys(list.kinds);
const anyProduct = fc.record({
  kind: fc.constantFrom(...kinds),
  body: fc.constantFrom(...(list.bodies as string[])),
});
const anySku = fc.stringMatching(/^[A-Z0-9-]{1,16}$/);

describe("drawings", () => {
  it("the version in image URLs changes when a drawing or its encoding changes", () => {
    const hash = createHash("sha256").update(JSON.stringify({ encodings, encoder }));
    for (const id of artwork.samples()) hash.update(artwork.find(id)?.svg(400) ?? `missing: ${id}`);
    expect(imageVersion, "art or encoding changed: put the new version into contract/values/images.ts").toBe(
      hash.digest("hex").slice(0, 8),
    );
  });

  it("a drawing exists for every view of any product in any of the shop's colours", () => {
    fc.assert(
      fc.property(anyProduct, anySku, fc.constantFrom(...productViews), (art, sku, view) => {
        const svg = artwork.find(productImageId(art, sku, view))?.svg(320) ?? "";
        expect(svg).toMatch(/^<svg [^>]*width="320" height="320"/);
        expect(svg).not.toMatch(/var\(|style=|<title/);
      }),
    );
  });

  it("the views of a product differ", () => {
    fc.assert(
      fc.property(anyProduct, anySku, (art, sku) => {
        const pictures = productViews.map((view) => artwork.find(productImageId(art, sku, view))?.svg(320));
        expect(new Set(pictures).size).toBe(3);
      }),
    );
  });

  it("an SKU keeps its background, and backgrounds vary over a grid", () => {
    const art = { kind: "kettle", body: "#F4F6F5" };
    expect(productImageId(art, "SRM-KT17-SV")).toBe(productImageId(art, "SRM-KT17-SV"));
    const grid = Array.from({ length: 60 }, (_, index) => productImageId(art, `SRM-KT${index}-WH`));
    expect(new Set(grid).size).toBe(tones.length);
  });

  it("the colour changes only the body", () => {
    const red = artwork.find("product/kettle/b8443e/sky")?.svg(800) ?? "";
    const blue = artwork.find("product/kettle/5b8db8/sky")?.svg(800) ?? "";
    expect(red).not.toBe(blue);
    expect(red.length).toBe(blue.length);
    const steel = ["b8443e", "5b8db8"].map((body) => artwork.find(`product/induction-hob/${body}/sky`)?.svg(800));
    expect(steel[0]).toBe(steel[1]);
  });

  it("every banner, post, category and empty state has a drawing", () => {
    const scenes = ["kitchen", "water", "air", "laundry", "rest", "summer"];
    const empties = ["cart", "orders", "search", "offline", "404", "maintenance"] as const;
    const ids = [
      ...scenes.flatMap((scene) => [bannerImageId(scene, "wide"), bannerImageId(scene, "phone"), postImageId(scene)]),
      ...kinds.flatMap((kind) => [kindImageId(kind), postImageId(kind)]),
      ...empties.map(emptyImageId),
    ];
    for (const id of ids) {
      const svg = artwork.find(id)?.svg(640);
      expect(svg, id).toContain(`width="640" height="${imageHeight(id, 640)}"`);
    }
  });

  it("every product and post of the demo has a drawing", () => {
    const data = resolve(import.meta.dirname, "../../db/data");
    const read = (file: string) => JSON.parse(readFileSync(join(data, file), "utf8"));
    type Sold = {
      sku: string;
      art: { kind: string; body: string };
      variants?: { sku: string; art: { body: string } }[];
    };
    const indexes = readdirSync(join(data, "catalogue")).filter((file) => file.startsWith("products-"));
    const sold = indexes.flatMap((file): Sold[] => read(`catalogue/${file}`));
    const forms = sold.flatMap(({ sku, art, variants = [] }) => [
      { sku, art },
      ...variants.map((variant) => ({ sku: variant.sku, art: { ...art, ...variant.art } })),
    ]);
    const ids = [
      ...forms.flatMap(({ sku, art }) => productViews.map((view) => productImageId(art, sku, view))),
      ...read("content/posts.json").posts.map(({ scene }: { scene: string }) => postImageId(scene)),
    ];
    expect(ids.length).toBeGreaterThan(500);
    expect(ids.filter((id) => !artwork.find(id))).toEqual([]);
  });

  it("every article of the demo has its own picture", () => {
    const file = resolve(import.meta.dirname, "../../db/data/content/posts.json");
    const scenes = JSON.parse(readFileSync(file, "utf8")).posts.map(({ scene }: { scene: string }) => scene);
    expect(new Set(scenes).size).toBe(scenes.length);
  });

  it("tones are those of the contract", () => {
    expect(Object.keys(list.tones)).toEqual([...tones]);
  });

  it("the size view shows a ruler as high as the package; products drawn from above have none", () => {
    const art = { kind: "kettle", body: "#F4F6F5" };
    expect(sizeImageId(art, "SRM-KT17-WH", 262)).toMatch(/\/size\/25$/);
    expect(sizeImageId(art, "SRM-KT17-WH", 1_480)).toMatch(/\/size\/150$/);
    expect(sizeImageId(art, "SRM-KT17-WH", 12)).toBeUndefined();
    expect(sizeImageId({ ...art, kind: "induction-hob-triple" }, "SRM-IH1-BK", 120)).toBeUndefined();
    for (const height of rulerHeights) {
      const svg = artwork.find(sizeImageId(art, "SRM-KT17-WH", height * 10) ?? "")?.svg(400) ?? "";
      expect(svg, String(height)).toMatch(/^<svg [^>]*width="400" height="400"/);
    }
  });

  it("drawings are found by complete ids only", () => {
    const strangers = [
      "",
      "kettle",
      "kind",
      "kind/",
      "kind/__proto__",
      "kind/constructor",
      "kind/kettle/detail",
      "product/kettle",
      "product/kettle/b8443e",
      "product/kettle/b8443e/puce",
      "product/kettle/123456/sky",
      "product/kettle/b8443e/sky/detail/detail",
      "product/kettle/b8443e/sky/studio",
      "product/kettle/b8443e/sky/size",
      "product/kettle/b8443e/sky/size/26",
      "product/kettle/b8443e/sky/scene/1",
      "banner/phone/kitchen",
      "banner/kitchen/phone/phone",
      "banner/../empty/cart",
      "empty/cart.svg",
      "payment/momo",
    ];
    for (const id of strangers) expect(artwork.find(id), id).toBeUndefined();
  });
});
