/**
 * Every drawn image the shop can be asked for, by its id. All drawings are read into memory when the shop starts; an id is
 * looked up in maps afterwards, so nothing from an address ever becomes a path. Ids are built in
 * contract/values/images.ts.
 */
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { imageHeight } from "contract/content/image-size.ts";
import { rulerHeights } from "contract/values/images.ts";
import { type Archetype, colourway, type Rgb3 } from "./colourway.ts";
import { ARTICLE_SCALE, besideRuler, inRoom, ROOM, WIDE_ROOM } from "./views.ts";

export type Drawing = {
  /** The background shows through: no JPEG. */
  transparent: boolean;
  /** Flat SVG that renders at exactly this width, in pixels. */
  svg(width: number): string;
};

export type Artwork = {
  find(id: string): Drawing | undefined;
  /** One id of every drawing, background and body colour: what a hash of the artwork must cover. */
  samples(): string[];
};

type Sources = {
  grounds: ReadonlyMap<string, Rgb3>;
  bodies: ReadonlySet<string>;
  kinds: ReadonlyMap<string, Archetype>;
  products: ReadonlyMap<string, string>;
  banners: ReadonlyMap<string, string>;
  phone_banners: ReadonlyMap<string, string>;
  empty: ReadonlyMap<string, string>;
};
type Box = readonly [left: number, top: number, wide: number, high: number];

const SQUARE: Box = [0, 0, 800, 800];
/** 16:9: the right part of a banner, where the scene is. */
const WIDE_SCENE: Box = [462, 0, 1138, 640];

export async function loadArtwork(artDir: string): Promise<Artwork> {
  const sources = await readSources(artDir);
  return { find: (id) => find(sources, id), samples: () => samples(sources) };
}

function find(sources: Sources, id: string): Drawing | undefined {
  const [family, name = "", ...rest] = id.split("/");
  if (family === "product") return product(sources, id, name, rest);
  if (family === "kind" && rest.length === 0) return kind(sources, id, name);
  if (family === "banner" && rest.length === 0) return plain(id, sources.banners.get(name), [0, 0, 1600, 640]);
  if (family === "banner" && rest.join() === "phone")
    return plain(id, sources.phone_banners.get(name), [0, 0, 800, 900]);
  if (family === "post" && rest.length === 0) {
    return plain(id, sources.banners.get(name), WIDE_SCENE) ?? kindInRoom(sources, id, name);
  }
  if (family === "empty" && rest.length === 0) return plain(id, sources.empty.get(name), [0, 0, 480, 360], true);
  return undefined;
}

/** product/{kind}/{body}/{ground}, and the same with /detail, /scene or /size/{height in cm}. */
function product(sources: Sources, id: string, name: string, [body = "", tone = "", view, size, ...more]: string[]) {
  const archetype = sources.kinds.get(name);
  const svg = sources.products.get(name);
  const background = sources.grounds.get(tone);
  if (!archetype || !svg || !background || !sources.bodies.has(body) || more.length > 0) return undefined;
  const coloured = () => colourway(svg, archetype, { body: `#${body}`, background });
  if (view === "size") {
    const heightCm = rulerHeights.find((each) => String(each) === size);
    return heightCm === undefined ? undefined : drawing(id, () => besideRuler(coloured(), archetype, heightCm), SQUARE);
  }
  if (size !== undefined) return undefined;
  if (view === undefined) return drawing(id, coloured, SQUARE);
  if (view === "detail") {
    const [left, top, side] = archetype.detail;
    return drawing(id, coloured, [left, top, side, side]);
  }
  const room = sources.banners.get(archetype.scene);
  return view === "scene" && room ? drawing(id, () => inRoom(coloured(), archetype, room), ROOM) : undefined;
}

function kind(sources: Sources, id: string, name: string): Drawing | undefined {
  const source = inOwnColours(sources, name);
  return source && drawing(id, source, SQUARE);
}

/** A kind where it is used, wide enough for an article. */
function kindInRoom(sources: Sources, id: string, name: string): Drawing | undefined {
  const archetype = sources.kinds.get(name);
  const source = inOwnColours(sources, name);
  const room = archetype && sources.banners.get(archetype.scene);
  if (!archetype || !source || !room) return undefined;
  return drawing(id, () => inRoom(source(), archetype, room, ARTICLE_SCALE), WIDE_ROOM);
}

function inOwnColours({ kinds, products, grounds }: Sources, name: string): (() => string) | undefined {
  const archetype = kinds.get(name);
  const svg = products.get(name);
  const background = archetype && grounds.get(archetype.tone);
  return archetype && svg && background ? () => colourway(svg, archetype, { background }) : undefined;
}

function plain(id: string, svg: string | undefined, box: Box, transparent = false): Drawing | undefined {
  return svg === undefined ? undefined : drawing(id, () => svg, box, transparent);
}

function drawing(id: string, source: () => string, box: Box, transparent = false): Drawing {
  const svg = (width: number) => {
    const size = `width="${width}" height="${imageHeight(id, width)}" preserveAspectRatio="none"`;
    const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" ${size}>`;
    return source()
      .replace(/<svg([^>]*)>/, (_all, written: string) => `${open}<g${strokesOf(written)}>`)
      .replace(/<\/svg>\s*$/, "</g></svg>");
  };
  return { transparent, svg };
}

/** How a drawing's lines end and meet is said on its root. */
function strokesOf(root: string): string {
  return (root.match(/ stroke-line(?:cap|join)="[a-z]+"/g) ?? []).join("");
}

async function readSources(artDir: string): Promise<Sources> {
  const [products, banners, phoneBanners, empty, text] = await Promise.all([
    readSvgs(join(artDir, "products")),
    readSvgs(join(artDir, "banners", "wide")),
    readSvgs(join(artDir, "banners", "phone")),
    readSvgs(join(artDir, "empty")),
    readFile(join(artDir, "products", "archetypes.json"), "utf8"),
  ]);
  const list: {
    tones: Record<string, Rgb3>;
    grounds: Record<string, Rgb3>;
    bodies: string[];
    kinds: Record<string, Archetype>;
  } = JSON.parse(text);
  return {
    grounds: new Map(Object.entries({ ...list.tones, ...list.grounds })),
    bodies: new Set(list.bodies.map((body) => body.slice(1))),
    kinds: new Map(Object.entries(list.kinds)),
    products,
    banners,
    phone_banners: phoneBanners,
    empty,
  };
}

/** The page gives an image its `alt` in its own language, so the drawing's title is removed. */
async function readSvgs(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".svg")).sort();
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  return new Map(
    names.map((name, index) => [name.slice(0, -4), (texts[index] ?? "").replace(/<title[^>]*>[^<]*<\/title>/, "")]),
  );
}

function samples(sources: Sources): string[] {
  const [body = ""] = sources.bodies;
  const [first = ""] = sources.kinds.keys();
  return [
    ...[...sources.kinds.keys()].flatMap((name) => [
      `kind/${name}`,
      `post/${name}`,
      `product/${name}/${body}/warm`,
      `product/${name}/${body}/warm/detail`,
      `product/${name}/${body}/warm/scene`,
    ]),
    ...rulerHeights.map((height) => `product/${first}/${body}/warm/size/${height}`),
    ...[...sources.grounds.keys()].map((background) => `product/${first}/${body}/${background}`),
    ...[...sources.bodies].map((colour) => `product/${first}/${colour}/warm`),
    ...[...sources.banners.keys()].flatMap((name) => [`banner/${name}`, `banner/${name}/phone`, `post/${name}`]),
    ...[...sources.empty.keys()].map((name) => `empty/${name}`),
  ];
}
