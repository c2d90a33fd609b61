/** The providers of the shop, in the order their methods are shown: one line each. rules/payments#provider-interface */
import type { Provider } from "../provider.ts";
import { alepay } from "./alepay/alepay.ts";
import { bankTransfer } from "./bank-transfer/bank-transfer.ts";
import { cash } from "./cash/cash.ts";
import { momo } from "./momo/momo.ts";
import { mpgs } from "./mpgs/mpgs.ts";
import { napas } from "./napas/napas.ts";
import { payLink } from "./pay-link/pay-link.ts";
import { shopeepay } from "./shopeepay/shopeepay.ts";
import { vnpay } from "./vnpay/vnpay.ts";
import { zalopay } from "./zalopay/zalopay.ts";

export const providers: readonly Provider[] = [
  cash,
  bankTransfer,
  vnpay,
  momo,
  zalopay,
  shopeepay,
  napas,
  alepay,
  mpgs,
  payLink,
];
