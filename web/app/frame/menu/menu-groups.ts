/**
 * The groups of header and menus: those the menu names, in its order and words; then what the catalogue has beside them,
 * such as groups and sub-groups an import has brought. Empty ones are left out.
 */
import type { CategoryNode } from "contract/catalogue/catalogue.ts";
import type { LayoutData, MenuItem } from "contract/content/content.ts";
import { kindImageId, unpicturedKind } from "contract/values/images.ts";
import { pathsIn } from "../../paths.ts";

/** `image` is an image id. */
export type SubGroup = { title: string; link: string; image: string };
export type Group = Pick<MenuItem, "id" | "title" | "icon" | "link" | "products"> & { children: readonly SubGroup[] };
/** What the server renders the frame from. */
export type Frame = Omit<LayoutData, "mega_menu"> & { groups: readonly Group[] };

type Place = Pick<CategoryNode, "slug" | "name" | "product_count" | "image">;
type Tree = readonly (Place & { children: readonly Place[] })[];

const ICON_OF_NONE = "grid";

export function menuGroups(items: readonly MenuItem[], tree: Tree): Group[] {
  const images = new Map(
    tree.flatMap((root) => [root, ...root.children]).map((place) => [linkOf(place), imageOf(place)]),
  );
  const named = new Set(items.flatMap(({ link, children }) => [link, ...children.map((child) => child.link)]));
  const roots = new Map(tree.map((root) => [linkOf(root), root]));
  const others = (places: readonly Place[] = []) =>
    places.filter((place) => place.product_count > 0 && !named.has(linkOf(place))).map(subGroup);
  const ours = items.map(({ id, title, icon, link, products, children }): Group => {
    const known = children.map((child) => ({
      title: child.title,
      link: child.link,
      image: images.get(child.link) ?? kindImageId(unpicturedKind),
    }));
    return { id, title, icon, link, products, children: [...known, ...others(roots.get(link)?.children)] };
  });
  const more = tree
    .filter((root) => root.product_count > 0 && !named.has(linkOf(root)))
    .map((root): Group => {
      const { title, link } = subGroup(root);
      return { id: root.slug, title, icon: ICON_OF_NONE, link, products: [], children: others(root.children) };
    });
  return [...ours, ...more];
}

function subGroup(place: Place): SubGroup {
  return { title: place.name, link: linkOf(place), image: imageOf(place) };
}

/** As menus spell it. */
function linkOf({ slug }: Place): string {
  return pathsIn("vi").category(slug);
}

function imageOf({ image }: Place): string {
  return image?.id ?? kindImageId(unpicturedKind);
}

const made = new WeakMap<LayoutData, WeakMap<Tree, Frame>>();

/** The same object for as long as both stay the same, so that what is rendered from it can be cached (static-fragments.tsx). */
export function frameOf(layout: LayoutData, tree: Tree): Frame {
  const frames = made.get(layout) ?? new WeakMap<Tree, Frame>();
  made.set(layout, frames);
  let frame = frames.get(tree);
  if (!frame) {
    const { mega_menu, ...rest } = layout;
    frame = { ...rest, groups: menuGroups(mega_menu.items, tree) };
    frames.set(tree, frame);
  }
  return frame;
}
