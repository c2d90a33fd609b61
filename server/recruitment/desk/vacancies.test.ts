/** Vacancies as staff write, open and close them, and what visitors see of it. rules/recruitment#vacancies */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { exampleVacancy } from "./test-examples.ts";
import { closeVacancy, openVacancy } from "./vacancies.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ now: new Date("2026-11-23T03:00:00Z") });
});
afterAll(() => shop.close());

const owner = () => shop.staff("an");
const seen = (slug: string) => shop.visitor().recruitment.vacancy({ id: slug });

describe("a vacancy", () => {
  test("is a draft nobody sees until it is opened, and the same draft sent twice is one", async () => {
    const { id, slug, state } = await exampleVacancy(shop, { slug: "nguoi-mo-dau" });
    expect(state).toBe("draft");
    expect((await exampleVacancy(shop, { slug })).id).toBe(id);
    expect(await refusalCode(seen(slug))).toBe("not_found");
    expect(await (await owner()).recruitment.openVacancy({ id })).toMatchObject({
      state: "open",
      history: [{ act: "opened" }],
    });
    expect(await seen(slug)).toMatchObject({ state: "open", title: "Thợ sửa máy giặt", salary: null });
    expect(await refusalCode((await owner()).recruitment.openVacancy({ id }))).toBe("state_conflict");
  });

  test("closed by hand it stays as closed, says why in its history, and can be opened again", async () => {
    const { openVacancy: open, closeVacancy: close } = (await owner()).recruitment;
    const { id, slug } = await exampleVacancy(shop);
    expect(await refusalCode(close({ id, reason: "Nhầm" }))).toBe("state_conflict");
    await open({ id });
    const closed = await close({ id, reason: "Đã đủ người" });
    expect(closed).toMatchObject({ state: "closed", history: [{ act: "closed", reason: "Đã đủ người" }, {}] });
    expect((await seen(slug)).state).toBe("closed");
    expect((await open({ id })).published_at).toBe(closed.published_at);
  });

  test("whose deadline is over opens only once it is moved, by an act of its own", async () => {
    const { openVacancy: open, saveVacancy } = (await owner()).recruitment;
    const made = await exampleVacancy(shop, { deadline: "2026-11-23" });
    const { history: _, applications: _a, published_at: _p, state: _s, ...says } = made;
    const { changed_at } = await open({ id: made.id });
    await sql`update recruitment.vacancies set deadline = '2026-11-22' where id = ${made.id}`.execute(shop.sql);
    expect(await refusalCode(open({ id: made.id }))).toBe("state_conflict");
    const moved = await saveVacancy({ ...says, changed_at, deadline: "2026-12-31" });
    expect(moved).toMatchObject({ state: "closed", deadline: "2026-12-31" });
    expect((await open({ id: made.id })).state).toBe("open");
  });
});

test("a change over another's is a conflict, and a published address and an unknown category are refused", async () => {
  const { openVacancy: open, saveVacancy } = (await owner()).recruitment;
  const { history: _, applications: _a, published_at: _p, state: _s, ...made } = await exampleVacancy(shop);
  shop.advanceClock(1_000);
  const { changed_at } = await saveVacancy({ ...made, headcount: 5 });
  expect(await refusalCode(saveVacancy({ ...made, headcount: 6 }))).toBe("conflict");
  const wrong = await refusal(saveVacancy({ ...made, changed_at, category: "phi-hanh-gia" }));
  expect(wrong.body.errors).toHaveProperty("category");
  const opened = await open({ id: made.id });
  const renamed = await refusal(saveVacancy({ ...made, changed_at: opened.changed_at, slug: "ten-khac-hoan-toan" }));
  expect(renamed.body.errors).toHaveProperty("slug");
});

test("opening and closing purge every page that shows vacancies", async () => {
  const { id } = await exampleVacancy(shop);
  const tags: string[] = [];
  const own = shop.ctx();
  const announce: typeof own.announce = async (_ctx, event, payload) => {
    if (event === "pages_changed") tags.push(...(payload as { tags: string[] }).tags);
  };
  const ctx = { ...own, announce };
  await openVacancy(ctx, { id });
  await closeVacancy(ctx, { id, reason: "Đã đủ người" });
  expect(tags).toEqual(["vacancies", "vacancies"]);
});
