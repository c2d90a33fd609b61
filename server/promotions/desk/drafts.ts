/**
 * Drafts: begun, copied, saved complete or not, dropped. What is published is never edited. Locks: the draft.
 * rules/promotions#desk
 */
import { ShopError } from "contract/errors.ts";
import { codeSlots } from "contract/promotions/code-slots.ts";
import { PromotionForm } from "contract/promotions/promotion-form.ts";
import { type ActionType, actionsOf, type PromotionKind } from "contract/promotions/promotions-desk.ts";
import { sql } from "kysely";
import { type Ctx, inTransaction } from "../../kernel/context.ts";
import { candidateOf, minuteOf } from "./judgement.ts";
import { promotionRow } from "./reading.ts";
import { formOf } from "./stored-form.ts";

export type Read = { code: string; version: number };
export type Draft = { code: string; version: number; form: PromotionForm; changed_at: Date };

/** Null where the code names no draft. */
export async function findDraft(ctx: Ctx, code: string): Promise<Draft | null> {
  const row = await ctx.sql
    .selectFrom("promotions.drafts")
    .select(["code", "version", "form", "changed_at"])
    .where("code", "=", code)
    .executeTakeFirst();
  return row ? { ...row, form: PromotionForm.parse(row.form) } : null;
}

/** Throws not_found, state_conflict for what is published, conflict where it was changed since it was read. */
export async function lockDraft(tx: Ctx, { code, version }: Read): Promise<Draft> {
  await sql`select from promotions.drafts where code = ${code} for update`.execute(tx.sql);
  const draft = await findDraft(tx, code);
  if (!draft) {
    await promotionRow(tx, code);
    throw new ShopError("state_conflict");
  }
  if (draft.version !== version) throw new ShopError("conflict");
  return draft;
}

/** What the view of the desk reads of a form beside its own fields. */
function stored(form: PromotionForm): string {
  const [starts_at, ends_at] = [minuteOf(form.starts)?.toISOString(), minuteOf(form.ends)?.toISOString()];
  return JSON.stringify({ ...form, starts_at, ends_at });
}

async function insertDraft(ctx: Ctx, form: PromotionForm): Promise<{ code: string }> {
  const { rule } = await candidateOf(ctx, form);
  const number =
    form.kind === "flash_sale"
      ? sql`'GV-' || nextval('promotions.flash_sales_id_seq')`
      : sql`'KM-' || nextval('promotions.promotions_id_seq')`;
  const { rows } = await sql<{ code: string }>`
    insert into promotions.drafts (code, form, action, conditions, changed_at)
    values (${number}, ${stored(form)}::jsonb, ${rule.action && JSON.stringify(rule.action)}::jsonb,
      ${JSON.stringify(rule.conditions)}::jsonb, ${ctx.now}) returning code`.execute(ctx.sql);
  const [made] = rows;
  if (!made) throw new Error("an inserted draft has a code");
  return made;
}

type Begun = { kind: PromotionKind; action?: ActionType | undefined; title: { vi: string; en: string; ja: string } };

/** An action its kind does not have becomes the kind's first. */
export function makeDraft(ctx: Ctx, { kind, action, title }: Begun): Promise<{ code: string }> {
  const [first = "percent"] = actionsOf[kind];
  const chosen = action && actionsOf[kind].includes(action) ? action : first;
  const form = PromotionForm.parse({
    kind,
    action: chosen,
    title,
    combines: true,
    combines_with: codeSlots,
    is_listed: kind === "coupon",
  });
  return inTransaction(ctx, (tx) => insertDraft(tx, form));
}

/** Without code and address, which belong to the other. Throws not_found. */
export function copyPromotion(ctx: Ctx, code: string): Promise<{ code: string }> {
  return inTransaction(ctx, async (tx) => {
    const form = (await findDraft(tx, code))?.form ?? (await formOf(tx, await promotionRow(tx, code)));
    return insertDraft(tx, { ...form, public_code: "", slug: undefined });
  });
}

type Saved = Omit<PromotionForm, "kind"> & Read;

/** Throws not_found, state_conflict, conflict, and invalid for an action its kind does not have. */
export function saveDraft(ctx: Ctx, { code, version, ...fields }: Saved): Promise<{ version: number }> {
  return inTransaction(ctx, async (tx) => {
    const draft = await lockDraft(tx, { code, version });
    const form = PromotionForm.parse({ ...fields, kind: draft.form.kind });
    if (!actionsOf[form.kind].includes(form.action))
      throw new ShopError("invalid", { fields: { action: [{ key: "malformed_value" }] } });
    const { rule } = await candidateOf(tx, form);
    await sql`update promotions.drafts set form = ${stored(form)}::jsonb, version = version + 1, changed_at = ${tx.now},
        action = ${rule.action && JSON.stringify(rule.action)}::jsonb, conditions = ${JSON.stringify(rule.conditions)}::jsonb
      where code = ${code}`.execute(tx.sql);
    return { version: version + 1 };
  });
}

/** Throws not_found, state_conflict, conflict. */
export function dropDraft(ctx: Ctx, read: Read): Promise<{ done: true }> {
  return inTransaction(ctx, async (tx) => {
    await lockDraft(tx, read);
    await tx.sql.deleteFrom("promotions.drafts").where("code", "=", read.code).execute();
    return { done: true } as const;
  });
}

export const idOf = (code: string): number => Number(code.slice(3));
