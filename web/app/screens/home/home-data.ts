/** What the home page shows, narrowed for the way to the browser. */
import type { CategoryNode, HomeRows, ProductCard } from "contract/catalogue.ts";
import type { MenuItem, SiteMenu, SiteMenuKey } from "contract/content.ts";
import type { NewsTab } from "../../guards.ts";
import { shownPost } from "../post-tile.tsx";
import { type ShownCard, shownCards } from "../shown-card.ts";

export type ShownItem = Omit<MenuItem, "children" | "products">;
export type ShownMenu = Pick<SiteMenu, "title" | "text" | "link"> & { items: readonly ShownItem[] };

export type Rows = { [Name in keyof HomeRows]: HomeRows[Name] extends unknown[] ? ShownCard[] : HomeRows[Name] };

/** A product that stands in several rows travels once. */
export function rowsOf({ best_selling_title, ...rows }: HomeRows): Rows {
  const sent = new Map<number, ShownCard>();
  const shown = (cards: readonly ProductCard[]) => shownCards(cards, sent);
  const { flash_sale, best_selling, top_sale, sale_off, featured, newest } = rows;
  return {
    best_selling_title,
    flash_sale: shown(flash_sale),
    best_selling: shown(best_selling),
    top_sale: shown(top_sale),
    sale_off: shown(sale_off),
    featured: shown(featured),
    newest: shown(newest),
  };
}

const fewest_in_group = 2;

/** Which of the row's cards belong to a top category: their places. */
export function groupsOf({ best_selling }: Pick<HomeRows, "best_selling">, tree: readonly CategoryNode[]) {
  const groups = tree.map(({ slug, name, children }) => {
    const inside = new Set(children.map((child) => child.slug));
    return { slug, name, places: best_selling.flatMap((card, place) => (inside.has(card.category_slug) ? place : [])) };
  });
  return groups.filter(({ places }) => places.length >= fewest_in_group);
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

export function newsOf(tabs: readonly NewsTab[]) {
  return tabs.map(({ slug, name, posts }) => ({ slug, name, posts: posts.map(shownPost) }));
}
