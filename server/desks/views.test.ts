/** Views of lists: whose they are, what they may hold, and that two people do not overwrite each other. rules/office#views */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop();
});
afterAll(() => shop.close());
beforeEach(() => sql`delete from desks.views`.execute(shop.sql));

const kept = { name: "Hà Nội", query: { status: "waiting_approval", sort: "oldest" } };
const waiting = { desk: "orders", ...kept };

describe("a view", () => {
  test("holds filters, order, columns and density; its owner alone sees it until it is shared with a role", async () => {
    const [ngoc, my, quynh] = [await shop.staff("ngoc"), await shop.staff("my"), await shop.staff("quynh")];
    const made = await ngoc.desks.saveView({ ...waiting, columns: ["code", "total"], density: "dense" });
    expect(made).toMatchObject({
      name: "Hà Nội",
      role: null,
      can_change: true,
      columns: ["code", "total"],
      version: 1,
    });
    expect((await ngoc.desks.views({ desk: "orders" })).views).toEqual([made]);
    expect((await my.desks.views({ desk: "orders" })).views).toEqual([]);
    const { id, version } = made;
    const role = "order_desk";
    const shared = await ngoc.desks.changeView({ ...kept, id, version, role });
    expect(shared).toMatchObject({ role: { code: role, name: expect.any(String) }, version: 2 });
    expect((await quynh.desks.views({ desk: "orders" })).views).toEqual([]);
    expect((await (await shop.staff("an")).desks.views({ desk: "orders" })).views).toMatchObject([
      { can_change: true },
    ]);
    expect(await refusalCode(quynh.desks.changeView({ ...kept, id, version: 2 }))).toBe("not_found");
    expect(await refusalCode(quynh.desks.removeView({ id }))).toBe("not_found");
    expect(await ngoc.desks.removeView({ id })).toEqual({ done: true });
    expect(await refusalCode(ngoc.desks.removeView({ id }))).toBe("not_found");
  });

  test("is shared with a role one has; with another only by who manages roles", async () => {
    const ngoc = await shop.staff("ngoc");
    expect((await ngoc.desks.views({ desk: "orders" })).roles.map(({ code }) => code)).toEqual(["order_desk"]);
    expect(await refusalCode(ngoc.desks.saveView({ ...waiting, role: "care" }))).toBe("forbidden");
    expect(await refusal(ngoc.desks.saveView({ ...waiting, role: "nobody" }))).toMatchObject({ status: 422 });
    const made = await (await shop.staff("an")).desks.saveView({ ...waiting, role: "care" });
    expect((await (await shop.staff("my")).desks.views({ desk: "orders" })).views).toMatchObject([
      { id: made.id, can_change: false },
    ]);
    expect(await refusalCode((await shop.staff("my")).desks.changeView({ ...kept, id: made.id, version: 1 }))).toBe(
      "forbidden",
    );
  });

  test("of a list the caller may not read is not there for them, nor is one of no list", async () => {
    const chi = await shop.staff("chi");
    expect(await refusalCode(chi.desks.views({ desk: "orders" }))).toBe("not_found");
    expect(await refusalCode(chi.desks.saveView(waiting))).toBe("not_found");
    expect(await refusalCode(chi.desks.saveLayout({ desk: "orders" }))).toBe("not_found");
    expect(await refusalCode(chi.desks.views({ desk: "nothing" }))).toBe("not_found");
  });

  test("with a filter, a value or a column the desk does not know is refused at the field; a search is never kept", async () => {
    const ngoc = await shop.staff("ngoc");
    const refused: [object, string][] = [
      [{ query: { q: "0590000011" } }, "query"],
      [{ query: { status: "gone" } }, "query"],
      [{ query: { role: "owner" } }, "query"],
      [{ columns: ["password_hash"] }, "columns"],
      [{ columns: [] }, "columns"],
      [{ name: "" }, "name"],
    ];
    for (const [change, field] of refused)
      expect(await refusal(ngoc.desks.saveView({ ...waiting, ...change }))).toMatchObject({
        status: 422,
        body: { errors: { [field]: [expect.any(String)] } },
      });
    await ngoc.desks.saveView(waiting);
    expect(await refusal(ngoc.desks.saveView({ ...waiting, name: "hà nội" }))).toMatchObject({
      body: { errors: { name: ["Đã có chế độ xem mang tên này"] } },
    });
  });

  test("changed by two people from one version is changed once, the other being told", async () => {
    const an = await shop.staff("an");
    const { id } = await an.desks.saveView({ ...waiting, role: "order_desk" });
    const suong = await shop.staff("suong");
    const changes = [an, suong].map((who, at) =>
      who.desks.changeView({ ...kept, id, version: 1, role: "order_desk", name: `Tên ${at}` }),
    );
    const done = await Promise.allSettled(changes);
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await an.desks.views({ desk: "orders" })).views[0]?.version).toBe(2);
  });
});

test("columns and density of a list are each person's own", async () => {
  const [ngoc, my] = [await shop.staff("ngoc"), await shop.staff("my")];
  await ngoc.desks.saveLayout({ desk: "orders", columns: ["code", "status"], density: "dense" });
  expect((await ngoc.desks.views({ desk: "orders" })).layout).toEqual({
    columns: ["code", "status"],
    density: "dense",
  });
  expect((await my.desks.views({ desk: "orders" })).layout).toEqual({ columns: null, density: "normal" });
  await ngoc.desks.saveLayout({ desk: "orders" });
  expect((await ngoc.desks.views({ desk: "orders" })).layout).toEqual({ columns: null, density: "normal" });
  expect(await refusal(ngoc.desks.saveLayout({ desk: "orders", columns: ["nothing"] }))).toMatchObject({ status: 422 });
});
