/**
 * Publishing: a draft becomes a promotion or a flash sale, once, where it is complete and within what one person may do or
 * approved for exactly its rule. Locks: the draft, then the promotion. rules/promotions#publishing
 */
import { ShopError } from "contract/errors.ts";
import { reservedPageSlugs } from "contract/pages/reserved.ts";
import { codeSlots } from "contract/promotions/code-slots.ts";
import type { PromotionJudgement, PromotionRecord } from "contract/promotions/desk-promotions.ts";
import { formatDong } from "contract/values/money.ts";
import { sql } from "kysely";
import { type Ctx, enqueue, inTransaction } from "../../kernel/context.ts";
import { secondPerson } from "../../kernel/second-person.ts";
import { deskCaller } from "../../platform/list/desk-caller.ts";
import { limitedAct } from "../../staff/approvals/limited.ts";
import { codeDigest } from "../codes.ts";
import { turnProgrammes } from "../price-turns.ts";
import { idOf, lockDraft, type Read } from "./drafts.ts";
import { assess, type Candidate, candidateOf, type Window } from "./judgement.ts";
import { lotsOf } from "./named-goods.ts";
import { isFlash, promotionRow } from "./reading.ts";
import { promotionRecord } from "./record.ts";
import { ruleSentence } from "./sentence.ts";

/** Throws not_found, conflict, state_conflict, SecondPersonNeeded above the limits. */
export async function publishPromotion(ctx: Ctx, { code, version }: Read): Promise<PromotionRecord> {
  await inTransaction(ctx, async (tx) => {
    const { form } = await lockDraft(tx, { code, version });
    const candidate = await candidateOf(tx, form);
    const judgement = await assess(tx, candidate, code);
    if (judgement.hindrances.length > 0 || !candidate.window)
      throw new ShopError("state_conflict", { message_key: "promotion_incomplete" });
    await assertAllowed(tx, code, candidate, judgement);
    await tx.sql.deleteFrom("promotions.drafts").where("code", "=", code).execute();
    await (isFlash(code) ? insertSale : insertPromotion)(tx, idOf(code), candidate, candidate.window);
    await turnPrices(tx, code, form.slug ?? null);
  });
  return promotionRecord(ctx, code);
}

/** Budgets published alone are summed over the shop for the hours of the limits; one that is approved is not counted. */
export async function assertAllowed(
  tx: Ctx,
  code: string,
  { form, window }: Pick<Candidate, "form" | "window">,
  { most, needs, deepest, limits }: PromotionJudgement,
): Promise<void> {
  const { grants } = await deskCaller(tx);
  const modes = grants.filter(({ name }) => name === "promotions:publish").map(({ mode }) => mode);
  const { rule } = await promotionRow(tx, code);
  const at = { starts_at: window?.starts_at ?? null, ends_at: window?.ends_at ?? null };
  const bounds = {
    max_uses: form.max_uses ?? null,
    per_customer: form.per_customer ?? null,
    budget: form.budget ?? null,
  };
  const figures = {
    promotion: `${code} ${form.title.vi}`,
    // In one language, so that who reads it does not change what is approved.
    rule: ruleSentence("vi", rule, { code: form.public_code, ...at, ...bounds }) + (form.lots ? `\n${form.lots}` : ""),
    budget: most === null ? null : formatDong(most),
    deepest_percent: deepest ? `${deepest.percent} % ${deepest.sku}` : null,
    quota: form.max_uses?.toLocaleString("en-US") ?? null,
    starts: at.starts_at?.toISOString() ?? null,
    ends: at.ends_at?.toISOString() ?? null,
  };
  const ask = {
    ...{ kind: "promotion" as const, subject: `promotion:${code}`, label: figures.promotion },
    ...{ needs: "promotions:publish" as const, ...(most !== null && { amount: most }) },
    figures: Object.entries(figures).map(([name, after]) => ({ name, before: null, after })),
  };
  if (most === null || needs.length > 0) {
    if (!modes.includes("full")) await secondPerson(tx, ask);
    return;
  }
  await limitedAct(tx, {
    ask: { ...ask, amount: most },
    ...{ modes, limit: limits.budget, times: Number.POSITIVE_INFINITY, sums: ["shop"], alone_only: true },
  });
}

/** Texts that were not written are left out: customers then read the Vietnamese one. */
const titleOf = ({ vi, en, ja }: { vi: string; en: string; ja: string }): string =>
  JSON.stringify({ vi, ...(en && { en }), ...(ja && { ja }) });

async function insertPromotion(tx: Ctx, id: number, { form, rule }: Candidate, window: Window): Promise<void> {
  const isProgramme = form.kind === "programme";
  if (isProgramme) await assertFreeSlug(tx, form.slug ?? "");
  const slots = codeSlots.filter((slot) => form.combines_with.includes(slot));
  await tx.sql
    .insertInto("promotions.promotions")
    .values({
      ...{ id, kind: form.kind, title: titleOf(form.title), ...window },
      ...{ action: JSON.stringify(rule.action), conditions: JSON.stringify(rule.conditions) },
      ...{ max_uses: form.max_uses ?? null, per_customer: form.per_customer ?? null },
      ...(isProgramme
        ? {
            ...{ slug: form.slug ?? null, is_listed: true, priority: form.priority ?? 0 },
            ...{ minimum: form.minimum ?? null, maximum: form.maximum ?? null },
            combines_with: slots.length === codeSlots.length ? null : slots,
          }
        : { is_listed: form.is_listed, combines: form.combines, budget: form.budget ?? null }),
      ...(form.kind === "voucher" &&
        form.given_for && {
          given_for: form.given_for,
          given_rank: form.given_for === "welcome" ? null : (form.given_rank ?? null),
          given_days: form.given_for === "birthday" ? null : (form.given_days ?? null),
        }),
    })
    .execute();
  const digest = isProgramme || !form.public_code ? null : codeDigest(form.public_code);
  if (!digest) return;
  const { rows } = await sql`insert into promotions.codes (promotion_id, digest, code)
    values (${id}, ${digest}, ${form.public_code.normalize("NFKC").toUpperCase()}) on conflict (digest) do nothing
    returning id`.execute(tx.sql);
  if (rows.length === 0) throw new ShopError("state_conflict", { message_key: "promotion_code_taken" });
}

async function assertFreeSlug(tx: Ctx, slug: string): Promise<void> {
  const { rows } = await sql`select from promotions.promotions where slug = ${slug}
    union all select from pages.slugs where slug = ${slug} limit 1`.execute(tx.sql);
  if (rows.length > 0 || reservedPageSlugs.has(slug))
    throw new ShopError("state_conflict", { message_key: "promotion_slug_taken" });
}

async function insertSale(tx: Ctx, id: number, { form, goods }: Candidate, window: Window): Promise<void> {
  await tx.sql
    .insertInto("promotions.flash_sales")
    .values({ id, code: `GV-${id}`, title: titleOf(form.title), ...window })
    .execute();
  const variants = new Map(goods.variants.map(({ sku, variant_id }) => [sku.toLowerCase(), variant_id]));
  const lots = lotsOf(form.lots).flatMap((lot, position) => {
    const variant_id = lot && variants.get(lot.sku.toLowerCase());
    if (!lot || variant_id === undefined || variant_id === null) return [];
    const { price, quota, minimum, maximum } = lot;
    return [{ sale_id: id, variant_id, position, price, quota, minimum, maximum }];
  });
  await tx.sql.insertInto("promotions.flash_sale_items").values(lots).execute();
}

/** Prices, pages and the listing index follow at once, and at the next beginning or end. */
export async function turnPrices(tx: Ctx, code: string, slug: string | null): Promise<void> {
  if (isFlash(code)) await tx.announce(tx, "pages_changed", { tags: ["flash_sales", "category:all"] });
  else if (slug) {
    await tx.announce(tx, "pages_changed", { tags: ["programmes", `programme:${slug}`] });
    await turnProgrammes(tx, [idOf(code)]);
  }
  if (isFlash(code) || slug) await enqueue(tx, "flash_sale_turns", {}, { key: `promotion ${code}` });
}
