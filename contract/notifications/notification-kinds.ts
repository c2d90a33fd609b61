/** The kinds of notifications, their topics and channels. Zod-free, so that screens may list them. */
export const notificationTopics = ["orders", "payments", "account"] as const;
export type NotificationTopic = (typeof notificationTopics)[number];

/** Beside the list in the account, which always exists. */
export const notificationChannels = ["push", "email"] as const;
export type NotificationChannel = (typeof notificationChannels)[number];

/** Each kind with its topic. */
export const notificationKinds = {
  order_placed: "orders",
  order_confirmed: "orders",
  order_delivering: "orders",
  order_delivered: "orders",
  order_cancelled: "orders",
  payment_settled: "payments",
  refund_owed: "payments",
  refund_paid: "payments",
  export_ready: "account",
  deletion_asked: "account",
  deletion_taken_back: "account",
  account_unused: "account",
  points_ending: "account",
  points_adjusted: "account",
  voucher_given: "account",
  back_in_stock: "account",
  chat_answered: "account",
  warranty_activated: "account",
  warranty_confirm: "account",
  warranty_not_me: "account",
  warranty_transfer_asked: "account",
  warranty_transferred: "account",
  warranty_transfer_refused: "account",
  warranty_void: "account",
  service_received: "account",
  service_booked: "account",
  service_quoted: "account",
  service_ready: "account",
  service_cancelled: "account",
} as const satisfies Record<string, NotificationTopic>;
export type NotificationKind = keyof typeof notificationKinds;
