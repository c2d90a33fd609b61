/** The order form as a shopper fills it in, with scripts and without. */
import { untilActive } from "./browser.ts";
import { comesTo, type Shopper, sees, soon } from "./shopper.ts";

export const fryer = "/san-pham/noi-chien-khong-dau/noi-chien-khong-dau-sorami-af-35-3-5-lit"; // one of 320, 1,290,000 đ
export const LAN_LIVES = {
  full_name: "Tạ Mai Lan",
  phone: "059 000 0011",
  street: "Số 12 ngõ 6 phố Sen Hồng",
  places: {
    vi: { province: "Thành phố Hà Nội", ward: "Phường Kim Liên" },
    en: { province: "Hanoi City", ward: "Kim Lien Ward" },
    ja: { province: "Hanoi市", ward: "Kim Lien坊" },
  },
};

/** From the product's page into the cart, and on to the cart's page. */
export async function putIntoCart(lan: Shopper, product = fryer): Promise<void> {
  await lan.open(product);
  const name = (await lan.page.locator("h1").textContent()) ?? "";
  await lan.page.getByRole("button", { name: lan.words.catalogue.add, exact: true }).click();
  const added = lan.words.cart.added({ name, count: 1 }).replace(/[.。]$/, ""); // how many there are by now may follow
  // A toast may be gone again before a busy machine looks; that it was shown is what counts.
  const hasSaid = async () => lan.toasts.join().includes(added) || (await lan.page.getByText(added).count()) > 0;
  await soon(hasSaid).toBe(true);
  await lan.open("/thanh-toan/gio-hang");
  await lan.page.locator(".lines").getByText(name).waitFor();
}

/** A cart that was filled before, by the form that the product's page sends; then the cart's page. */
export async function haveInCart(lan: Shopper, product = fryer): Promise<void> {
  const context = lan.page.context();
  const shown = await (await context.request.get(lan.at(product))).text();
  const product_id = /name="product_id" value="(\d+)"/.exec(shown)?.[1] ?? "";
  const sent = await context.request.post(lan.at("/thanh-toan/gio-hang"), {
    headers: { origin: lan.url },
    form: { intent: "add", product_id, quantity: "1", return_to: "/" },
    maxRedirects: 0,
  });
  if (sent.status() !== 303) throw new Error(`Nothing was added: ${sent.status()} ${await sent.text()}`);
  await context.clearCookies({ name: "flash" }); // its message would be the next page's first
  await lan.open("/thanh-toan/gio-hang");
  await lan.page.locator(".lines form").first().waitFor();
}

/** Until the page is hydrated, where it can be: what follows is then not about hydration. */
export async function wake({ page, scripts }: Shopper): Promise<void> {
  if (!scripts) return;
  await page.keyboard.press("Shift");
  await untilActive(page);
}

/** Chooses a unit by its name: typed on a hydrated page, picked from a list otherwise. */
export async function chooseUnit({ page, scripts }: Shopper, field: string, name: string): Promise<void> {
  const begins = { hasText: new RegExp(`^${name}`) }; // former names follow
  const box = page.locator(`[id="address.${field}"]:not([disabled])`);
  if (scripts) {
    await box.fill(name);
    await page.locator(`[id="address.${field}-options"]`).getByRole("option").filter(begins).click();
  } else {
    const option = box.locator("option").filter(begins);
    await box.selectOption((await option.getAttribute("value")) ?? "");
  }
}

/** Without scripts a button brings the next list, and then the fees. */
export async function refresh({ page, words, scripts }: Shopper, what: "wards" | "fees"): Promise<void> {
  if (scripts) return;
  const name = what === "wards" ? words.cart.refresh_wards : words.cart.refresh_fees;
  await page.getByRole("button", { name }).first().click();
  await page.waitForLoadState("domcontentloaded");
}

export async function fillReceiver({ page }: Shopper, { full_name, phone }: { full_name: string; phone: string }) {
  await page.locator("#full_name").fill(full_name);
  await page.locator("#phone").fill(phone);
}

/** A current address: province, ward, street; then the shipping quotes are there. */
export async function fillAddress(lan: Shopper): Promise<void> {
  const { province, ward } = LAN_LIVES.places[lan.locale];
  await chooseUnit(lan, "city_code", province);
  await refresh(lan, "wards");
  await chooseUnit(lan, "ward_code", ward);
  await refresh(lan, "fees");
  await lan.page.locator("[id='address.street']").fill(LAN_LIVES.street);
  await lan.page.locator("input[name=shipping_method]:checked").waitFor();
}

export async function pay({ page }: Shopper, method: "cod" | "bank_transfer"): Promise<void> {
  await page.locator(`input[name=payment_method][value=${method}]`).check();
}

/** "Đặt hàng · 1,290,000 đ" */
export function orderButton({ page, words }: Shopper) {
  const [before = ""] = words.cart.place({ total: "|" }).split("|");
  return page.getByRole("button", { name: before.trim() }).filter({ visible: true });
}

/** Sends the form and waits for the page after it; the code of the order. */
export async function order(lan: Shopper): Promise<string> {
  await orderButton(lan).click();
  await comesTo(lan.page, ({ pathname }) => pathname.endsWith("/thanh-toan/trang-thai"));
  await sees(lan.page, lan.words.orders.order_code);
  return orderCode(lan);
}

export async function orderCode({ page }: Shopper): Promise<string> {
  const shown = (await page.locator(".outcome b.num").first().textContent()) ?? "";
  return shown.replace(/\W/g, "");
}
