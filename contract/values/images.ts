/**
 * The addresses of pictures, spelled once for both sides: `/images/{version}/{width}/{id}`. An id names something the
 * shop knows (a drawing, a scene), never a file or another address; the format is chosen by `Accept`. Pure, and free of
 * imports, because the browser's bundle carries it. docs/decisions/0030-pictures.md
 */

/** Widths a picture may be asked for, in pixels. Anything else is 404. */
export const imageWidths = [96, 160, 240, 320, 400, 480, 640, 800, 960, 1200, 1600] as const;
export type ImageWidth = (typeof imageWidths)[number];

/** Fingerprint of all drawings and of how they are encoded; server/images/artwork.test.ts says when it must change. */
export const imageVersion = "f55d3d7a";

/** Pale studio backgrounds of drawn products. */
export const tones = ["warm", "celadon", "sky", "sand", "stone", "blush"] as const;

/** What a gallery shows of one drawing: the studio, the room it is made for, a close crop. */
export const productViews = ["studio", "scene", "detail"] as const;
export type ProductView = (typeof productViews)[number];

/** Heights a product is shown at beside a ruler, in cm: few enough that the number of pictures stays bounded. */
export const rulerHeights = [
  ...[5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85, 90, 95, 100],
  ...[110, 120, 130, 140, 150, 160, 170, 180, 190, 200],
] as const;

/** The drawing of a product: its kind, and the colour of its body as `#rrggbb`. */
export type ProductArt = { kind: string; body: string };

export function imageUrl(id: string, width: ImageWidth): string {
  return `/images/${imageVersion}/${width}/${id}`;
}

/** The value of a `srcset` with width descriptors. */
export function srcset(id: string, widths: readonly ImageWidth[]): string {
  return widths.map((width) => `${imageUrl(id, width)} ${width}w`).join(", ");
}

export function productImageId(art: ProductArt, sku: string, view: ProductView = "studio"): string {
  const drawing = `product/${art.kind}/${art.body.slice(1).toLowerCase()}`;
  return `${drawing}/${toneFor(sku)}${view === "studio" ? "" : `/${view}`}`;
}

/** Drawn from above, or hanging: such a picture has no height. */
const unmeasured =
  /^(?:induction-hob|ceiling-fan|wall-fan|range-hood|robot-vacuum|smart-scale|cookware-knives|knife-set)/;

/**
 * The product beside a ruler, as high as the nearest of `rulerHeights`; undefined for what is lower or higher than those,
 * and where the drawing shows no height.
 */
export function sizeImageId(art: ProductArt, sku: string, height_mm: number): string | undefined {
  const cm = height_mm / 10;
  if (cm < rulerHeights[0] - 2 || cm > 205 || unmeasured.test(art.kind)) return undefined;
  const nearest = rulerHeights.reduce((best, each) => (Math.abs(each - cm) < Math.abs(best - cm) ? each : best));
  return `${productImageId(art, sku)}/size/${nearest}`;
}

/** A picture the shop was given: 32 hexadecimal digits name it. */
export function uploadImageId(upload: string): string {
  return `upload/${upload}`;
}

/** The kind of a product without a drawing or photo: its picture says so. */
export const unpicturedKind = "unpictured";

/** The first picture of a product: its own, else its drawing, else the one that says there is none. */
export function pictureImageId(upload: string | null, art: ProductArt, sku: string): string {
  if (upload !== null) return uploadImageId(upload);
  return art.kind === unpicturedKind ? kindImageId(unpicturedKind) : productImageId(art, sku);
}

/** A product kind in its own colours, for categories and menus. */
export function kindImageId(kind: string): string {
  return `kind/${kind}`;
}

/** Home's banners: 1600 × 640 with the left 40 % free for words, on phones 800 × 900 with the words above. */
export function bannerImageId(scene: string, layout: "wide" | "phone"): string {
  return layout === "phone" ? `banner/${scene}/phone` : `banner/${scene}`;
}

/** The 16:9 picture of a post: `scene` is a banner scene or a product kind. */
export function postImageId(scene: string): string {
  return `post/${scene}`;
}

/** Illustrations 4:3 on nothing: cart, orders, search, offline, 404, maintenance. */
export function emptyImageId(name: "cart" | "orders" | "search" | "offline" | "404" | "maintenance"): string {
  return `empty/${name}`;
}

/** Always the same background for the same SKU, so that a grid of one kind does not look stamped. */
export function toneFor(sku: string): (typeof tones)[number] {
  return tones[spread(sku, 31) % tones.length] ?? tones[0];
}

function spread(text: string, factor: number): number {
  let hash = 7;
  for (const letter of text) hash = (hash * factor + letter.charCodeAt(0)) >>> 0;
  return (hash ^ (hash >>> 13)) >>> 0;
}
