import type { CartItem } from "contract/cart/cart.ts";
import { type Locale, locales } from "contract/values/locale.ts";
import { loadMessages } from "messages/messages.ts";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createMemoryRouter, RouterProvider } from "react-router";
import { beforeAll, expect, test } from "vitest";
import { Speak } from "../../i18n.tsx";
import { CartLines, Removed } from "./cart-lines.tsx";

beforeAll(async () => {
  await loadMessages();
});

const bought: CartItem = {
  ...{ key: "boughtKey", kind: "bought", product_id: 1060, code: "RC", slug: "noi", category_slug: "noi-com" },
  ...{ name: "Nồi cơm", lang: "vi", colour: null, image: { id: "p/RC/x", alt: "" }, quantity: 2, selected: true },
  ...{
    unit_price: 590_000,
    list_price: null,
    line_total: 1_180_000,
    flash_sale: false,
    programme: null,
    minimum: 1,
    maximum: 9,
  },
  ...{ problem: null, price_before: null },
};
const gift: CartItem = {
  ...bought,
  ...{ key: "giftKey-1", kind: "gift", quantity: 1, unit_price: 0, line_total: 0, minimum: 1, maximum: 1 },
};

function shown(locale: Locale, element: ReactNode): string {
  const router = createMemoryRouter([{ path: "/", element: <Speak locale={locale}>{element}</Speak> }]);
  return renderToStaticMarkup(<RouterProvider router={router} />);
}

const words: Record<Locale, string> = { vi: "Quà tặng", en: "Gift", ja: "プレゼント" };

test.each(locales)(
  "a gift beside the bought line of its product (%s) is named, costs 0, and can only be left out",
  (locale) => {
    const [, first = "", second = ""] = shown(locale, <CartLines items={[bought, gift]} missed_gifts={[]} />).split(
      "<li>",
    );
    expect(first).not.toContain(words[locale]);
    expect(first).toContain('name="product_id"');
    expect(second).toContain(words[locale]);
    expect(second).toMatch(/>0\s*đ</);
    expect(second).toContain('value="giftKey-1"');
    for (const absent of ['name="product_id"', 'name="quantity"', 'name="selected"'])
      expect(second).not.toContain(absent);
  },
);

test("two lines of one product share no id of an element", () => {
  const ids = [
    ...shown("vi", <CartLines items={[bought, { ...bought, key: "otherKey1" }]} missed_gifts={[]} />).matchAll(
      / id="([^"]+)"/g,
    ),
  ];
  expect(new Set(ids.map(([, id]) => id)).size).toBe(ids.length);
});

test("what was bought can be put back, a gift cannot", () => {
  const undo = "Hoàn tác";
  expect(shown("vi", <Removed name="Nồi cơm" bought={{ product_id: 1060, quantity: 2 }} />)).toContain(undo);
  expect(shown("vi", <Removed name="Nồi cơm" />)).not.toContain(undo);
});

test("a gift of a programme names it and cannot be left out; one that is gone is told", () => {
  const programme = { slug: "bep", title: "Bếp sạch", lang: "vi" as const };
  const missed = [{ slug: "noi", title: "Tặng nồi", lang: "vi" as const }];
  const html = shown("vi", <CartLines items={[bought, { ...gift, programme }]} missed_gifts={missed} />);
  expect(html).toContain("Chương trình Bếp sạch");
  expect(html).not.toContain('value="giftKey-1"');
  expect(html).toContain("Quà của chương trình “Tặng nồi” đã hết");
});

test("price and programme of a gift stand in the order of a bought line, so that its quantity is beside the price", () => {
  const programme = { slug: "bep", title: "Bếp sạch", lang: "vi" as const };
  const [, first = "", second = ""] = shown(
    "vi",
    <CartLines
      items={[
        { ...bought, programme },
        { ...gift, programme },
      ]}
      missed_gifts={[]}
    />,
  ).split("<li>");
  for (const line of [first, second]) expect(line.indexOf('class="price')).toBeLessThan(line.indexOf("/bep"));
  expect(second.indexOf("/bep")).toBeGreaterThan(0);
});

test("a change of a line says that a gift was shown, where one of a programme was", () => {
  const programme = { slug: "bep", title: "Bếp sạch", lang: "vi" as const };
  const says = (items: CartItem[]) => shown("vi", <CartLines items={items} missed_gifts={[]} />).includes("has_gift");
  expect(says([bought, { ...gift, programme }])).toBe(true);
  expect(says([bought, gift])).toBe(false);
});

test.each(locales)("a removed line says in %s which gift left the cart with it", (locale) => {
  const html = shown(locale, <Removed name="Nồi cơm" lost_gifts={[{ title: "Bếp sạch" }]} />);
  expect(html).toContain("Bếp sạch");
});
