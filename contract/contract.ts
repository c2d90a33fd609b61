/** The table of contents: every call of the shop, by domain. Spec §7. */

import { cart as boughtCart } from "./cart/cart.ts";
import { exchangeCart } from "./cart/exchange.ts";
import { cartGiftCards } from "./cart/gift-cards.ts";
import { cartTrial } from "./cart/trial.ts";
import { catalogue as products } from "./catalogue/catalogue.ts";
import { favourites } from "./catalogue/favourites.ts";
import { stockNotices } from "./catalogue/stock-notices.ts";
import { chat as talking } from "./chat/chat.ts";
import { chatDesk } from "./chat/chat-desk.ts";
import type { Client } from "./client.ts";
import { contactDesk, contact as messages } from "./contact/contact.ts";
import { content } from "./content/content.ts";
import { customers } from "./customers/customers.ts";
import { bulkActs } from "./desks/bulk.ts";
import { deskFiles } from "./desks/files.ts";
import { deskViews } from "./desks/views.ts";
import { fulfilment } from "./fulfilment/fulfilment.ts";
import { avatars } from "./identity/avatars.ts";
import { identity as accounts } from "./identity/identity.ts";
import { loyaltyOffice } from "./loyalty/desk-loyalty.ts";
import { giftCards } from "./loyalty/gift-cards.ts";
import { loyalty as points } from "./loyalty/loyalty.ts";
import { rewards } from "./loyalty/rewards.ts";
import { notifications } from "./notifications/notifications.ts";
import { orderDesk } from "./orders/desk-orders.ts";
import { exchangeOrders } from "./orders/exchange.ts";
import { cardOrders } from "./orders/gift-cards.ts";
import { orders as orderCalls } from "./orders/orders.ts";
import { pagesBook } from "./pages/book.ts";
import { pagesDesk, pages as shownPages } from "./pages/pages.ts";
import { partners } from "./partners/rent-grounds.ts";
import { card } from "./payments/card.ts";
import { moneyDesk } from "./payments/desk/desk-payments.ts";
import { payLinks } from "./payments/pay-links.ts";
import { payments as paying } from "./payments/payments.ts";
import { transactions } from "./payments/transactions.ts";
import { platform } from "./platform/platform.ts";
import { privacy } from "./privacy/privacy.ts";
import { promotionsOffice } from "./promotions/desk-promotions.ts";
import { promotions as shownPromotions } from "./promotions/promotions.ts";
import { applicationsOffice } from "./recruitment/desk-applications.ts";
import { vacanciesOffice } from "./recruitment/desk-vacancies.ts";
import { recruitment as jobs } from "./recruitment/recruitment.ts";
import { moderation } from "./reviews/moderation.ts";
import { reviews as shownReviews } from "./reviews/reviews.ts";
import { serviceOffice } from "./service/desk-tickets.ts";
import { technician } from "./service/technician.ts";
import { service as requests } from "./service/tickets.ts";
import { staff } from "./staff/staff.ts";
import { stores } from "./stores/stores.ts";
import { surveys } from "./surveys/surveys.ts";
import { warrantyOffice } from "./warranty/desk-warranties.ts";
import { warranty as cards } from "./warranty/warranty.ts";

const chat = { ...talking, ...chatDesk };
const contact = { ...messages, ...contactDesk };
const recruitment = { ...jobs, ...applicationsOffice, ...vacanciesOffice };
const identity = { ...accounts, ...avatars };
const payments = { ...paying, ...transactions, ...card, ...payLinks, ...moneyDesk };
const pages = { ...shownPages, ...pagesBook, ...pagesDesk };
const warranty = { ...cards, ...warrantyOffice };
const service = { ...requests, ...technician, ...serviceOffice };
const reviews = { ...shownReviews, ...moderation };
const catalogue = { ...products, ...favourites, ...stockNotices };
const orders = { ...orderCalls, ...exchangeOrders, ...cardOrders, ...orderDesk };
const cart = { ...boughtCart, ...cartGiftCards, ...exchangeCart, ...cartTrial };
const loyalty = { ...points, ...rewards, ...giftCards, ...loyaltyOffice };
const promotions = { ...shownPromotions, ...promotionsOffice };
const desks = { ...deskViews, ...bulkActs, ...deskFiles };

export const contract = {
  identity,
  catalogue,
  promotions,
  fulfilment,
  stores,
  content,
  contact,
  partners,
  chat,
  surveys,
  pages,
  recruitment,
  notifications,
  loyalty,
  reviews,
  warranty,
  service,
  cart,
  payments,
  orders,
  privacy,
  customers,
  desks,
  staff,
  platform,
};

export type Contract = typeof contract;

/** What a caller holds: `shop.cart.addItem({ product_id, quantity })`. */
export type Shop = Client<Contract>;

/** "cart.addItem": a call by its name, as a transport carries it. */
export type CallName = { [D in keyof Contract]: `${D}.${keyof Contract[D] & string}` }[keyof Contract];

/** What a caller gives the call of that name. */
export type InputOf<N extends CallName> = N extends `${infer D extends keyof Shop}.${infer K}`
  ? K extends keyof Shop[D]
    ? Shop[D][K] extends (input: infer Input, ...rest: never) => unknown
      ? Input
      : never
    : never
  : never;
