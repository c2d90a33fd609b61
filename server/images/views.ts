/**
 * Views of a product made of its one drawing: in the room it is made for, and beside a ruler as high as it is. Flat SVG;
 * figures are strokes, because the renderer has no typeface. Pure.
 */
import type { Archetype } from "./colourway.ts";

type Box = readonly [left: number, top: number, wide: number, high: number];

/** The part of a banner (1600 × 640) where nothing stands but a plant and a window at its edge. */
export const ROOM: Box = [130, 0, 640, 640];

/** Where things stand in a room: on the counter, or on the floor. */
const standing: Readonly<Record<string, number>> = { kitchen: 508, water: 536 };
const ON_THE_FLOOR = 560;

/** The same part, 16:9: over an article. */
export const WIDE_ROOM: Box = [0, 135, 800, 450];

/** How large a product stands there, of a drawing that fills the studio: in a gallery, and over an article. */
const close = 0.78;
export const farther = 0.58;

export function inRoom(
  product: string,
  { scene, stands: [, foot] }: Archetype,
  room: string,
  scale: number = close,
): string {
  const [left, , wide] = ROOM;
  const baseline = standing[scene] ?? ON_THE_FLOOR;
  const at = `translate(${left + wide * 0.46 - 400 * scale} ${baseline - foot * scale}) scale(${scale})`;
  return room.replace(
    /<\/svg>\s*$/,
    `<g transform="${at}"${rootStrokes(product)}>${withoutEnvironment(product)}</g></svg>`,
  );
}

const steps = [5, 10, 20, 50] as const; // cm between the long marks of a ruler

const floor = 700;
/** Room for a ruler, in units of a drawing that is 800 high. */
const MAX_RULER_HEIGHT = 560;
const MIN_CM = 20; // a smaller product is drawn smaller

/** The product, as high as the ruler beside it says. */
export function besideRuler(product: string, { stands: [head, foot] }: Archetype, heightCm: number): string {
  const high = Math.min(MAX_RULER_HEIGHT, foot - head) * Math.min(1, heightCm / MIN_CM);
  const unit = high / heightCm;
  const scale = high / (foot - head);
  const at = `translate(${470 - 400 * scale} ${floor - foot * scale}) scale(${scale})`;
  const background = backgroundOf(product);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 800"${rootStrokes(product)}>${background}
<g transform="${at}">${withoutEnvironment(product)}</g>${ruler(heightCm, unit)}</svg>`;
}

/** Marks up to the product's height, which is written beside the uppermost. */
function ruler(heightCm: number, unit: number): string {
  const step = steps.find((each) => heightCm / each <= 8) ?? 50;
  const top = floor - heightCm * unit;
  const marks: string[] = [];
  for (let cm = 0; cm <= heightCm; cm += step / 5) {
    const y = Math.round((floor - cm * unit) * 10) / 10;
    const isLong = cm % step === 0;
    marks.push(`M118 ${y}h${isLong ? -26 : -12}`);
  }
  const label = heightCm % step === 0 || heightCm < step ? "" : `M118 ${top}h-26`;
  const figures = `${heightCm} cm`;
  const wide = figures.length * FIGURE_WIDTH;
  return `<g fill="none" stroke="#3b4246" stroke-width="3" stroke-linecap="round" stroke-linejoin="round">
<path d="M118 ${floor}V${top}${marks.join("")}${label}"/>
<path d="M150 ${top}h${600}" stroke-width="2" stroke-dasharray="2 10" opacity=".45"/>
<path d="${written(figures, Math.max(24, 118 - wide / 2), Math.max(28, top - 46))}" stroke-width="3.4"/></g>`;
}

const FIGURE_WIDTH = 22;

/** Strokes of each glyph in a cell 14 wide and 24 high. */
const strokes: Readonly<Record<string, string>> = {
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

function written(text: string, left: number, top: number): string {
  return [...text]
    .map((sign, at) =>
      (strokes[sign] ?? "").replace(
        /M([\d.]+) ([\d.]+)/g,
        (_all, x: string, y: string) => `M${Number(x) + left + at * FIGURE_WIDTH} ${Number(y) + top}`,
      ),
    )
    .join("");
}

const background = /<path\b[^>]*d="M0 (?:0h800v800H0z|\d+h800v\d+H0z)"[^>]*\/>/g;

/** The wall and the floor of the studio. */
function backgroundOf(product: string): string {
  return (product.match(background) ?? []).join("");
}

/** The product and its shadow alone. */
function withoutEnvironment(product: string): string {
  return product
    .replace(/<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    .replace(background, "");
}

function rootStrokes(product: string): string {
  const root = /<svg[^>]*>/.exec(product)?.[0] ?? "";
  return (root.match(/ stroke-line(?:cap|join)="[a-z]+"/g) ?? []).join("");
}
