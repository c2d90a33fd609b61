/**
 * What follows from what, in the same transaction and in this order. The one upward wire of the shop: payments never
 * learn what an order is. rules/platform#reactions
 */

import { runApproved } from "./calls/handle.ts";
import { eraseCarts } from "./cart/carts.ts";
import { mergeCarts } from "./cart/merge.ts";
import type { CatalogueEvents } from "./catalogue/events.ts";
import { mergeFavourites } from "./catalogue/saved/favourites.ts";
import { eraseFavourites, forgetViewedUnlessAgreed } from "./catalogue/saved/viewed.ts";
import { eraseChats, moveChats, takeChatsAlong } from "./chat/belonging.ts";
import { eraseMessages } from "./contact/messages.ts";
import { dropFiles } from "./desks/files.ts";
import { deleteAddressBook } from "./fulfilment/address-book.ts";
import { eraseCustomer } from "./identity/accounts/erasure.ts";
import type { IdentityEvents } from "./identity/events.ts";
import type { Ctx } from "./kernel/context.ts";
import type { Events } from "./kernel/events.ts";
import type { SecondPersonEvents } from "./kernel/second-person.ts";
import { voidPoints } from "./ledger/movements.ts";
import { eraseMembership } from "./loyalty/accounts.ts";
import { eraseCards } from "./loyalty/gift-cards/cards.ts";
import {
  eraseNotifications,
  notifyBackInStock,
  notifyOrderChange,
  refreshStreams,
} from "./notifications/notifications.ts";
import { movePushDevice } from "./notifications/push.ts";
import type { OrdersEvents } from "./orders/events.ts";
import {
  cancelUnpaidOrder,
  markOrderPaid,
  notePaymentLink,
  reopenOrder,
  setCashOf,
  setPaymentMethodOf,
} from "./orders/orders.ts";
import { attachGuestOrders, moveOrders, takeOrdersAlong } from "./orders/ownership/belonging.ts";
import { eraseRentGrounds } from "./partners/retention.ts";
import { eraseSavedCards } from "./payments/card/saved-cards.ts";
import { openLinkOf } from "./payments/due/pay-link.ts";
import type { PaymentsEvents } from "./payments/events.ts";
import { notifyPagesChanged } from "./platform/page-invalidation.ts";
import { recordConsents } from "./privacy/consents.ts";
import type { PrivacyEvents } from "./privacy/events.ts";
import { erasePrivacy } from "./privacy/requests.ts";
import { keepUsedAgain } from "./privacy/unused.ts";
import { eraseWallet } from "./promotions/codes.ts";
import { eraseApplications } from "./recruitment/retention.ts";
import { eraseReviews } from "./reviews/erasure.ts";
import { attachTickets, eraseTickets } from "./service/erasure.ts";
import { shopHandlers } from "./shop.ts";
import { assertApproved } from "./staff/approvals/requests.ts";
import { eraseAudit } from "./staff/audit/entries.ts";
import { inviteAfterDelivery } from "./surveys/invitations.ts";
import { eraseSurveys } from "./surveys/retention.ts";
import { eraseWarranties } from "./warranty/erasure.ts";
import { activateOrderCards, attachCards, makeOrderCards } from "./warranty/order-cards.ts";

/** What the domains announce. One that is left out does not compile. */
type Announced = Pick<Events, "pages_changed"> &
  SecondPersonEvents &
  IdentityEvents &
  PaymentsEvents &
  OrdersEvents &
  CatalogueEvents &
  PrivacyEvents;
type Reaction<E extends keyof Announced> = (ctx: Ctx, event: Events[E]) => Promise<unknown>;

const reactions: { [E in keyof Announced]: readonly Reaction<E>[] } = {
  payment_settled: [
    (ctx, { order_code }) => notifyOrderChange(ctx, "payment_settled", order_code),
    (ctx, { order_code }) => markOrderPaid(ctx, order_code),
  ],
  payment_method_chosen: [
    (ctx, { order_code, method, cash }) => setPaymentMethodOf(ctx, order_code, { payment_method: method, cash }),
  ],
  payment_expired: [(ctx, { order_code }) => cancelUnpaidOrder(ctx, order_code)],
  payment_link_made: [(ctx, { order_code }) => notePaymentLink(ctx, order_code)],
  cash_lowered: [(ctx, { order_code, cash }) => setCashOf(ctx, order_code, cash)],
  payment_reopened: [(ctx, { order_code }) => reopenOrder(ctx, order_code)],
  signed_in: [
    (ctx, { customer_id }) => keepUsedAgain(ctx, customer_id),
    (ctx, { customer_id, visitor_session }) => mergeCarts(ctx, { customer_id, visitor_session }),
    (ctx, { customer_id, session_id, visitor_session }) =>
      takeOrdersAlong(ctx, { customer_id, from: visitor_session, to: session_id }),
    (ctx, { customer_id }) => attachCards(ctx, customer_id),
    (ctx, { customer_id }) => attachTickets(ctx, customer_id),
    (ctx, { customer_id, visitor_session }) => mergeFavourites(ctx, visitor_session, customer_id),
    (ctx, { customer_id, session_id, visitor_session }) =>
      takeChatsAlong(ctx, { customer_id, from: visitor_session, to: session_id }),
  ],
  phone_proved: [
    (ctx, { customer_id }) => attachGuestOrders(ctx, customer_id),
    (ctx, { customer_id }) => attachCards(ctx, customer_id),
    (ctx, { customer_id }) => attachTickets(ctx, customer_id),
  ],
  session_renewed: [
    (ctx, { from, to }) => moveOrders(ctx, from, to),
    (ctx, { from, to }) => movePushDevice(ctx, from, to),
    (ctx, { from, to }) => moveChats(ctx, from, to),
  ],
  sessions_changed: [(ctx, { customer_id }) => refreshStreams(ctx, customer_id)],
  order_placed: [
    async (ctx, { order_code }) =>
      notifyOrderChange(ctx, "order_placed", order_code, { pay_url: await openLinkOf(ctx, order_code) }),
  ],
  order_confirmed: [(ctx, { order_code }) => notifyOrderChange(ctx, "order_confirmed", order_code)],
  order_shipped: [(ctx, { order_code }) => notifyOrderChange(ctx, "order_delivering", order_code)],
  order_delivered: [
    (ctx, { order_code }) => notifyOrderChange(ctx, "order_delivered", order_code),
    (ctx, { order_code }) => inviteAfterDelivery(ctx, order_code),
    (ctx, { order_code }) => makeOrderCards(ctx, order_code),
  ],
  order_completed: [(ctx, { order_code }) => activateOrderCards(ctx, order_code)],
  order_cancelled: [(ctx, { order_code }) => notifyOrderChange(ctx, "order_cancelled", order_code)],
  refund_owed: [
    (ctx, { order_code, refund, amount }) => notifyOrderChange(ctx, "refund_owed", order_code, { refund, amount }),
  ],
  refund_recorded: [
    (ctx, { order_code, refund, amount }) => notifyOrderChange(ctx, "refund_paid", order_code, { refund, amount }),
  ],
  back_in_stock: [notifyBackInStock],
  consent_said: [recordConsents, forgetViewedUnlessAgreed],
  person_erased: [
    dropFiles,
    (ctx, { customer_id }) => erasePrivacy(ctx, customer_id),
    (ctx, { customer_id }) => eraseMessages(ctx, customer_id),
    (ctx, { customer_id }) => eraseChats(ctx, customer_id),
    (ctx, { customer_id }) => eraseApplications(ctx, customer_id),
    (ctx, { customer_id }) => eraseRentGrounds(ctx, customer_id),
    (ctx, { customer_id }) => eraseSurveys(ctx, customer_id),
    (ctx, { customer_id }) => eraseFavourites(ctx, customer_id),
    (ctx, { customer_id }) => eraseNotifications(ctx, customer_id),
    (ctx, { customer_id }) => eraseCarts(ctx, customer_id),
    (ctx, { customer_id }) => eraseWallet(ctx, customer_id),
    (ctx, { customer_id }) => voidPoints(ctx, customer_id),
    (ctx, { customer_id }) => eraseCards(ctx, customer_id),
    (ctx, { customer_id }) => eraseMembership(ctx, customer_id),
    (ctx, { customer_id }) => eraseReviews(ctx, customer_id),
    (ctx, { customer_id }) => eraseTickets(ctx, customer_id),
    (ctx, { customer_id }) => eraseWarranties(ctx, customer_id),
    (ctx, { customer_id }) => deleteAddressBook(ctx, customer_id),
    (ctx, { customer_id }) => eraseSavedCards(ctx, customer_id),
    (ctx, { customer_id }) => eraseCustomer(ctx, customer_id),
    (ctx, { customer_id }) => eraseAudit(ctx, customer_id),
  ],
  second_person_needed: [assertApproved],
  approval_granted: [(ctx, granted) => runApproved(shopHandlers, ctx, granted)],
  pages_changed: [(ctx, { tags }) => notifyPagesChanged(ctx, tags)],
};

export const announce: Ctx["announce"] = async (ctx, event, payload) => {
  for (const react of reactions[event]) await react(ctx, payload);
};
