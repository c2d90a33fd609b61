/**
 * Colours a drawing for a product. A drawing of web/art/products has its colours as CSS variables on its root element; a
 * colourway replaces those of the body and of the background. Light and shadow are overlays, so nothing else changes. The
 * result is flat SVG, because the renderer does not support CSS variables. Pure.
 */
export type Rgb3 = readonly [string, string, string];

export type Archetype = {
  /** The background, unless a product chooses one. */
  tone: string;
  /** Variables set to the body's colour; empty where the material is fixed (black glass, steel). */
  paint: readonly string[];
  /** Variables set to a paler mix of the body's colour. */
  soft?: readonly string[];
  /** Variables of glass set to a darker mix, unless the body is pale. */
  deep?: readonly string[];
  /** The square of the close crop: left, top, side, in units of the 800 × 800 drawing. */
  detail: readonly [number, number, number];
  /** The room such a product is shown in, by the name of its banner. */
  scene: string;
  /** The top and the bottom of the product, in units of the drawing. */
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

/** Moves very light and very dark colours away from white and black, in which the shape would be lost. */
function inStudioLight(body: string): string {
  const light = luminance(body);
  if (light > 0.85) return mix(body, "#e4e0d8", 0.35);
  return mix(body, "#4a4f52", light < 0.04 ? 0.22 : 0.04);
}

function mix(one: string, other: string, share: number): string {
  const otherChannels = channels(other);
  const mixed = channels(one).map((value, index) =>
    Math.round(value * (1 - share) + (otherChannels[index] ?? 0) * share),
  );
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
