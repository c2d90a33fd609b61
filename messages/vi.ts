/** Every Vietnamese text of the interface, by domain. A domain that speaks adds one line here, in en.ts and in ja.ts. */
import { common } from "./vi/common.ts";
import { fulfilment } from "./vi/fulfilment.ts";
import { stores } from "./vi/stores.ts";

export const vi = { common, fulfilment, stores };
