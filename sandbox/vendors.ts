/** The vendors that the gateway plays, one line each. */
import { alepay } from "./alepay/alepay.ts";
import { bank } from "./bank/bank.ts";
import type { Vendor } from "./core/vendor.ts";
import { momo } from "./momo/momo.ts";
import { mpgs } from "./mpgs/mpgs.ts";
import { napas } from "./napas/napas.ts";
import { shopeepay } from "./shopeepay/shopeepay.ts";
import { vnpay } from "./vnpay/vnpay.ts";
import { zalopay } from "./zalopay/zalopay.ts";

export const vendors: readonly Vendor[] = [vnpay, momo, zalopay, shopeepay, napas, alepay, mpgs, bank];
