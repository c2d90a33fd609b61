/** Every screen of the office, on small and wide screens and in dark: axe, no inline style, nothing wider than the screen. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { barriers } from "../harness/axe.ts";
import { narrow, type Office, openOffice, type Way, wide } from "./staff.ts";

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
const widths = [wide, narrow];

describe.each(widths)("at $width", (viewport) => {
  it.each([...own, ...entrance])("%s", async (path) => {
    const states: Way["state"][] = ["hydrated", "without scripts"];
    for (const state of states) {
      const way: Way = { name: "", viewport, state };
      const isIn = own.includes(path);
      const member = isIn ? await office.enter("an", way) : await office.arrive(way);
      await member.page.emulateMedia({ colorScheme: state === "hydrated" ? "light" : "dark" });
      await member.open(await named(path));
      const { page } = member;
      expect(await page.locator("h1").count()).toBe(1);
      expect(await page.title()).not.toBe("");
      if (state === "hydrated") {
        expect(await barriers(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
        await page.emulateMedia({ colorScheme: "dark" });
        expect(await barriers(page, ["color-contrast"])).toEqual([]);
      }
      expect(member.complaints).toEqual([]);
      await member.close();
    }
  });
});

/** `{ngoc}` is that person's number. */
async function named(path: string): Promise<string> {
  const key = /\{(\w+)\}/.exec(path)?.[1];
  if (key !== "ngoc" && key !== "an" && key !== "vinh") return path;
  return path.replace(`{${key}}`, String(await office.shop.staffId(key)));
}
