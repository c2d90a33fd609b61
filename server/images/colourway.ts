/**
 * One drawing, many products: a drawing of web/art/products states its colours as variables on its root element, and a
 * colourway is that list with the body's colour and the studio's background put in. Light and shadow are overlays, so
 * nothing else changes. The result is flat SVG: the renderer knows no CSS variables. Pure.
 */
export type Rgb3 = readonly [string, string, string];

export type Archetype = {
  /** Its own background, when no product chooses one. */
  tone: string;
  /** Variables that take the body's colour; empty where the material is fixed (black glass, steel). */
  paint: readonly string[];
  /** Variables that take a paler mix of it. */
  soft?: readonly string[];
  /** Glass that follows a coloured or dark body; beside a pale one it keeps its own colour. */
  deep?: readonly string[];
  /** The square of the close crop: left, top, side, in units of the 800 × 800 drawing. */
  detail: readonly [number, number, number];
  /** The room such a product stands in, by the name of its banner. */
  scene: string;
  /** Where its product ends above and below, in units of the drawing. */
  stands: readonly [head: number, foot: number];
};

export function colourway(
  svg: string,
  archetype: Archetype,
  { body, background }: { body?: string; background: Rgb3 },
): string {
  const style = /<svg[^>]*? style="([^"]*)"/.exec(svg)?.[1] ?? "";
  const colours = new Map<string, string>();
  for (const declaration of style.split(";").filter(Boolean)) {
    const colon = declaration.indexOf(":");
    colours.set(declaration.slice(2, colon), declaration.slice(colon + 1));
  }
  if (body) {
    const paint = inStudioLight(body);
    for (const name of archetype.paint) colours.set(name, paint);
    for (const name of archetype.soft ?? []) colours.set(name, mix(paint, "#ffffff", 0.45));
    if (luminance(body) < 0.75) for (const name of archetype.deep ?? []) colours.set(name, mix(paint, "#15191c", 0.72));
  }
  for (const [index, colour] of background.entries()) colours.set(`bg${index + 1}`, colour);
  return svg
    .replace(/(<svg[^>]*?) style="[^"]*"/, "$1")
    .replace(/var\(--([\w-]+)\)/g, (unknown, name: string) => colours.get(name) ?? unknown);
}

/** Pure white and pure black lose their form: kept inside the studio's range. */
function inStudioLight(body: string): string {
  const light = luminance(body);
  if (light > 0.85) return mix(body, "#e4e0d8", 0.35);
  return mix(body, "#4a4f52", light < 0.04 ? 0.22 : 0.04);
}

function mix(one: string, other: string, share: number): string {
  const there = channels(other);
  const mixed = channels(one).map((value, index) => Math.round(value * (1 - share) + (there[index] ?? 0) * share));
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

/** Relative luminance as WCAG 2.2 defines it, 0 to 1. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = channels(colour).map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));
}
