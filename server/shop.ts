/** All handlers of the shop, by domain: the twin of contract/contract.ts. */
import { handlersByName } from "./calls/handle.ts";
import { cartCalls } from "./cart/calls.ts";
import { catalogueCalls } from "./catalogue/calls.ts";
import { chatCalls } from "./chat/calls.ts";
import { contactCalls } from "./contact/calls.ts";
import { contentCalls } from "./content/calls.ts";
import { customersCalls } from "./customers/calls.ts";
import { desksCalls } from "./desks/calls.ts";
import { fulfilmentCalls } from "./fulfilment/calls.ts";
import { identityCalls } from "./identity/calls.ts";
import { loyaltyCalls } from "./loyalty/calls.ts";
import { notificationsCalls } from "./notifications/calls.ts";
import { ordersCalls } from "./orders/calls.ts";
import { pagesCalls } from "./pages/calls.ts";
import { partnersCalls } from "./partners/calls.ts";
import { paymentsCalls } from "./payments/calls.ts";
import { platformCalls } from "./platform/office/calls.ts";
import { privacyCalls } from "./privacy/calls.ts";
import { promotionsCalls } from "./promotions/calls.ts";
import { recruitmentCalls } from "./recruitment/calls.ts";
import { reviewsCalls } from "./reviews/calls.ts";
import { serviceCalls } from "./service/calls.ts";
import { staffCalls } from "./staff/calls.ts";
import { storesCalls } from "./stores/calls.ts";
import { surveysCalls } from "./surveys/calls.ts";
import { warrantyCalls } from "./warranty/calls.ts";

export const shopHandlers = handlersByName({
  identity: identityCalls,
  catalogue: catalogueCalls,
  promotions: promotionsCalls,
  fulfilment: fulfilmentCalls,
  stores: storesCalls,
  content: contentCalls,
  contact: contactCalls,
  chat: chatCalls,
  pages: pagesCalls,
  partners: partnersCalls,
  surveys: surveysCalls,
  recruitment: recruitmentCalls,
  notifications: notificationsCalls,
  loyalty: loyaltyCalls,
  reviews: reviewsCalls,
  warranty: warrantyCalls,
  service: serviceCalls,
  cart: cartCalls,
  payments: paymentsCalls,
  orders: ordersCalls,
  privacy: privacyCalls,
  customers: customersCalls,
  desks: desksCalls,
  staff: staffCalls,
  platform: platformCalls,
});
