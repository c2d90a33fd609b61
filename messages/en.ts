/** Every English text of the interface, by domain. */
import { account } from "./en/account.ts";
import { addresses } from "./en/addresses.ts";
import { cart } from "./en/cart.ts";
import { catalogue } from "./en/catalogue.ts";
import { common } from "./en/common.ts";
import { comparison } from "./en/comparison.ts";
import { content } from "./en/content.ts";
import { details } from "./en/details.ts";
import { fulfilment } from "./en/fulfilment.ts";
import { favourites } from "./en/gathered.ts";
import { home } from "./en/home.ts";
import { identity } from "./en/identity.ts";
import { listing } from "./en/listing.ts";
import { notifications } from "./en/notifications.ts";
import { buying } from "./en/offer.ts";
import { orders } from "./en/orders.ts";
import { privacy } from "./en/privacy.ts";
import { profile } from "./en/profile.ts";
import { purchases } from "./en/purchases.ts";
import { stores } from "./en/stores.ts";
import type { Messages } from "./messages.ts";

export const en = {
  account,
  addresses,
  cart,
  catalogue,
  common,
  comparison,
  content,
  details,
  fulfilment,
  home,
  identity,
  listing,
  notifications,
  buying,
  orders,
  purchases,
  privacy,
  profile,
  favourites,
  stores,
} satisfies Messages;
