/** All settings of the shop, by the domain that defines them. One that is left out here does not compile. */
import { catalogueSettings } from "./catalogue/settings.ts";
import { chatSettings } from "./chat/settings.ts";
import { contentSettings } from "./content/settings.ts";
import { fulfilmentSettings } from "./fulfilment/settings.ts";
import { identitySettings } from "./identity/settings.ts";
import { joined } from "./kernel/joined.ts";
import { loyaltySettings } from "./loyalty/settings.ts";
import { ordersSettings } from "./orders/settings.ts";
import { pagesSettings } from "./pages/settings.ts";
import { paymentsSettings } from "./payments/settings.ts";
import { platformSettings, type SettingList } from "./platform/settings.ts";
import { staffSettings } from "./staff/settings.ts";
import { storesSettings } from "./stores/settings.ts";
import { warrantySettings } from "./warranty/settings.ts";

export const settings: SettingList = joined({
  platform: platformSettings,
  identity: identitySettings,
  staff: staffSettings,
  content: contentSettings,
  pages: pagesSettings,
  catalogue: catalogueSettings,
  fulfilment: fulfilmentSettings,
  payments: paymentsSettings,
  orders: ordersSettings,
  loyalty: loyaltySettings,
  chat: chatSettings,
  stores: storesSettings,
  warranty: warrantySettings,
});
