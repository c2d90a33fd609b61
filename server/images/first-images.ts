/**
 * The images of the first screens (home, lists, products, articles) in the widths browsers request. The widths of a usual
 * phone come first; scripts/build.ts renders some images with the site, the running shop renders the rest.
 */
import type { Shop } from "contract/contract.ts";
import type { ImageWidth } from "contract/values/images.ts";
import type { WantedImage } from "./prerender.ts";

/** The widths in the `srcset` of each place (web/app); first that for a phone 412 px wide with 1.75 device pixels. */
export const widths = {
  banner: [800, 640],
  wide_banner: [1200, 1600],
  tile: [240, 160, 320],
  chip: [96, 160],
  card: [480, 320, 240],
  gallery: [800, 1200, 640],
  thumb: [96, 160],
  post: [960, 640, 1200],
  post_tile: [480, 800, 320],
} as const satisfies Record<string, readonly ImageWidth[]>;

/** In a larger catalogue the images of further products are rendered at their first request. */
const MAX_PRODUCTS = 500;
const PAGE_SIZE = 100;

/** Reads the images from the shop's calls as it goes on, in order of their demand. */
export async function* firstImagesOf(shop: Shop): AsyncGenerator<WantedImage> {
  const [menus, tree] = await Promise.all([shop.content.homeMenus({}), shop.catalogue.categoryTree({})]);
  for (const { image, image_mobile } of menus.flatMap((menu) => menu.items)) {
    const isBanner = image?.startsWith("banner/");
    yield* inWidths(image_mobile, isBanner ? widths.banner : widths.tile);
    yield* inWidths(image, isBanner ? widths.wide_banner : widths.tile);
  }
  for (const { image, children } of tree)
    for (const picture of [image, ...children.map((child) => child.image)])
      yield* inWidths(picture?.id, [...widths.chip, ...widths.tile]);
  const cards = await firstCards(shop);
  for (const { image } of cards) yield* inWidths(image.id, [...widths.card, widths.gallery[0]]);
  for (let page = 1, pages = 1; page <= pages; page++) {
    const { data, meta } = await shop.content.posts({ page, limit: PAGE_SIZE });
    pages = meta.last_page;
    for (const { thumbnail_url } of data) yield* inWidths(thumbnail_url, [...widths.post_tile, ...widths.post]);
  }
  for (const { product_id } of cards) {
    const { variants } = await shop.catalogue.product({ id: product_id });
    for (const { id } of variants[0]?.gallery ?? []) yield* inWidths(id, [...widths.gallery, ...widths.thumb]);
  }
}

async function firstCards(shop: Shop) {
  const cards = [];
  for (let page = 1, pages = 1; page <= pages && cards.length < MAX_PRODUCTS; page++) {
    const { data, meta } = await shop.catalogue.products({ page, limit: PAGE_SIZE });
    pages = meta.last_page;
    cards.push(...data);
  }
  return cards;
}

function* inWidths(id: string | null | undefined, each: readonly ImageWidth[]): Generator<WantedImage> {
  if (id) for (const width of each) yield { id, width };
}
