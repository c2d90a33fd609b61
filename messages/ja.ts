/** Every Japanese text of the interface, by domain. */
import { account } from "./ja/account.ts";
import { addresses } from "./ja/addresses.ts";
import { cart } from "./ja/cart.ts";
import { catalogue } from "./ja/catalogue.ts";
import { common } from "./ja/common.ts";
import { comparison } from "./ja/comparison.ts";
import { content } from "./ja/content.ts";
import { details } from "./ja/details.ts";
import { fulfilment } from "./ja/fulfilment.ts";
import { favourites } from "./ja/gathered.ts";
import { home } from "./ja/home.ts";
import { identity } from "./ja/identity.ts";
import { listing } from "./ja/listing.ts";
import { notifications } from "./ja/notifications.ts";
import { buying } from "./ja/offer.ts";
import { orders } from "./ja/orders.ts";
import { privacy } from "./ja/privacy.ts";
import { profile } from "./ja/profile.ts";
import { purchases } from "./ja/purchases.ts";
import { stores } from "./ja/stores.ts";
import type { Messages } from "./messages.ts";

export const ja = {
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
