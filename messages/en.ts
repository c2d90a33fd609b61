/** Every English text of the interface, by domain. */
import { cart } from "./en/cart.ts";
import { common } from "./en/common.ts";
import { fulfilment } from "./en/fulfilment.ts";
import { orders } from "./en/orders.ts";
import { stores } from "./en/stores.ts";
import type { Messages } from "./messages.ts";

export const en = { cart, common, fulfilment, orders, stores } satisfies Messages;
