/** Every Japanese text of the interface, by domain. */
import { cart } from "./ja/cart.ts";
import { common } from "./ja/common.ts";
import { fulfilment } from "./ja/fulfilment.ts";
import { orders } from "./ja/orders.ts";
import { stores } from "./ja/stores.ts";
import type { Messages } from "./messages.ts";

export const ja = { cart, common, fulfilment, orders, stores } satisfies Messages;
