import { readFileSync } from "node:fs";
import { afterAll, describe, expect, test } from "vitest";
import type { Attempt, Message } from "../../provider.ts";
import { conform } from "../conformance.ts";
import { meaningOf } from "./codes.ts";
import { momo, readIpn } from "./momo.ts";
import { type Fields, fieldsIn, isSigned, isText, sign, signedText } from "./signature.ts";
import { CREATED, momoServer } from "./test-server.ts";

const server = await momoServer();
afterAll(() => server.close());
const accessKey = "SANDBOXACCESS01";
const secretKey = "SANDBOX0MOMO0SECRET0KEY000000001";
const env = {
  MOMO_URL: server.url,
  MOMO_PARTNER_CODE: "SANDBOXMOMO",
  MOMO_ACCESS_KEY: accessKey,
  MOMO_SECRET_KEY: secretKey,
};

function paid({ provider_ref: orderId }: Attempt, amount: number, txn: string): Message {
  const fields: Fields = {
    partnerCode: "SANDBOXMOMO",
    orderId,
    requestId: "r-1",
    amount: String(amount),
    orderInfo: "Thanh toan",
    orderType: "momo_wallet",
    transId: txn.padStart(17, "9"),
    resultCode: "0",
    message: "Thành công.",
    payType: "qr",
    responseTime: "1763692282942",
    extraData: "",
  };
  const signature = sign(signedText("momo.ipn", fields, accessKey), secretKey);
  const numbers = ["amount", "transId", "resultCode", "responseTime"];
  const parts = Object.entries({ ...fields, signature }).map(
    ([name, value]) => `"${name}":${numbers.includes(name) ? value : JSON.stringify(value)}`,
  );
  const headers = { "content-type": "application/json" };
  return {
    sender: "momo",
    method: "POST",
    url: "/v1/payments/momo/ipn",
    headers,
    raw: Buffer.from(`{${parts.join(",")}}`),
  };
}

conform(momo, {
  folder: import.meta.dirname,
  config: { env },
  start_answer: CREATED,
  message: ({ attempt, amount, txn }) => paid(attempt, amount, txn),
  forge: (genuine) => ({
    ...genuine,
    raw: Buffer.from(genuine.raw.toString().replace('"payType":"qr"', '"payType":"cc"')),
  }),
});

type Vector = {
  id: string;
  kind: string;
  scheme: string;
  input: Record<string, unknown> & { fields?: Record<string, unknown>; body?: unknown };
  expected: Record<string, unknown>;
};
const { vectors } = JSON.parse(readFileSync(new URL("samples/vectors.json", import.meta.url), "utf8")) as {
  vectors: Vector[];
};
const of = (kind: string) => vectors.filter((each) => each.kind === kind);
const texts = (fields: Record<string, unknown> = {}): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

describe("the vendor's samples", () => {
  test.each(of("sign"))("$id: text and signature", ({ scheme, input, expected }) => {
    if (!isText(scheme)) throw new Error(scheme);
    const fields = texts({ ...input.fields, partnerCode: input.partnerCode });
    const text = signedText(scheme, fields, String(input.accessKey));
    expect(text).toBe(expected.canonical);
    expect(sign(text, String(input.secretKey))).toBe(expected.signature);
  });

  test.each(of("verify"))("$id: genuine or not", ({ input, expected }) => {
    const shop = {
      partner: String(input.partnerCode),
      accessKey: String(input.accessKey),
      secretKey: String(input.secretKey),
    };
    const json = JSON.stringify(input.body);
    const fields = fieldsIn(json) ?? {};
    if (expected.canonical !== undefined) {
      expect(signedText("momo.ipn", fields, shop.accessKey)).toBe(expected.canonical);
    }
    expect(isSigned("momo.ipn", fields, shop)).toBe(expected.valid);
    expect(readIpn(shop, json).authentic).toBe(expected.valid);
  });

  test.each(of("map_status"))("$id: what the code means", ({ input, expected }) => {
    expect(meaningOf(String(input.resultCode))).toEqual(expected);
  });

  test.each(of("hmac_sha256_hex"))("$id: the primitive", ({ input, expected }) => {
    expect(sign(String(input.message), String(input.secret))).toBe(expected.signature);
  });

  test.each(of("amount_wire"))("$id: as it is", ({ input, expected }) => {
    expect(Number(input.amount_vnd)).toBe(expected.wire);
  });

  test("every kind of sample is played", () => {
    const played = ["sign", "verify", "map_status", "hmac_sha256_hex", "amount_wire"];
    expect(vectors.filter(({ kind }) => !played.includes(kind))).toEqual([]);
  });
});

test("a transaction number of 17 digits keeps them all", () => {
  expect(fieldsIn('{"transId":12345678901234567,"nested":{"a":1}}')).toEqual({ transId: "12345678901234567" });
});
