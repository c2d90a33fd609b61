/** Every Japanese text of the interface, by domain. */

import { cards } from "./ja/cart/cards.ts";
import { cart } from "./ja/cart/cart.ts";
import { codes } from "./ja/cart/codes.ts";
import { points } from "./ja/cart/points.ts";
import { buying } from "./ja/catalogue/buying.ts";
import { catalogue } from "./ja/catalogue/catalogue.ts";
import { comparison } from "./ja/catalogue/comparison.ts";
import { details } from "./ja/catalogue/details.ts";
import { favourites } from "./ja/catalogue/favourites.ts";
import { listing } from "./ja/catalogue/listing.ts";
import { restocking } from "./ja/catalogue/restocking.ts";
import { chat } from "./ja/chat/chat.ts";
import { common } from "./ja/common.ts";
import { contact } from "./ja/contact/contact.ts";
import { content } from "./ja/content/content.ts";
import { home } from "./ja/content/home.ts";
import { addresses } from "./ja/fulfilment/addresses.ts";
import { fulfilment } from "./ja/fulfilment/fulfilment.ts";
import { account } from "./ja/identity/account.ts";
import { identity } from "./ja/identity/identity.ts";
import { profile } from "./ja/identity/profile.ts";
import { exchange } from "./ja/loyalty/exchange.ts";
import { gifting } from "./ja/loyalty/gifting.ts";
import { loyalty } from "./ja/loyalty/loyalty.ts";
import { notifications } from "./ja/notifications/notifications.ts";
import { card } from "./ja/orders/card.ts";
import { orders } from "./ja/orders/orders.ts";
import { paying } from "./ja/orders/paying.ts";
import { purchases } from "./ja/orders/purchases.ts";
import { book } from "./ja/pages/book.ts";
import { pages } from "./ja/pages/pages.ts";
import { partners } from "./ja/partners/partners.ts";
import { privacy } from "./ja/privacy/privacy.ts";
import { promotions } from "./ja/promotions/promotions.ts";
import { recruitment } from "./ja/recruitment/recruitment.ts";
import { reviews } from "./ja/reviews/reviews.ts";
import { household } from "./ja/service/household.ts";
import { stores } from "./ja/stores/stores.ts";
import { surveys } from "./ja/surveys/surveys.ts";
import { warranty } from "./ja/warranty/warranty.ts";
import type { Messages } from "./messages.ts";

export const ja = {
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
} satisfies Messages;
