/**
 * Views of a product composed from its drawing: in a room, and beside a ruler of its height. Flat SVG; text is drawn as
 * strokes, because the renderer has no font. Pure.
 */
import type { Archetype } from "./colourway.ts";

type Box = readonly [left: number, top: number, wide: number, high: number];

/** The part of a banner (1600 × 640) that is empty but for a plant and a window at its edge. */
export const ROOM: Box = [130, 0, 640, 640];

/** The y coordinate a product stands at in a room, by room: on the counter, or on the floor. */
const baselines: Readonly<Record<string, number>> = { kitchen: 508, water: 536 };
const FLOOR_BASELINE = 560;

/** The same part in 16:9, for the image of an article. */
export const WIDE_ROOM: Box = [0, 135, 800, 450];

/** The scale of a product in a room, relative to its drawing: in a gallery, and in the image of an article. */
const GALLERY_SCALE = 0.78;
export const ARTICLE_SCALE = 0.58;

export function inRoom(
  product: string,
  { scene, stands: [, foot] }: Archetype,
  room: string,
  scale: number = GALLERY_SCALE,
): string {
  const [left, , wide] = ROOM;
  const baseline = baselines[scene] ?? FLOOR_BASELINE;
  const at = `translate(${left + wide * 0.46 - 400 * scale} ${baseline - foot * scale}) scale(${scale})`;
  return room.replace(
    /<\/svg>\s*$/,
    `<g transform="${at}"${rootStrokes(product)}>${withoutBackground(product)}</g></svg>`,
  );
}

const RULER_STEPS = [5, 10, 20, 50] as const; // cm between the long marks of a ruler

const RULER_FOOT = 700;
/** The greatest height of a ruler, in units of the 800 × 800 drawing. */
const MAX_RULER_HEIGHT = 560;
const MIN_CM = 20; // a smaller product is drawn smaller

/** The product beside a ruler of its height. */
export function besideRuler(product: string, { stands: [head, foot] }: Archetype, heightCm: number): string {
  const high = Math.min(MAX_RULER_HEIGHT, foot - head) * Math.min(1, heightCm / MIN_CM);
  const unit = high / heightCm;
  const scale = high / (foot - head);
  const at = `translate(${470 - 400 * scale} ${RULER_FOOT - foot * scale}) scale(${scale})`;
  const background = backgroundOf(product);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"${rootStrokes(product)}>${background}
<g transform="${at}">${withoutBackground(product)}</g>${ruler(heightCm, unit)}</svg>`;
}

/** A ruler with marks up to the product's height, which is written beside the highest mark. */
function ruler(heightCm: number, unit: number): string {
  const step = RULER_STEPS.find((each) => heightCm / each <= 8) ?? 50;
  const top = RULER_FOOT - heightCm * unit;
  const marks: string[] = [];
  for (let cm = 0; cm <= heightCm; cm += step / 5) {
    const y = Math.round((RULER_FOOT - cm * unit) * 10) / 10;
    const isLong = cm % step === 0;
    marks.push(`M118 ${y}h${isLong ? -26 : -12}`);
  }
  const topMark = heightCm % step === 0 || heightCm < step ? "" : `M118 ${top}h-26`;
  const heightText = `${heightCm} cm`;
  const wide = heightText.length * GLYPH_WIDTH;
  return `<g fill="none" stroke="#3b4246" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">
<path d="M118 ${RULER_FOOT}V${top}${marks.join("")}${topMark}"/>
<path d="M150 ${top}h${600}" stroke-width="2" stroke-dasharray="2 10" opacity=".45"/>
<path d="${textStrokes(heightText, Math.max(24, 118 - wide / 2), Math.max(28, top - 46))}" stroke-width="3.4"/></g>`;
}

const GLYPH_WIDTH = 22;

/** Strokes of each glyph in a cell 14 wide and 24 high. */
const glyphStrokes: Readonly<Record<string, string>> = {
  "0": "M7 0c5 0 7 5 7 12s-2 12-7 12-7-5-7-12 2-12 7-12",
  "1": "M2 5l6-5v24",
  "2": "M1 6c0-4 3-6 6-6 4 0 6 3 6 6 0 6-12 11-12 18h13",
  "3": "M1 3c2-2 4-3 6-3 4 0 6 3 6 6s-2 5-6 5c4 0 7 3 7 6 0 4-3 7-7 7-3 0-6-1-7-4",
  "4": "M10 24v-24l-10 17h14",
  "5": "M12 0h-10l-1 10c2-1 4-2 6-2 4 0 7 3 7 8s-3 8-7 8c-3 0-5-1-7-3",
  "6": "M12 2c-1-1-3-2-5-2-5 0-7 6-7 14 0 6 2 10 7 10 4 0 7-3 7-8s-3-7-7-7c-4 0-6 3-7 6",
  "7": "M0 0h14l-9 24",
  "8": "M7 11c-4 0-6-2-6-5.500s2-5.500 6-5.500 6 2 6 5.500-2 5.500-6 5.500-7 3-7 6.500 3 6.500 7 6.500 7-3 7-6.500-3-6.500-7-6.500",
  "9": "M2 22c1 1 3 2 5 2 5 0 7-6 7-14 0-6-2-10-7-10-4 0-7 3-7 8s3 7 7 7c4 0 6-3 7-6",
  c: "M13 11c-1-2-3-3-6-3-4 0-6 3-6 8s2 8 6 8c3 0 5-1 6-3",
  m: "M0 8v16M0 13c1-3 2-5 4-5s3 2 3 5v11M7 13c1-3 2-5 4-5s3 2 3 5v11",
};

function textStrokes(text: string, left: number, top: number): string {
  return [...text]
    .map((sign, at) =>
      (glyphStrokes[sign] ?? "").replace(
        /M([\d.]+) ([\d.]+)/g,
        (_all, x: string, y: string) => `M${Number(x) + left + at * GLYPH_WIDTH} ${Number(y) + top}`,
      ),
    )
    .join("");
}

const background = /<path\b[^>]*d="M0 (?:0h800v800H0z|\d+h800v\d+H0z)"[^>]*\/>/g;

/** The background paths of a drawing: the wall and the floor of the studio. */
function backgroundOf(product: string): string {
  return (product.match(background) ?? []).join("");
}

/** The product and its shadow, without the background. */
function withoutBackground(product: string): string {
  return product
    .replace(/<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    .replace(background, "");
}

function rootStrokes(product: string): string {
  const root = /<svg[^>]*>/.exec(product)?.[0] ?? "";
  return (root.match(/ stroke-line(?:cap|join)="[a-z]+"/g) ?? []).join("");
}
