import { describe, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../testing/test-shop.ts";
import { askJson, vectorsIn } from "../testing/test-vectors.ts";
import shopeepayVectors from "../vectors/shopeepay.json" with { type: "json" };
import { stateOf } from "./codes.ts";
import keys from "./keys.json" with { type: "json" };
import { HEADER, headerOf, isSignedBody } from "./signature.ts";

describe("the vectors", () => {
  const { play, allPlayed } = vectorsIn(shopeepayVectors);
  play("sign", "signed as the vendor signs it", ({ input, expected }) => {
    expect(headerOf(String(input.raw_body), String(input.secret))).toBe(expected.signature);
  });
  play("verify", "told from a forgery", ({ input, expected }) => {
    const raw = Buffer.from(String(input.raw_body));
    expect(isSignedBody(raw, String(input.header_signature), String(input.secret))).toBe(expected.valid);
  });
  play("map_status", "the vendor's own state", ({ input, expected }) => {
    const { status } = Object(input.transaction) as { status?: number };
    const states = { paid: "success", review: "pending", failed: "failed", expired: "expired" } as const;
    const state = stateOf(String(input.transaction_status ?? status)) as keyof typeof states;
    expect(states[state]).toBe(expected.status);
  });
  play("amount_wire", "đồng times 100", ({ input, expected }) => {
    expect(Number(input.amount_vnd) * 100).toBe(expected.wire);
  });
  allPlayed();
});

const REF = "DH2611210001-1";
type Changes = Readonly<Record<string, string | number>>;
const PATHS = {
  create: "/v3/merchant-host/order/create",
  check: "/v3/merchant-host/transaction/check",
  refund: "/v3/merchant-host/transaction/refund/create-new",
};
const FIELDS: Readonly<Record<keyof typeof PATHS, object>> = {
  create: {
    payment_reference_id: REF,
    amount: 180_600_000,
    currency: "VND",
    return_url: "http://127.0.0.1/tro-ve",
    platform_type: "pc",
    validity_period: 900,
  },
  check: { reference_id: REF, transaction_type: 13, amount: 180_600_000 },
  refund: { reference_id: REF, refund_reference_id: "RF-1", transaction_type: 13, amount: 100_000_000 },
};

function ask({ sandbox }: TestShop, call: keyof typeof PATHS, changes: Changes = {}, secret = keys.secret) {
  const { merchant_ext_id, store_ext_id } = keys;
  const body = JSON.stringify({ request_id: "r", merchant_ext_id, store_ext_id, ...FIELDS[call], ...changes });
  const headers = { "x-airpay-clientid": keys.client_id, [HEADER]: headerOf(body, secret) };
  return askJson(`${sandbox.url}/shopeepay${PATHS[call]}`, body, headers);
}

test("create answers a page; a wrong signature, amount, time or the same reference again is refused", async () => {
  const shop = await openTestShop();
  expect(await ask(shop, "create", {}, "another")).toMatchObject({ errcode: 2 });
  expect(await ask(shop, "create", { amount: 180_600_001 })).toMatchObject({ errcode: 1 });
  expect(await ask(shop, "create", { validity_period: 172_801 })).toMatchObject({ errcode: 1 });
  expect(await ask(shop, "create")).toMatchObject({ errcode: 0, redirect_url_http: expect.stringMatching(/jump/) });
  expect(await ask(shop, "create")).toMatchObject({ errcode: 11 });
});

test("a payment is told once, signed over its bytes; before and after it the check says 4, 3", async () => {
  const shop = await openTestShop();
  await ask(shop, "create");
  expect(await ask(shop, "check")).toMatchObject({ errcode: 4 });
  shop.replies(() => ({ status: 500 }));
  const { return_url } = await shop.sandbox.pay(REF, {});
  await shop.sandbox.advance(86_400);
  expect(shop.to("shopeepay")).toHaveLength(1);
  const [told] = shop.to("shopeepay");
  const body = told?.body ?? "";
  expect(isSignedBody(Buffer.from(body), String(told?.headers[HEADER]), keys.secret)).toBe(true);
  expect(JSON.parse(body)).toMatchObject({ amount: 180_600_000, reference_id: REF, transaction_status: 3 });
  expect(return_url).toContain("result_code=100");
  expect(await ask(shop, "check")).toMatchObject({ errcode: 0, transaction: { status: 3, amount: 180_600_000 } });
});

test.each([
  ["cancel", 1, { errcode: 0, transaction: { status: 4 } }],
  ["expire", 0, { errcode: 4 }],
])("a payment that ends by %s is told of %i times", async (outcome, times, answer) => {
  const shop = await openTestShop();
  await ask(shop, "create");
  await shop.sandbox.pay(REF, { outcome });
  await shop.sandbox.advance(0);
  expect(shop.to("shopeepay")).toHaveLength(times);
  expect(await ask(shop, "check")).toMatchObject(answer);
});

test("a refund by the same reference is the same one; more than is left is refused", async () => {
  const shop = await openTestShop();
  await ask(shop, "create");
  await shop.sandbox.pay(REF, {});
  expect(await ask(shop, "refund")).toMatchObject({ errcode: 0, transaction: { status: 3 } });
  expect(await ask(shop, "refund")).toMatchObject({ errcode: 0, transaction: { status: 3 } });
  expect(await ask(shop, "refund", { refund_reference_id: "RF-2" })).toMatchObject({ errcode: 15 });
  expect(await ask(shop, "check", { reference_id: "RF-1", transaction_type: 15 })).toMatchObject({ errcode: 0 });
  expect(await ask(shop, "check", { reference_id: "RF-9", transaction_type: 15 })).toMatchObject({ errcode: 4 });
  expect(shop.sandbox.ledger().totals.shopeepay).toEqual({ captured: 1_806_000, refunded: 1_000_000 });
});
