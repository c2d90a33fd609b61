/** Every Vietnamese text of the interface, by domain. A domain that speaks adds one line here, in en.ts and in ja.ts. */
import { common } from "./vi/common.ts";

export const vi = { common };
