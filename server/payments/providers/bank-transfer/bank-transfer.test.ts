import { conform } from "../conformance.ts";
import { bankTransfer } from "./bank-transfer.ts";
import { sepayIpn } from "./simulator.ts";

// The account of the demo data.
const account_number = "0000012345678";

conform(bankTransfer, {
  folder: import.meta.dirname,
  message: ({ attempt, amount, txn, shop }) =>
    sepayIpn(
      {
        account_number,
        content: attempt.provider_ref,
        amount,
        txn: Number.parseInt(txn.replace(/\D/g, "").slice(-12), 10),
      },
      shop.base.config.sepay_hmac_secret,
      shop.now,
    ),
});
