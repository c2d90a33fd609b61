/** From a kind and its facts to a sentence in the reader's language. Pure. */
import type { AdjustReason } from "contract/loyalty/points-words.ts";
import type { NotificationKind, NotificationTopic } from "contract/notifications/notification-kinds.ts";
import type { Notification } from "contract/notifications/notifications.ts";
import { formatDate, formatNumber, type Locale } from "contract/values/locale.ts";
import { formatDong } from "contract/values/money.ts";
import { groupedCode } from "contract/values/public-code.ts";
import { notifications as en } from "messages/en/notifications/notifications.ts";
import { notifications as ja } from "messages/ja/notifications/notifications.ts";
import { notifications as vi } from "messages/vi/notifications/notifications.ts";

export const notificationWords: Record<Locale, typeof vi> = { vi, en, ja };

/** What a sentence may need: stored as it was, formatted for the reader. */
export type Facts = {
  order_code?: string;
  /** đồng */
  amount?: number;
  points?: number;
  /** Why staff adjusted points. */
  why?: AdjustReason;
  /** RFC 3339 */
  day?: string;
  /** Of a product, by language. */
  names?: Partial<Record<Locale, string>>;
  /** How a message left in the chat is called. */
  ticket?: string;
  /** When a technician comes: a day and a time, as figures. */
  visit?: { day: string; time: string };
  /** Where it stands, without language. */
  path?: string;
  /** Signed, with an end: where the order is paid, for its e-mail alone. */
  pay_url?: string;
};

export type StoredNotification = {
  code: string;
  kind: NotificationKind;
  topic: NotificationTopic;
  params: Facts;
  created_at: Date;
  read_at: Date | null;
};

export function noteOf(
  locale: Locale,
  { code, kind, topic, params, created_at, read_at }: StoredNotification,
): Notification {
  const { title, body } = notificationWords[locale].kinds[kind];
  const facts = {
    order: groupedCode(params.order_code ?? ""),
    amount: formatDong(params.amount ?? 0),
    points: formatNumber(Math.abs(params.points ?? 0)),
    is_less: (params.points ?? 0) < 0,
    why: params.why === undefined ? "" : notificationWords[locale].adjusted[params.why],
    ticket: params.ticket ?? "",
    visit: params.visit === undefined ? "" : `${formatDate(new Date(params.visit.day), locale)}, ${params.visit.time}`,
    name: params.names?.[locale] ?? params.names?.vi ?? "",
    day: params.day === undefined ? "" : formatDate(new Date(params.day), locale),
  };
  return {
    id: code,
    kind,
    topic,
    title,
    body: body(facts),
    link: linkOf(kind, params),
    created_at: created_at.toISOString(),
    watched_at: read_at?.toISOString() ?? null,
  };
}

/** Addresses as in data that names pages: Vietnamese, without language; screens localise them. */
function linkOf(kind: NotificationKind, { order_code, path }: Facts): string | null {
  switch (kind) {
    case "order_placed":
    case "order_confirmed":
    case "order_delivering":
    case "order_delivered":
    case "order_cancelled":
    case "payment_settled":
    case "refund_owed":
    case "refund_paid":
      return order_code === undefined ? null : `/tai-khoan/quan-ly-don-hang/${order_code}`;
    case "points_ending":
    case "points_adjusted":
      return "/doi-diem-nhan-qua";
    case "back_in_stock":
    case "chat_answered":
    case "warranty_activated":
    case "warranty_confirm":
    case "warranty_not_me":
    case "warranty_transfer_asked":
    case "warranty_transferred":
    case "warranty_transfer_refused":
    case "warranty_void":
    case "service_received":
    case "service_booked":
    case "service_quoted":
    case "service_ready":
    case "service_cancelled":
      return path ?? null;
    case "voucher_given":
      return "/tai-khoan/ma-giam-gia";
    case "export_ready":
    case "deletion_asked":
    case "deletion_taken_back":
    case "account_unused":
      return "/tai-khoan/quyen-rieng-tu";
  }
}
