import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { cassoText, isCassoSigned, isPayosSigned, isSepaySigned, payosText } from "../bank/signature.ts";
import { crc16, readVietQr } from "../bank/vietqr.ts";
import type { PaymentState } from "../core/ledger.ts";
import type { Json, JsonObject } from "../core/values/json.ts";
import { compactTime, momentOf } from "../core/values/times.ts";
import * as momoCodes from "../momo/codes.ts";
import * as momoSignature from "../momo/signature.ts";
import * as vnpayCodes from "../vnpay/codes.ts";
import * as vnpaySignature from "../vnpay/signature.ts";
import bankVectors from "./bank.json" with { type: "json" };
import momoVectors from "./momo.json" with { type: "json" };
import vnpayVectors from "./vnpay.json" with { type: "json" };

type Vector = { id: string; kind: string; scheme: string; input: JsonObject; expected: JsonObject };
const tested = new Set<string>();

describe("VNPAY", () => {
  test.each(vectors(vnpayVectors, "sign"))("$id is signed as the vendor signs it", ({ scheme, input, expected }) => {
    const fields = texts(input.fields);
    if (scheme === "vnpay.pay") {
      expect(vnpaySignature.urlText(fields)).toBe(expected.canonical);
      const query = vnpaySignature.signedQuery(fields, String(input.secret));
      expect(query).toBe(`${expected.canonical}&vnp_SecureHash=${expected.signature}`);
    } else {
      const call = callOf(scheme);
      expect(vnpaySignature.callText(call, fields)).toBe(expected.canonical);
      expect(vnpaySignature.callHash(call, fields, String(input.secret))).toBe(expected.signature);
    }
  });

  test.each(vectors(vnpayVectors, "verify"))("$id is told from a forgery", ({ scheme, input, expected }) => {
    const secret = String(input.secret);
    const isOfCall = scheme.endsWith(".response");
    const fields = texts(isOfCall ? input.body : input.query);
    const valid = isOfCall
      ? vnpaySignature.isSignedCall(callOf(scheme), fields, secret)
      : vnpaySignature.isSignedUrl(fields, secret);
    expect(valid).toBe(expected.valid);
    const text = isOfCall ? vnpaySignature.callText(callOf(scheme), fields) : vnpaySignature.urlText(fields);
    if (expected.canonical !== undefined) expect(text).toBe(expected.canonical);
  });

  test.each(vectors(vnpayVectors, "canonical"))("$id has the vendor's text", ({ input, expected }) => {
    expect(vnpaySignature.urlText(texts(input.fields))).toBe(expected.canonical);
  });

  test.each(vectors(vnpayVectors, "notify_decision"))(
    "$id: the reply ends the tries or brings the next",
    ({ input, expected }) => {
      const isSigned = vnpaySignature.isSignedUrl(texts(input.query), String(input.secret));
      expect(isSigned).toBe(expected.RspCode !== "97");
      const body = JSON.stringify({ RspCode: expected.RspCode, Message: "" });
      const isOver = expected.RspCode === "00" || expected.RspCode === "02";
      expect(vnpayCodes.verdictOf({ status: Number(expected.http_status), body }).ok).toBe(isOver);
    },
  );

  test.each(vectors(vnpayVectors, "map_status"))("$id: the vendor's own state", ({ scheme, input, expected }) => {
    if (scheme === "ipn") {
      const state = vnpayCodes.stateOf(String(input.vnp_ResponseCode));
      expect(statusOf(state)).toBe(expected.status);
      expect(vnpayCodes.transactionStatus({ state })).toBe(input.vnp_TransactionStatus);
    } else if (input.vnp_TransactionType === "01") {
      expect(vnpayCodes.transactionStatus({ state: "open" })).toBe(input.vnp_TransactionStatus);
    } else {
      const refund = { ref: "", txn: "", amount: 0, state: "pending" as const, asked_at: 0, details: {} };
      expect(vnpayCodes.refundStatus(refund)).toBe(input.vnp_TransactionStatus);
    }
  });

  test.each(vectors(vnpayVectors, "time"))("$id: a moment is written and read in GMT+7", ({ input, expected }) => {
    const zone = process.env.TZ;
    for (const TZ of ["UTC", "Asia/Ho_Chi_Minh", "America/Los_Angeles"]) {
      process.env.TZ = TZ;
      expect(compactTime(Number(input.epoch_ms))).toBe(expected.text);
      expect(momentOf(String(expected.text))).toBe(input.epoch_ms);
    }
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  test.each(vectors(vnpayVectors, "amount_wire"))("$id: đồng times 100", ({ input, expected }) => {
    expect(String(Number(input.amount_vnd) * 100)).toBe(expected.wire);
  });
});

describe("MoMo", () => {
  test.each(vectors(momoVectors, "sign"))("$id is signed as the vendor signs it", ({ scheme, input, expected }) => {
    const fields = texts(input.fields);
    const secrets = secretsOf(input);
    expect(momoSignature.signedText(textNamed(scheme), fields, secrets.access_key)).toBe(expected.canonical);
    expect(momoSignature.signatureOf(textNamed(scheme), fields, secrets)).toBe(expected.signature);
  });

  test.each(vectors(momoVectors, "verify"))("$id is told from a forgery", ({ scheme, input, expected }) => {
    const fields = texts(input.body);
    expect(momoSignature.isSigned(textNamed(scheme), fields, secretsOf(input))).toBe(expected.valid);
    const text = momoSignature.signedText(textNamed(scheme), fields, secretsOf(input).access_key);
    if (expected.canonical !== undefined) expect(text).toBe(expected.canonical);
  });

  test.each(vectors(momoVectors, "hmac_sha256_hex"))("$id: the primitive", ({ input, expected }) => {
    const hash = createHmac("sha256", String(input.secret)).update(String(input.message));
    expect(hash.digest("hex")).toBe(expected.signature);
  });

  test.each(vectors(momoVectors, "map_status"))("$id: the vendor's own state", ({ input, expected }) => {
    const state = momoCodes.stateOf(String(input.resultCode), { details: {}, state: "open" });
    expect(statusOf(state)).toBe(expected.status);
    if (expected.flag === "authorized") expect(state).toBe("authorized");
  });

  test.each(vectors(momoVectors, "amount_wire"))("$id: đồng", ({ input, expected }) => {
    expect(input.amount_vnd).toBe(expected.wire);
  });
});

describe("the bank and its senders", () => {
  test.each(vectors(bankVectors, "crc16"))("$id", ({ input, expected }) => {
    expect(crc16(String(input.text))).toBe(expected.crc);
  });

  test.each(vectors(bankVectors, "qr_build"))("$id is read back as it was built", ({ input, expected }) => {
    expect(readVietQr(String(expected.payload))).toEqual({
      valid: true,
      dynamic: input.amount_vnd !== undefined,
      bin: input.bin,
      account: input.account ?? input.card,
      amount_vnd: input.amount_vnd,
      purpose: input.purpose ?? "",
      bill: input.bill ?? "",
    });
  });

  test.each(vectors(bankVectors, "qr_parse"))("$id", ({ input, expected }) => {
    expect(readVietQr(String(input.payload))).toMatchObject(expected);
  });

  test.each(vectors(bankVectors, "verify"))("$id is told from a forgery", ({ scheme, input, expected }) => {
    const key = String(input.checksum_key);
    if (scheme === "sepay.hmac") {
      const valid = isSepaySigned(
        String(input.secret),
        texts(input.headers),
        String(input.raw_body),
        Number(input.now_unix),
      );
      expect(valid).toBe(expected.valid);
    } else if (scheme === "casso.v2") {
      const header = String(input.header);
      expect(isCassoSigned(key, header, input.body ?? null)).toBe(expected.valid);
      const time = /t=(\d+)/.exec(header)?.[1] ?? "";
      if (expected.canonical !== undefined) expect(cassoText(time, input.body ?? null)).toBe(expected.canonical);
    } else {
      const body = input.body as JsonObject;
      expect(isPayosSigned(key, body)).toBe(expected.valid);
      if (expected.canonical !== undefined) expect(payosText(body.data as JsonObject)).toBe(expected.canonical);
    }
  });
});

test("every vector has been looked at", () => {
  const all = [vnpayVectors, momoVectors, bankVectors].flatMap(({ vectors }) => vectors.map(({ id }) => id));
  expect(all.filter((id) => !tested.has(id))).toEqual([]);
});

function vectors(file: { vectors: readonly object[] }, kind: string): Vector[] {
  const found = (file.vectors as readonly Vector[]).filter((vector) => vector.kind === kind);
  for (const { id } of found) tested.add(id);
  return found;
}

function texts(value: Json | undefined): Record<string, string> {
  return Object.fromEntries(Object.entries(Object(value)).map(([name, each]) => [name, String(each)]));
}

function callOf(scheme: string): vnpaySignature.Call {
  const [, call = ""] = /^vnpay\.(.*)$/.exec(scheme) ?? [];
  const calls: readonly vnpaySignature.Call[] = ["querydr", "refund", "querydr.response", "refund.response"];
  return calls.find((each) => each === call) ?? expect.fail(scheme);
}

function textNamed(scheme: string): momoSignature.Text {
  const names: readonly momoSignature.Text[] = ["create", "ipn", "query", "refund", "confirm"];
  return names.find((each) => `momo.${each}` === scheme) ?? expect.fail(scheme);
}

function secretsOf(input: JsonObject): momoSignature.Secrets {
  return { access_key: String(input.accessKey), secret_key: String(input.secretKey) };
}

/** What a shop makes of a vendor's state. */
function statusOf(state: PaymentState): string {
  const statuses = { open: "pending", authorized: "pending", review: "pending", paid: "success" } as const;
  return state === "failed" || state === "expired" ? state : statuses[state];
}
