/**
 * Bank transfer by VietQR: the shopper writes our text into the transfer, and a service tells us what the bank has booked.
 * Each service is a file of senders/. rules/payments#vietqr, rules/payments#transfer-content
 */
import { buildVietQr, transferContent } from "contract/values/vietqr.ts";
import { TRANSFER_PREFIX } from "../../ipn/transfer-text.ts";
import type { Provider } from "../../provider.ts";
import { labels } from "./labels.ts";
import { cassoService } from "./senders/casso.ts";
import { payosService } from "./senders/payos.ts";
import { acknowledged, type Sender, type Service } from "./senders/sender.ts";
import { sepayService } from "./senders/sepay.ts";
import { BANK_PATH, bankSimulator } from "./simulator.ts";

/** By the name in the address of their ipns, which is the source of their credits. Stored: never changed. */
const services: Readonly<Record<string, Service>> = { sepay: sepayService, casso: cassoService, payos: payosService };

export const bankTransfer: Provider = {
  name: "bank-transfer",
  method: "bank_transfer",
  // SePay's accounts were set up with the address that named the method.
  senders: { sepay: "sepay", casso: "casso", payos: "payos", "bank-transfer": "sepay" },
  labels,
  group: "scan",
  logo: "bank-transfer",
  can: { refund: false, partial_refund: false, tokens: false, review: false },
  is_on_delivery: false,
  is_local: true,
  deadlineMinutes: ({ transfer_deadline_hours }) => transfer_deadline_hours * 60,
  page: null,
  own_variables: {
    CASSO_CHECKSUM_KEY: "what Casso (version 2) signs its ipns with; without a key nothing of Casso is taken",
    CASSO_SECURE_TOKEN: "what Casso (version 1) sends as `secure-token`",
    PAYOS_CHECKSUM_KEY: "what payOS signs its ipns with; without it nothing of payOS is taken",
  },
  // One attempt of an order by transfer, whatever was due when: the text is in the shopper's hands.
  makeReference: (payable) => transferContent(TRANSFER_PREFIX, payable),
  offer: ({ bank_account }) => (bank_account.account_number === "" ? null : { minimum: null, maximum: null }),

  simulator: { path: BANK_PATH, title: "Simulated bank", mount: bankSimulator },

  createAdapter(shop) {
    const { bin, bank_name, account_number, account_holder } = shop.bank_account;
    const senders = new Map(
      Object.entries(services).map(([name, { createSender }]) => [name, createSender(shop.config) ?? silent]),
    );
    const senderOf = (name: string): Sender => {
      const sender = senders.get(name);
      if (!sender) throw new RangeError(`${name} sends no ipns of transfers`);
      return sender;
    };
    return {
      start({ amount, provider_ref: content }) {
        const qr_payload = buildVietQr({ bin, account: account_number, amount, purpose: content });
        const account = { bank_name, bin, account_number, account_holder };
        return { kind: "transfer", guide: { ...account, amount, content, qr_payload } };
      },
      readIpn: (message, now) => senderOf(message.sender).readIpn(message, now),
      acknowledge: (judged, sender) => senderOf(sender).acknowledge(judged),
      redact: (message) => senderOf(message.sender).redact(message),
    };
  },
};

/** A service without a key: no message in its name is genuine. */
const silent: Sender = {
  readIpn: () => ({ authentic: false }),
  acknowledge: acknowledged,
  redact: () => ({ headers: {}, text: "" }),
  canonical: () => "",
  sign: () => "",
};
