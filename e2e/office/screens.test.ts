/** Every screen of the office, on small and wide screens and in dark: axe, no inline style, nothing wider than the screen. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../harness/axe.ts";
import { type Member, narrow, type Office, openOffice, type Way, wide } from "./staff.ts";

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.close());

const own = [
  "/",
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
const entrance = [
  "/dang-nhap",
  "/quen-mat-khau",
  "/dat-mat-khau/AbCdEfGhIjKlMnOpQrStUv0123456789",
  "/loi-moi/AbCdEfGhIjKlMnOpQrStUv0123456789",
];
describe.each([wide, narrow])("at $width", (viewport) => {
  const way: Way = { name: "", viewport, state: "hydrated" };
  const members = new Map<boolean, Member>();
  beforeAll(async () => {
    members.set(true, await office.enter("an", way)).set(false, await office.arrive(way));
  });

  it.each([...own, ...entrance])("%s", async (path) => {
    const member = members.get(own.includes(path));
    if (!member) throw new Error("Nobody is there");
    const { page, complaints } = member;
    await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
    const html = page.waitForResponse((answer) => answer.request().isNavigationRequest());
    await member.open(await named(path));
    const text = await (await html).text();
    const heading = (await page.locator("h1").textContent()) ?? "";
    expect(text).not.toContain(" style=");
    expect(text).toContain("<h1"); // the page is whole before a script runs
    expect(heading).not.toBe("");
    expect(await page.title()).not.toBe("");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await barriers(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: "dark" });
    await painted(page);
    expect(await barriers(page, ["color-contrast"])).toEqual([]);
    // The page itself may be a refusal: 404 of an unknown address.
    expect(complaints.filter((what) => !what.includes("khong-co-trang-nay"))).toEqual([]);
  });
});

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
  if (key !== "ngoc" && key !== "an" && key !== "vinh") return path;
  return path.replace(`{${key}}`, String(await office.shop.staffId(key)));
}
