/** The table of contents: every call of the shop, by domain. Spec §7. */
import { avatars } from "./avatars.ts";
import type { Client } from "./call.ts";
import { cart } from "./cart.ts";
import { catalogue as products } from "./catalogue.ts";
import { content } from "./content.ts";
import { fulfilment } from "./fulfilment.ts";
import { favourites } from "./gathered.ts";
import { identity as accounts } from "./identity.ts";
import { notifications } from "./notifications.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
import { privacy } from "./privacy.ts";
import { promotions } from "./promotions.ts";
import { stores } from "./stores.ts";

const identity = { ...accounts, ...avatars };
const catalogue = { ...products, ...favourites };

export const contract = {
  identity,
  catalogue,
  promotions,
  fulfilment,
  stores,
  content,
  notifications,
  cart,
  payments,
  orders,
  privacy,
};

export type Contract = typeof contract;

/** What a caller holds: `shop.cart.addItem({ product_id, quantity })`. */
export type Shop = Client<Contract>;
