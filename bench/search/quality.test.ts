/**
 * Scores the demo shop's search on the judged set, so that a change for one text that spoils many others fails here;
 * `node bench/search/quality.ts --misses` shows which. The lower bounds are below the scores reached, by two texts or so.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestShop, testShop } from "../../server/testing/test-shop.ts";
import { type Answer, askAll, isMiss, scoreOf } from "./score.ts";

const floors = { hit_rate: 0.975, mean_reciprocal_rank: 0.97, filled: 0.94, rightly_empty: 0.94 };
const HELD_OUT_FLOORS = { hit_rate: 0.95, mean_reciprocal_rank: 0.935, filled: 0.92 };

let shop: TestShop;
let answers: Answer[];
beforeAll(async () => {
  shop = await testShop();
  answers = await askAll((name) => shop.visitor().catalogue.products({ name, limit: 10 }));
});
afterAll(() => shop.close());

test.each(Object.entries(floors))("the score of the judged set is above its bound: %s", (figure, floor) => {
  const misses = answers.filter((each) => isMiss(each) && !each.held_out).map(({ query }) => query);
  expect(scoreOf(answers)[figure as keyof typeof floors], `missed: ${misses.join("; ")}`).toBeGreaterThanOrEqual(floor);
});

test.each(Object.entries(HELD_OUT_FLOORS))("the score of the held-out set is above its bound: %s", (figure, floor) => {
  const score = scoreOf(answers.filter(({ held_out }) => held_out));
  expect(score[figure as keyof typeof HELD_OUT_FLOORS]).toBeGreaterThanOrEqual(floor);
});

test("the set is large, of every kind, and a third of it is held out", () => {
  expect(answers.length).toBeGreaterThanOrEqual(160);
  expect(new Set(answers.map(({ query }) => query)).size).toBe(answers.length);
  expect(answers.filter(({ held_out }) => held_out).length).toBeGreaterThanOrEqual(Math.floor(answers.length * 0.33));
});

test("every judged product exists", async () => {
  const wanted = [...new Set(answers.flatMap(({ want }) => want))];
  for (const each of wanted) {
    const asked = each === each.toLowerCase() ? { category: each } : { name: each };
    const list = await shop.visitor().catalogue.products({ ...asked, limit: 1 });
    expect(list.meta.total, each).toBeGreaterThan(0);
  }
});
