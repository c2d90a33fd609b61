/** The desk of points: lists, one customer's points, adjustments within their limits and above, what is owed, gifts. rules/loyalty#desk */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { customerIdOf, putPoints } from "../test-points.ts";

let shop: TestShop;
let codes: Record<"lan" | "minh" | "hoa", string>;
beforeAll(async () => {
  shop = await testShop({ max: 30, timeout_factor: 4 });
  codes = { lan: await codeOf("lan"), minh: await codeOf("minh"), hoa: await codeOf("hoa") };
});
afterAll(() => shop.close());

async function codeOf(who: "lan" | "minh" | "hoa"): Promise<string> {
  const id = await customerIdOf(shop, who);
  const { code } = await shop.sql
    .selectFrom("identity.customers")
    .select("code")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return code;
}
const give = async (who: "lan" | "minh" | "hoa", points: number) =>
  putPoints(shop, await customerIdOf(shop, who), points);
const given = { why: "late_delivery", text: "Đơn giao trễ 3 ngày" } as const;

describe("an adjustment", () => {
  test("gives points at once, tells the customer, and stands in the history with its reason and person", async () => {
    const an = await shop.staff("an");
    const before = await an.loyalty.customerPoints({ code: codes.lan });
    const record = await an.loyalty.adjust({ code: codes.lan, points: 50, ...given });
    expect(record).toMatchObject({ usable: before.usable + 50, adjusted: 50 });
    expect(record.history[0]).toMatchObject({
      reason: "adjust",
      points: 50,
      why: "late_delivery",
      text: given.text,
      by: "Mai Bình An",
    });
    const { data } = await (await shop.as("lan")).notifications.list({});
    expect(data[0]).toMatchObject({ kind: "points_adjusted", body: "Cộng 50 điểm. Lý do: giao chậm." });
    const { data: own } = await (await shop.as("lan")).loyalty.history({});
    expect(JSON.stringify(own)).not.toContain(given.text);
    expect(own[0]).toMatchObject({ reason: "adjust", points: 50 });
  });

  test("ends with the given day, or as points earned now; an end that is over is refused at its field", async () => {
    const an = await shop.staff("an");
    const ends_on = `${shop.now.getUTCFullYear() + 1}-06-30`;
    const { lots } = await an.loyalty.adjust({ code: codes.hoa, points: 5, ...given, ends_on });
    expect(lots.map(({ ends_at }) => ends_at)).toContain(`${ends_on}T16:59:59.000Z`);
    const { body } = await refusal(an.loyalty.adjust({ code: codes.hoa, points: 5, ...given, ends_on: "2020-01-01" }));
    expect(body.errors).toHaveProperty("ends_on");
  });

  test("takes what is usable and never more, and needs words", async () => {
    const an = await shop.staff("an");
    const { usable } = await an.loyalty.customerPoints({ code: codes.lan });
    const { body } = await refusal(an.loyalty.adjust({ code: codes.lan, points: -usable - 1, ...given }));
    expect(body.errors?.points?.[0]).toContain(String(usable));
    expect(
      await an.loyalty.adjust({ code: codes.lan, points: -10, why: "wrong_earning", text: "Cộng nhầm đơn khác" }),
    ).toMatchObject({
      usable: usable - 10,
    });
    expect((await refusal(an.loyalty.adjust({ code: codes.lan, points: 0, ...given }))).body.errors).toHaveProperty(
      "points",
    );
    expect(
      (await refusal(an.loyalty.adjust({ code: codes.lan, points: 1, why: "other", text: " " }))).body.errors,
    ).toHaveProperty("text");
    expect(await refusalCode(an.loyalty.adjust({ code: "2222222222", points: 1, ...given }))).toBe("not_found");
  });

  test("above 500 in a day, however split and by anybody, is a request that another approves; it runs with its figures", async () => {
    const [an, suong] = [await shop.staff("an"), await shop.staff("suong")];
    await an.loyalty.adjust({ code: codes.minh, points: 300, ...given });
    const asked = await refusal(an.loyalty.adjust({ code: codes.minh, points: -201, ...given }));
    expect([asked.status, asked.body.code]).toEqual([202, "approval_asked"]);
    expect((await an.loyalty.customerPoints({ code: codes.minh })).adjusted).toBe(300);
    const id = asked.body.approval_id ?? "";
    const { digest, figures } = await suong.staff.approval({ id });
    expect(Object.fromEntries(figures.map(({ name, after }) => [name, after]))).toEqual({
      ...{ customer: codes.minh, points: "-201", expires: null },
    });
    expect(await suong.staff.approve({ id, digest })).toMatchObject({ state: "done" });
    expect(await an.loyalty.customerPoints({ code: codes.minh })).toMatchObject({ usable: 99, adjusted: 501 });
  });

  test("above 1,000 in a month of one customer needs a second person, both directions added", async () => {
    const an = await shop.staff("an");
    shop.advanceClock(0);
    await sql`delete from staff.limited_acts where kind = 'points'`.execute(shop.sql);
    await an.loyalty.adjust({ code: codes.minh, points: 400, ...given });
    await sql`delete from staff.limited_acts where kind = 'points'`.execute(shop.sql);
    expect((await refusal(an.loyalty.adjust({ code: codes.minh, points: 100, ...given }))).status).toBe(202);
  });

  test("by many at once never goes past the limit of a day nor below what is usable", async () => {
    await give("hoa", 300);
    const an = await shop.staff("an");
    const before = await an.loyalty.customerPoints({ code: codes.hoa });
    await sql`delete from staff.limited_acts where kind = 'points'`.execute(shop.sql);
    const tries = await Promise.allSettled(
      Array.from({ length: 24 }, () => an.loyalty.adjust({ code: codes.hoa, points: -50, ...given })),
    );
    const done = tries.filter(({ status }) => status === "fulfilled").length;
    const after = await an.loyalty.customerPoints({ code: codes.hoa });
    expect(after.usable).toBe(before.usable - done * 50);
    expect(after.usable).toBeGreaterThanOrEqual(0);
    expect(done).toBeLessThanOrEqual(10);
    expect(done).toBeGreaterThan(0);
  });
});

test("the list finds movements by reason, phone, customer and order, masked, newest first", async () => {
  const an = await shop.staff("an");
  const adjusted = await an.loyalty.desk({ reason: "adjust" });
  expect(adjusted.rows.length).toBeGreaterThan(2);
  expect(new Set(adjusted.rows.map(({ reason }) => reason))).toEqual(new Set(["adjust"]));
  expect(adjusted.rows.map(({ at }) => at)).toEqual(
    adjusted.rows
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  const ofLan = await an.loyalty.desk({ q: "0590000011" });
  expect(new Set(ofLan.rows.map(({ customer }) => customer))).toEqual(new Set([codes.lan]));
  expect((await an.loyalty.desk({ q: codes.lan })).rows.length).toBe(ofLan.rows.length);
  expect(ofLan.rows[0]?.phone ?? "").toMatch(/\*/);
  expect((await an.loyalty.desk({ q: "2222222222" })).rows).toEqual([]);
});

test("what is owed is the usable and held points by month of their end, debts apart, and equals the balances", async () => {
  const an = await shop.staff("an");
  const owed = await an.loyalty.liability({});
  const { rows } = await sql<{ points: number }>`select sum(usable + held)::points as points from ledger.accounts
    where kind = 'points'`.execute(shop.sql);
  expect(owed.points).toBe(rows[0]?.points);
  expect(owed.months.reduce((sum, { usable, held }) => sum + usable + held, 0)).toBe(owed.points);
  expect(owed.amount).toBe(owed.points * 1000);
  expect(owed.debts).toEqual({ points: 0, customers: 0 });
});

test("a gift is changed at the version that was read, and never has fewer than are taken", async () => {
  const chi = await shop.staff("chi");
  const [gift] = await chi.loyalty.gifts({});
  if (!gift) throw new Error("no gifts");
  const { id, version, points } = gift;
  const change = { id, version, points: points + 10, stock: 7, is_active: true, reason: "Giá nhập đổi" };
  expect(await chi.loyalty.saveGift(change)).toMatchObject({ points: points + 10, stock: 7, version: version + 1 });
  expect(await refusalCode(chi.loyalty.saveGift(change))).toBe("conflict");
  await sql`update loyalty.rewards set taken = 3 where id = ${id}`.execute(shop.sql);
  const fewer = await refusal(chi.loyalty.saveGift({ ...change, version: version + 1, stock: 2 }));
  expect(fewer.body.errors).toHaveProperty("stock");
  const reader = (await (await shop.as("lan")).loyalty.rewards({})).find(({ product_id }) => product_id === id);
  expect(reader).toMatchObject({ points: points + 10, left: 4 });
  await chi.loyalty.saveGift({ ...change, version: version + 1, is_active: false });
  expect((await (await shop.as("lan")).loyalty.rewards({})).some(({ product_id }) => product_id === id)).toBe(false);
});
