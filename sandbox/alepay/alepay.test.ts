import { describe, expect, test } from "vitest";
import { openTestShop, type TestShop } from "../testing/test-shop.ts";
import { askJson, statusOf, texts, vectorsIn } from "../testing/test-vectors.ts";
import alepayVectors from "../vectors/alepay.json" with { type: "json" };
import { stateOf } from "./codes.ts";
import keys from "./keys.json" with { type: "json" };
import { refundSum, requestSignature, requestText, webhookSum } from "./signature.ts";

describe("the vectors", () => {
  const { play, allPlayed } = vectorsIn(alepayVectors);
  play("sign", "signed as the vendor signs it", ({ scheme, input, expected }) => {
    const key = String(input.checksum_key);
    if (scheme !== "alepay.request") {
      expect(refundSum(input.parts as unknown[], key)).toBe(expected.signature);
      return;
    }
    expect(requestText(Object(input.fields))).toBe(expected.canonical);
    expect(requestSignature(Object(input.fields), key)).toBe(expected.signature);
  });
  play("verify", "told from a forgery", ({ input, expected }) => {
    const { checksum, transactionInfo } = Object(input.body) as Record<string, unknown>;
    const { orderCode = "", amount, transactionCode = "" } = texts(Object(transactionInfo));
    const sum = webhookSum(orderCode, Number(amount), transactionCode, String(input.checksum_key));
    expect(sum === checksum).toBe(expected.valid);
  });
  play("map_status", "the vendor's own state", ({ input, expected }) => {
    expect(statusOf(stateOf(String(input.status)))).toBe(expected.status);
  });
  allPlayed();
});

const REF = "DH2611210001-1";

function request({ sandbox }: TestShop, changes: Record<string, unknown> = {}) {
  const fields = {
    ...{ tokenKey: keys.token_key, orderCode: REF, amount: 3_000_000, currency: "VND", checkoutType: 0 },
    ...{ paymentHours: 0.5, returnUrl: "http://127.0.0.1/tro-ve?ref=1", cancelUrl: "http://127.0.0.1/tro-ve" },
    ...{ buyerName: "Khach hang", buyerEmail: "a@b.vn", buyerPhone: "0900000000", buyerAddress: "VN" },
    ...{ buyerCity: "VN", buyerCountry: "VN", month: "", ...changes },
  };
  const signature = requestSignature(fields, keys.checksum_key);
  return askJson(`${sandbox.url}/alepay/v3/checkout/request-payment`, { signature, ...fields });
}

function info({ sandbox }: TestShop, transactionCode: string) {
  const fields = { tokenKey: keys.token_key, transactionCode };
  const signature = requestSignature(fields, keys.checksum_key);
  return askJson(`${sandbox.url}/alepay/v3/checkout/get-transaction-info`, { ...fields, signature });
}

test.each([
  ["another shop", "105", { tokenKey: "SANDBOX" }],
  ["a wrong signature", "101", { signature: "0".repeat(64) }],
  ["a page of less than 30 minutes", "104", { paymentHours: 0.4 }],
  ["a buyer of one word", "104", { buyerName: "Khach" }],
  ["an amount that is none", "104", { amount: 0 }],
])("a request with %s is answered %s", async (_title, code, changes) => {
  expect(await request(await openTestShop(), changes)).toMatchObject({ code });
});

test("a payment is told once by a webhook, and stated when it is asked for", async () => {
  const shop = await openTestShop();
  const { code, transactionCode, checkoutUrl } = texts(await request(shop));
  expect({ code, checkoutUrl }).toEqual({ code: "000", checkoutUrl: expect.stringContaining("/alepay/checkout/pay") });
  expect(await request(shop)).toMatchObject({ code: "120" });
  expect(await info(shop, transactionCode ?? "")).toMatchObject({ code: "000", status: "107" });
  const { return_url } = await shop.sandbox.pay(REF, {});
  await shop.sandbox.advance(86_400);
  expect(return_url).toContain("?ref=1&errorCode=000");
  const [hook] = shop.to("alepay");
  const sum = webhookSum(REF, 3_000_000, transactionCode ?? "", keys.checksum_key);
  expect(hook?.json).toMatchObject({ transactionInfo: { orderCode: REF, status: "000" }, checksum: sum });
  expect(shop.to("alepay")).toHaveLength(1);
  expect(await info(shop, transactionCode ?? "")).toMatchObject({ status: "000", orderCode: REF, amount: 3_000_000 });
});

test("a refund is pending, then done; the same code again is refused", async () => {
  const shop = await openTestShop();
  const { transactionCode = "" } = texts(await request(shop));
  await shop.sandbox.pay(REF, {});
  const call = (path: string, data: Record<string, unknown>, parts: unknown[]) => {
    const body = { tokenKey: keys.token_key, data, checksum: refundSum(parts, keys.checksum_key) };
    return askJson(`${shop.sandbox.url}/alepay/v1/checkout/${path}`, body);
  };
  const asked = { transactionCode, merchantRefundCode: "R1", refundAmount: 1_000_000, reason: "Hoan tien" };
  const refund = () => call("merchant-request-refund", asked, [transactionCode, "R1", 1_000_000]);
  const about = () => call("get-refund-info", { transactionCode, merchantRefundCode: "R1" }, [transactionCode, "R1"]);
  expect(await about()).toMatchObject({ code: "109" });
  expect(await refund()).toMatchObject({ code: "000" });
  expect(await about()).toMatchObject({ code: "000", data: { status: "107" } });
  await shop.sandbox.advance(60);
  expect(await about()).toMatchObject({ code: "000", data: { status: "000" } });
  expect(await refund()).toMatchObject({ code: "104" });
  expect(shop.sandbox.ledger().totals.alepay).toEqual({ captured: 3_000_000, refunded: 1_000_000 });
});
