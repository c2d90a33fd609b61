/** The data of the home page, section by section, reduced for the browser. */
import type { CategoryNode, HomeRows, ProductCard } from "contract/catalogue/catalogue.ts";
import type { MenuItem, SiteMenu, SiteMenuKey } from "contract/content/content.ts";
import type { NewsTab } from "../guards.ts";
import { shownPost } from "../shared/post-tile.tsx";
import { type ShownCard, shownCards } from "../shared/products/shown-card.ts";

export type ShownItem = Omit<MenuItem, "children" | "products">;
export type ShownMenu = Pick<SiteMenu, "title" | "text" | "link"> & { items: readonly ShownItem[] };

const MAX_OFFERS = 10;
export const TABLE_SIZE = 10;
const TAB_SIZE = 5;
const FEWEST_IN_GROUP = 2;

export type Table = {
  title: HomeRows["best_selling_title"];
  /** The row; `TABLE_SIZE` of it stand there first. */
  row: ShownCard[];
  /** The same row by top category: places in it, so that no card travels twice. */
  groups: { slug: string; name: string; places: number[] }[];
  featured: ShownCard[];
  newest: ShownCard[];
};
export type Acts = { flash_sale: ShownCard[]; offers: ShownCard[]; table: Table };

/**
 * The flash sale, or without one a row of discounts; then the table. A product stands in one section only; the table's
 * tabs of categories show products of its own row again.
 */
export function actsOf(rows: HomeRows, tree: readonly CategoryNode[]): Acts {
  const seen = new Set<string>();
  const fresh = (cards: readonly ProductCard[], most = cards.length): ProductCard[] => {
    const chosen = cards.filter(({ slug }) => !seen.has(slug)).slice(0, most);
    for (const { slug } of chosen) seen.add(slug);
    return chosen;
  };
  const flash_sale = fresh(rows.flash_sale);
  const offers = flash_sale.length > 0 ? [] : fresh(rows.sale_off, MAX_OFFERS);
  const best_selling = fresh(rows.best_selling);
  const featured = fresh(rows.featured, TAB_SIZE);
  const newest = fresh(rows.newest, TAB_SIZE);
  return {
    flash_sale: shownCards(flash_sale),
    offers: shownCards(offers),
    table: {
      title: rows.best_selling_title,
      row: shownCards(best_selling),
      groups: groupsOf(best_selling, tree),
      featured: shownCards(featured),
      newest: shownCards(newest),
    },
  };
}

/** Top categories with enough products in the row to fill a tab. */
function groupsOf(row: readonly ProductCard[], tree: readonly CategoryNode[]) {
  const groups = tree.map(({ slug, name, children }) => {
    const inside = new Set(children.map((child) => child.slug));
    const places = row.flatMap((card, place) => (inside.has(card.category_slug) ? place : []));
    return { slug, name, places: places.slice(0, TAB_SIZE) };
  });
  return groups.filter(({ places }) => places.length >= FEWEST_IN_GROUP);
}

const HERO_SLIDES = 3;
const MAX_ROOMS = 2;

/** The first banners take turns, the next two are rooms: none is shown twice. */
export function scenesOf(banners: ShownMenu | undefined): { hero: ShownItem[]; rooms: ShownItem[] } {
  const items = banners?.items ?? [];
  return { hero: items.slice(0, HERO_SLIDES), rooms: items.slice(HERO_SLIDES, HERO_SLIDES + MAX_ROOMS) };
}

export type Tile = { title: string; link: string; image: string };

/** The entries of the menu that have picture and link; without any, the categories of `groups`. */
export function tilesOf(needs: ShownMenu | undefined, groups: readonly Tile[]): readonly Tile[] {
  const said = (needs?.items ?? []).filter((item) => item.image && item.link);
  return said.length > 0 ? said.map(({ title, link, image }) => ({ title, link, image })) : groups;
}

const MAX_PROMISES = 4; // the first that apply

export function promisesOf(menu: ShownMenu | undefined) {
  const first = menu?.items.slice(0, MAX_PROMISES) ?? [];
  return first.map(({ id, icon, title, text, link }) => ({ id, icon, title, text, link }));
}

/** Figures the shop counted itself. */
export function figuresOf(menu: ShownMenu | undefined) {
  const items = menu?.items.flatMap(({ title, count }) => (count ? [{ title, count }] : [])) ?? [];
  return { title: menu?.title ?? "", items };
}

export function menusOf(menus: readonly SiteMenu[]): Partial<Record<SiteMenuKey, ShownMenu>> {
  return Object.fromEntries(
    menus.map(({ key, title, text, link, items }) => [
      key,
      { title, text, link, items: key === "FEATURED-PRODUCTS" ? [] : items.map(shownItem) },
    ]),
  );
}

function shownItem({ children: _children, products: _products, ...item }: MenuItem): ShownItem {
  return item;
}

export function notificationsOf(tabs: readonly NewsTab[]) {
  return tabs.map(({ slug, name, posts }) => ({ slug, name, posts: posts.map(shownPost) }));
}
