/** What has to be true before the examples of the desk of promotions can be sent. As server/api/test-examples.ts. */
import { sql } from "kysely";
import type { Setup } from "../../api/test-examples.ts";
import type { TestShop } from "../../testing/test-shop.ts";
import { makeCodes } from "./batches.ts";
import { minuteText } from "./stored-form.ts";

const DAY_MS = 86_400_000;

/** A complete draft that one person may publish. */
export async function exampleDraft(shop: TestShop): Promise<{ code: string; version: number }> {
  const chi = await shop.staff("chi");
  const { code } = await chi.promotions.make({
    kind: "promo_code",
    title: { vi: "Bếp vui", en: "Happy kitchen", ja: "楽しいキッチン" },
  });
  const { form, version } = await chi.promotions.record({ code });
  const { kind: _, ...fields } = form;
  const at = (days: number) => minuteText(new Date(shop.now.getTime() + days * DAY_MS));
  const { rows } = await sql<{ sku: string }>`
    select v.sku from catalogue.variants v join catalogue.prices p on p.variant_id = v.id
    where p.sale_price is null and p.list_price > 500000 order by v.id limit 1`.execute(shop.sql);
  const given = { percent: 5, cap: 1_000, max_uses: 5, products: rows[0]?.sku ?? "", starts: at(-1), ends: at(30) };
  const saved = await chi.promotions.save({ ...fields, ...given, code, version });
  return { code, version: saved.version };
}

/** The same, published. */
export async function examplePromotion(shop: TestShop): Promise<{ code: string; version: number }> {
  const draft = await exampleDraft(shop);
  const chi = await shop.staff("chi");
  const { code, version } = await chi.promotions.publish({ ...draft, reason: "Theo kế hoạch" });
  return { code, version };
}

const ofDraft: Setup = async ({ shop }) => ({ input: await exampleDraft(shop) });
const ofPublished: Setup = async ({ shop }) => ({ input: await examplePromotion(shop) });
const ofCode: Setup = async ({ shop }) => ({ input: { code: (await examplePromotion(shop)).code } });

export const promotionsSetups: Readonly<Record<string, Setup>> = {
  "promotions.record": ofCode,
  "promotions.copy": ofCode,
  "promotions.save": ofDraft,
  "promotions.drop": ofDraft,
  "promotions.publish": ofDraft,
  "promotions.stop": ofPublished,
  "promotions.resume": async ({ shop }) => {
    const read = await examplePromotion(shop);
    const { version } = await (await shop.staff("chi")).promotions.stop({ ...read, reason: "Xem lại" });
    return { input: { code: read.code, version } };
  },
  "promotions.extend": async ({ shop }) => ({
    input: { ...(await examplePromotion(shop)), ends: minuteText(new Date(shop.now.getTime() + 60 * DAY_MS)) },
  }),
  "promotions.makeBatch": ofCode,
  "promotions.fetchBatch": async ({ shop }) => {
    const { code } = await examplePromotion(shop);
    const { id } = await (await shop.staff("chi")).promotions.makeBatch({ code, prefix: "TET", count: 2, max_uses: 1 });
    await makeCodes(shop.ctx(), { batch_id: id });
    return { input: { code, batch: id } };
  },
};
