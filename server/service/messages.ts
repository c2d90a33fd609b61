/** What the owner of a ticket is told: in their account, and of a visit and of costs a guest by SMS. docs/rules/service.md#messages */
import type { NotificationKind } from "contract/notifications/notification-kinds.ts";
import { slotText } from "contract/service/service-words.ts";
import { sql } from "kysely";
import { type Ctx, enqueue } from "../kernel/context.ts";
import { notify } from "../notifications/notifications.ts";
import { sendPhoneText } from "../notifications/phone-text.ts";
import { type TicketRow, ticketWhere, waitingQuote } from "./tickets.ts";

export type ServiceKindOfNote = Extract<NotificationKind, `service_${string}`>;

/** The ticket as it is now is told of. Nothing by phone but what its owner waits for. */
export async function tellTicket(tx: Ctx, ticket_id: number, kind: ServiceKindOfNote): Promise<void> {
  const row = await ticketWhere(tx, sql`t.id = ${ticket_id}`);
  if (row.customer_id === null) {
    if (row.phone !== "" && PHONED.has(kind)) await enqueue(tx, "service_text", { ticket_id, kind });
    return;
  }
  await notify(tx, {
    customer_id: row.customer_id,
    kind,
    subject: `${row.code} ${row.version}`,
    facts: {
      ticket: row.code,
      names: row.names,
      path: `/chuyen-dien-gia-dung/yeu-cau/${row.code}`,
      amount: waitingQuote(row)?.total ?? row.agreed ?? 0,
      ...(row.visit && { visit: { day: row.visit.day, time: slotText(row.visit.slot) } }),
    },
  });
}

const PHONED: ReadonlySet<ServiceKindOfNote> = new Set(["service_booked", "service_quoted", "service_ready"]);

/** Without a link, which operators would stop, and without accents. */
export async function sendServiceText(
  ctx: Ctx,
  { ticket_id, kind }: { ticket_id: number; kind: ServiceKindOfNote },
): Promise<void> {
  const row = await ticketWhere(ctx, sql`t.id = ${ticket_id}`);
  const text = row.phone === "" ? null : textOf(row, kind);
  if (text === null) return;
  await sendPhoneText(ctx, { phone: row.phone, text, reference: `service-${ticket_id}-${row.version}` });
}

function textOf(row: TicketRow, kind: ServiceKindOfNote): string | null {
  if (kind === "service_ready") return `May cua yeu cau ${row.code} da xong. Xac nhan tai trang Chuyen dien gia dung.`;
  if (kind === "service_quoted") {
    const quote = waitingQuote(row);
    return quote
      ? `Bao gia ${quote.number} cua yeu cau ${row.code}: ${quote.total} dong. Dong y hoac tu choi tai trang Chuyen dien gia dung.`
      : null;
  }
  if (row.visit === null) return null;
  const [year, month, day] = row.visit.day.split("-");
  return `Tho den ${slotText(row.visit.slot).replace("–", "-")} ngay ${day}/${month}/${year}, yeu cau ${row.code}. Doi hoac huy mien phi truoc 2 gio.`;
}
