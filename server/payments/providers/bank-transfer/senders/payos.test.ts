import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import { describe, expect, it } from "vitest";
import type { Message } from "../../../provider.ts";
import { conform } from "../../conformance.ts";
import { bankTransfer } from "../bank-transfer.ts";
import { payos, payosSignature, payosText } from "./payos.ts";

const key = "a-checksum-key-of-the-tests";
const now = new Date("2026-11-21T02:31:22Z");

type Vector = {
  id: string;
  provider: string;
  input: { checksum_key: string; body: { data: Record<string, string>; signature: string } };
  expected: { valid: boolean; canonical: string };
};
const vectors = JSON.parse(readFileSync(new URL("../samples/vectors.json", import.meta.url), "utf8")) as Vector[];

const messageOf = (body: unknown): Message => ({
  ...{
    sender: "payos",
    method: "POST",
    url: "/v1/payments/payos/ipn",
    headers: { "content-type": "application/json" },
  },
  raw: Buffer.from(typeof body === "string" ? body : JSON.stringify(body)),
});

describe("samples from payOS's documentation", () => {
  for (const { id, input, expected } of vectors.filter((each) => each.provider === "payos")) {
    it(id, () => {
      const { readIpn, canonical, sign } = payos(input.checksum_key);
      expect(readIpn(messageOf(input.body), now).authentic).toBe(expected.valid);
      expect(canonical(input.body.data)).toBe(expected.canonical);
      expect(sign(expected.canonical)).toBe(input.body.signature);
    });
  }
});

const booking = {
  orderCode: 23456789,
  amount: 1_806_000,
  description: "MTS23456789AB",
  accountNumber: "0000012345678",
  reference: "FT92704",
  transactionDateTime: "2026-11-21 09:31:22",
  currency: "VND",
  paymentLinkId: "124c33293c43417ab7879e14c8d9eb18",
  code: "00",
  desc: "Thành công",
  counterAccountName: null,
};
type Data = Parameters<typeof payosText>[0];
const signed = (data: Data, more: object = {}): Message =>
  messageOf({ ...more, data, signature: payosSignature(key, payosText(data)) });
const read = (message: Message) => payos(key).readIpn(message, now);

describe("ipns of payOS", () => {
  it("all fields of a genuine ipn are read", () => {
    expect(read(signed(booking, { code: "00", desc: "success", success: true }))).toEqual({
      authentic: true,
      about: "credits",
      credits: [
        {
          txn: "FT92704",
          bank_reference: "FT92704",
          account_number: "0000012345678",
          amount: 1_806_000,
          content: "MTS23456789AB",
          booked_at: now,
        },
      ],
    });
  });

  it("what is not signed says nothing: a success beside a signed failure pays nothing", () => {
    const ipn = read(signed({ ...booking, code: "01" }, { code: "00", success: true }));
    expect(ipn).toEqual({ authentic: true, about: "nothing" });
  });

  it("another currency, amount or date than can be read is unreadable", () => {
    const changes = [{ currency: "USD" }, { amount: 0 }, { amount: -5 }, { amount: 1.5 }, { transactionDateTime: "x" }];
    for (const change of changes) {
      const ipn = read(signed({ ...booking, ...change }));
      expect([change, ipn]).toEqual([change, { authentic: true, about: "unreadable" }]);
    }
  });

  it("a changed amount, a signature of another key, nested data and a GET are not authentic", () => {
    const forged = { authentic: false };
    const signature = payosSignature(key, payosText(booking));
    expect(read(messageOf({ data: { ...booking, amount: 1 }, signature }))).toEqual(forged);
    expect(payos("another").readIpn(signed(booking), now)).toEqual(forged);
    expect(read(messageOf({ data: { ...booking, amount: { $gt: 0 } }, signature }))).toEqual(forged);
    expect(read(messageOf("{"))).toEqual(forged);
    expect(read({ ...signed(booking), method: "GET" })).toEqual(forged);
  });
});

conform(bankTransfer, {
  folder: dirname(import.meta.dirname),
  config: { env: { PAYOS_CHECKSUM_KEY: key } },
  message: ({ attempt, amount, txn }) =>
    signed({ ...booking, reference: `FT${txn}`, description: attempt.provider_ref, amount }),
  forge: (message) => ({
    ...message,
    raw: Buffer.from(message.raw.toString().replace(/"signature":"\w/, '"signature":"x')),
  }),
});
