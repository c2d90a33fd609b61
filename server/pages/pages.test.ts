/** Pages made of blocks: what visitors see in each state and language, and how staff write and publish them. */

import type { InputOf } from "contract/contract.ts";
import { PageDocument } from "contract/pages/document.ts";
import type { ShownBlockOf, ShownPage } from "contract/pages/pages.ts";
import { reservedPageSlugs } from "contract/pages/reserved.ts";
import { unchecked } from "contract/unchecked.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeProgramme } from "../orders/test-programmes.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { findBuilderPage } from "./pages.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
let shop: TestShop;
const statements: string[] = [];
beforeAll(async () => {
  shop = await testShop({
    onQuery: (text) => statements.push(text),
    now: new Date("2026-11-20T03:00:00Z"),
    programmes: true,
  });
  // The demo's pages are live from the moment of seeding, which is the machine's.
  await sql`update pages.pages set starts_at = '2026-01-01' where kind = 'builder'`.execute(shop.sql);
});
afterAll(() => shop.close());

const pages = (locale: "vi" | "en" | "ja" = "vi") => shop.visitor({ locale }).pages;
const editor = () => shop.staff("quang"); // the calls of a domain cannot be awaited themselves

function block<T extends ShownPage["blocks"][number]["type"]>(page: ShownPage, type: T): ShownBlockOf<T> {
  const found = page.blocks.find((each): each is ShownBlockOf<T> => each.type === type);
  if (!found) throw new Error(`no ${type}`);
  return found;
}

type Written = InputOf<"pages.saveDraft">["page"];
const hero = { id: "hero", type: "hero" as const, title: { vi: "Quạt" }, text: { vi: "Quạt cho {short_name}." } };
const simple = (more: object[] = []): Written => ({
  title: { vi: "Quạt mùa hè" },
  description: { vi: "Chọn quạt." },
  blocks: unchecked<Written["blocks"]>([hero, ...more]), // the call checks them
});
let made = 0;
/** A builder page, published now. */
async function live(page: Written = simple(), more: { starts_at?: string; ends_at?: string; ends_to?: string } = {}) {
  const key = `thu-trang-${++made}`;
  const { pages: staff } = await editor();
  const { version } = await staff.saveDraft({ key, base_version: 0, kind: "builder", slug: key, page });
  await staff.publish({ key, version, ...more });
  return key;
}

describe("the demo's pages", () => {
  it("the fixed pages are shown in three languages, with counted figures and no blank left", async () => {
    for (const locale of ["vi", "en", "ja"] as const) {
      for (const key of ["about", "contact", "cooperation", "household"] as const) {
        const page = await pages(locale).fixed({ key });
        expect(page.lang).toBe(locale);
        expect(JSON.stringify(page)).not.toMatch(/\{[a-z_]+\}|\[\[[a-z]/);
      }
    }
    const about = await pages().fixed({ key: "about" });
    expect(block(about, "hero").figures.map(({ value }) => value)).toEqual([92, 34, 158, 3]);
    expect(block(about, "map").stores.length).toBeGreaterThan(0);
  });

  it("what needs a part of the shop that is not there is left out, with its page where the page needs it", async () => {
    const household = await pages().fixed({ key: "household" });
    expect(household.blocks.some(({ id }) => id === "booking")).toBe(true);
    const cooperation = await pages().fixed({ key: "cooperation" });
    expect(cooperation.blocks.map(({ id }) => id)).not.toContain("faq");
    expect(await refusalCode(pages().find({ kind: "landing", slug: "nuoc-sach-cho-bep-nha" }))).toBe("not_found");
  });

  it("a landing page before its first day is not found, and is no builder page either", async () => {
    const later = await testShop({ now: new Date("2026-12-01T05:00:00Z") });
    expect(await refusalCode(pages().find({ kind: "landing", slug: "chuan-bi-tet" }))).toBe("not_found");
    expect((await pages().list({ kind: "landing" })).data).toEqual([]);
    const found = await later.visitor().pages.find({ kind: "landing", slug: "chuan-bi-tet" });
    expect(found.until).toBe("2027-01-28T10:00:00.000Z");
    expect(await refusalCode(later.visitor().pages.find({ kind: "builder", slug: "chuan-bi-tet" }))).toBe("not_found");
    await later.close();
  });

  it("the list has what is live, with its picture", async () => {
    const { data } = await pages("ja").list({ kind: "builder" });
    expect(data.map(({ slug }) => slug).sort()).toEqual([
      "bep-nho-4-m2",
      "may-loc-nuoc-theo-nguon-nuoc",
      "phong-ngu-yen-tinh",
    ]);
    expect(data.every(({ picture, lang }) => picture !== null && lang === "ja")).toBe(true);
  });
});

describe("blocks", () => {
  it("a page of forty blocks costs two statements", async () => {
    const rows = Array.from({ length: 39 }, (_, at) => ({
      id: `row-${at}`,
      type: "product_row",
      title: { vi: "Hàng" },
      rule: at % 2 ? { rule: "category", category: "quat-dien" } : { rule: "newest" },
    }));
    const slug = await live(simple(rows));
    await pages().find({ kind: "builder", slug });
    statements.length = 0;
    const page = await pages().find({ kind: "builder", slug });
    expect(page.blocks).toHaveLength(40);
    expect(statements).toHaveLength(2);
  });

  it("a row keeps its order and its price bounds: from is included, below is not; a category sorts by price", async () => {
    const page = await pages().find({ kind: "builder", slug: "bep-nho-4-m2" });
    expect(block(page, "product_row").products.map(({ code }) => code)).toEqual([
      "SRM-AF20M-PK",
      "SRM-RC06-WH",
      "SRM-KT05-BL",
      "SRM-BLM4-GN",
      "SRM-IN1P-BK",
      "SRM-NM06-GN",
    ]);
    const priced = block(page, "product_row").products;
    const [cheapest = 0, next = 0] = priced.map(({ price }) => price).sort((a, b) => a - b);
    const row = (bounds: object) => ({
      id: "row",
      type: "product_row",
      title: { vi: "Hàng" },
      rule: { rule: "skus", skus: priced.map(({ code }) => code), ...bounds },
    });
    const from = await pages().find({ kind: "builder", slug: await live(simple([row({ min_price: next })])) });
    expect(block(from, "product_row").products.map(({ price }) => price)).toContain(next);
    const below = await pages().find({ kind: "builder", slug: await live(simple([row({ max_price: next })])) });
    expect(block(below, "product_row").products.map(({ price }) => price)).toEqual([cheapest]);
    const bedroom = await pages().find({ kind: "builder", slug: "phong-ngu-yen-tinh" });
    const prices = block(bedroom, "product_row").products.map(({ price }) => price);
    expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  });

  it("a row without products disappears, and a page whose blocks all disappear is not found", async () => {
    const row = { id: "row", type: "product_row", title: { vi: "Hàng" }, rule: { rule: "skus", skus: ["NONE-1"] } };
    const beside = await pages().find({ kind: "builder", slug: await live(simple([row])) });
    expect(beside.blocks.map(({ id }) => id)).toEqual(["hero"]);
    const alone = await live({ ...simple(), blocks: simple([row]).blocks.slice(1) });
    expect(await refusalCode(pages().find({ kind: "builder", slug: alone }))).toBe("not_found");
  });

  it("a countdown ends by the shop's clock and leaves what follows it", async () => {
    const ends = new Date(shop.now.getTime() + 1_000).toISOString();
    const countdown = { id: "until", type: "countdown", title: { vi: "Còn" }, ends, after: { vi: "Đã hết." } };
    const slug = await live(simple([countdown]));
    const before = await pages().find({ kind: "builder", slug });
    expect([block(before, "countdown").running, before.until]).toEqual([true, ends]);
    shop.advanceClock(1_000);
    expect(block(await pages().find({ kind: "builder", slug }), "countdown").running).toBe(false);
  });

  it("a page without one text in a language is Vietnamese there as a whole", async () => {
    const slug = await live({ ...simple(), title: { vi: "Quạt", en: "Fans" } });
    const page = await pages("en").find({ kind: "builder", slug });
    expect([page.lang, page.languages, page.title]).toEqual(["vi", ["vi"], "Quạt"]);
  });

  it("a stored block of an unknown kind is left out and the page stands", async () => {
    const slug = await live();
    await sql`update pages.versions set document = jsonb_set(document, '{blocks,1}', '{"id":"x","type":"html","html":"<b>"}')
      where page_key = ${slug}`.execute(shop.sql);
    expect((await pages().find({ kind: "builder", slug })).blocks.map(({ id }) => id)).toEqual(["hero"]);
  });

  it("the schema refuses unknown blocks, unknown fields, scripts as links and pictures without description", () => {
    const tries = [
      { id: "x", type: "html", html: "<b>" },
      { ...hero, html: "<b>" },
      {
        id: "x",
        type: "text_picture",
        title: { vi: "A" },
        text: { vi: "B" },
        button: { label: { vi: "C" }, link: "javascript:alert(1)" },
      },
      {
        id: "x",
        type: "text_picture",
        title: { vi: "A" },
        text: { vi: "B" },
        button: { label: { vi: "C" }, link: "//evil.example" },
      },
      { id: "x", type: "text_picture", title: { vi: "A" }, text: { vi: "B" }, picture: { art: "kettle.svg" } },
    ];
    for (const bad of tries) expect(PageDocument.safeParse({ ...simple(), blocks: [bad] }).success).toBe(false);
    expect(PageDocument.safeParse(simple()).success).toBe(true);
  });
});

describe("tags", () => {
  it("list products and, on the first page, articles; what nothing bears is not found", async () => {
    const articles = await pages("ja").tag({ tag: "may-loc-nuoc" });
    expect([articles.label.length > 0, articles.posts.length]).toEqual([true, 2]);
    const products = await pages().tag({ tag: "lap-dat" });
    expect(products.products.meta.total).toBeGreaterThan(0);
    expect((await pages().tag({ tag: "suc-khoe", page: 2 })).posts).toEqual([]);
    expect(await refusalCode(pages().tag({ tag: "khong-ai-mang" }))).toBe("not_found");
  });
});

describe("publishing", () => {
  it("goes from draft over a window to its end, and each state answers as it should", async () => {
    const { pages: staff } = await editor();
    const key = "thu-cua-so";
    const { version } = await staff.saveDraft({ key, base_version: 0, kind: "builder", slug: key, page: simple() });
    const find = () => pages().find({ kind: "builder", slug: key });
    expect(await refusalCode(find())).toBe("not_found");
    const starts_at = new Date(shop.now.getTime() + DAY_MS).toISOString();
    const ends_at = new Date(shop.now.getTime() + 2 * DAY_MS).toISOString();
    expect((await staff.publish({ key, version, starts_at, ends_at, ends_to: "/san-pham" })).state).toBe("scheduled");
    expect(await refusalCode(find())).toBe("not_found");
    expect((await pages().list({ kind: "builder" })).until).toBe(starts_at);
    shop.advanceClock(DAY_MS);
    expect((await find()).until).toBe(ends_at);
    expect((await findBuilderPage(shop.ctx(), key))?.key).toBe(key);
    shop.advanceClock(DAY_MS);
    expect(await refusalCode(find())).toBe("page_ended");
    expect(await findBuilderPage(shop.ctx(), key)).toBeNull();
    expect(await pages().ended({ kind: "builder", slug: key })).toMatchObject({
      ends_to: "/san-pham",
      ended_at: ends_at,
    });
    expect((await pages().list({ kind: "builder" })).data.some(({ slug }) => slug === key)).toBe(false);
  });

  it("saving over a colleague's newer draft is a conflict; two at once make one version", async () => {
    const key = await live();
    const saves = await Promise.allSettled(
      Array.from({ length: 8 }, async () => (await editor()).pages.saveDraft({ key, base_version: 1, page: simple() })),
    );
    expect(saves.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await refusalCode((await editor()).pages.saveDraft({ key, base_version: 1, page: simple() }))).toBe(
      "conflict",
    );
  });

  it("what visitors see is the published version, whatever is drafted or restored after it", async () => {
    const key = await live();
    const { pages: staff } = await editor();
    await staff.saveDraft({ key, base_version: 1, page: { ...simple(), title: { vi: "Mới" } } });
    expect((await pages().find({ kind: "builder", slug: key })).title).toBe("Quạt mùa hè");
    expect(await staff.restore({ key, version: 1 })).toEqual({ version: 3 });
    expect((await staff.versions({ key })).map(({ version, is_published }) => [version, is_published])).toEqual([
      [3, false],
      [2, false],
      [1, true],
    ]);
    expect((await staff.staffPage({ key })).document).toMatchObject({ title: { vi: "Quạt mùa hè" } });
  });

  it("a preview shows its version for a day without a session, and nothing else opens it", async () => {
    const key = await live();
    const { pages: staff } = await editor();
    await staff.saveDraft({ key, base_version: 1, page: { ...simple(), title: { vi: "Bản nháp" } } });
    const { ja } = await staff.makePreview({ key, version: 2 });
    const token = ja.split("/").at(-1) ?? "";
    expect(ja).toContain("/ja/-/preview/");
    expect((await pages().preview({ token })).title).toBe("Bản nháp");
    expect(await refusalCode(pages().preview({ token: `${token}x` }))).toBe("not_found");
    shop.advanceClock(DAY_MS + 1_000);
    expect(await refusalCode(pages().preview({ token }))).toBe("not_found");
  });

  it("is refused by block: claims, unknown blanks, dead links, a second countdown, a hero that is not first", async () => {
    const ends = new Date(shop.now.getTime() + DAY_MS).toISOString();
    const countdown = { type: "countdown", title: { vi: "Còn" }, ends };
    const text = (id: string, more: object) => ({
      id,
      type: "text_picture",
      title: { vi: "A" },
      text: { vi: "B" },
      ...more,
    });
    const page = simple([
      { ...countdown, id: "one" },
      { ...countdown, id: "two" },
      { ...hero, id: "late" },
      text("claim", { text: { vi: "Máy lọc tốt nhất" } }),
      text("blank", { text: { vi: "Gọi {hotlin}" } }),
      text("link", { button: { label: { vi: "Đọc" }, link: "/thong-tin/khong-co" } }),
      text("fine", { button: { label: { vi: "Đọc" }, link: "/thong-tin/giao-hang" } }),
    ]);
    const { pages: staff } = await editor();
    await staff.saveDraft({ key: "thu-loi", base_version: 0, kind: "builder", slug: "thu-loi", page });
    const { errors = {} } = (await refusal(staff.publish({ key: "thu-loi", version: 1 }))).body;
    expect(Object.keys(errors).sort()).toEqual(["blank", "claim", "late", "link", "two"]);
  });

  it("a changed slug leads to the page for ever and is nobody else's; reserved words and programmes keep theirs", async () => {
    const key = await live();
    const { pages: staff } = await editor();
    await staff.saveDraft({ key, base_version: 1, slug: "ten-moi-cua-trang", page: simple() });
    expect((await pages().find({ kind: "builder", slug: key })).slug).toBe("ten-moi-cua-trang");
    await makeProgramme(shop.sql, new Date(), "chuong-trinh-thu", { action: { type: "trade_in", amount: 1000 } });
    const draft = { key: "trang-khac", base_version: 0, kind: "builder" as const, page: simple() };
    for (const slug of [key, "chuong-trinh-thu", "san-pham", "tuyen-dung"])
      expect(await refusalCode(staff.saveDraft({ ...draft, slug })), slug).toBe("invalid");
    for (const word of [...reservedPageSlugs].filter((each) => each.length >= 3)) {
      const { rows } = await sql<{ is_reserved: boolean }>`select pages.is_reserved(${word}) as is_reserved`.execute(
        shop.sql,
      );
      expect(rows[0]?.is_reserved, word).toBe(true);
    }
  });

  it("fixed pages have no window and no end; what was published is not deleted; each step is in the history", async () => {
    const { pages: staff } = await editor();
    expect(await refusalCode(staff.publish({ key: "about", version: 1, ends_at: "2030-01-01T00:00:00Z" }))).toBe(
      "invalid",
    );
    expect(await refusalCode(staff.end({ key: "about", reason: "Thử" }))).toBe("state_conflict");
    const key = await live();
    expect(await refusalCode(staff.remove({ key }))).toBe("state_conflict");
    await staff.end({ key, reason: "Hết" });
    await staff.publish({ key, version: 1 });
    await staff.unpublish({ key, reason: "Sai ảnh" });
    const { rows } = await sql<{ act: string; actor: string }>`
      select act, actor from pages.history where page_key = ${key} order by id`.execute(shop.sql);
    expect(rows.map(({ act }) => act)).toEqual(["published", "ended", "published", "unpublished"]);
    expect(rows.every(({ actor }) => actor.startsWith("staff:"))).toBe(true);
    const draft = {
      key: "chi-la-nhap",
      base_version: 0,
      kind: "builder" as const,
      slug: "chi-la-nhap",
      page: simple(),
    };
    await staff.saveDraft(draft);
    expect(await staff.remove({ key: "chi-la-nhap" })).toEqual({ removed: true });
  });

  it("without the right nothing is written or published", async () => {
    const kho = (await shop.staff("loc")).pages;
    expect(await refusalCode(kho.staffList({}))).toBe("forbidden");
    expect(await refusalCode(kho.publish({ key: "about", version: 1 }))).toBe("forbidden");
  });
});
