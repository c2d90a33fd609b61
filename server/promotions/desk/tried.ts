/** Promotions as a trial of a cart reads them: the published ones of a moment, and a draft as it would be. rules/promotions#try-a-cart */
import type { CodeSlot } from "contract/promotions/code-slots.ts";
import type { PromotionKind } from "contract/promotions/promotions-desk.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import type { Words } from "../../platform/settings.ts";
import type { StoredCode } from "../codes.ts";
import type { Action, Conditions, Situation } from "../engine/promotion.ts";
import { type RunningProgramme, runningProgrammes } from "../running-programmes.ts";
import { findDraft, idOf } from "./drafts.ts";
import { giftValue } from "./eligible.ts";
import { candidateOf } from "./judgement.ts";

export type Person = { account: Situation["account"]; is_first_order: boolean };
export type Tried = { codes: StoredCode[]; programmes: RunningProgramme[] };

/** Beyond so many the ones that end first are tried. */
const MAX_TRIED = 60;

type Row = {
  id: number;
  kind: CodeSlot;
  title: Words;
  code: string;
  action: Action;
  conditions: Conditions;
  starts_at: Date;
  ends_at: Date;
  combines: boolean;
  uses_left: number | null;
  per_customer: number | null;
  budget_left: number | null;
};

/** As of `ctx.now`, for a customer who has used none of them. */
export async function triedPromotions(ctx: Ctx, person: Person, asked: string | undefined): Promise<Tried> {
  const own = asked && !asked.startsWith("GV-") ? idOf(asked) : 0;
  const { rows } = await sql<Row>`
    select p.id, p.kind, p.title, coalesce((select c.code from promotions.codes c where c.promotion_id = p.id
        and c.code is not null and not c.is_owned order by c.id limit 1), '') as code, p.action, p.conditions, p.starts_at,
      p.ends_at, p.combines, p.max_uses - p.used as uses_left, p.per_customer, (p.budget - p.spent)::dong as budget_left
    from promotions.promotions p
    where p.kind <> 'programme' and (p.id = ${own} or p.starts_at <= ${ctx.now} and p.ends_at > ${ctx.now})
    order by p.id = ${own} desc, p.ends_at, p.id limit ${MAX_TRIED}`.execute(ctx.sql);
  const codes = rows.map((row) => codeOf(row, person));
  const running = await runningProgrammes(ctx, { customer_id: null, phone: "" });
  const programmes = running.map((each) => ({ ...each, ...person }));
  const draft = asked ? await findDraft(ctx, asked) : null;
  if (!draft) return { codes, programmes };
  const { form, rule, window } = await candidateOf(ctx, draft.form);
  if (!rule.action) return { codes, programmes };
  const value = rule.action.type === "gift" ? await giftValue(ctx, rule.action.variant_id, ctx.now) : 0;
  const begun = {
    ...{ id: own, title: form.title, code: form.public_code, conditions: rule.conditions, combines: form.combines },
    action: rule.action.type === "gift" ? { ...rule.action, value } : rule.action,
    // Without a window yet it is tried as if it ran.
    ...(window ?? { starts_at: ctx.now, ends_at: new Date(ctx.now.getTime() + 1000) }),
    ...{ uses_left: form.max_uses ?? null, per_customer: form.per_customer ?? null, budget_left: form.budget ?? null },
  };
  if (!isSlot(form.kind)) return { codes, programmes: [...programmes, await programmeOf(ctx, begun, form, person)] };
  return { codes: [codeOf({ ...begun, kind: form.kind }, person), ...codes], programmes };
}

const isSlot = (kind: PromotionKind): kind is CodeSlot => kind !== "programme" && kind !== "flash_sale";

function codeOf(row: Row, { account, is_first_order }: Person): StoredCode {
  const { id, kind, title, code, action, conditions, starts_at, ends_at, combines, uses_left, per_customer } = row;
  return {
    ...{ id, digest: Buffer.alloc(0), code, title, is_owned: false, account, is_first_order },
    promotion: {
      ...{ id, kind, action, conditions, starts_at, ends_at, combines, combines_with: null, priority: 0 },
      ...{ uses_left, customer_uses_left: per_customer, budget_left: row.budget_left, is_own: true },
    },
  };
}

type Begun = Omit<Row, "kind">;

async function programmeOf(
  ctx: Ctx,
  { id, title, action, conditions, starts_at, ends_at, uses_left, per_customer }: Begun,
  form: {
    slug?: string | undefined;
    priority?: number | undefined;
    combines_with: CodeSlot[];
    minimum?: number | undefined;
    maximum?: number | undefined;
  },
  person: Person,
): Promise<RunningProgramme> {
  const { rows } = await sql<{ warehouse: string; units: number }>`
    select warehouse, (on_hand - allocated)::int as units from catalogue.stock
    where variant_id = ${action.type === "gift" ? action.variant_id : 0}`.execute(ctx.sql);
  return {
    ...{
      slug: form.slug ?? "",
      title,
      is_limited: false,
      minimum: form.minimum ?? null,
      maximum: form.maximum ?? null,
    },
    gift_stock: new Map(rows.map(({ warehouse, units }) => [warehouse, units])),
    ...person,
    promotion: {
      ...{ id, kind: "programme", action, conditions, starts_at, ends_at, priority: form.priority ?? 0 },
      ...{ combines: true, combines_with: form.combines_with.length === 4 ? null : form.combines_with },
      ...{ uses_left, customer_uses_left: per_customer, budget_left: null, is_own: true },
    },
  };
}
