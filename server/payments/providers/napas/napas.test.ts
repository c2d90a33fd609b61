import { createHash } from "node:crypto";
import { unchecked } from "contract/unchecked.ts";
import { afterAll, describe, expect, test } from "vitest";
import type { Attempt, Message } from "../../provider.ts";
import { conform } from "../conformance.ts";
import { answeringServer } from "../test-server.ts";
import { texts, vectorsOf } from "../test-vectors.ts";
import { napas, readIpn } from "./napas.ts";
import { checksumOf, isGenuine, meaningOf, resultIn, withoutNames } from "./result.ts";
import { answerAt, napasTestKeys } from "./test-keys.ts";

const server = await answeringServer(answerAt);
afterAll(() => server.close());
const { NAPAS_CLIENT_SECRET: secret, NAPAS_MERCHANT_ID: merchantId } = napasTestKeys;

function signed(paymentResult: object): string {
  const data = Buffer.from(JSON.stringify({ paymentResult })).toString("base64");
  return JSON.stringify({ data, checksum: checksumOf(data, secret) });
}
const resultOf = (id: string, amount: number, transactionId: string, result = "SUCCESS") => ({
  merchantId,
  order: { id, amount: String(amount), currency: "VND" },
  result,
  response: { gatewayCode: result },
  sourceOfFunds: { provided: { card: { brand: "SML", number: "970400xxxxxx0018", nameOnCard: "NGUYEN VAN A" } } },
  transaction: { id: "1", acquirer: { id: "VPB", transactionId } },
});
function message(body: string): Message {
  const headers = { "content-type": "application/json" };
  return { sender: "napas", method: "POST", url: "/v1/payments/napas/ipn", headers, raw: Buffer.from(body) };
}

conform(napas, {
  folder: import.meta.dirname,
  config: { env: { ...napasTestKeys, NAPAS_URL: server.url, NAPAS_FORM_URL: server.url } },
  start_answer: '{"access_token":"t","result":"SUCCESS","dataKey":"d","napasKey":"n"}',
  message: ({ attempt, amount, txn }: { attempt: Attempt; amount: number; txn: string }) =>
    message(signed(resultOf(attempt.provider_ref, amount, txn))),
  forge: (genuine) => ({ ...genuine, raw: Buffer.from(genuine.raw.toString().replace('"data":"ey', '"data":"ex')) }),
});

describe("the vendor's samples", () => {
  const { play, allPlayed } = vectorsOf(import.meta.dirname);
  play("verify", "genuine or not, and what it says", ({ input, expected }) => {
    const { data = "", checksum = "" } = texts(input.napas_result as object);
    const key = String(input.client_secret);
    expect(isGenuine({ data, checksum }, key)).toBe(expected.valid);
    const ipn = readIpn({ secret: key, merchant: "SHOPTEST" }, JSON.stringify(input.napas_result));
    expect(ipn.authentic).toBe(expected.valid);
    if (expected.decoded !== undefined) {
      expect(expected.decoded).toMatchObject({ paymentResult: resultIn(data) });
    }
  });
  play(
    "map_status",
    "what the result means",
    ({ input, expected }) => expect({ status: meaningOf(String(input.result)) }).toEqual(expected),
    "result",
  );
  // The redirect of 2016 is not spoken: its samples say what its rule was.
  play("sign", "the rule of 2016", ({ input, expected }) => {
    const values = Object.entries(texts(input.fields)).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = `${input.secret}${values.map(([, value]) => value).join("")}`;
    expect(text).toBe(expected.canonical);
    expect(createHash("md5").update(text).digest("hex").toUpperCase()).toBe(expected.signature);
  });
  play("map_status", "the success of 2016", ({ input }) => expect(input.vpc_ResponseCode).toBe("0"), "legacy");
  play("amount_wire", "× 100 in 2016", ({ input, expected }) => {
    expect(`${Number(input.amount_vnd) * 100}`).toBe(expected.wire);
  });
  allPlayed();
});

test("what is stored of a result has no name of a person", () => {
  const stored = withoutNames(signed(resultOf("A-1", 1000, "7001")));
  expect(stored).toContain("970400xxxxxx0018");
  expect(stored).not.toContain("NGUYEN");
});

test("the result of another merchant is not ours; a failure says why", () => {
  const about = (changes: object) =>
    readIpn({ secret, merchant: merchantId }, signed({ ...resultOf("A-1", 1000, "7", "FAILURE"), ...changes }));
  expect(about({ merchantId: "OTHER" })).toEqual({ authentic: false });
  const failed = about({ response: { gatewayCode: "INSUFFICIENT_FUNDS" } });
  expect(failed).toMatchObject({ outcome: "failed", reason: "insufficient_funds" });
});

test("the browser's post names the attempt, and one that cannot be read names none", () => {
  const config = { env: { ...napasTestKeys, NAPAS_URL: server.url, NAPAS_FORM_URL: server.url } };
  const adapter = napas.createAdapter(unchecked({ config, now: new Date() }));
  const form = { napasResult: signed(resultOf("A-1", 1000, "7")) };
  expect(adapter?.readReturn?.({ method: "POST", query: {}, form })).toEqual({ provider_ref: "A-1", hint: "success" });
  expect(adapter?.readReturn?.({ method: "POST", query: {}, form: { napasResult: "{" } })).toBeNull();
});
