import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Attempt, Message } from "../../provider.ts";
import { conform } from "../conformance.ts";
import { meaningOf } from "./codes.ts";
import { addressText, type CallText, callText, compactTime, type Fields, isSigned, sign } from "./signature.ts";
import { ipOf, readIpn, vnpay, wireAmount } from "./vnpay.ts";

const secret = "SANDBOX0VNPAY0HASH0SECRET0000001";
const env = {
  VNPAY_PAY_URL: "http://127.0.0.1:9/vnpay/paymentv2/vpcpay.html",
  VNPAY_API_URL: "http://127.0.0.1:9/vnpay/merchant_webapi/api/transaction",
  VNPAY_TMN_CODE: "SANDBOX1",
  VNPAY_HASH_SECRET: secret,
};

function message(fields: Record<string, string>): Message {
  const text = addressText(fields);
  const url = `/v1/payments/vnpay/ipn?${text}&vnp_SecureHash=${sign(text, secret)}`;
  return { sender: "vnpay", method: "GET", url, headers: {}, raw: Buffer.alloc(0) };
}
const paid = (attempt: Attempt, amount: number, txn: string) =>
  message({
    vnp_TmnCode: "SANDBOX1",
    vnp_Amount: wireAmount(amount),
    vnp_BankCode: "NCB",
    vnp_OrderInfo: "Thanh toan",
    vnp_TransactionNo: txn,
    vnp_ResponseCode: "00",
    vnp_TransactionStatus: "00",
    vnp_TxnRef: attempt.provider_ref,
  });

conform(vnpay, {
  folder: import.meta.dirname,
  config: { env },
  message: ({ attempt, amount, txn }) => paid(attempt, amount, txn),
  forge: (genuine) => ({ ...genuine, url: genuine.url.replace("vnp_BankCode=NCB", "vnp_BankCode=VCB") }),
});

type Vector = {
  id: string;
  kind: string;
  scheme: string;
  input: { secret?: string; fields?: Fields; query?: Fields; body?: Fields; [name: string]: unknown };
  expected: Record<string, unknown>;
};
const { vectors } = JSON.parse(readFileSync(new URL("samples/vectors.json", import.meta.url), "utf8")) as {
  vectors: Vector[];
};
const of = (kind: string) => vectors.filter((each) => each.kind === kind);
const textOf = (scheme: string, fields: Fields) =>
  scheme === "vnpay.pay" || scheme === "vnpay.ipn" ? addressText(fields) : callText(scheme as CallText, fields);

describe("the vendor's samples", () => {
  test.each(of("sign"))("$id: text and signature", ({ scheme, input, expected }) => {
    const text = textOf(scheme, input.fields ?? {});
    expect(text).toBe(expected.canonical);
    expect(sign(text, input.secret ?? "")).toBe(expected.signature);
  });

  test.each(of("canonical"))("$id: the text that is signed", ({ scheme, input, expected }) => {
    expect(textOf(scheme, input.fields ?? {})).toBe(expected.canonical);
  });

  test.each(of("verify"))("$id: genuine or not", ({ scheme, input, expected }) => {
    const fields = input.query ?? input.body ?? {};
    const text = textOf(scheme, fields);
    if (expected.canonical !== undefined) expect(text).toBe(expected.canonical);
    expect(isSigned(text, fields.vnp_SecureHash, input.secret ?? "")).toBe(expected.valid);
  });

  test.each(of("map_status"))("$id: what the codes mean", ({ input, expected }) => {
    const { vnp_ResponseCode, vnp_TransactionStatus, vnp_TransactionType } = input as Fields;
    const type = vnp_TransactionType === undefined ? {} : { type: vnp_TransactionType };
    expect(meaningOf({ response: vnp_ResponseCode ?? "", status: vnp_TransactionStatus ?? "", ...type })).toEqual(
      expected,
    );
  });

  test.each(of("time"))("$id: the same in every zone of the process", ({ input, expected }) => {
    const zone = process.env.TZ;
    for (const TZ of ["UTC", "Asia/Ho_Chi_Minh", "America/Los_Angeles"]) {
      process.env.TZ = TZ;
      expect(compactTime(new Date(Number(input.epoch_ms)))).toBe(expected.text);
    }
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  test.each(of("amount_wire"))("$id: × 100", ({ input, expected }) => {
    expect(wireAmount(Number(input.amount_vnd))).toBe(expected.wire);
  });

  test.each(of("notify_decision"))("$id: read before it is answered", ({ input, expected }) => {
    const url = `/?${new URLSearchParams(input.query)}`;
    const tmn = input.query?.vnp_TmnCode ?? "";
    const ipn = readIpn({ secret: input.secret ?? "", tmn }, url);
    expect(ipn.authentic).toBe(expected.RspCode !== "97");
  });

  test("every kind of sample is played", () => {
    const played = ["sign", "canonical", "verify", "map_status", "time", "amount_wire", "notify_decision"];
    expect(vectors.filter(({ kind }) => !played.includes(kind))).toEqual([]);
  });
});

test("the address of a shopper has 7 to 45 characters, whatever we know of it", () => {
  expect(ipOf("::1")).toBe("0:0:0:0:0:0:0:1");
  expect(ipOf("203.0.113.7")).toBe("203.0.113.7");
  expect(ipOf("2001:db8::7:1")).toBe("2001:db8::7:1");
  expect(ipOf("a proxy's name")).toBe("127.0.0.1");
});
