import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/values/json.ts";
import { openTestShop, postForm, type TestShop } from "../testing/test-shop.ts";
import { statusOf, texts, vectorsIn } from "../testing/test-vectors.ts";
import napasVectors from "../vectors/napas.json" with { type: "json" };
import keys from "./keys.json" with { type: "json" };
import { stateOf } from "./results.ts";
import { isChecksum } from "./signature.ts";

describe("the vectors", () => {
  const { play, allPlayed } = vectorsIn(napasVectors);
  play("verify", "told from a forgery", ({ input, expected }) => {
    const { data = "", checksum = "" } = texts(input.napas_result);
    expect(isChecksum(data, checksum, String(input.client_secret))).toBe(expected.valid);
    if (expected.decoded !== undefined)
      expect(JSON.parse(Buffer.from(data, "base64").toString("utf8"))).toEqual(expected.decoded);
  });
  play(
    "map_status",
    "the vendor's own state",
    ({ input, expected }) => {
      const code = input.result === "SUCCESS" ? "SUCCESS" : "INSUFFICIENT_FUNDS";
      expect(statusOf(stateOf(code))).toBe(expected.status);
    },
    "result",
  );
  // The redirect of 2016 is not played: its samples say what its rule was.
  play("sign", "the rule of 2016", ({ input, expected }) => {
    const values = Object.entries(texts(input.fields)).sort(([a], [b]) => (a < b ? -1 : 1));
    const hash = createHash("md5").update(`${input.secret}${values.map(([, value]) => value).join("")}`);
    expect(hash.digest("hex").toUpperCase()).toBe(expected.signature);
  });
  play("map_status", "the success of 2016", ({ input }) => expect(input.vpc_ResponseCode).toBe("0"), "legacy");
  play("amount_wire", "of 2016, × 100", ({ input, expected }) => {
    expect(`${Number(input.amount_vnd) * 100}`).toBe(expected.wire);
  });
  allPlayed();
});

const REF = "DH2611210001-1";

async function open(changes: object = {}) {
  const shop = await openTestShop();
  const login = {
    grant_type: "password",
    client_id: keys.client_id,
    client_secret: keys.client_secret,
    username: keys.username,
    password: keys.password,
  };
  const signedIn = await postForm(`${shop.sandbox.url}/napas/api/oauth/token`, login);
  const { access_token } = texts((await signedIn.json()) as JsonObject);
  const call = async (method: string, path: string, body?: object, bearer = access_token) => {
    const url = `${shop.sandbox.url}/napas/api/rest/version/32/merchant/${keys.merchant_id}${path}`;
    const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
    const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const key = { apiOperation: "DATA_KEY", order: { id: REF, amount: "1806000", currency: "VND" }, ...changes };
  return { shop, call, opened: await call("POST", "/datakey", key), key };
}

const choose = (shop: TestShop, dataKey: unknown, outcome: string) =>
  postForm(`${shop.sandbox.url}/napas/api/hostedform/pay`, { dataKey: String(dataKey), outcome });

test("a data key needs a token; the same order while it is open has the same one", async () => {
  const { call, opened, key } = await open();
  expect(opened).toMatchObject({ status: 200, body: { result: "SUCCESS" } });
  expect((await call("POST", "/datakey", key)).body.dataKey).toBe(opened.body.dataKey);
  expect((await call("POST", "/datakey", key, "0".repeat(40))).status).toBe(401);
  expect((await open({ order: { id: REF, amount: "0", currency: "VND" } })).opened.status).toBe(400);
});

test("the form's answer and the message carry the same checked result; before it there is no order", async () => {
  const { shop, call, opened } = await open();
  expect((await call("GET", `/order/${REF}`)).status).toBe(404);
  const answer = await (await choose(shop, opened.body.dataKey, "pay")).text();
  await shop.sandbox.advance(0);
  for (const text of [answer, shop.to("napas")[0]?.body ?? ""]) {
    const { data = "", checksum = "" } = texts(JSON.parse(text));
    expect(isChecksum(data, checksum, keys.client_secret)).toBe(true);
    const { paymentResult } = JSON.parse(Buffer.from(data, "base64").toString("utf8"));
    expect(paymentResult).toMatchObject({ result: "SUCCESS", order: { id: REF, amount: "1806000" } });
  }
  expect((await call("GET", `/order/${REF}`)).body).toMatchObject({ result: "SUCCESS" });
});

test("a failure is a result too, with its code", async () => {
  const { shop, call, opened } = await open();
  await choose(shop, opened.body.dataKey, "insufficient_funds");
  const failed = { result: "FAILURE", response: { gatewayCode: "INSUFFICIENT_FUNDS" } };
  expect((await call("GET", `/order/${REF}`)).body).toMatchObject(failed);
});

test("a refund by the same id is the same one; more than is left is refused", async () => {
  const { shop, call, opened } = await open();
  await choose(shop, opened.body.dataKey, "pay");
  const refund = (id: string, amount: string) => {
    const body = { apiOperation: "REFUND_DOMESTIC", transaction: { amount, currency: "VND" }, channel: "6014" };
    return call("PUT", `/order/${REF}/transaction/${id}`, body);
  };
  expect((await refund("R1", "1000000")).body).toMatchObject({ result: "SUCCESS" });
  expect((await refund("R1", "1000000")).body).toMatchObject({ result: "SUCCESS" });
  expect((await refund("R2", "806001")).body).toMatchObject({ result: "FAILURE" });
  expect((await call("GET", `/order/${REF}/transaction/R1`)).body).toMatchObject({ result: "SUCCESS" });
  expect((await call("GET", `/order/${REF}/transaction/R9`)).status).toBe(404);
  expect(shop.sandbox.ledger().totals.napas).toEqual({ captured: 1_806_000, refunded: 1_000_000 });
});
