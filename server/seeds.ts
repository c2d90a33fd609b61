/**
 * The demo shop (db/data/README.md), domain by domain, in the order in which they refer to each other: a seeder may read
 * the schemas of those before it. Its orders, and what stands on them, are loaded only where they are wanted, because half of
 * the shop stands behind them; most tests do without.
 */
import { seedCatalogue } from "./catalogue/seed.ts";
import { seedChat } from "./chat/seed.ts";
import { seedContent } from "./content/seed.ts";
import type { Seeder } from "./database/seed.ts";
import { DEMO_PASSWORD } from "./demo-accounts.ts";
import { currentWard, placeText } from "./fulfilment/addresses.ts";
import { seedFulfilment } from "./fulfilment/seed.ts";
import { seedAddressBooks } from "./fulfilment/seed-address-books.ts";
import { fullName, units } from "./fulfilment/units.ts";
import type { Base } from "./http/request-context.ts";
import { seedAccounts } from "./identity/seed.ts";
import type { Ctx } from "./kernel/context.ts";
import { seedLedger } from "./ledger/seed.ts";
import { seedLoyalty, seedRewards } from "./loyalty/seed.ts";
import { seedGiftCards } from "./loyalty/seed-gift-cards.ts";
import { seedBook, seedPages } from "./pages/seed.ts";
import { seedPayments } from "./payments/seed.ts";
import { seedSettings } from "./platform/seed.ts";
import { seedPromotions, seedRewardVouchers } from "./promotions/seed.ts";
import { type ProvinceName, seedRecruitment } from "./recruitment/seed.ts";
import { seedRatings, seedReviews } from "./reviews/seed.ts";
import { seedService } from "./service/seed.ts";
import { settings } from "./settings.ts";
import { seedStaff } from "./staff/seed.ts";
import { type PlaceNames, seedStores } from "./stores/seed.ts";
import { seedSurveys } from "./surveys/seed.ts";
import { seedOrderMachines, seedWarranty } from "./warranty/seed.ts";

export { builtFeatures } from "./kernel/features.ts";

export const password = DEMO_PASSWORD;

export const seeds: readonly { domain: string; seed: Seeder }[] = [
  { domain: "settings", seed: (sql, context) => seedSettings(sql, context, settings) },
  { domain: "identity", seed: seedAccounts },
  { domain: "staff", seed: seedStaff },
  { domain: "catalogue", seed: seedCatalogue },
  { domain: "ledger", seed: seedLedger },
  { domain: "loyalty", seed: seedLoyalty },
  { domain: "promotions", seed: seedPromotions },
  { domain: "loyalty", seed: (sql, context) => seedRewards(sql, context, seedRewardVouchers) },
  { domain: "loyalty", seed: seedGiftCards },
  { domain: "stores", seed: (sql, context) => seedStores(sql, context, placeNames) },
  { domain: "content", seed: seedContent },
  { domain: "pages", seed: seedPages },
  { domain: "pages", seed: seedBook },
  { domain: "recruitment", seed: (sql, context) => seedRecruitment(sql, context, provinceName) },
  { domain: "fulfilment", seed: seedFulfilment },
  { domain: "fulfilment", seed: seedAddressBooks },
  { domain: "payments", seed: seedPayments },
  { domain: "reviews", seed: seedReviews },
  { domain: "chat", seed: seedChat },
  { domain: "surveys", seed: seedSurveys },
  { domain: "warranty", seed: seedWarranty },
  { domain: "service", seed: seedService },
];

/** Only what orders and payments do to each other: nobody is told of an order of the past. */
async function announcing(): Promise<Ctx["announce"]> {
  const [{ cancelUnpaidOrder, markOrderPaid }, { activateDelivered, makeOrderCards }] = await Promise.all([
    import("./orders/orders.ts"),
    import("./warranty/order-cards.ts"),
  ]);
  return async (ctx, event, payload) => {
    const { order_code = "" } = payload as { order_code?: string };
    if (event === "payment_settled") await markOrderPaid(ctx, order_code);
    if (event === "payment_expired") await cancelUnpaidOrder(ctx, order_code);
    if (event === "order_delivered") await makeOrderCards(ctx, order_code);
    if (event === "order_completed") await activateDelivered(ctx, order_code);
  };
}

export function orderSeeds(shop: Pick<Base, "config" | "log">): typeof seeds {
  const seedOrders: Seeder = async (sql, { now }) => {
    const [{ requestContext }, orders, announce] = await Promise.all([
      import("./http/request-context.ts"),
      import("./orders/seed-orders.ts"),
      announcing(),
    ]);
    await orders.seedOrders(sql, now, (at, actor, locale = "vi") => {
      const base = { ...shop, settings, sql, announce, clock: () => at };
      const { ctx } = requestContext(base, { token: undefined, actor, locale, client: "shop", request_id: "seed" });
      return { ...ctx, in_transaction: true };
    });
  };
  return [
    { domain: "orders", seed: seedOrders },
    { domain: "reviews", seed: seedRatings },
    { domain: "warranty", seed: seedOrderMachines },
  ];
}

function provinceName(...[code, locale]: Parameters<ProvinceName>): ReturnType<ProvinceName> {
  const province = units().provinces.get(code);
  if (!province) throw new Error(`no province ${code}`);
  return fullName(province, locale);
}

function placeNames(...[city_code, ward_code, locale]: Parameters<PlaceNames>): ReturnType<PlaceNames> {
  const ward = currentWard(city_code, ward_code);
  const province = units().provinces.get(city_code);
  if (!province) throw new Error(`no province ${city_code}`);
  return { place: placeText(ward, locale), province: fullName(province, locale) };
}
