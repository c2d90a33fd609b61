/** Every Vietnamese text of the interface, by domain. A domain with texts adds one line here, in en.ts and in ja.ts. */

import { cards } from "./vi/cart/cards.ts";
import { cart } from "./vi/cart/cart.ts";
import { codes } from "./vi/cart/codes.ts";
import { points } from "./vi/cart/points.ts";
import { buying } from "./vi/catalogue/buying.ts";
import { catalogue } from "./vi/catalogue/catalogue.ts";
import { comparison } from "./vi/catalogue/comparison.ts";
import { details } from "./vi/catalogue/details.ts";
import { favourites } from "./vi/catalogue/favourites.ts";
import { listing } from "./vi/catalogue/listing.ts";
import { restocking } from "./vi/catalogue/restocking.ts";
import { chat } from "./vi/chat/chat.ts";
import { common } from "./vi/common.ts";
import { contact } from "./vi/contact/contact.ts";
import { content } from "./vi/content/content.ts";
import { home } from "./vi/content/home.ts";
import { addresses } from "./vi/fulfilment/addresses.ts";
import { fulfilment } from "./vi/fulfilment/fulfilment.ts";
import { account } from "./vi/identity/account.ts";
import { identity } from "./vi/identity/identity.ts";
import { profile } from "./vi/identity/profile.ts";
import { exchange } from "./vi/loyalty/exchange.ts";
import { gifting } from "./vi/loyalty/gifting.ts";
import { loyalty } from "./vi/loyalty/loyalty.ts";
import { notifications } from "./vi/notifications/notifications.ts";
import { card } from "./vi/orders/card.ts";
import { orders } from "./vi/orders/orders.ts";
import { paying } from "./vi/orders/paying.ts";
import { purchases } from "./vi/orders/purchases.ts";
import { book } from "./vi/pages/book.ts";
import { pages } from "./vi/pages/pages.ts";
import { partners } from "./vi/partners/partners.ts";
import { privacy } from "./vi/privacy/privacy.ts";
import { promotions } from "./vi/promotions/promotions.ts";
import { recruitment } from "./vi/recruitment/recruitment.ts";
import { reviews } from "./vi/reviews/reviews.ts";
import { household } from "./vi/service/household.ts";
import { stores } from "./vi/stores/stores.ts";
import { surveys } from "./vi/surveys/surveys.ts";
import { warranty } from "./vi/warranty/warranty.ts";

export const vi = {
  account,
  addresses,
  cart,
  catalogue,
  chat,
  codes,
  common,
  comparison,
  contact,
  content,
  details,
  fulfilment,
  gifting,
  cards,
  home,
  identity,
  listing,
  loyalty,
  exchange,
  notifications,
  buying,
  orders,
  book,
  pages,
  partners,
  points,
  paying,
  card,
  purchases,
  privacy,
  profile,
  promotions,
  favourites,
  restocking,
  recruitment,
  reviews,
  stores,
  surveys,
  warranty,
  household,
};
