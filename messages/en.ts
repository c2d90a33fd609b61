/** Every English text of the interface, by domain. */

import { cards } from "./en/cart/cards.ts";
import { cart } from "./en/cart/cart.ts";
import { codes } from "./en/cart/codes.ts";
import { points } from "./en/cart/points.ts";
import { buying } from "./en/catalogue/buying.ts";
import { catalogue } from "./en/catalogue/catalogue.ts";
import { comparison } from "./en/catalogue/comparison.ts";
import { details } from "./en/catalogue/details.ts";
import { favourites } from "./en/catalogue/favourites.ts";
import { listing } from "./en/catalogue/listing.ts";
import { restocking } from "./en/catalogue/restocking.ts";
import { chat } from "./en/chat/chat.ts";
import { common } from "./en/common.ts";
import { contact } from "./en/contact/contact.ts";
import { content } from "./en/content/content.ts";
import { home } from "./en/content/home.ts";
import { addresses } from "./en/fulfilment/addresses.ts";
import { fulfilment } from "./en/fulfilment/fulfilment.ts";
import { account } from "./en/identity/account.ts";
import { identity } from "./en/identity/identity.ts";
import { profile } from "./en/identity/profile.ts";
import { exchange } from "./en/loyalty/exchange.ts";
import { gifting } from "./en/loyalty/gifting.ts";
import { loyalty } from "./en/loyalty/loyalty.ts";
import { notifications } from "./en/notifications/notifications.ts";
import { card } from "./en/orders/card.ts";
import { orders } from "./en/orders/orders.ts";
import { paying } from "./en/orders/paying.ts";
import { purchases } from "./en/orders/purchases.ts";
import { book } from "./en/pages/book.ts";
import { pages } from "./en/pages/pages.ts";
import { partners } from "./en/partners/partners.ts";
import { privacy } from "./en/privacy/privacy.ts";
import { promotions } from "./en/promotions/promotions.ts";
import { recruitment } from "./en/recruitment/recruitment.ts";
import { reviews } from "./en/reviews/reviews.ts";
import { household } from "./en/service/household.ts";
import { stores } from "./en/stores/stores.ts";
import { surveys } from "./en/surveys/surveys.ts";
import { warranty } from "./en/warranty/warranty.ts";
import type { Messages } from "./messages.ts";

export const en = {
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
