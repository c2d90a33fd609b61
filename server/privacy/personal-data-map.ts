/**
 * The map of personal data: which table holds what of a person, why, for how long, who sees it, and what becomes of it
 * when they are erased, by the domain that says so. It stands here and not beside server/jobs.ts because privacy alone
 * reads it, and may import every domain. privacy.test.ts refuses a table it does not name. rules/privacy#personal-data-map
 */
import { type RawBuilder, sql } from "kysely";
import { cartPersonalData } from "../cart/personal-data.ts";
import { cataloguePersonalData } from "../catalogue/personal-data.ts";
import { chatPersonalData } from "../chat/personal-data.ts";
import { contactPersonalData } from "../contact/personal-data.ts";
import { fulfilmentPersonalData } from "../fulfilment/personal-data.ts";
import { identityPersonalData } from "../identity/personal-data.ts";
import { joined } from "../kernel/joined.ts";
import type { Holding } from "../kernel/personal-data.ts";
import { ledgerPersonalData } from "../ledger/personal-data.ts";
import { loyaltyPersonalData } from "../loyalty/personal-data.ts";
import { notificationsPersonalData } from "../notifications/personal-data.ts";
import { ordersPersonalData } from "../orders/personal-data.ts";
import { partnersPersonalData } from "../partners/personal-data.ts";
import { paymentsPersonalData } from "../payments/personal-data.ts";
import { promotionsPersonalData } from "../promotions/personal-data.ts";
import { recruitmentPersonalData } from "../recruitment/personal-data.ts";
import { reviewsPersonalData } from "../reviews/personal-data.ts";
import { securityPersonalData } from "../security/personal-data.ts";
import { servicePersonalData } from "../service/personal-data.ts";
import { surveysPersonalData } from "../surveys/personal-data.ts";
import { warrantyPersonalData } from "../warranty/personal-data.ts";
import { privacyPersonalData } from "./personal-data.ts";

/** In the order of an exported file. */
const byTable: Readonly<Record<string, Holding>> = joined({
  identity: identityPersonalData,
  security: securityPersonalData,
  fulfilment: fulfilmentPersonalData,
  cart: cartPersonalData,
  orders: ordersPersonalData,
  payments: paymentsPersonalData,
  promotions: promotionsPersonalData,
  ledger: ledgerPersonalData,
  loyalty: loyaltyPersonalData,
  reviews: reviewsPersonalData,
  warranty: warrantyPersonalData,
  service: servicePersonalData,
  catalogue: cataloguePersonalData,
  contact: contactPersonalData,
  partners: partnersPersonalData,
  chat: chatPersonalData,
  surveys: surveysPersonalData,
  recruitment: recruitmentPersonalData,
  notifications: notificationsPersonalData,
  privacy: privacyPersonalData,
});
export const personalData = Object.entries(byTable).map(([table, holding]) => ({ table, ...holding }));

/** `belongs` of a holding, for one customer. */
export function belongingTo(belongs: string, customer_id: number): RawBuilder<boolean> {
  const [before = "", after = ""] = belongs.split("$customer");
  return sql<boolean>`${sql.raw(before)}${customer_id}${sql.raw(after)}`;
}
