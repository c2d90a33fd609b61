import type { Messages } from "../../messages.ts";

type Facts = {
  order: string;
  amount: string;
  points: string;
  /** The points were taken, not given. */
  is_less: boolean;
  why: string;
  day: string;
  name: string;
  ticket: string;
  visit: string;
};

export const notifications = {
  /** Why points were adjusted. */
  adjusted: {
    late_delivery: "late delivery",
    service: "poor service",
    earned_missing: "an order had earned nothing",
    wrong_earning: "earned by mistake before",
    debt_dropped: "points owed are dropped",
    other: "adjusted by the shop",
  },
  kinds: {
    order_placed: { title: "Order received", body: (p: Facts) => `Order ${p.order} for ${p.amount} awaits approval.` },
    order_confirmed: { title: "Order confirmed", body: (p: Facts) => `We are preparing order ${p.order}.` },
    order_delivering: { title: "Order on its way", body: (p: Facts) => `Order ${p.order} is on its way to you.` },
    order_delivered: {
      title: "Order delivered",
      body: (p: Facts) => `Order ${p.order} has been delivered. If anything is wrong, tell us within 7 days.`,
    },
    order_cancelled: { title: "Order cancelled", body: (p: Facts) => `Order ${p.order} has been cancelled.` },
    payment_settled: {
      title: "Payment received",
      body: (p: Facts) => `We have received ${p.amount} in full for order ${p.order}.`,
    },
    refund_owed: {
      title: "A refund is coming",
      body: (p: Facts) => `We will refund ${p.amount} for order ${p.order}.`,
    },
    refund_paid: { title: "Refund sent", body: (p: Facts) => `We have refunded ${p.amount} for order ${p.order}.` },
    export_ready: {
      title: "Your data is ready",
      body: (p: Facts) => `Download it before ${p.day}. After that the file is deleted.`,
    },
    deletion_asked: {
      title: "Your account will be erased",
      body: (p: Facts) => `It will be erased on ${p.day}. Until then you can still keep it.`,
    },
    deletion_taken_back: {
      title: "Your account stays",
      body: (_p: Facts) => "The request to erase it was taken back.",
    },
    points_ending: {
      title: "Points are about to expire",
      body: (p: Facts) => `${p.points} points can be used until the end of ${p.day}.`,
    },
    points_adjusted: {
      title: "Your points have changed",
      body: (p: Facts) => `${p.points} points ${p.is_less ? "taken" : "added"}. Reason: ${p.why}.`,
    },
    voucher_given: {
      title: "You have a voucher",
      body: (p: Facts) => `A voucher of ${p.amount} is in your wallet, valid until the end of ${p.day}.`,
    },
    back_in_stock: { title: "Back in stock", body: (p: Facts) => `${p.name} is in stock again.` },
    chat_answered: {
      title: "Your message was answered",
      body: (p: Facts) => `Message ${p.ticket} has an answer. Open the chat to go on.`,
    },
    warranty_activated: {
      title: "Warranty activated",
      body: (p: Facts) => `${p.name} is covered until ${p.day}. The card is in your account.`,
    },
    warranty_confirm: {
      title: "Confirm a warranty",
      body: (p: Facts) =>
        `A dealer activated ${p.name} for your number. Confirm it, or choose “Not me”, before ${p.day}.`,
    },
    warranty_not_me: {
      title: "Not the customer’s machine",
      body: (p: Facts) =>
        `The phone number was taken off the card of ${p.name}; the cover stays with the machine. Please check the number with the buyer.`,
    },
    warranty_transfer_asked: {
      title: "A machine of yours is asked for",
      body: (p: Facts) =>
        `If you sold or gave away ${p.name}, confirm it on the warranty card. If not, refuse there before ${p.day}.`,
    },
    warranty_transferred: {
      title: "The machine has a new owner",
      body: (p: Facts) => `${p.name} is covered until ${p.day}; the term is unchanged.`,
    },
    warranty_transfer_refused: {
      title: "The machine was not transferred",
      body: (p: Facts) => `The request to take over ${p.name} was refused. The cover of the machine is unchanged.`,
    },
    warranty_void: {
      title: "The warranty is void",
      body: (p: Facts) =>
        `The card of ${p.name} says why. You may object within 30 days; paid repair is still possible.`,
    },
    service_received: {
      title: "Request received",
      body: (p: Facts) => `Request ${p.ticket} for ${p.name}: we will call you to agree on a time.`,
    },
    service_booked: {
      title: "Visit booked",
      body: (p: Facts) =>
        `Request ${p.ticket}: the technician comes on ${p.visit}. Changing or cancelling is free up to 2 hours before.`,
    },
    service_quoted: {
      title: "A quote waits for you",
      body: (p: Facts) => `Request ${p.ticket}, ${p.name}: ${p.amount}. Nothing is done before you agree.`,
    },
    service_ready: {
      title: "Your machine is ready",
      body: (p: Facts) => `Request ${p.ticket}, ${p.name}: please confirm.`,
    },
    service_cancelled: {
      title: "Request closed",
      body: (p: Facts) => `Request ${p.ticket} was cancelled or could not be taken. Open it to see why.`,
    },
    account_unused: {
      title: "Your account has long been unused",
      body: (p: Facts) =>
        `You have not used this account for 36 months. It will be erased on ${p.day}. Sign in before that day to keep it.`,
    },
  },
  topics: { orders: "Orders", payments: "Payments and refunds", account: "Account and data" },
  title: "Notifications",
  description: "What is new about your orders, payments and account.",
  all: "All",
  only_unread: "Unread",
  unread: "Unread",
  today: "Today",
  yesterday: "Yesterday",
  mark_all: "Mark all as read",
  marked_all: "All marked as read.",
  empty_title: "No notifications yet",
  empty_text: "When something happens with your orders, you will see it here.",
  empty_unread_title: "All read",
  empty_unread_text: "There is nothing unread left.",
  pages: "Pages of notifications",
  settings_title: "How to be notified",
  settings_text: "The list on this page is always kept. Choose where else you want to be told.",
  channels: { push: "On devices", email: "Email" },
  save: "Save",
  saved: "Saved how you are notified.",
  email_to: (p: { email: string }) => `Emails go to ${p.email}.`,
  email_missing: "You have no verified email address, so no email can reach you.",
  letter_pay: (p: { address: string }) => `Pay for it, or hand it to who pays for you: ${p.address}`,
  letter_foot: (p: { address: string }) =>
    `You get this letter because you turned on email notifications. Turn them off: ${p.address}`,
  email_add: "Add an address",
  push_title: "This device",
  push_text: "Let the browser tell you even while the site is closed. You can turn it off at any time.",
  push_on: "Turn on for this device",
  push_off: "Turn off for this device",
  push_is_on: "This device gets notifications.",
  push_turned_on: "Turned on for this device.",
  push_turned_off: "Turned off for this device.",
  push_denied: "The browser blocks notifications of this site. Allow them in the browser's settings and try again.",
  push_unsupported: "This browser cannot receive notifications.",
  push_failed: "It could not be turned on. Please try again later.",
  push_devices: (p: { count: number }) =>
    p.count === 1 ? "1 device gets notifications." : `${p.count} devices get notifications.`,
  push_none: "No device gets notifications yet.",
  push_stop_all: "Turn off on all devices",
  push_stopped_all: "Turned off on all devices.",
} satisfies Messages["notifications"];
