/** A survey in the three states of a page: what was chosen stays, it is answered once, and says so. rules/surveys */
import { expect, it } from "vitest";
import { sees, shoppers, ways } from "../harness/shopper.ts";

const shopper = shoppers();

it.each(ways)("is corrected without choosing again, answered once, and says so, with $name", async (way) => {
  const khanh = await shopper(way);
  const { page } = khanh;
  const { surveys: words } = khanh.words;
  await khanh.open("/khao-sat/thoi-quen-bep");
  await page.locator("input[name='answers.use[]'][value=rice]").check();
  await page.locator("label:has(input[name='answers.recommend'][value='9'])").click();
  await page.getByRole("button", { name: words.send }).click();
  await page.locator("[id='answers.people-error']").waitFor();
  expect(await page.locator("input[name='answers.use[]'][value=rice]").isChecked()).toBe(true);
  expect(await page.locator("input[name='answers.recommend'][value='9']").isChecked()).toBe(true);

  await page.locator("input[name='answers.people'][value='2-3']").check();
  await page.locator("input[name=consent]").check();
  await page.getByRole("button", { name: words.send }).click();
  await sees(page.locator("#thanks"), /\S/);
  await khanh.open("/khao-sat/thoi-quen-bep");
  await sees(page.locator("main"), words.answered);
  expect(await page.getByRole("button", { name: words.send }).count()).toBe(0);
  expect(khanh.complaints).toEqual([]);
});

it("hides with scripts the questions whose condition does not hold, and shows them when it does", async () => {
  const [hydrated] = ways;
  if (!hydrated) throw new Error("no way");
  const khanh = await shopper(hydrated);
  const { page } = khanh;
  await khanh.open("/khao-sat/thoi-quen-bep");
  const hard = page.locator("input[name='answers.hard']").first();
  await page.locator("input[name='answers.often'][value='4-7']").check();
  await hard.waitFor({ state: "visible" });
});

it("about an order is nobody's who was not invited, and says what to do", async () => {
  const [way] = ways;
  if (!way) throw new Error("no way");
  const khanh = await shopper(way);
  await khanh.open("/khao-sat/sau-giao-hang");
  await sees(khanh.page.locator("main"), khanh.words.surveys.not_invited);
});
