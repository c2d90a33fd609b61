/** Search and suggestions. Spec §1; rules/search. */
import { describe, expect, it } from "vitest";
import { comesTo, dong, heading, type Shopper, sees, shoppers, soon, ways } from "../harness/shopper.ts";

const AIR_FRYERS = { vi: "nồi chiên", en: "air fryer", ja: "ノンフライヤー" };
const shopper = shoppers();

describe.each(ways)("a shopper $name", (way) => {
  it("finds the same with and without marks, with a typo, and in the reader's language", async () => {
    const lan = await shopper(way);
    const { listing } = lan.words;
    await lan.open("/");
    await searchFor(lan, "nồi chiên");
    await soon(() => names(lan)).toHaveLength(7);
    await soon(() => searchBox(lan).inputValue()).toBe("nồi chiên");
    await lan.open(`/tim-kiem?name=${encodeURIComponent("nồi chiên")}`);
    expect(await searchBox(lan).inputValue()).toBe("nồi chiên");
    const found = await names(lan);
    for (const typed of ["noi chien", "NỒI CHIÊN", AIR_FRYERS[way.locale]]) {
      await searchFor(lan, typed);
      await soon(async () => (await names(lan)).toSorted()).toEqual(found.toSorted());
    }
    await searchFor(lan, "nồi chienn");
    await sees(lan.page, listing.corrected({ query: "nồi chiên" }));
    await sees(lan.page, listing.search_exactly({ query: "nồi chienn" }));
    await soon(async () => (await names(lan)).toSorted()).toEqual(found.toSorted());
  });

  it("a price in the query is a filter", async () => {
    const lan = await shopper(way);
    const { listing } = lan.words;
    await lan.open("/");
    await searchFor(lan, "nồi chiên dưới 2 triệu");
    await sees(lan.page, listing.understood_price({ range: listing.price_below({ to: "2,000,000 đ" }) }));
    const prices = (await lan.page.locator("main .product-card .price b").allTextContents()).map(dong);
    expect(prices.length).toBeGreaterThan(1);
    expect(Math.max(...prices)).toBeLessThanOrEqual(2_000_000);
  });

  it("sees the breadcrumb, and a link back from results and from no results", async () => {
    const lan = await shopper(way);
    const { catalogue, common, listing } = lan.words;
    const trail = lan.page.getByRole("navigation", { name: catalogue.breadcrumb });
    for (const typed of ["noi", "xyzxyz"]) {
      await lan.open(`/tim-kiem?name=${typed}`);
      expect(await trail.getByRole("listitem").allTextContents()).toEqual([common.home, listing.search_title, typed]);
    }
    await trail.getByRole("link", { name: listing.search_title }).click();
    await comesTo(lan.page, ({ search }) => search === "");
    await soon(() => heading(lan.page)).toBe(listing.search_ask);
    expect(await trail.getByRole("listitem").allTextContents()).toEqual([common.home, listing.search_title]);
    await trail.getByRole("link", { name: common.home }).click();
    await comesTo(lan.page, ({ pathname }) => pathname === new URL(lan.at("/")).pathname);
  });

  it("sees links to go on when nothing is found", async () => {
    const lan = await shopper(way);
    const { listing } = lan.words;
    await lan.open("/");
    await searchFor(lan, "xyzxyz");
    await soon(() => heading(lan.page)).toBe(listing.none_title({ query: "xyzxyz" }));
    await lan.page.getByRole("navigation", { name: listing.popular_searches }).getByRole("link").first().click();
    await comesTo(lan.page, ({ searchParams }) => searchParams.get("name") !== "xyzxyz");
    await soon(() => names(lan)).not.toHaveLength(0);
    const words = new URL(lan.page.url()).searchParams.get("name");
    await soon(() => searchBox(lan).inputValue()).toBe(words);
  });
});

describe("a shopper who types", () => {
  it("sees suggested products, and opens one by the arrow keys", async () => {
    const lan = await shopper();
    await lan.open("/");
    await lan.page.locator("#search-wide").click();
    await lan.page.keyboard.type("noi chien");
    const offered = lan.page.locator("#search-wide-list").getByRole("option");
    await soon(() => offered.filter({ hasText: "đ" }).count()).toBeGreaterThan(0);
    const product = offered.filter({ hasText: "1,290,000 đ" });
    // Suggestions may still change after the last key.
    while ((await product.getAttribute("aria-selected")) !== "true") await lan.page.keyboard.press("ArrowDown");
    await lan.page.keyboard.press("Enter");
    await comesTo(lan.page, ({ pathname }) => pathname.endsWith("/noi-chien-khong-dau-sorami-af-35-3-5-lit"));
  });

  it("sees suggestions for all typed text, also for keys typed during hydration", async () => {
    const lan = await shopper();
    await lan.open("/");
    await lan.page.evaluate(() => {
      const woken = new MutationObserver(() => {
        const field = document.querySelector<HTMLInputElement>("#search-wide");
        if (!field || !document.getElementById("search-wide-list")) return;
        woken.disconnect();
        field.value = "noi chien";
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      });
      woken.observe(document, { childList: true, subtree: true });
    });
    await lan.page.locator("#search-wide").click();
    await sees(lan.page.locator("#search-wide-list"), "1,290,000 đ");
  });

  it("a product code opens the product, with a link to all results", async () => {
    const lan = await shopper();
    await lan.open("/");
    await searchFor(lan, "srm-af35-bk");
    await comesTo(lan.page, ({ pathname }) => pathname.endsWith("/noi-chien-khong-dau-sorami-af-35-3-5-lit"));
    await lan.page.getByRole("link", { name: lan.words.buying.exact_back }).click();
    await comesTo(lan.page, ({ pathname }) => pathname === "/tim-kiem");
    await soon(() => names(lan)).toHaveLength(1);
  });
});

const searchBox = ({ page, is_phone }: Shopper) => page.locator(is_phone ? "#search-phone" : "#search-wide");

async function searchFor(lan: Shopper, text: string): Promise<void> {
  const { page } = lan;
  const box = searchBox(lan);
  await box.fill(text);
  await box.press("Enter");
  await comesTo(page, ({ pathname, searchParams }) =>
    pathname.endsWith("/tim-kiem") ? searchParams.get("name") === text : pathname.includes("/san-pham/"),
  );
}

function names({ page }: Shopper): Promise<string[]> {
  return page.locator("main .product-card-name").allTextContents();
}
