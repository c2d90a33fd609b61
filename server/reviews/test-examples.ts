/** What has to be true before the examples of ratings and questions can be sent. As server/api/test-examples.ts. */
import { sql } from "kysely";
import type { Setup } from "../api/test-examples.ts";
import { juicer } from "../orders/test-orders.ts";
import type { DemoAccountKey, TestShop } from "../testing/test-shop.ts";

let questions = 0;

/** A question of Lan's. Answers its number. */
async function ask(shop: TestShop): Promise<number> {
  questions += 1;
  const lan = await shop.as("lan");
  const text = `Máy này ép được mấy ly một lần, cối số ${questions}?`;
  return (await lan.reviews.write({ kind: "question", product_id: juicer, text })).id;
}

const byAnother =
  (key: DemoAccountKey): Setup =>
  async ({ shop }) => ({ token: await shop.token(key), input: { id: await ask(shop) } });

const hidden: Setup = async ({ shop }) => {
  const id = await ask(shop);
  await sql`update reviews.comments set state = 'hidden', hide_reason = 'off_topic', hidden_by = 'system' where id = ${id}`.execute(
    shop.sql,
  );
  return { token: await shop.token("lan"), input: { id } };
};

const objected: Setup = async (world) => {
  const { input } = await hidden(world);
  const id = Number(input?.id);
  await (await world.shop.as("lan")).reviews.object({ id, text: "Tôi hỏi đúng về sản phẩm." });
  return { input: { id } };
};

const ofLan: Setup = async ({ shop }) => ({ input: { id: await ask(shop) } });

/** By the name of the call. */
export const reviewSetups: Record<string, Setup> = {
  "reviews.comment": ofLan,
  "reviews.like": byAnother("minh"),
  "reviews.edit": byAnother("lan"),
  "reviews.remove": byAnother("lan"),
  "reviews.reply": byAnother("minh"),
  "reviews.report": byAnother("minh"),
  "reviews.object": hidden,
  "reviews.record": ofLan,
  "reviews.publish": ofLan,
  "reviews.hide": ofLan,
  "reviews.decideObjection": objected,
  "reviews.answer": ofLan,
  "reviews.removeAnswer": ofLan,
};
