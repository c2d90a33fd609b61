import { afterAll, describe, expect, test } from "vitest";
import type { Attempt, Message } from "../../provider.ts";
import { conform } from "../conformance.ts";
import { answeringServer } from "../test-server.ts";
import { vectorsOf } from "../test-vectors.ts";
import { meaningOf } from "./codes.ts";
import { readIpn, shopeepay, wireAmount } from "./shopeepay.ts";
import { isSigned, sign } from "./signature.ts";
import { CREATED, shopeepayTestKeys } from "./test-keys.ts";

const server = await answeringServer(CREATED);
afterAll(() => server.close());
const { SHOPEEPAY_SECRET: secret, SHOPEEPAY_MERCHANT_ID: merchant } = shopeepayTestKeys;

function message(fields: object): Message {
  const raw = Buffer.from(JSON.stringify({ merchant_ext_id: merchant, transaction_type: 13, ...fields }));
  const headers = { "content-type": "application/json", "x-airpay-req-h": sign(raw, secret) };
  return { sender: "shopeepay", method: "POST", url: "/v1/payments/shopeepay/ipn", headers, raw };
}
const paid = ({ provider_ref }: Attempt, amount: number, txn: string) =>
  message({ reference_id: provider_ref, transaction_sn: txn, amount: wireAmount(amount), transaction_status: 3 });

conform(shopeepay, {
  folder: import.meta.dirname,
  config: { env: { ...shopeepayTestKeys, SHOPEEPAY_URL: server.url } },
  start_answer: CREATED,
  message: ({ attempt, amount, txn }) => paid(attempt, amount, txn),
});

describe("the vendor's samples", () => {
  const { play, allPlayed } = vectorsOf(import.meta.dirname);
  play("sign", "over the bytes of the body", ({ input, expected }) => {
    expect(sign(String(input.raw_body), String(input.secret))).toBe(expected.signature);
  });
  play("verify", "genuine or not", ({ input, expected }) => {
    const raw = Buffer.from(String(input.raw_body));
    const given = String(input.header_signature);
    expect(isSigned(raw, given, String(input.secret))).toBe(expected.valid);
    const shop = { secret: String(input.secret), merchant: "shop-1" };
    expect(readIpn(shop, { raw, headers: { "x-airpay-req-h": given } }).authentic).toBe(expected.valid);
  });
  play("map_status", "what the status means", ({ input, expected }) => {
    const { transaction_status: status, transaction } = input as {
      transaction_status?: number;
      transaction?: { status: number };
    };
    expect({ status: meaningOf(String(status ?? transaction?.status)) }).toEqual(expected);
  });
  play("amount_wire", "× 100", ({ input, expected }) => {
    expect(wireAmount(Number(input.amount_vnd))).toBe(expected.wire);
  });
  allPlayed();
});

test("a refund that is told of is no payment, and a message about another merchant is not ours", () => {
  const about = (fields: object) => readIpn({ secret, merchant }, message(fields));
  const said = { reference_id: "A-1", transaction_sn: "1", amount: 100, transaction_status: 3 };
  expect(about({ ...said, transaction_type: 15 })).toEqual({ authentic: true, about: "nothing" });
  expect(about({ ...said, merchant_ext_id: "other" })).toEqual({ authentic: false });
  const named = { payment_reference_id: "A-1", transaction_sn: "1", amount: 100, status: 4 };
  expect(about(named)).toMatchObject({ provider_ref: "A-1", amount: 1, outcome: "failed" });
});
