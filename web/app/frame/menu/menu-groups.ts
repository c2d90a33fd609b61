/**
 * The groups of the header and the menus: those of the configured menu, with its order and texts, then categories of the
 * catalogue that it does not name, such as those an import has created. Categories without products are left out.
 */
import type { CategoryNode } from "contract/catalogue/catalogue.ts";
import type { LayoutData, MenuItem } from "contract/content/content.ts";
import { kindImageId, unpicturedKind } from "contract/values/images.ts";
import { pathsIn } from "../../paths.ts";

/** `image` is an image id. */
export type SubGroup = { title: string; link: string; image: string };
export type Group = Pick<MenuItem, "id" | "title" | "icon" | "link" | "products"> & { children: readonly SubGroup[] };
/** The data from which the server renders header, menus and footer. */
export type Frame = Omit<LayoutData, "mega_menu"> & { groups: readonly Group[] };

type Category = Pick<CategoryNode, "slug" | "name" | "product_count" | "image">;
type Tree = readonly (Category & { children: readonly Category[] })[];

const DEFAULT_ICON = "grid";

export function menuGroups(items: readonly MenuItem[], tree: Tree): Group[] {
  const images = new Map(
    tree.flatMap((root) => [root, ...root.children]).map((place) => [linkOf(place), imageOf(place)]),
  );
  const named = new Set(items.flatMap(({ link, children }) => [link, ...children.map((child) => child.link)]));
  const roots = new Map(tree.map((root) => [linkOf(root), root]));
  const unnamedIn = (places: readonly Category[] = []) =>
    places.filter((place) => place.product_count > 0 && !named.has(linkOf(place))).map(subGroup);
  const fromMenu = items.map(({ id, title, icon, link, products, children }): Group => {
    const known = children.map((child) => ({
      title: child.title,
      link: child.link,
      image: images.get(child.link) ?? kindImageId(unpicturedKind),
    }));
    return { id, title, icon, link, products, children: [...known, ...unnamedIn(roots.get(link)?.children)] };
  });
  const fromCatalogue = tree
    .filter((root) => root.product_count > 0 && !named.has(linkOf(root)))
    .map((root): Group => {
      const { title, link } = subGroup(root);
      return { id: root.slug, title, icon: DEFAULT_ICON, link, products: [], children: unnamedIn(root.children) };
    });
  return [...fromMenu, ...fromCatalogue];
}

function subGroup(place: Category): SubGroup {
  return { title: place.name, link: linkOf(place), image: imageOf(place) };
}

/** The link of a category as menus have it. */
function linkOf({ slug }: Category): string {
  return pathsIn("vi").category(slug);
}

function imageOf({ image }: Category): string {
  return image?.id ?? kindImageId(unpicturedKind);
}

const cachedFrames = new WeakMap<LayoutData, { tree: Tree; marks: readonly string[]; frame: Frame }>();

/**
 * Returns the same object while its arguments are the same, so that its rendered HTML can be cached (static-fragments.tsx).
 * `marks`: the payment tiles of a shop that has chosen none.
 */
export function frameOf(layout: LayoutData, tree: Tree, marks: readonly string[]): Frame {
  const cached = cachedFrames.get(layout);
  if (cached?.tree === tree && cached.marks === marks) return cached.frame;
  const { mega_menu, payment_logos, ...rest } = layout;
  const tiles = payment_logos.length > 0 ? payment_logos : [...marks];
  const frame = { ...rest, payment_logos: tiles, groups: menuGroups(mega_menu.items, tree) };
  cachedFrames.set(layout, { tree, marks, frame });
  return frame;
}
