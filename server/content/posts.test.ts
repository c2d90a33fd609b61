/** News: lists, articles, tags and languages. */
import { isLocale, type Locale } from "contract/values/locale.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ now: new Date("2026-11-21T09:00:00+07:00") });
});
afterAll(() => shop.close());

const content = (locale: Locale = "vi") => shop.visitor({ locale }).content;

describe("news", () => {
  it("pages neither repeat nor lose a post, newest first", async () => {
    const seen: number[] = [];
    const first = await content().posts({ limit: 7 });
    for (let page = 1; page <= first.meta.last_page; page++) {
      seen.push(...(await content().posts({ limit: 7, page })).data.map(({ id }) => id));
    }
    expect(seen).toHaveLength(first.meta.total);
    expect(new Set(seen).size).toBe(first.meta.total);
    const all = (await content().posts({ limit: 100 })).data;
    expect(all.map(({ id }) => id)).toEqual(seen);
    const dates = all.map(({ created_at }) => created_at);
    expect(dates).toEqual(dates.toSorted().reverse());
    expect((await content().posts({ page: 99 })).data).toEqual([]);
  });

  it("the specification's query: a category, four posts, newest first", async () => {
    const { data, meta } = await content().posts({
      limit: 4,
      category_slug: "song-khoe",
      sort: { created_at: "desc" },
    });
    expect(data).toHaveLength(4);
    expect(meta.total).toBe(8);
    expect(new Set(data.map((post) => post.category_slug))).toEqual(new Set(["song-khoe"]));
    const oldest = await content().posts({ limit: 1, category_slug: "song-khoe", sort: { created_at: "asc" } });
    expect(oldest.data[0]?.id).toBe(5029);
  });

  it("a tag finds its posts; an unknown category or tag finds none", async () => {
    const { data } = await content().posts({ tag: "robot" });
    expect(data.map(({ id }) => id).toSorted()).toEqual([5006, 5018]);
    expect((await content().posts({ tag: "khong-co" })).meta.total).toBe(0);
    expect((await content().posts({ category_slug: "khong-co" })).meta.total).toBe(0);
  });

  it("posts about a product category come in the order of the blog's categories, so that advice on buying is first", async () => {
    const { data, meta } = await content().posts({ about: "noi-chien-khong-dau" });
    const order = ["tu-van-chon-mua", "huong-dan-su-dung", "meo-vat-gia-dinh", "song-khoe"];
    expect(data.map(({ category_slug }) => category_slug)).toEqual(order);
    expect(meta.total).toBe(4);
    for (const { id } of data) {
      const { related_categories } = await content().post({ id });
      expect(related_categories.map(({ slug }) => slug)).toContain("noi-chien-khong-dau");
    }
    const sorted = await content().posts({ about: "noi-chien-khong-dau", sort: { created_at: "desc" } });
    expect(sorted.data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toReversed());
    expect((await content().posts({ about: "khong-co" })).data).toEqual([]);
  });

  it("a post of tomorrow is not listed today", async () => {
    const tomorrow = new Date(shop.now.getTime() + 86_400_000);
    const post = shop.sql.updateTable("content.posts").where("id", "=", 5001);
    await post.set({ published_at: tomorrow }).execute();
    await expect(content().post({ id: 5001 })).rejects.toMatchObject({ status: 404 });
    await post.set({ published_at: "2026-01-13T08:00:00+07:00", status: "draft" }).execute();
    await expect(content().post({ id: 5001 })).rejects.toMatchObject({ status: 404 });
    await post.set({ status: "published" }).execute();
    expect((await content().post({ id: 5001 })).id).toBe(5001);
  });

  it("an article by id and by slug is the same", async () => {
    const slug = "chon-may-loc-nuoc-ro-nhin-vao-nguon-nuoc-truoc";
    const post = await content().post({ id: slug });
    expect(await content().post({ id: "5001" })).toEqual(post);
    expect(post).toMatchObject({
      id: 5001,
      thumbnail_url: "post/water-purifier",
      created_at: "2026-01-13T01:00:00.000Z",
      author: "Nguyễn Thu Hà",
      tags: [
        { slug: "may-loc-nuoc", label: "Máy lọc nước" },
        { slug: "ro", label: "Lọc RO" },
      ],
      related_categories: [{ slug: "may-loc-nuoc-ro", name: "Máy lọc nước RO" }],
    });
    expect(post.body).toContain("### Ba câu hỏi nên trả lời");
    await expect(content().post({ id: "khong-co" })).rejects.toMatchObject({ status: 404 });
    await expect(content().post({ id: 1 })).rejects.toMatchObject({ status: 404 });
  });

  it("an untranslated body stays Vietnamese and is marked; the title may be translated", async () => {
    expect(await content("en").post({ id: 5001 })).toMatchObject({ lang: "en", body_lang: "en" });
    const untranslated = await content("en").post({ id: 5005 });
    expect(untranslated).toMatchObject({ lang: "en", body_lang: "vi" });
    expect(untranslated.tags.map(({ label }) => label)).toEqual(["Fans", "Mother and baby"]);
    await shop.sql.deleteFrom("content.post_texts").where("post_id", "=", 5005).where("locale", "=", "ja").execute();
    expect(await content("ja").post({ id: 5005 })).toMatchObject({
      lang: "vi",
      title: "Chọn quạt cho phòng có trẻ nhỏ",
    });
  });

  it("related posts are others, those with a tag in common first", async () => {
    const { related_posts } = await content().post({ id: 5006 });
    expect(related_posts).toHaveLength(3);
    expect(related_posts[0]?.id).toBe(5018); // the other one about robots
    expect(related_posts.map(({ id }) => id)).not.toContain(5006);
  });

  it("home's tabs hold up to four posts of every category", async () => {
    const tabs = await content("ja").newsTabs({});
    expect(tabs.map(({ slug }) => slug)).toEqual([
      "tu-van-chon-mua",
      "huong-dan-su-dung",
      "meo-vat-gia-dinh",
      "song-khoe",
      "tin-thuong-hieu",
    ]);
    for (const tab of tabs) {
      expect(tab.posts).toHaveLength(Math.min(4, tab.post_count));
      expect(tab.posts.every((post) => post.category_slug === tab.slug && isLocale(post.lang))).toBe(true);
    }
    expect(tabs[0]?.name).toBe("選び方ガイド");
  });

  it("categories by id, by slug, as a list and as a setting are the same ones", async () => {
    const { data } = await content().postCategories({});
    expect(await content().blogCategoriesSetting({})).toEqual(data);
    expect(await content().postCategory({ id: data[2]?.id ?? 0 })).toEqual(data[2]);
    expect(await content().postCategoryBySlug({ slug: "song-khoe" })).toEqual(data[3]);
    await expect(content().postCategory({ id: 99 })).rejects.toMatchObject({ status: 404 });
    await expect(content().postCategoryBySlug({ slug: "khong-co" })).rejects.toMatchObject({ status: 404 });
  });
});
