/** How high a picture is. Apart from contract/values/images.ts, which the browser loads on every page. */

/** The height that goes with a width, so that a page reserves the space and the layout does not shift. */
export function imageHeight(id: string, width: number): number {
  const [wide, high] = imageAspect(id);
  return Math.round((width * high) / wide);
}

export function imageAspect(id: string): readonly [wide: number, high: number] {
  if (id.startsWith("banner/")) return id.endsWith("/phone") ? [8, 9] : [5, 2];
  if (id.startsWith("post/")) return [16, 9];
  if (id.startsWith("empty/")) return [4, 3];
  return [1, 1];
}
