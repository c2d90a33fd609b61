/** Vacancies: lists, filters, days left, and what becomes of a closed one. */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
const statements: string[] = [];
const start = new Date("2026-11-23T03:00:00Z");
beforeAll(async () => {
  shop = await testShop({ now: start, onQuery: (text) => statements.push(text) });
  await sql`update recruitment.vacancies set deadline = '2026-12-31'`.execute(shop.sql);
});
afterAll(() => shop.close());
const at = (time: Date) => shop.advanceClock(time.getTime() - shop.now.getTime());
beforeEach(() => at(start));

const jobs = (locale: "vi" | "en" | "ja" = "vi") => shop.visitor({ locale }).recruitment;

describe("the list of open vacancies", () => {
  test("counts every vacancy once, by category and by province, in two statements", async () => {
    statements.length = 0;
    const { data, meta, categories, provinces, open } = await jobs().vacancies({});
    expect(statements.filter((text) => text.includes("recruitment."))).toHaveLength(2);
    expect(meta.total).toBe(12);
    expect(open).toEqual({ vacancies: 12, people: 39 });
    expect(categories.map(({ slug, count }) => [slug, count])).toEqual([
      ["ky-thuat", 3],
      ["kinh-doanh", 3],
      ["van-phong", 2],
      ["cong-nghe", 2],
      ["kho-van", 2],
    ]);
    expect(provinces.reduce((sum, { count }) => sum + count, 0)).toBe(12);
    expect(data[0]?.slug).toBe("dieu-phoi-van-chuyen"); // the newest
    expect(data[0]).toMatchObject({
      salary: { min: 12_000_000, max: 17_000_000 },
      deadline: "2026-12-31",
      days_left: 38,
    });
  });

  test("pay matches where ranges overlap, text without marks and case, an unknown category is not found", async () => {
    const slugs = async (filter: object) => (await jobs().vacancies(filter)).data.map(({ slug }) => slug);
    expect(await slugs({ min: 30_000_000 })).toEqual(["lap-trinh-vien-frontend"]);
    expect(await slugs({ max: 8_000_000 })).toContain("nhan-vien-cua-hang-thu-duc");
    expect(await slugs({ q: "LAP TRINH" })).toEqual(["lap-trinh-vien-frontend"]);
    expect(await slugs({ category: "kho-van", city_code: "24" })).toEqual(["nhan-vien-kho-bac-ninh"]);
    expect(await slugs({ q: "thuyền trưởng tàu ngầm" })).toEqual([]);
    expect(await refusalCode(jobs().vacancies({ category: "phi-hanh-gia" }))).toBe("not_found");
  });

  test("the deadline counts in full, and days left change at midnight of the shop's clock", async () => {
    at(new Date("2026-12-31T16:59:59Z"));
    expect((await jobs().vacancy({ id: "9001" })).state).toBe("open");
    expect((await jobs().vacancies({})).data[0]?.days_left).toBe(0);
    expect((await jobs().vacancies({})).until).toBe("2026-12-31T17:00:00.000Z");
    at(new Date("2026-12-31T17:00:00Z"));
    expect((await jobs().vacancies({})).meta.total).toBe(0);
    expect(await jobs().vacancy({ id: "9001" })).toMatchObject({ state: "closed", others_count: 0 });
  });
});

describe("one vacancy", () => {
  test("is found by slug and id, in each language, with others of its category first", async () => {
    const bySlug = await jobs("en").vacancy({ id: "ky-thuat-vien-lap-dat-ha-noi" });
    expect(bySlug).toMatchObject({ id: 9001, lang: "en", title: "Water purifier installation technician" });
    expect((await jobs("en").vacancy({ id: "9001" })).slug).toBe(bySlug.slug);
    expect(bySlug.others[0]?.category_slug).toBe("ky-thuat");
    expect(bySlug.others_count).toBe(11);
  });

  test("that lacks one text in a language is Vietnamese there as a whole", async () => {
    await sql`update recruitment.vacancies set benefits = benefits - 'ja' where id = 9002`.execute(shop.sql);
    expect(await jobs("ja").vacancy({ id: "9002" })).toMatchObject({
      lang: "vi",
      title: "Kỹ thuật viên bảo hành điện gia dụng",
    });
  });

  test("stays for 12 months after it was closed, in no list; a draft is never found", async () => {
    await sql`update recruitment.vacancies set state = 'closed', closed_at = ${start} where id = 9003`.execute(
      shop.sql,
    );
    expect((await jobs().vacancy({ id: "9003" })).state).toBe("closed");
    expect((await jobs().vacancies({})).data.map(({ id }) => id)).not.toContain(9003);
    at(new Date("2027-11-24T03:00:00Z"));
    expect(await refusalCode(jobs().vacancy({ id: "9003" }))).toBe("not_found");
    await sql`update recruitment.vacancies set state = 'draft', closed_at = null, published_at = null where id = 9003`.execute(
      shop.sql,
    );
    at(start);
    expect(await refusalCode(jobs().vacancy({ id: "9003" }))).toBe("not_found");
  });
});
