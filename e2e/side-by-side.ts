/**
 * `npm run side-by-side -- FOLDER`: photographs the screens of a shop of its own, each beside the picture of the same name in
 * FOLDER, the design's on the left (`home-1280.png`, `category-dark-1280.png`). They are left in docs/screens.
 */
import { randomUUID } from "node:crypto";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Browser, Cookie, Page } from "playwright-core";
import { DEMO_PASSWORD } from "server/demo-accounts.ts";
import { OUTBOX_PATH } from "server/notifications/outbox-page.ts";
import sharp from "sharp";
import { typedWords } from "../scripts/commands/command-line.ts";
import { openBrowser, untilActive } from "./harness/browser.ts";
import { startProcess } from "./harness/shop-process.ts";

const usage = `Photographs every screen of the design beside the design's picture of it

  npm run side-by-side -- FOLDER [NAME ...]   FOLDER holds the design's pictures: home-1280.png, home-360.png, ...

What is photographed is left in docs/screens. NAME: only these screens.
`;
const [folder = "", ...names] = typedWords({ help: usage, options: {}, runs_bare: false });

type Scene = {
  name: string;
  path: string;
  /** What must have happened before; another address, where it is known only then. */
  prepare?: (page: Page, url: string) => Promise<string | undefined>;
  /** What is done on the page before it is photographed. */
  act?: (page: Page) => Promise<void>;
};

const fryer = "/san-pham/noi-chien-khong-dau/noi-chien-khong-dau-sorami-af-55-5-5-lit-cam-ung";
const receiver = { full_name: "Tạ Mai Lan", phone: "0590000011" };
const place = { city_code: "01", ward_code: "00229", street: "Số 12 ngõ 6 phố Sen Hồng" };

const scenes: readonly Scene[] = [
  { name: "home", path: "/" },
  { name: "category", path: "/san-pham/noi-chien-khong-dau" },
  { name: "product", path: fryer },
  {
    name: "compare",
    path: "/so-sanh-san-pham/noi-chien-khong-dau-sorami-af-35-3-5-lit-vs-noi-chien-khong-dau-sorami-af-55-5-5-lit-cam-ung",
  },
  { name: "checkout", path: "/thanh-toan/gio-hang", prepare: fillCart, act: fillForm },
  { name: "login", path: "/login" },
  { name: "otp", path: "/login/otp", prepare: askForCode },
  { name: "payment-qr", path: "/thanh-toan/gio-hang", prepare: fillCart, act: (page) => order(page, "bank_transfer") },
  { name: "payment-success", path: "/thanh-toan/gio-hang", prepare: fillCart, act: (page) => order(page, "cod") },
  { name: "checkout-payment", path: "/thanh-toan/gio-hang", prepare: fillCart, act: fillForm },
  { name: "repay", path: "/thanh-toan/gio-hang", prepare: fillCart, act: repay },
  { name: "order", path: "/tai-khoan/quan-ly-don-hang", prepare: orderOfMember },
  { name: "article", path: "/tin-tuc/tu-van-chon-mua/noi-chien-khong-dau-bao-nhieu-lit-la-vua" },
  { name: "stores", path: "/diem-ban" },
  { name: "stores-map", path: "/diem-ban?city_code=01&ward_code=00229" },
  { name: "catalogue", path: "/catalogue-fullscreen?trang=8" },
  { name: "404", path: "/khong-co-trang-nay" },
  { name: "staff-signin", path: "/quan-tri/dang-nhap" },
  { name: "office-home", path: "/quan-tri", prepare: signInAsOwner },
  { name: "office-staff", path: "/quan-tri/vai-tro?role=order_desk", prepare: signInAsOwner },
  { name: "office-settings", path: "/quan-tri/cai-dat/warehouses", prepare: signInAsOwner },
];
/** Of one sign-in for all pictures: a code counts once. */
let ownersCookies: Cookie[] | undefined;
const screens = [
  { suffix: "1280", width: 1280, height: 860, theme: "light" },
  { suffix: "360", width: 360, height: 720, theme: "light" },
  { suffix: "dark-1280", width: 1280, height: 860, theme: "dark" },
] as const;

const dataDir = mkdtempSync(join(tmpdir(), "shop-photographed-"));
chmodSync(dataDir, 0o755); // root's PostgreSQL runs as another user
const out = resolve(import.meta.dirname, "../docs/screens");
mkdirSync(out, { recursive: true });
const [browser, shop] = await Promise.all([openBrowser(), startProcess({ DATA_DIR: dataDir })]);
try {
  for (const scene of scenes)
    for (const screen of screens) {
      const name = `${scene.name}-${screen.suffix}`;
      const drawn = join(folder, `${name}.png`);
      if ((names.length > 0 && !names.includes(scene.name)) || !existsSync(drawn)) continue;
      const photograph = await photographed(browser, shop.url, scene, screen);
      await sideBySide(drawn, photograph, screen.width).then((bytes) => sharp(bytes).toFile(join(out, `${name}.jpg`)));
      console.log(name);
    }
} finally {
  await Promise.all([browser.close(), shop.stop().finally(() => rmSync(dataDir, { recursive: true, force: true }))]);
}

async function photographed(
  inBrowser: Browser,
  url: string,
  { path, prepare, act }: Scene,
  { width, height, theme }: (typeof screens)[number],
): Promise<Buffer> {
  const context = await inBrowser.newContext({
    viewport: { width, height },
    hasTouch: width < 700,
    locale: "vi-VN",
    timezoneId: "Asia/Ho_Chi_Minh",
    colorScheme: theme,
  });
  const page = await context.newPage();
  const address = (await prepare?.(page, url)) ?? path;
  await page.goto(url + address, { waitUntil: "load" });
  await act?.(page);
  await seenWhole(page);
  const photograph = await page.screenshot({ fullPage: true });
  await context.close();
  return photograph;
}

/** Everything that loads on scrolling is loaded, and no request is pending. */
async function seenWhole(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      scrollTo(0, y);
      await new Promise((done) => setTimeout(done, 60));
    }
    scrollTo(0, 0);
  });
  await page.waitForLoadState("networkidle");
  // As high as the page: what sticks to the window's foot stands at the page's foot.
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height });
  await page.waitForLoadState("networkidle");
}

/** The order form, as far as a shopper fills it in before choosing how to pay. */
async function fillForm(page: Page): Promise<void> {
  await page.keyboard.press("Shift");
  await untilActive(page);
  await page.locator("#full_name").fill(receiver.full_name);
  await page.locator("#phone").fill(receiver.phone);
  for (const [field, text] of [
    ["city_code", "Hà Nội"],
    ["ward_code", "Kim Liên"],
  ]) {
    await page.locator(`[id="address.${field}"]:not([disabled])`).fill(text ?? "");
    await page.locator(`[id="address.${field}-options"]`).getByRole("option").first().click();
  }
  await page.locator("[id='address.street']").fill(place.street);
  await page.locator("input[name=shipping_method]:checked").waitFor();
}

async function order(page: Page, payment_method: string): Promise<void> {
  await fillForm(page);
  await page.locator(`input[name=payment_method][value=${payment_method}]`).check();
  await page
    .getByRole("button", { name: /^Đặt hàng/ })
    .filter({ visible: true })
    .click();
  await page.waitForURL("**/thanh-toan/trang-thai*");
  await page.locator(".outcome").waitFor();
}

/** An order by transfer, and the page on which another way is chosen. */
async function repay(page: Page): Promise<void> {
  await order(page, "bank_transfer");
  await page.locator("a[href*='/thanh-toan-lai/']").first().click();
  await page.waitForURL("**/thanh-toan-lai/*");
  await page.locator(".radio-cards").first().waitFor();
}

async function fillCart(page: Page, url: string): Promise<undefined> {
  for (const product_id of ["1053", "1001"]) {
    const form = { intent: "add", product_id, quantity: "1", return_to: "/" };
    await page.request.post(`${url}/thanh-toan/gio-hang`, { form, headers: { origin: url } });
  }
}

async function askForCode(page: Page, url: string): Promise<undefined> {
  await page.request.post(`${url}/login`, { form: { intent: "code", phone: "0590001300" }, headers: { origin: url } });
}

async function orderOfMember(page: Page, url: string): Promise<string> {
  const form = { login: "lan@mutosi.example", password: DEMO_PASSWORD };
  await page.request.post(`${url}/login/mat-khau`, { form, headers: { origin: url }, maxRedirects: 0 });
  const items = [{ product_id: 1053, quantity: 1 }];
  await page.request.post(`${url}/v1/shop/order`, {
    headers: { "idempotency-key": randomUUID() },
    data: { items, ...receiver, address: place, shipping_method: "GHN", payment_method: "cod" },
  });
  await page.goto(`${url}/tai-khoan/quan-ly-don-hang`);
  const first = page.locator("main a[href*='/quan-ly-don-hang/']").first();
  return (await first.getAttribute("href")) ?? "";
}

/** As the outbox page says, which only this machine reads. */
async function signInAsOwner(page: Page, url: string): Promise<undefined> {
  if (!ownersCookies) {
    await page.goto(url + OUTBOX_PATH);
    const password = /Password of all: (\S+)\. /.exec((await page.locator("main").textContent()) ?? "")?.[1] ?? "";
    const owner = page.getByRole("row").filter({ hasText: "an@mutosi.example" }).first();
    const code = (await owner.getByRole("cell").nth(2).textContent()) ?? "";
    await page.goto(`${url}/quan-tri/dang-nhap`);
    await page.locator("#email").fill("an@mutosi.example");
    await page.locator("#password").fill(password);
    await page.locator("main button[type=submit]").first().click();
    await page.waitForURL("**/buoc-hai*");
    await page.locator("#code").fill(code);
    await page.waitForURL("**/quan-tri");
    ownersCookies = await page.context().cookies();
  }
  await page.context().addCookies(ownersCookies);
}

/** Both at the same scale, half of a wide screen; the foot of what is very long is cut. */
async function sideBySide(drawn: string, photograph: Buffer, width: number): Promise<Buffer> {
  const column = width > 700 ? 720 : 360;
  const most = 2600;
  const halves = await Promise.all(
    [drawn, photograph].map(async (picture) => {
      const { data, info } = await sharp(picture).resize({ width: column }).png().toBuffer({ resolveWithObject: true });
      const height = Math.min(most, info.height);
      return { input: await sharp(data).extract({ left: 0, top: 0, width: column, height }).toBuffer(), height };
    }),
  );
  const gap = 16;
  const height = Math.max(...halves.map((half) => half.height));
  return sharp({ create: { width: column * 2 + gap, height, channels: 3, background: "#888" } })
    .composite(halves.map(({ input }, at) => ({ input, left: at * (column + gap), top: 0 })))
    .jpeg({ quality: 62, mozjpeg: true })
    .toBuffer();
}
