/** Every Vietnamese text of the interface, by domain. A domain that speaks adds one line here, in en.ts and in ja.ts. */
import { cart } from "./vi/cart.ts";
import { common } from "./vi/common.ts";
import { fulfilment } from "./vi/fulfilment.ts";
import { orders } from "./vi/orders.ts";
import { stores } from "./vi/stores.ts";

export const vi = { cart, common, fulfilment, orders, stores };
