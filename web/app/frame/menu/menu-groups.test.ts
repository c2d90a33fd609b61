/** Whether everything the shop sells can be reached from its menus. */
import type { LayoutData, MenuItem } from "contract/content/content.ts";
import { describe, expect, it } from "vitest";
import { frameOf, menuGroups } from "./menu-groups.ts";

const place = (slug: string, product_count = 1) => ({ slug, name: slug.toUpperCase(), product_count, image: null });
const link = (slug: string) => `/san-pham/${slug}`;

const item: MenuItem = {
  ...{ id: "water", title: "Nước", text: "", button: "", link: link("water"), icon: "cat-water" },
  ...{ image: "", image_mobile: "", image_alt: "", count: null, products: [] },
  children: [{ title: "Lọc nước", link: link("purifiers"), icon: "" }],
};
const purifiers = { ...place("purifiers"), image: { id: "kind/purifier", alt: "" } };

describe("the groups of the menus", () => {
  it("groups are those of the menu, with their categories' pictures", () => {
    const groups = menuGroups([item], [{ ...place("water"), children: [purifiers] }]);
    expect(groups).toEqual([
      {
        ...{ id: "water", title: "Nước", icon: "cat-water", link: link("water"), products: [] },
        children: [{ title: "Lọc nước", link: link("purifiers"), image: "kind/purifier" }],
      },
    ]);
  });

  it("imported categories follow, as groups and sub-groups", () => {
    const tree = [
      { ...place("water"), children: [purifiers, place("pumps")] },
      { ...place("garden"), children: [place("hoses"), place("empty", 0)] },
    ];
    const groups = menuGroups([item], tree);
    expect(groups.map(({ title, link }) => [title, link])).toEqual([
      ["Nước", link("water")],
      ["GARDEN", link("garden")],
    ]);
    expect(groups.map(({ children }) => children.map(({ title }) => title))).toEqual([
      ["Lọc nước", "PUMPS"],
      ["HOSES"],
    ]);
    for (const { children } of groups) for (const { image } of children) expect(image).not.toBe("");
  });

  it("empty groups are left out", () => {
    expect(menuGroups([], [{ ...place("garden", 0), children: [place("hoses", 0)] }])).toEqual([]);
  });

  it("a group is shown once, even if the menu names it twice", () => {
    const tree = [
      { ...place("water"), children: [] },
      { ...place("purifiers"), children: [place("water")] },
    ];
    expect(menuGroups([item], tree).map(({ id }) => id)).toEqual(["water"]);
  });
});

describe("the frame", () => {
  const layout = (payment_logos: string[]) => ({ payment_logos, mega_menu: { items: [] as MenuItem[] } }) as LayoutData;
  const marks = ["cod", "momo"];

  it("payment tiles are the marks of the methods that are on, unless the shop has chosen its own", () => {
    expect(frameOf(layout([]), [], marks).payment_logos).toEqual(marks);
    expect(frameOf(layout(["napas"]), [], marks).payment_logos).toEqual(["napas"]);
  });

  it("it is the same object until layout data, categories or marks are others", () => {
    const [data, tree] = [layout([]), []];
    const frame = frameOf(data, tree, marks);
    expect(frameOf(data, tree, marks)).toBe(frame);
    expect(frameOf(data, tree, ["cod"])).not.toBe(frame);
    expect(frameOf(data, [], marks)).not.toBe(frame);
  });
});
