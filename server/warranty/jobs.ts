/** Jobs of warranty: the text to a phone an agent named, and what is deleted after its time. rules/warranty#personal-data */
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import type { DomainJobs, Payloads, SweepPart } from "../kernel/jobs.ts";
import { sendPhoneText } from "../notifications/phone-text.ts";
import { inPortions } from "../platform/cleanup.ts";
import { lapseConfirmations } from "./confirmations.ts";
import { sweepInvoices } from "./invoices/invoices.ts";

/** Without a link, which operators would stop: the page and the serial are on the label. */
async function sendWarrantyText(ctx: Ctx, { card_id }: { card_id: number }): Promise<void> {
  const { rows } = await sql<{ phone: string }>`
    select phone from warranty.confirmations where card_id = ${card_id} and state = 'waiting' and phone <> ''`.execute(
    ctx.sql,
  );
  const [row] = rows;
  if (!row) return;
  const text =
    "Mot dai ly vua kich hoat bao hanh mot may cho so cua ban. Neu dung, nhap serial tren tem tai trang Kich hoat bao hanh de xac nhan trong 7 ngay.";
  await sendPhoneText(ctx, { phone: row.phone, text, reference: `warranty-${card_id}` });
}

export const warrantyJobs = {
  warranty_text: { run: sendWarrantyText },
} satisfies DomainJobs;

/** The law asks for two years after the end; a person who was erased is gone from the card before. */
async function sweepCards(ctx: Ctx): Promise<void> {
  await inPortions((portion) =>
    sql`update warranty.cards set full_name = '', phone = '', place = '', bought_at = '', customer_id = null,
        consent_hash = null, objection = '', objected_at = null, erased_at = ${ctx.now}
      where id in (select id from warranty.cards where erased_at is null and end_on < (${ctx.now}::timestamptz - interval '2 years')::date order by end_on limit ${portion} for update skip locked)`.execute(
      ctx.sql,
    ),
  );
  await sql`delete from warranty.transfers where decided_at < ${ctx.now}::timestamptz - interval '12 months'
    or (card_id is null and asked_at < ${ctx.now}::timestamptz - interval '30 days')`.execute(ctx.sql);
  await sql`delete from warranty.confirmations where decided_at < ${ctx.now}::timestamptz - interval '12 months'`.execute(
    ctx.sql,
  );
}

export const warrantySweep: readonly SweepPart[] = [lapseConfirmations, sweepInvoices, sweepCards];

declare module "../kernel/jobs.ts" {
  interface Jobs extends Payloads<typeof warrantyJobs> {}
}
