/**
 * Every screen of the office, on small and wide screens, and on one of them in dark: axe, no inline style, nothing wider than the screen or
 * too small for a finger.
 */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { examplePremises } from "../../server/partners/test-examples.ts";
import { proposal, unmatched } from "../../server/payments/desk/test-examples.ts";
import { exampleDraft, examplePromotion } from "../../server/promotions/desk/test-examples.ts";
import { exampleApplication } from "../../server/recruitment/desk/test-examples.ts";
import { ticketOfMinh } from "../../server/service/test-examples.ts";
import { cardOfMinh } from "../../server/warranty/test-examples.ts";
import { barriers } from "../harness/axe.ts";
import { type Member, narrow, type Office, openOffice, type Way, wide } from "./staff.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const own = [
  "/",
  "/don-hang",
  "/don-hang?placed=..2001-01-01",
  "/hoan-tien",
  "/hoan-tien?status=proposed,owed",
  "/hoan-tien/{refund}",
  "/chuyen-khoan",
  "/chuyen-khoan/{credit}",
  "/tien-can-xem",
  "/khuyen-mai",
  "/khuyen-mai?state=ended",
  "/khuyen-mai/moi",
  "/khuyen-mai/{draft}",
  "/khuyen-mai/{promotion}",
  "/khuyen-mai/GV-1",
  "/khuyen-mai/thu-gio",
  "/khuyen-mai/thu-gio?lines=SRM-KT17-SV+2&rank=gold",
  "/khao-sat",
  "/khao-sat/9003",
  "/mat-bang",
  "/mat-bang/HT-6R3KWT",
  "/ho-so-ung-tuyen",
  "/ho-so-ung-tuyen/HS-8M4T2K",
  "/binh-luan",
  "/binh-luan?state=pending",
  "/binh-luan/1",
  "/diem",
  "/diem?reason=adjust",
  "/diem/khach/CAST222222",
  "/diem/phai-tra",
  "/diem/qua",
  "/bao-hanh",
  "/bao-hanh?waiting=yes",
  "/bao-hanh/{card}",
  "/sua-chua",
  "/sua-chua?late=yes",
  "/sua-chua/{ticket}",
  "/sua-chua/lich-tho",
  "/sua-chua/tho",
  "/bao-hanh/nhap-serial",
  "/khach-hang",
  "/khach-hang/CAST222222",
  "/tro-chuyen",
  "/tro-chuyen?view=all",
  "/tro-chuyen/{chat}",
  "/cau-mau",
  "/hop-thu",
  "/hop-thu?late=yes",
  "/hop-thu/{message}",
  "/duyet",
  "/duyet?box=closed",
  "/duyet/{request}",
  "/nhat-ky",
  "/nhieu-dong",
  "/tep",
  "/lich-su/staff/{ngoc}",
  "/nhan-vien",
  "/nhan-vien?state=left",
  "/nhan-vien/{ngoc}",
  "/nhan-vien/{an}",
  "/nhan-vien/{vinh}",
  "/nhan-vien/moi",
  "/vai-tro",
  "/vai-tro?role=care",
  "/khoa-api",
  "/tai-khoan",
  "/tai-khoan?totp=1",
  "/cai-dat",
  "/cai-dat/shop",
  "/cai-dat/warehouses",
  "/cai-dat/limits",
  "/cai-dat/bank_account",
  "/cai-dat/social",
  "/viec-nen",
  "/bao-tri",
  "/xac-nhan",
  "/khong-co-trang-nay",
];
const signedOut = [
  "/dang-nhap",
  "/quen-mat-khau",
  "/dat-mat-khau/AbCdEfGhIjKlMnOpQrStUv0123456789",
  "/loi-moi/AbCdEfGhIjKlMnOpQrStUv0123456789",
];
const screens = [...own, ...signedOut];
const whose = (path: string) => (own.includes(path) ? "own" : "signed out");
const TRIES_ALL = process.env.JOURNEYS === "all";
/** Who looks at each screen: an owner, or nobody who is signed in; both widths at once. */
const members = new Map<string, Member>();
/** One that waits for a second person. */
let request = "";
let refund = "";
let credit = "";
let message = "";
let chat = "";
let card = "";
let draft = "";
let promotion = "";
let ticket = "";
beforeAll(async () => {
  const { platform, staff } = await office.shop.staff("suong");
  const { value, version } = await platform.setting({ key: "bank_account" });
  const asked = {
    ...(value as object),
    account_holder: "CONG TY CO PHAN DIEN GIA DUNG MUTOSI VIET NAM CHI NHANH DA NANG",
  };
  const change = { key: "bank_account", value: asked, version, reason: "Ngân hàng báo tên người thụ hưởng đã đổi" };
  await platform.saveSetting(change).catch(() => undefined); // it is asked for, not done
  request = (await staff.approvals({ box: "own" })).approvals[0]?.id ?? "";
  refund = (await proposal(office.shop)).input.id;
  credit = await unmatched(office.shop);
  const danger = "Máy lọc nước rò điện khi chạm vào vỏ, tôi đã rút phích cắm.";
  const complaint = { full_name: "Tạ Mai Lan", phone: "0590000011", message: danger, safety: true };
  message = (await office.shop.visitor().contact.send({ ...complaint, topic: "complaint" })).code;
  const left = { phone: "0590000011", city_code: "01", text: danger, client_id: "A".repeat(22) };
  chat = (await (await office.shop.as("lan")).chat.leave(left)).id;
  await (await office.shop.staff("an")).chat.answer({ id: chat, client_id: "B".repeat(22), text: "Bạn rút điện nhé." });
  await (await office.shop.staff("an")).chat.note({ id: chat, text: "Đã gọi khách." });
  await exampleApplication(office.shop);
  await examplePremises(office.shop);
  draft = (await exampleDraft(office.shop)).code;
  promotion = (await examplePromotion(office.shop)).code;
  card = (await cardOfMinh(office.shop)).code;
  ticket = await ticketOfMinh(office.shop);
  for (const viewport of [wide, narrow]) {
    const way: Way = { name: "", viewport, state: "hydrated" };
    members.set(`own ${viewport.width}`, await office.enter("an", way));
    members.set(`signed out ${viewport.width}`, await office.arrive(way));
  }
});

it.each(screens)("%s", async (path) => {
  const found = await Promise.all(
    [wide, narrow].map(({ width }) => wrongOf(members.get(`${whose(path)} ${width}`), path)),
  );
  expect({ wide: found[0], narrow: found[1] }).toEqual({ wide: [], narrow: [] });
});

it("on a phone another section of the settings is reached from the top of a long one", async () => {
  const an = members.get(`own ${narrow.width}`);
  if (!an) throw new Error("Nobody is there");
  await an.open("/cai-dat/warehouses");
  const link = await an.page.locator(".section-menu a").first().boundingBox();
  expect(link?.y).toBeLessThan(narrow.height / 2);
});

async function wrongOf(member: Member | undefined, path: string): Promise<string[]> {
  if (!member) throw new Error("Nobody is there");
  const { page, complaints } = member;
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  const html = page.waitForResponse((answer) => answer.request().isNavigationRequest());
  await member.open(await named(path));
  const text = await (await html).text();
  const wrong: string[] = [];
  if (text.includes(" style=")) wrong.push("an inline style");
  if (!text.includes("<h1")) wrong.push("not whole before a script runs");
  if (!(await page.locator("h1").textContent())) wrong.push("no heading");
  if (!(await page.title())) wrong.push("no title");
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (wider > 0) wrong.push(`${wider} px wider than the screen`);
  wrong.push(...(await page.evaluate(smallTargets)), ...(await page.evaluate(cutChoices)), ...(await barriers(page)));
  // One width is enough for the colours of the dark theme, and screens alternate between them; `npm run journeys` tries both.
  const isDarkHere =
    TRIES_ALL || member === members.get(`${whose(path)} ${screens.indexOf(path) % 2 ? wide.width : narrow.width}`);
  if (isDarkHere) {
    await page.emulateMedia({ colorScheme: "dark" });
    await painted(page);
    wrong.push(...(await barriers(page, ["color-contrast"])));
  }
  // The page itself may be a refusal: 404 of an unknown address.
  return [...wrong, ...complaints.splice(0).filter((what) => !what.includes("khong-co-trang-nay"))];
}

/** In the page: on touch, what is tapped and lower than a finger; but for links inside a sentence or above a title. */
function smallTargets(): string[] {
  if (!matchMedia("(pointer: coarse)").matches) return [];
  const targets = document.querySelectorAll("a:not(p a), button, input:not([type=hidden]), select, summary, textarea");
  return [...targets].flatMap((target) => {
    if (!target.checkVisibility({ visibilityProperty: true })) return [];
    const boxes = [target, target.closest("label"), target.closest(".input")].map((each) =>
      each?.getBoundingClientRect(),
    );
    const { width } = target.getBoundingClientRect();
    const height = Math.max(...boxes.map((box) => box?.height ?? 0));
    // What only a screen reader meets is one pixel.
    return width < 2 || height >= 44 ? [] : [`${Math.round(height)} px high: ${target.outerHTML.slice(0, 120)}`];
  });
}

/** In the page: what is chosen in a list that opens, and is wider than its field. */
function cutChoices(): string[] {
  const pen = document.createElement("canvas").getContext("2d");
  return [...document.querySelectorAll("select")].flatMap((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const text = select.selectedOptions[0]?.text ?? "";
    if (!pen || !select.checkVisibility({ visibilityProperty: true })) return [];
    pen.font = font;
    const room = select.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
    return pen.measureText(text).width > room + 1 ? [`"${text}" is cut in its field`] : [];
  });
}

/** Colours fade into each other for a moment: a background may still be the light one. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((done) => requestAnimationFrame(done));
    await frame();
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
    await frame();
  });
}

/** `{ngoc}` is that person's number. */
async function named(path: string): Promise<string> {
  const key = /\{(\w+)\}/.exec(path)?.[1];
  if (key === "request") return path.replace("{request}", request);
  if (key === "refund") return path.replace("{refund}", refund);
  if (key === "chat") return path.replace("{chat}", chat);
  if (key === "card") return path.replace("{card}", card);
  if (key === "ticket") return path.replace("{ticket}", ticket);
  if (key === "message") return path.replace("{message}", message);
  if (key === "credit") return path.replace("{credit}", credit);
  if (key === "draft") return path.replace("{draft}", draft);
  if (key === "promotion") return path.replace("{promotion}", promotion);
  if (key !== "ngoc" && key !== "an" && key !== "vinh") return path;
  return path.replace(`{${key}}`, String(await office.shop.staffId(key)));
}
