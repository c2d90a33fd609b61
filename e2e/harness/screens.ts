/**
 * Every row of the route table: in three states (before hydration, hydrated, scripts off), in three
 * languages, on small and wide screens, as each account it is for. What must hold is in invariants.ts; a new route is
 * covered by being in the table.
 */

import { type Locale, localisedPath } from "contract/values/locale.ts";
import { loadMessages } from "messages/messages.ts";
import type { BrowserContextOptions } from "playwright-core";
import { clientId } from "server/chat/test-chat.ts";
import { customerIdOf, putPoints } from "server/loyalty/test-points.ts";
import { makePreview } from "server/pages/preview.ts";
import { openVisitOf } from "server/service/test-examples.ts";
import { ticketOf } from "server/service/test-service.ts";
import { codeFor } from "server/testing/test-codes.ts";
import type { DemoAccountKey, TestShop } from "server/testing/test-shop.ts";
import { cardOfLan } from "server/warranty/test-warranties.ts";
import type { Page as Row } from "../../web/app/routes/page.ts";
import { pages } from "../../web/app/routes/pages.ts";
import { openBrowser, type RequestOrigin, visit } from "./browser.ts";
import type { Situation } from "./invariants.ts";
import { type Cookies, giveCookies, headerOf, memberCookies, post } from "./member.ts";
import { openShop } from "./open-shop.ts";
import { exchangeAs, orderAs } from "./wire.ts";

export const smallest = { width: 320, height: 640 };
export const widths = [320, 375, 768, 1280] as const;

/** One account of each role: customer, collaborator, group manager, agent, partner. db/data/identity/people.json */
export const demoAccounts = ["lan", "hoa", "tuan", "cau-giay", "kim"] as const satisfies readonly DemoAccountKey[];
type DemoAccount = (typeof demoAccounts)[number];
/** `shopper`: without an account, with something in the cart. The two `asking` have been sent a code. */
export type Who = "anybody" | "shopper" | "asking to sign in" | "asking for a password" | "registering" | DemoAccount;

export type Screen = { path: string; as: Who; isMissing: boolean; isForMembers: boolean };
export type Cell = { screen: Screen; locale: Locale; width: number; as: Who };

/** Of each account, before its exchange. */
const POINTS = 900;

/** An example for each row with parameters; `{order}` and `{exchange}` are orders of that account. */
const examples: Readonly<Record<string, string>> = {
  "san-pham/:category": "san-pham/noi-com-dien",
  "san-pham/:category/:slug": "san-pham/may-massage/may-massage-chan-sorami-ms-f3-suoi-am",
  "bao-hanh/:id": "bao-hanh/{card}",
  "chuyen-dien-gia-dung/yeu-cau/:code": "chuyen-dien-gia-dung/yeu-cau/{ticket}",
  "tho/:id": "tho/{visit}",
  "danh-gia-san-pham/:id": "danh-gia-san-pham/1082",
  "danh-gia-san-pham/danh-gia/:id": "danh-gia-san-pham/danh-gia/1082",
  "so-sanh-san-pham/:slug?":
    "so-sanh-san-pham/noi-chien-khong-dau-sorami-af-35-3-5-lit-vs-noi-chien-khong-dau-sorami-af-55-5-5-lit-cam-ung",
  "tin-tuc/:category": "tin-tuc/tu-van-chon-mua",
  "tin-tuc/:category/:slug": "tin-tuc/tu-van-chon-mua/ghe-massage-do-phong-truoc-khi-do-tien",
  "tuyen-dung/:category": "tuyen-dung/ky-thuat",
  "tuyen-dung/:category/:slug": "tuyen-dung/ky-thuat/ky-thuat-vien-lap-dat-ha-noi",
  "khao-sat/:slug": "khao-sat/thoi-quen-bep",
  "landing-page/:slug": "pages/bep-nho-4-m2",
  "pages/:slug": "pages/may-loc-nuoc-theo-nguon-nuoc",
  "-/preview/:token": "-/preview/{preview}",
  "tag/:tag": "tag/may-loc-nuoc",
  "thong-tin/:code": "thong-tin/giao-hang",
  "tai-khoan/quan-ly-don-hang/:code": "tai-khoan/quan-ly-don-hang/{order}",
  "doi-diem-nhan-qua/don-hang/:code": "doi-diem-nhan-qua/don-hang/{exchange}",
  "thanh-toan/thanh-toan-lai/:id": "thanh-toan/thanh-toan-lai/khong-co-lien-ket-nay",
  "tim-kiem": "tim-kiem?name=noi+com",
  ":customPage": "bep-sach-nha-am",
  ":customPage/:detailPromotion": "bep-sach-nha-am/may-ep-cham-sorami-ju-75-mieng-75-mm",
  "tro-chuyen/:id": "tro-chuyen/{chat}",
  "*": "khong-co/trang-nay/o-day",
};
/** Rows that show an account more than their bare URL does. */
const more: readonly { path: string; as: Who }[] = [
  { path: "thanh-toan/gio-hang", as: "shopper" },
  { path: "thanh-toan/gio-hang", as: "lan" },
  { path: "tai-khoan/so-dia-chi?add=1", as: "lan" },
  { path: "login/otp", as: "asking to sign in" },
  { path: "quen-mat-khau/otp", as: "asking for a password" },
  { path: "register", as: "registering" },
  { path: "dang-xuat", as: "lan" },
  { path: "danh-gia-san-pham/1082?loai=hoi-dap", as: "lan" },
  { path: "tro-chuyen/:id", as: "lan" },
  { path: "bao-hanh/{card}", as: "lan" },
  { path: "chuyen-dien-gia-dung/yeu-cau/:code", as: "lan" },
  {
    path: "chuyen-dien-gia-dung?category_slug=may-loc-nuoc-ro&kind=repair&city_code=01&ward_code=00229",
    as: "anybody",
  },
  { path: "dang-ky-bao-hanh?serial=SRKT17-2608-00417-T&bought_on=2026-11-20&city_code=01", as: "anybody" },
  { path: "dang-ky-bao-hanh?serial=SRXX99", as: "lan" },
];

/**
 * The rows with a screen of their own. `bao-tri` has one only while the shop is closed: closed.test.ts; a conversation and a
 * request for a repair are an account's (`more`).
 */
function hasFace({ layout, path }: Row): boolean {
  return layout !== "none" && !["bao-tri", "tro-chuyen/:id", "chuyen-dien-gia-dung/yeu-cau/:code"].includes(path);
}

export const screens: readonly Screen[] = [
  ...pages
    .filter(hasFace)
    .map(({ path, guard }) => ({ path, as: guard === "members" ? ("lan" as const) : ("anybody" as const) })),
  ...more,
].map(({ path, as }) => ({
  path,
  as,
  isMissing: path === "*",
  isForMembers: demoAccounts.some((account) => account === as),
}));

export type Fixture = Awaited<ReturnType<typeof prepare>>;

/** A shop of its own with all accounts, and a browser for them. */
export async function prepare() {
  const [browser, withoutImages, opened] = await Promise.all([
    openBrowser(),
    openBrowser({ images: false }),
    openShop({ programmes: true }),
    loadMessages(),
  ]);
  const { url } = opened;
  const people = new Map<Who, Cookies>([
    ["anybody", new Map()],
    ["shopper", new Map()],
    ["asking to sign in", new Map()],
    ["asking for a password", new Map()],
    ["registering", new Map()],
  ]);
  const cookiesOf = (who: Who) => people.get(who) ?? new Map<string, string>();
  const add = { intent: "add", product_id: "1053", quantity: "1", return_to: "/" };
  await post("/thanh-toan/gio-hang", add, cookiesOf("shopper"), url);
  const phone = "0590001301";
  await post("/register", { intent: "code", phone }, cookiesOf("registering"), url);
  const otp = await codeFor(opened.shop, `+84${phone.slice(1)}`);
  await post("/login/otp", { intent: "verify", otp }, cookiesOf("registering"), url);
  const orders = new Map<Who, string>();
  const exchanges = new Map<Who, string>();
  const chats = new Map<Who, string>();
  const tickets = new Map<Who, string>();
  for (const account of demoAccounts) {
    const member = await memberCookies(account, url);
    people.set(account, member);
    await post("/-/favourite", { product_id: "1053", favourite: "1" }, member, url);
    orders.set(account, await orderAs(headerOf(member), url));
    await putPoints(opened.shop, await customerIdOf(opened.shop, account), POINTS);
    exchanges.set(account, await exchangeAs(headerOf(member), url));
    chats.set(account, await chatOf(opened.shop, account));
    tickets.set(account, (await ticketOf(await opened.shop.as(account), opened.shop)).code);
  }

  const card = await cardOfLan(opened.shop);
  const { id: openVisit } = await openVisitOf(opened.shop);
  const preview = (await makePreview(opened.shop.ctx(), "about", 1)).vi.split("/").at(-1) ?? "";

  /** The URL of a screen for an account. */
  const addressOf = ({ screen, locale, as }: Cell): string => {
    const example = (examples[screen.path] ?? screen.path)
      .replace("{order}", orders.get(as) ?? "")
      .replace("{exchange}", exchanges.get(as) ?? "")
      .replace("{chat}", chats.get(as) ?? "")
      .replace("{card}", card)
      .replace("{ticket}", tickets.get(as) ?? "")
      .replace("{visit}", openVisit)
      .replace("{preview}", preview);
    if (example.includes(":"))
      throw new Error(`"${screen.path}" has parameters: give it an example in "examples" of e2e/harness/screens.ts`);
    return url + localisedPath(`/${example}`, locale);
  };
  /** Sends the code that the screen asks for. */
  const ask = async ({ as }: Cell) => {
    const steps: Partial<Record<Who, string>> = {
      "asking to sign in": "/login",
      "asking for a password": "/quen-mat-khau",
    };
    const step = steps[as];
    if (step) await post(step, { intent: "code", phone: "0590001300" }, cookiesOf(as), url);
  };
  return {
    browser,
    url,
    addressOf,
    cookiesOf,
    ask,
    /** A device of the account, with nothing opened yet. */
    async come(
      cell: Cell,
      { images = false, ...options }: BrowserContextOptions & { images?: boolean } = {},
    ): Promise<RequestOrigin> {
      const viewport = { width: cell.width, height: cell.width < 700 ? 640 : 900 };
      const opened = await visit(images ? browser : withoutImages, {
        viewport,
        hasTouch: cell.width < 700,
        ...options,
      });
      await ask(cell);
      await giveCookies({ page: opened.page, url }, cookiesOf(cell.as));
      return opened;
    },
    async close(): Promise<void> {
      await Promise.all([browser.close(), withoutImages.close()]);
      await opened.close();
    },
  };
}

/** A conversation with an answer, long words in it. */
async function chatOf(shop: TestShop, account: DemoAccount): Promise<string> {
  const text =
    "Máy lọc nước của nhà tôi báo đèn đỏ từ sáng nay, tôi cần thay lõi số mấy và mua ở đâu gần phường Kim Liên?";
  const left = { phone: "0590000011", city_code: "01", text, client_id: clientId() };
  const { id } = await (await shop.as(account)).chat.leave(left);
  const my = await shop.staff("my");
  await my.chat.answer({
    id,
    client_id: clientId(),
    text: "Lõi số 1. https://example.com/mot-dia-chi-rat-dai-khong-phai-cua-shop".padEnd(160, "x"),
  });
  await my.chat.answer({ id, client_id: clientId(), card: { kind: "product", key: "1082" } });
  await my.chat.done({ id });
  return id;
}

export function situationOf({ screen, locale }: Cell, state: Situation["state"]): Situation {
  return { locale, state, isMissing: screen.isMissing };
}
