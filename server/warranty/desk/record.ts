/** One card as staff see it. Who opened it stands in the audit log. rules/warranty#desk */
import { ShopError } from "contract/errors.ts";
import { maskPhone } from "contract/values/phone.ts";
import type { WarrantyRecord } from "contract/warranty/desk-warranties.ts";
import type { WarrantyAct } from "contract/warranty/warranty-words.ts";
import { sql } from "kysely";
import type { Ctx } from "../../kernel/context.ts";
import { deskCaller } from "../../platform/list/desk-caller.ts";
import { storageOf } from "../../platform/storage.ts";
import { shortName } from "../../reviews/shown.ts";
import { noteAudit } from "../../staff/audit/entries.ts";
import { type Card, cardWhere, machineOf, ownCard } from "../cards.ts";
import { factsOf } from "../certificate.ts";
import { repairDays } from "../periods/periods.ts";
import { ownerUntil, transfersWhere } from "../transfers.ts";

/** Throws not_found. */
export const cardByCode = (ctx: Ctx, code: string, lock = false): Promise<Card> =>
  cardWhere(ctx, sql`c.code = ${code}`, lock);

const seen = ({ full_name, phone }: { full_name: string; phone: string }) => ({
  full_name: shortName(full_name),
  phone: phone && maskPhone(phone),
});

/** Throws not_found. */
export async function warrantyRecord(ctx: Ctx, code: string): Promise<WarrantyRecord> {
  const caller = await deskCaller(ctx);
  const card = await cardByCode(ctx, code);
  await noteAudit(ctx, "viewed", { about: `warranty:${code}` });
  const { product, serial, state, marks, months, end_on } = ownCard(ctx, card);
  const [history, agent, transfers] = await Promise.all([
    historyOf(ctx, card.id),
    agentOf(ctx, card.id),
    transfersWhere(ctx, sql`t.card_id = ${card.id}`),
  ]);
  return {
    ...{ code, product, serial, state, marks, months, end_on, history, agent },
    ...factsOf(ctx, card),
    version: card.version,
    start_kind: card.start_kind,
    start_on: card.start_on,
    origin: card.origin,
    extensions: card.extensions,
    repair_days: repairDays(machineOf(card)),
    owner: seen(card),
    has_invoice: card.invoice_key !== null,
    void: card.void_reason && {
      reason: card.void_reason,
      text: card.void_text,
      objection: card.objection,
      by_you: card.voided_by === caller.account_id,
    },
    transfers: transfers.map(({ asked_at, full_name, phone, ...each }) => ({
      ...{ code: each.code, state: each.state, reason: each.reason, asked_at: asked_at.toISOString() },
      ...seen({ full_name, phone }),
      from: ownerUntil({ asked_at }).toISOString(),
    })),
  };
}

async function historyOf(ctx: Ctx, card_id: number): Promise<WarrantyRecord["history"]> {
  const { rows } = await sql<{ at: Date; act: WarrantyAct; by: string | null; note: string }>`
    select h.at, h.act, a.full_name as by, h.note from warranty.history h
    left join staff.accounts a on h.actor = 'staff:' || a.id where h.card_id = ${card_id} order by h.id`.execute(
    ctx.sql,
  );
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() }));
}

/** Three times "not me" in 30 days is what staff look at. */
async function agentOf(ctx: Ctx, card_id: number): Promise<WarrantyRecord["agent"]> {
  const { rows } = await sql<{ name: string; not_me: number }>`
    select coalesce(nullif(a.nickname, ''), a.full_name) as name, (select count(*)::int from warranty.confirmations x
      where x.agent_id = n.agent_id and x.state = 'not_me' and x.decided_at > ${ctx.now}::timestamptz - interval '30 days') as not_me
    from warranty.confirmations n join identity.customers a on a.id = n.agent_id
    where n.card_id = ${card_id} order by n.made_at desc limit 1`.execute(ctx.sql);
  return rows[0] ?? null;
}

/** Each opening stands in the audit log. Throws not_found. */
export async function openInvoice(ctx: Ctx, code: string) {
  const { invoice_key } = await cardByCode(ctx, code);
  const bytes = invoice_key === null ? null : await storageOf(ctx.config).get(invoice_key);
  if (!bytes || invoice_key === null) throw new ShopError("not_found");
  await noteAudit(ctx, "revealed", { about: `warranty:${code}`, after: { field: "invoice" } });
  return {
    kind: invoice_key.endsWith(".pdf") ? ("pdf" as const) : ("webp" as const),
    content: Buffer.from(bytes).toString("base64"),
  };
}
