/** Finding a store near by, and turning over the catalogue. Spec §2 /diem-ban, /catalogue-fullscreen. */
import { describe, expect, it } from "vitest";
import { comesTo, DEFAULT_WAY, sees, shoppers, soon, type Way, ways } from "../harness/shopper.ts";

const shopper = shoppers();
const withoutScripts: Way = { ...DEFAULT_WAY, name: "with scripts off", scripts: false, is_phone: true };

describe.each(ways)("a shopper $name", (way) => {
  it("finds the store nearest to a ward, with its distance, hours and directions", async () => {
    const lan = await shopper(way);
    const { stores } = lan.words;
    await lan.open("/diem-ban");
    await lan.page.getByLabel(stores.province, { exact: true }).selectOption("01");
    const show = lan.page.locator("main").getByRole("button", { name: stores.show, exact: true });
    await show.click();
    await comesTo(lan.page, ({ searchParams }) => searchParams.get("city_code") === "01");
    await lan.open("/diem-ban?city_code=01&ward_code=00229");
    const first = lan.page.locator("main .store-list > li").first();
    await sees(first, /3\.0 km/);
    await sees(lan.page.locator("main .note"), /3\.0 km/);
    expect(await first.locator("a[href*='destination=']").getAttribute("rel")).toContain("noopener");
    await first.locator("summary").click();
    await sees(first.locator("dl"), /07:30–20:00/);
  });
});

it("a position is asked for on a press, sent in no address, and the list begins with the nearest", async () => {
  const lan = await shopper(DEFAULT_WAY);
  const { stores } = lan.words;
  await lan.page.context().setGeolocation({ latitude: 10.7723, longitude: 106.6981 });
  await lan.page.context().grantPermissions(["geolocation"]);
  const asked: string[] = [];
  lan.page.on("request", (request) => asked.push(request.url()));
  await lan.open("/diem-ban");
  await lan.page.getByRole("button", { name: stores.use_position }).click();
  const first = lan.page.locator("main .store-list > li").first();
  await sees(first, /\d\.\d km/);
  await sees(lan.page.locator("main").getByRole("status"), new RegExp(stores.near_you({ count: 24 })));
  expect(await first.textContent()).toContain("Hồ Chí Minh");
  expect(asked.filter((url) => /10\.77|106\.69/.test(url))).toEqual([]);
  await lan.page.getByRole("button", { name: stores.leave_position }).click();
  await soon(() => first.textContent()).not.toMatch(/ km/);
});

it("a refused position says what to do instead, and has the focus", async () => {
  const lan = await shopper(DEFAULT_WAY);
  const { stores } = lan.words;
  await lan.open("/diem-ban");
  await lan.page.getByRole("button", { name: stores.use_position }).click();
  await sees(lan.page.locator(".store-refused"), new RegExp(stores.position_refused));
  await soon(() => lan.page.evaluate(() => document.activeElement?.className ?? "")).toContain("store-refused");
});

describe("the catalogue", () => {
  it("is a book of two pages that keys, buttons, small pages and a search turn, and the address follows", async () => {
    const lan = await shopper(DEFAULT_WAY);
    const { book } = lan.words;
    await lan.open("/catalogue-fullscreen?trang=8");
    const { page } = lan;
    const status = page.locator("[data-book-at]");
    const open = () => page.locator("[data-page][data-open]").evaluateAll((all) => all.map((each) => each.id));
    await soon(() => status.textContent()).toBe("Trang 8–9 / 32");
    expect(await open()).toEqual(["trang-8", "trang-9"]);
    await page.keyboard.press("ArrowRight");
    await soon(() => status.textContent()).toBe("Trang 10–11 / 32");
    expect(new URL(page.url()).searchParams.get("trang")).toBe("10");
    await page.keyboard.press("End");
    await soon(open).toEqual(["trang-32"]);
    expect(await page.getByRole("button", { name: book.next }).isDisabled()).toBe(true);
    await page.keyboard.press("Home");
    await soon(open).toEqual(["trang-1"]);
    await page.getByRole("button", { name: book.next }).click();
    await soon(open).toEqual(["trang-2", "trang-3"]);
    await page.locator("#trang-3 a[href='#trang-12']").click();
    await soon(open).toEqual(["trang-12", "trang-13"]);
    await page.locator("[data-book-thumbs] button[data-to='4']").click();
    await soon(open).toEqual(["trang-4", "trang-5"]);
    await page.getByRole("button", { name: book.search }).click();
    await page.locator("[data-book-search] input").fill("khong co gi nhu the");
    await sees(page.locator("[data-book-found]"), new RegExp(book.script.none));
    await page.locator("[data-book-search] input").fill("lich thay loi");
    await page.locator("[data-book-found] button").first().click();
    await soon(() => status.textContent()).not.toBe("Trang 4–5 / 32");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: book.zoom_in }).click();
    await soon(() => page.locator("[data-book-stage][data-zoomed]").count()).toBe(1);
    await page.getByRole("button", { name: book.script.list }).click();
    await soon(() => page.locator("[data-page]:visible").count()).toBe(32);
    await page.locator("[data-page] a.book-item").first().click();
    await comesTo(page, ({ pathname }) => pathname.startsWith("/san-pham/"));
  });

  it("is a list of all pages with today's prices where no script runs", async () => {
    const lan = await shopper(withoutScripts);
    await lan.open("/catalogue-fullscreen");
    expect(await lan.page.locator("[data-page]:visible").count()).toBe(32);
    const item = lan.page.locator("a.book-item").first();
    const price = await item.locator(".price b").textContent();
    expect(await lan.page.locator(".book-only:visible, .book-tools:visible").count()).toBe(0);
    await item.click();
    await comesTo(lan.page, ({ pathname }) => pathname.startsWith("/san-pham/"));
    expect(await lan.page.locator("main .price").first().textContent()).toContain(
      price?.match(/[\d,]+\sđ/)?.[0] ?? "none",
    );
  });
});
