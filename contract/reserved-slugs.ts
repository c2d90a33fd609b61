/** First parts of addresses that belong to the server: nothing that has a slug of its own may get one of them. */
export const reservedSlugs: readonly string[] = ["quan-tri"];

export function isReservedSlug(slug: string): boolean {
  return reservedSlugs.includes(slug);
}
