/** Ratings, questions and replies: who may write, what is shown, and that averages always equal the ratings. rules/reviews */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../database/integrity.ts";
import { juicer, RICE_COOKER } from "../orders/test-orders.ts";
import { refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { likeComment } from "./responses.ts";
import { buyer, fine, manyCustomers, storeRating } from "./test-reviews.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 12 });
});
afterAll(() => shop.close());

const rateOf = () => shop.visitor().reviews.starRate({ id: juicer });
/** Orders of these tests are delivered by hand, so their stock does not add up. */
const reviewFaults = async () =>
  (await integrityViolations(shop.sql)).filter(({ fault }) => fault.startsWith("reviews"));
const clear = () => sql`delete from reviews.comments`.execute(shop.sql);
const rating = (text = fine, stars = 5) => ({ kind: "rating" as const, product_id: juicer, stars, text });

describe("writing", () => {
  test("who has the product delivered may rate it once, and the rating is shown at once with a short name", async () => {
    await clear();
    const lan = await buyer(shop, "lan");
    expect((await lan.reviews.own({})).to_rate.map(({ product_id }) => product_id)).toContain(juicer);
    const written = await lan.reviews.write({ ...rating(), hashtags: ["de-rua"] });
    expect(written).toMatchObject({ state: "published", stars: 5, author: { name: "Lan T***", marks: ["verified"] } });
    expect(await rateOf()).toEqual({ average: 5, count: 1, stars: { "1": 0, "2": 0, "3": 0, "4": 0, "5": 1 } });
    expect(await refusalCode(lan.reviews.write(rating("Viết thêm một lần nữa cho vui.")))).toBe("already_rated");
    expect((await lan.reviews.own({})).to_rate.map(({ product_id }) => product_id)).not.toContain(juicer);
    const [shown] = (await shop.visitor().reviews.productComments({ id: juicer })).data;
    expect(shown).toMatchObject({ id: written.id, mine: false, hashtags: ["de-rua"] });
    expect(await shop.visitor().reviews.hashtags({ product_id: juicer })).toEqual([
      { code: "de-rua", label: "Dễ rửa", count: 1 },
    ]);
  });

  test("who has not received the product cannot rate it, but can ask", async () => {
    await clear();
    const sato = await shop.as("sato");
    expect(await refusalCode(sato.reviews.write(rating()))).toBe("not_bought");
    const asked = await sato.reviews.write({
      kind: "question",
      product_id: juicer,
      text: "Máy này ép được cà rốt không?",
    });
    expect(asked).toMatchObject({ kind: "question", state: "published", stars: null });
    expect((await rateOf()).count).toBe(0);
  });

  test("a person of a hub cannot rate, however much they bought", async () => {
    const agent = await buyer(shop, "cau-giay");
    expect(await refusalCode(agent.reviews.write(rating()))).toBe("seller_cannot_rate");
  });

  test("a visitor is told to log in, in the words of the specification", async () => {
    const refused = shop.visitor({ locale: "en" }).reviews.write(rating());
    await expect(refused).rejects.toMatchObject({
      status: 401,
      body: { message: "Please log in to rate and comment" },
    });
  });

  test("a short text is refused at its field in words or characters", async () => {
    await clear();
    const lan = await shop.as("lan");
    await expect(lan.reviews.write(rating("tốt lắm"))).rejects.toMatchObject({
      status: 422,
      body: { errors: { text: ["Vui lòng nhập nhận xét gồm 5 từ trở lên"] } },
    });
    expect(await refusalCode(lan.reviews.write({ ...rating(), stars: 6 }))).toBe("invalid");
    expect(await refusalCode(lan.reviews.write({ kind: "rating", product_id: juicer, text: fine }))).toBe("invalid");
  });

  test("the same text twice within a day is refused", async () => {
    await clear();
    const lan = await shop.as("lan");
    const question = { kind: "question" as const, product_id: juicer, text: "Máy này bảo hành mấy năm vậy?" };
    await lan.reviews.write(question);
    expect(await refusalCode(lan.reviews.write({ ...question, text: "MÁY NÀY bảo hành mấy năm vậy???" }))).toBe(
      "invalid",
    );
    shop.advanceClock(25 * 3_600_000);
    await lan.reviews.write(question);
  });

  test("a text that a rule holds is seen by its author alone, and its stars do not count yet", async () => {
    await clear();
    const lan = await shop.as("lan");
    const written = await lan.reviews.write(rating("Mã đơn của tôi 7KQ4MX2T9A giao hơi chậm nhé", 2));
    expect(written.state).toBe("pending");
    expect((await rateOf()).count).toBe(0);
    expect((await shop.visitor().reviews.productComments({ id: juicer })).data).toEqual([]);
    expect((await lan.reviews.productComments({ id: juicer })).data).toMatchObject([{ id: written.id, mine: true }]);
    expect(await refusalCode(shop.visitor().reviews.comment({ id: written.id }))).toBe("not_found");
    expect((await lan.reviews.comment({ id: written.id })).state).toBe("pending");
  });

  test("an edit changes the stars, is marked, and may be done three times a day", async () => {
    await clear();
    const limited = await testShop({ config: { limit_factor: 1 } });
    try {
      const lan = await buyer(limited, "lan");
      const { id } = await lan.reviews.write(rating());
      for (const stars of [4, 3, 2]) {
        const text = `Sau ${stars} tháng dùng thì máy hơi ồn một chút.`;
        expect(await lan.reviews.edit({ id, stars, text })).toMatchObject({ stars, edited: true });
        expect((await limited.visitor().reviews.starRate({ id: juicer })).average).toBe(stars);
      }
      expect(await refusalCode(lan.reviews.edit({ id, text: "Lần thứ tư trong ngày sửa bài này." }))).toBe(
        "daily_limit",
      );
    } finally {
      await limited.close();
    }
  });

  test("deleting takes the stars, and one may write anew", async () => {
    await clear();
    const lan = await shop.as("lan");
    const { id } = await lan.reviews.write(rating());
    await lan.reviews.remove({ id });
    expect((await rateOf()).average).toBeNull();
    expect((await lan.reviews.write(rating())).id).toBeGreaterThan(id);
    const minh = await shop.as("minh");
    expect(await refusalCode(minh.reviews.remove({ id }))).toBe("not_found");
  });
});

describe("readers", () => {
  test("a like is set and taken back, never toggled, and not given to oneself", async () => {
    await clear();
    const lan = await shop.as("lan");
    const { id } = await lan.reviews.write(rating());
    const minh = await shop.as("minh");
    expect(await minh.reviews.like({ id })).toEqual({ liked: true, likes: 1 });
    expect(await minh.reviews.like({ id })).toEqual({ liked: true, likes: 1 });
    expect(await minh.reviews.like({ id, liked: false })).toEqual({ liked: false, likes: 0 });
    expect(await minh.reviews.like({ id, liked: "0" })).toEqual({ liked: false, likes: 0 });
    expect(await refusalCode(lan.reviews.like({ id }))).toBe("own_comment");
  });

  test("a reply stands below what it answers, and a reply is not answered", async () => {
    await clear();
    const lan = await shop.as("lan");
    const { id } = await lan.reviews.write(rating());
    const hoa = await shop.as("hoa");
    const reply = await hoa.reviews.reply({ id, text: "Mình cũng thấy vậy." });
    const [shown] = (await shop.visitor().reviews.productComments({ id: juicer })).data;
    expect(shown).toMatchObject({ reply_count: 1, replies: [{ id: reply.id, author: { marks: ["collaborator"] } }] });
    expect(await refusalCode(lan.reviews.reply({ id: reply.id, text: "Cảm ơn chị." }))).toBe("not_found");
  });

  test("three reports by different accounts hold a text, once", async () => {
    await clear();
    const lan = await shop.as("lan");
    const { id } = await lan.reviews.write(rating());
    const reporters = await Promise.all((["minh", "hoa", "tuan"] as const).map((key) => shop.as(key)));
    for (const each of reporters) {
      await each.reviews.report({ id, reason: "ad" });
    }
    expect((await lan.reviews.comment({ id })).state).toBe("pending");
    const my = await shop.staff("my");
    const { version } = await my.reviews.record({ id });
    await my.reviews.publish({ id, version });
    for (const key of ["kim", "john", "sato"] as const) await (await shop.as(key)).reviews.report({ id, reason: "ad" });
    expect((await shop.visitor().reviews.comment({ id })).state).toBe("published");
  });
});

describe("averages and histograms", () => {
  test("equal the ratings when 200 are written, hidden, edited and deleted at once", async () => {
    await clear();
    const customers = await manyCustomers(shop, 200);
    const ids = await Promise.all(
      customers.map((customer_id, n) => storeRating(shop, { customer_id, stars: (n % 5) + 1 })),
    );
    expect(await rateOf()).toEqual({ average: 3, count: 200, stars: { "1": 40, "2": 40, "3": 40, "4": 40, "5": 40 } });
    await Promise.all(
      ids.map((id, n) => {
        if (n % 4 === 0) return sql`update reviews.comments set stars = 1 where id = ${id}`.execute(shop.sql);
        if (n % 4 === 1)
          return sql`update reviews.comments set state = 'hidden', hide_reason = 'spam' where id = ${id}`.execute(
            shop.sql,
          );
        if (n % 4 === 2)
          return sql`update reviews.comments set state = 'hidden', hide_reason = 'insult' where id = ${id}`.execute(
            shop.sql,
          );
        return sql`update reviews.comments set state = 'deleted' where id = ${id}`.execute(shop.sql);
      }),
    );
    const { rows } = await sql<{ count: number; average: number }>`select count(*)::int as count,
      round(avg(stars), 1)::float8 as average from reviews.comments
      where kind = 'rating' and (state = 'published' or (state = 'hidden' and hide_reason = 'insult'))`.execute(
      shop.sql,
    );
    expect(await rateOf()).toMatchObject(rows[0] ?? {});
    expect(await reviewFaults()).toEqual([]);
  });

  test("200 likes at once, half of them twice, count each account once", async () => {
    await clear();
    const { rows } = await sql<{
      id: number;
    }>`select id from identity.customers where email like 'many-%' order by id`.execute(shop.sql);
    const [author = 0, ...readers] = rows.map(({ id }) => id);
    const id = await storeRating(shop, { customer_id: author, stars: 4 });
    const all = [...readers, ...readers.slice(0, 100)];
    await Promise.all(all.map((customer_id) => likeComment(shop.ctx(), customer_id, { id, liked: true })));
    expect((await shop.visitor().reviews.comment({ id })).likes).toBe(readers.length);
    expect(await reviewFaults()).toEqual([]);
  });

  test("stand on cards and the product's page, and sort lists: fewer than three ratings behind the others", async () => {
    await clear();
    const { rows } = await sql<{
      id: number;
    }>`select id from identity.customers where email like 'many-%' order by id limit 3`.execute(shop.sql);
    for (const { id } of rows) await storeRating(shop, { customer_id: id, stars: 4 });
    await storeRating(shop, { customer_id: rows[0]?.id ?? 0, stars: 5, product_id: RICE_COOKER });
    const visitor = shop.visitor();
    const { data } = await visitor.catalogue.products({ sort: "rating" });
    expect(data.slice(0, 2).map(({ product_id, star_rating }) => [product_id, star_rating?.average_x10])).toEqual([
      [juicer, 40],
      [RICE_COOKER, 50],
    ]);
    expect(data[2]?.star_rating).toBeNull();
    expect((await visitor.catalogue.products({ rating_min: 5 })).data.map(({ product_id }) => product_id)).toEqual([
      RICE_COOKER,
    ]);
    const product = await visitor.catalogue.product({ id: juicer });
    expect(product.star_rating).toEqual({ average_x10: 40, count: 3 });
    expect(product.comments).toMatchObject({ ratings: 3, questions: 0, stars: { "4": 3 } });
    expect(product.comments.items).toHaveLength(3);
  });
});

describe("the desk", () => {
  test("hides with a reason the author reads, keeps a buyer's stars, and drops those of spam", async () => {
    await clear();
    const lan = await shop.as("lan");
    const { id } = await lan.reviews.write(rating("Tệ quá, không đáng tiền chút nào.", 1));
    const my = await shop.staff("my");
    const record = await my.reviews.record({ id });
    const hidden = await my.reviews.hide({
      id,
      version: record.version,
      hide_reason: "off_topic",
      note: "Nói về bưu tá",
    });
    expect(hidden).toMatchObject({ state: "hidden", hidden_by: "you" });
    expect(await rateOf()).toMatchObject({ average: 1, count: 1 });
    const [own] = (await lan.reviews.own({})).data;
    expect(own).toMatchObject({
      state: "hidden",
      hide_reason: "off_topic",
      hide_note: "Nói về bưu tá",
      objection: null,
    });
    expect(await refusalCode(my.reviews.hide({ id, version: record.version, hide_reason: "spam" }))).toBe("conflict");
    await my.reviews.hide({ id, version: hidden.version, hide_reason: "spam" });
    expect((await rateOf()).average).toBeNull();
  });

  test("another person decides an objection, which can be made once", async () => {
    await clear();
    const lan = await shop.as("lan");
    const { id } = await lan.reviews.write(rating());
    const my = await shop.staff("my");
    const { version } = await my.reviews.hide({ id, version: 1, hide_reason: "fake" });
    await lan.reviews.object({ id, text: "Tôi đã mua máy này thật." });
    expect(await refusalCode(lan.reviews.object({ id, text: "Xin xem lại lần nữa." }))).toBe("already_objected");
    expect(await refusalCode(my.reviews.decideObjection({ id, version, uphold: true }))).toBe("own_request");
    const an = await shop.staff("an");
    expect(await an.reviews.decideObjection({ id, version, uphold: true })).toMatchObject({
      state: "published",
      objection: { decision: "upheld" },
    });
    expect((await rateOf()).count).toBe(1);
  });

  test("answers once as the shop, shown without the name of who wrote it", async () => {
    await clear();
    const lan = await shop.as("lan");
    const { id } = await lan.reviews.write(rating());
    const my = await shop.staff("my");
    await my.reviews.answer({ id, text: "Cảm ơn chị Lan." });
    await my.reviews.answer({ id, text: "Cảm ơn chị Lan nhé." });
    const [shown] = (await shop.visitor().reviews.productComments({ id: juicer })).data;
    expect(shown?.replies).toMatchObject([{ is_shop: true, text: "Cảm ơn chị Lan nhé.", author: { name: null } }]);
    await my.reviews.removeAnswer({ id });
    expect((await shop.visitor().reviews.comment({ id })).replies).toEqual([]);
  });

  test("lists injuries first, then what waits", async () => {
    await clear();
    const lan = await shop.as("lan");
    const ask = (text: string) => lan.reviews.write({ kind: "question", product_id: juicer, text });
    const plain = await ask("Máy có màu khác không shop ơi?");
    const held = await ask("Gọi cho tôi số 0590 000 099 để tư vấn nhé");
    const safety = await ask("Máy bốc khói khi đang ép, tôi phải làm gì?");
    const { rows } = await (await shop.staff("my")).reviews.desk({});
    expect(rows.map(({ id }) => Number(id))).toEqual([safety.id, held.id, plain.id]);
  });
});

test("an erased person's ratings stay under no name, and their likes go", async () => {
  await clear();
  const kim = await buyer(shop, "kim");
  const { id } = await kim.reviews.write(rating());
  const { eraseReviews } = await import("./erasure.ts");
  const { rows } = await sql<{
    id: number;
  }>`select id from identity.customers where email = 'kim@mutosi.example'`.execute(shop.sql);
  const minh = await shop.as("minh");
  await minh.reviews.like({ id });
  await eraseReviews(shop.ctx(), rows[0]?.id ?? 0);
  expect(await shop.visitor().reviews.comment({ id })).toMatchObject({ author: { name: null }, text: fine, likes: 1 });
  expect((await rateOf()).count).toBe(1);
});
