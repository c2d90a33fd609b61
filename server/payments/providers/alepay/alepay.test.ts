import { afterAll, describe, expect, test } from "vitest";
import { conform } from "../conformance.ts";
import { answeringServer } from "../test-server.ts";
import { texts, vectorsOf } from "../test-vectors.ts";
import { alepay, readIpn } from "./alepay.ts";
import { meaningOf } from "./codes.ts";
import { type Fields, refundChecksum, sign, signedText, webhookChecksum } from "./signature.ts";
import { alepayTestKeys, CREATED } from "./test-keys.ts";

const server = await answeringServer(CREATED);
afterAll(() => server.close());
const { ALEPAY_CHECKSUM_KEY: checksumKey } = alepayTestKeys;

// A webhook settles nothing by itself: the fault run plays what follows of one.
conform(alepay, {
  folder: import.meta.dirname,
  config: { env: { ...alepayTestKeys, ALEPAY_URL: server.url } },
  start_answer: CREATED,
  message: null,
});

describe("the vendor's samples", () => {
  const { play, allPlayed } = vectorsOf(import.meta.dirname);
  play(
    "sign",
    "text and signature of a request",
    ({ input, expected }) => {
      const text = signedText(input.fields as Fields);
      expect(text).toBe(expected.canonical);
      expect(sign(text, String(input.checksum_key))).toBe(expected.signature);
    },
    "alepay.request",
  );
  for (const scheme of [
    "alepay.refund (transactionCode+merchantRefundCode+refundAmount+key)",
    "alepay.get_refund_info request (transactionCode+merchantRefundCode+key)",
  ]) {
    play(
      "sign",
      "checksum of a refund",
      ({ input, expected }) => {
        expect(refundChecksum(input.parts as string[], String(input.checksum_key))).toBe(expected.signature);
      },
      scheme,
    );
  }
  play("verify", "a webhook is genuine or not", ({ input, expected }) => {
    const key = String(input.checksum_key);
    expect(readIpn({ checksumKey: key }, JSON.stringify(input.body)).authentic).toBe(expected.valid);
  });
  play("map_status", "what the code means", ({ input, expected }) => {
    expect(meaningOf(texts(input).status ?? "")).toEqual(expected);
  });
  allPlayed();
});

test("a webhook with another order, amount, number or checksum is forged; one that says success has Alepay asked", () => {
  const info = { orderCode: "A-1", amount: "1000", transactionCode: "ALE1" };
  const checksum = webhookChecksum(info, checksumKey);
  const about = (changes: object, sum = checksum) =>
    readIpn(
      { checksumKey },
      JSON.stringify({ transactionInfo: { ...info, status: "000", ...changes }, checksum: sum }),
    );
  expect(about({})).toEqual({ authentic: true, about: "ask", provider_ref: "A-1", provider_txn_no: "ALE1" });
  expect(about({ status: "111" })).toEqual({
    authentic: true,
    about: "ask",
    provider_ref: "A-1",
    provider_txn_no: "ALE1",
  });
  for (const changes of [{ orderCode: "A-2" }, { amount: "1001" }, { transactionCode: "ALE2" }])
    expect(about(changes)).toEqual({ authentic: false });
  expect(about({}, "0".repeat(32))).toEqual({ authentic: false });
  expect(readIpn({ checksumKey }, "{")).toEqual({ authentic: false });
});
