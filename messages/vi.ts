/** Every Vietnamese text of the interface, by domain. A domain with texts adds one line here, in en.ts and in ja.ts. */
import { account } from "./vi/account.ts";
import { addresses } from "./vi/addresses.ts";
import { cart } from "./vi/cart.ts";
import { catalogue } from "./vi/catalogue.ts";
import { common } from "./vi/common.ts";
import { comparison } from "./vi/comparison.ts";
import { content } from "./vi/content.ts";
import { details } from "./vi/details.ts";
import { fulfilment } from "./vi/fulfilment.ts";
import { favourites } from "./vi/gathered.ts";
import { home } from "./vi/home.ts";
import { identity } from "./vi/identity.ts";
import { listing } from "./vi/listing.ts";
import { notifications } from "./vi/notifications.ts";
import { offer } from "./vi/offer.ts";
import { orders } from "./vi/orders.ts";
import { privacy } from "./vi/privacy.ts";
import { profile } from "./vi/profile.ts";
import { purchases } from "./vi/purchases.ts";
import { stores } from "./vi/stores.ts";

export const vi = {
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
  offer,
  orders,
  purchases,
  privacy,
  profile,
  favourites,
  stores,
};
