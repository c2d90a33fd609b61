/** The table of contents: every call of the shop, by domain. Spec §7. */
import type { Client } from "./call.ts";
import { cart } from "./cart.ts";
import { catalogue } from "./catalogue.ts";
import { content } from "./content.ts";
import { fulfilment } from "./fulfilment.ts";
import { identity } from "./identity.ts";
import { orders } from "./orders.ts";
import { payments } from "./payments.ts";
import { promotions } from "./promotions.ts";
import { stores } from "./stores.ts";

export const contract = { identity, catalogue, promotions, fulfilment, stores, content, cart, payments, orders };

export type Contract = typeof contract;

/** What a caller holds: `shop.cart.addItem({ product_id, quantity })`. */
export type Shop = Client<Contract>;
