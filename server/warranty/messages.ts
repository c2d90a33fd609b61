/** What a machine's owner, its asker and an agent are told, where they have an account. rules/warranty#messages */
import type { NotificationKind } from "contract/notifications/notification-kinds.ts";
import { sql } from "kysely";
import type { Ctx } from "../kernel/context.ts";
import { notify } from "../notifications/notifications.ts";

export type WarrantyKind = Extract<NotificationKind, `warranty_${string}`>;

type About = { customer_id: number | null; public_id: string; end_on: string; names: { vi: string } };

async function aboutCard(ctx: Ctx, card_id: number): Promise<About | undefined> {
  const { rows } = await sql<About>`
    select c.customer_id, c.public_id, c.end_on::text as end_on,
      (select jsonb_object_agg(t.locale, t.name) from catalogue.product_texts t where t.product_id = c.product_id) as names
    from warranty.cards c where c.id = ${card_id}`.execute(ctx.sql);
  return rows[0];
}

type Notified = {
  /** Else the owner. */
  customer_id?: number | null;
  /** With the kind it names the event. */
  subject?: string;
  day?: string;
  /** Else the card's. */
  path?: string;
};

/** Safe to repeat: of one kind and subject one message. Nothing for who has no account. */
export async function tellOwner(ctx: Ctx, card_id: number, kind: WarrantyKind, told: Notified = {}): Promise<void> {
  const card = await aboutCard(ctx, card_id);
  if (!card) return;
  const customer_id = told.customer_id === undefined ? card.customer_id : told.customer_id;
  if (customer_id === null) return;
  await notify(ctx, {
    customer_id,
    kind,
    subject: told.subject ?? String(card_id),
    facts: { names: card.names, day: told.day ?? card.end_on, path: told.path ?? `/bao-hanh/${card.public_id}` },
  });
}
