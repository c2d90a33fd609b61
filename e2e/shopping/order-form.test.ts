/** Filling in the order form: its requests, what it stores, and no price changes unseen. */
import { formatDong } from "contract/values/money.ts";
import { describe, expect, it } from "vitest";
import { untilActive } from "../harness/browser.ts";
import {
  chooseUnit,
  fillAddress,
  fillReceiver,
  haveInCart,
  LAN_LIVES,
  order,
  orderButton,
  pay,
  refresh,
  wake,
} from "../harness/checkout.ts";
import { DEMO_PASSWORD } from "../harness/member.ts";
import { countOrders, setPrice } from "../harness/shopkeeper.ts";
import {
  comesTo,
  DEFAULT_WAY,
  dong,
  heading,
  type Shopper,
  sees,
  shoppers,
  shownText,
  soon,
  WIDE_WITHOUT_SCRIPTS,
  ways,
} from "../harness/shopper.ts";

const shopper = shoppers();
/** Bought nowhere else: its price changes here. */
const SMALL_FRYER = "/san-pham/noi-chien-khong-dau/noi-chien-khong-dau-mini-sorami-af-20m-2-lit";
const SMALL_FRYER_SKU = "SRM-AF20M-PK";
/** Heavier than a parcel: another unit brings it. */
const UNDER_SINK = "/san-pham/may-loc-nuoc-ro/may-loc-nuoc-ro-am-tu-sorami-ro-810-10-loi";
const STILL_MS = 2000; // of a page without input

/** The page's requests from now on, without streams and files. */
function requested({ page }: Shopper): string[] {
  const requests: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "fetch") requests.push(`${request.method()} ${new URL(request.url()).pathname}`);
  });
  return requests;
}

describe.each(ways.filter(({ scripts }) => scripts))("the order form $name", (way) => {
  it("sends one request for each choice of a province or ward, and none without input", async () => {
    const lan = await shopper(way);
    const { cart } = lan.words;
    await haveInCart(lan);
    await wake(lan);
    await lan.page.waitForLoadState("networkidle");
    const requests = requested(lan);
    await fillAddress(lan);
    await lan.page.waitForTimeout(STILL_MS);
    expect(requests).toEqual(Array(2).fill(`POST ${new URL(lan.at("/thanh-toan/gio-hang.data")).pathname}`)); // a province, a ward

    requests.length = 0;
    await lan.page.getByRole("button", { name: cart.to_legacy }).click();
    await sees(lan.page, cart.district);
    await lan.page.waitForTimeout(STILL_MS);
    expect(requests).toHaveLength(1);
  });
});

it("notes for all delivery methods are shown once above them; each shows its name, days and fee", async () => {
  const lan = await shopper();
  const { cart, fulfilment } = lan.words;
  await haveInCart(lan);
  await haveInCart(lan, UNDER_SINK);
  await wake(lan);
  await fillAddress(lan);
  const group = lan.page.locator("#shipping_method");
  const text = (await group.textContent()) ?? "";
  expect(text.split(fulfilment.inspection)).toHaveLength(2);
  const [part = ""] = cart.part_of_all({ goods: fulfilment.classes.bulky, carrier: "|", fee: "" }).split("|");
  expect(text.split(part)).toHaveLength(2);
  await expect(group.getAttribute("aria-describedby")).resolves.toBe("shipping_method-help");

  const offered = group.locator("label:has(:enabled)");
  const cards = await offered.evaluateAll((labels) =>
    labels.map((label) => ({
      name: label.querySelector(".radio-card-title")?.textContent ?? "",
      days: label.querySelector("small")?.textContent ?? "",
      fee: label.querySelector(".radio-card-fee")?.textContent ?? "",
    })),
  );
  expect(cards.length).toBeGreaterThan(2);
  expect(cards.filter(({ name }) => name.includes("+"))).toEqual([]);
  for (const { days, fee } of cards) {
    expect(days).toMatch(/^Nhận [\d/]+(–[\d/]+)?$/);
    expect(fee).toMatch(/\d\sđ$/);
  }
  const fastest = cards.filter(({ name }) => name.includes(cart.fastest));
  const sameDays = cards.filter(({ days }) => days === fastest[0]?.days);
  expect(sameDays).toEqual(fastest);
});

it("the street field has the full width", async () => {
  const lan = await shopper();
  await haveInCart(lan);
  const [street, row] = await lan.page
    .locator('[id="address.street"]')
    .evaluate((input) => [input, input.closest(".fields")].map((each) => each?.getBoundingClientRect().width));
  expect(street).toBe(row);
});

describe("a price that changes while the order form is filled in", () => {
  const [before, after] = [890_000, 1_590_000];

  it("the new total shows beside the button, and the next click confirms it", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, is_phone: true });
    const { cart, orders } = lan.words;
    await haveInCart(lan, SMALL_FRYER);
    await wake(lan);
    await fillReceiver(lan, { ...LAN_LIVES, phone: "0590001811" });
    await fillAddress(lan);
    await pay(lan, "cod");
    const total = dong(await shownText(orderButton(lan)));
    try {
      await setPrice(SMALL_FRYER_SKU, after);
      await lan.page.locator("input[name=shipping_method]:not(:checked):not([disabled])").first().check();
      const changed = lan.page.locator("aside [role=alert]");
      await sees(changed, /1,590,000|1,6\d\d,\d{3}/);
      const ordersBefore = await countOrders();
      await orderButton(lan).click();
      await sees(lan.page, cart.price_changed_title);
      expect(await countOrders()).toBe(ordersBefore);
      const now = dong(await shownText(orderButton(lan)));
      expect(now - total).toBeGreaterThan(after - before - 100_000);
      await sees(lan.page.locator("aside"), cart.price_changed_text({ total: formatDong(now) }));
      await orderButton(lan).click();
      await soon(() => heading(lan.page)).toContain(orders.placed_title);
    } finally {
      await setPrice(SMALL_FRYER_SKU, before);
    }
  });
});

/** In the page: it no longer hydrates by itself after some seconds. */
function idleForEver(): void {
  const setTimer = window.setTimeout;
  const idleMs = 5000; // web/app/hydration/boot.ts
  Reflect.set(window, "setTimeout", (run: () => void, ms = 0) => (ms >= idleMs ? 0 : setTimer(run, ms)));
}

describe("an order form that is reloaded", () => {
  it("a reloaded order form has what was typed and chosen before anybody touches it, until the order is placed", async () => {
    const lan = await shopper();
    const { page } = lan;
    await haveInCart(lan);
    await wake(lan);
    await fillReceiver(lan, { ...LAN_LIVES, phone: "0590001812" });
    await fillAddress(lan);
    await pay(lan, "cod");
    await page.locator("#note").fill("Gọi trước khi giao");
    await page.addInitScript(idleForEver);
    await page.reload({ waitUntil: "domcontentloaded" });
    await untilActive(page);
    await soon(() => page.locator("[id='address.ward_code']").inputValue()).toBe(LAN_LIVES.places.vi.ward);
    const typed = ["#full_name", "#phone", "[id='address.city_code']", "[id='address.street']", "#note"];
    expect(await Promise.all(typed.map((field) => page.locator(field).inputValue()))).toEqual([
      LAN_LIVES.full_name,
      "0590001812",
      LAN_LIVES.places.vi.province,
      LAN_LIVES.street,
      "Gọi trước khi giao",
    ]);
    await page.locator("input[name=shipping_method]:checked").waitFor();
    expect(await page.locator("input[name=payment_method]:checked").inputValue()).toBe("cod");
    await orderButton(lan).click();
    await soon(() => heading(page)).toContain(lan.words.orders.placed_title);
    expect(await page.evaluate(() => sessionStorage.getItem("order-form"))).toBeNull();
  });

  it("after signing in the typed address is selected as 'another address'; one of the book can replace it", async () => {
    const minh = await shopper();
    const { page } = minh;
    await haveInCart(minh);
    await wake(minh);
    await fillReceiver(minh, { ...LAN_LIVES, phone: "0590001813" });
    await fillAddress(minh);
    await minh.open(`/login/mat-khau?callbackurl=${encodeURIComponent("/thanh-toan/gio-hang")}`);
    await page.locator("#login").fill("minh@mutosi.example");
    await page.locator("#password").fill(DEMO_PASSWORD);
    await page.locator("#password").press("Enter");
    await comesTo(page, ({ pathname }) => pathname === "/thanh-toan/gio-hang");
    await wake(minh);
    const chosen = page.locator("input[name=address_id]:checked");
    const street = page.locator("[id='address.street']");
    await soon(() => chosen.inputValue()).toBe("new");
    await soon(() => page.locator("input[name=address_filled]").inputValue()).toBe("new");
    expect(await street.isVisible()).toBe(true);
    await soon(() => street.inputValue()).toBe(LAN_LIVES.street);

    const saved = page.locator("input[name=address_id]").first();
    await saved.check();
    const id = await saved.inputValue();
    for (const times of ["chosen", "after a reload"]) {
      await soon(() => page.locator("input[name=address_filled]").inputValue()).toBe(id);
      expect(await chosen.inputValue(), times).toBe(id);
      await soon(() => street.inputValue()).not.toBe(LAN_LIVES.street);
      await soon(() => page.locator("#full_name").inputValue()).not.toBe(LAN_LIVES.full_name);
      await page.reload({ waitUntil: "domcontentloaded" });
      await wake(minh);
    }
  });

  it.each([
    { ...DEFAULT_WAY, name: "on a phone, in Japanese", locale: "ja", is_phone: true } as const,
    { ...DEFAULT_WAY, name: "on a wide screen, in English", locale: "en" } as const,
  ])("filling in the stored choice does not change the open list of provinces, $name", async (way) => {
    const lan = await shopper(way);
    const { page } = lan;
    const { province, ward } = LAN_LIVES.places[way.locale];
    await haveInCart(lan);
    await wake(lan);
    await fillAddress(lan);
    const answered = Promise.withResolvers<void>();
    await page.route("**/gio-hang.data*", async (route) => {
      await answered.promise;
      await route.continue();
    });
    const restoring = page.waitForRequest((request) => /intent=refresh/.test(request.postData() ?? ""));
    await page.reload({ waitUntil: "domcontentloaded" });
    await wake(lan);
    await restoring;
    const city = page.locator("input[id='address.city_code']");
    await city.click();
    await page.keyboard.type("hue");
    answered.resolve();
    await soon(() => page.locator("[id='address.ward_code']").inputValue()).toBe(ward);
    expect(await city.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await city.getAttribute("aria-expanded")).toBe("true");
    expect(await city.inputValue()).toBe("hue");
    await page.keyboard.press("Escape");
    expect(await city.inputValue()).toBe(province);
    await city.fill("hue");
    await page.keyboard.press("Enter");
    await soon(() => page.locator("[id='address.ward_code']").inputValue()).toBe("");
    expect(await city.inputValue()).not.toBe(province);
  });

  it("hydration does not replace an open list of provinces", async () => {
    const lan = await shopper({ ...DEFAULT_WAY, is_phone: true });
    const { page } = lan;
    await haveInCart(lan);
    await page.reload({ waitUntil: "domcontentloaded" });
    const list = page.locator("select[id='address.city_code']");
    await list.focus(); // what starts hydration
    await untilActive(page);
    expect(await page.evaluate(() => document.activeElement?.id)).toBe("address.city_code");
    const option = list.locator("option").filter({ hasText: new RegExp(`^${LAN_LIVES.places.vi.province}`) });
    await list.selectOption((await option.getAttribute("value")) ?? "");
    await page.locator("[id='address.ward_code']:not([disabled])").waitFor();
    await page.locator("#full_name").focus();
    await soon(() => page.locator("input[id='address.city_code']").inputValue()).toBe(LAN_LIVES.places.vi.province);
  });
});

describe.each([ways[0] ?? DEFAULT_WAY, WIDE_WITHOUT_SCRIPTS])(
  "an order submitted before the fees of its address are there $name",
  (way) => {
    it("the total with the fees is shown first, and the next click places the order", async () => {
      const lan = await shopper(way);
      const { page, words } = lan;
      const { province, ward } = LAN_LIVES.places.vi;
      await haveInCart(lan);
      await wake(lan);
      await fillReceiver(lan, LAN_LIVES);
      await pay(lan, "cod");
      await page.locator("[id='address.street']").fill(LAN_LIVES.street);
      await chooseUnit(lan, "city_code", province);
      await refresh(lan, "wards");
      const seen = Promise.withResolvers<void>();
      await page.route("**/gio-hang.data**", async (route) => {
        if (/ward_code=\d.*intent=refresh/.test(route.request().postData() ?? "")) await seen.promise;
        await route.continue().catch(() => undefined); // another one was requested by then
      });
      await chooseUnit(lan, "ward_code", ward);
      await orderButton(lan).click();
      await sees(page, words.cart.price_changed_title);
      await order(lan); // while the earlier request is still pending
      seen.resolve();
    });
  },
);

describe("the quantity of a line", () => {
  it("a changed quantity shows while the request is pending, and the old one when the shop refuses it", async () => {
    const lan = await shopper();
    const { page, words } = lan;
    await haveInCart(lan);
    await wake(lan);
    lan.toasts.length = 0;
    let answer = () => {};
    const held = new Promise<void>((done) => {
      answer = done;
    });
    await page.route("**/gio-hang.data", async (route) => {
      await held;
      await route.fulfill({
        response: await route.fetch({
          postData: route.request().postData()?.replace("quantity=2", "quantity=0") ?? "",
        }),
      });
    });
    await page.getByRole("button", { name: words.cart.increase }).click();
    const quantity = page.locator(".lines input[name=quantity]");
    await soon(() => quantity.inputValue()).toBe("2");
    await page.locator("aside [aria-busy=true]").waitFor();
    answer();
    await soon(() => quantity.inputValue()).toBe("1");
    await soon(() => lan.toasts.length).toBe(1); // 422: shown in a toast
  });
});

it("on a phone no line of the list of wards overlaps another, however long its former names are", async () => {
  const lan = await shopper({ ...DEFAULT_WAY, is_phone: true });
  await haveInCart(lan);
  await wake(lan);
  await chooseUnit(lan, "city_code", LAN_LIVES.places.vi.province);
  await lan.page.locator("[id='address.ward_code']:not([disabled])").fill("hai ba");
  const options = lan.page.locator("[id='address.ward_code-options'] .option");
  await options.first().waitFor();
  const tall = await options.evaluateAll((rows) => rows.map((row) => row.scrollHeight - row.clientHeight));
  expect(Math.max(...tall)).toBeLessThanOrEqual(0);
});
