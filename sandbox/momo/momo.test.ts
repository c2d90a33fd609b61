import { describe, expect, test } from "vitest";
import { readObject } from "../core/values/json.ts";
import { askMomo, momoResult, openTestShop, type TestShop } from "../testing/test-shop.ts";
import { isSigned } from "./signature.ts";

const REF = "DH2611210002-1";
const secrets = { access_key: "SANDBOXACCESS01", secret_key: "SANDBOX0MOMO0SECRET0KEY000000001" };

async function createAndPay(shop: TestShop, changes: Record<string, string> = {}): Promise<string> {
  await askMomo("create", "create", shop, changes);
  await shop.sandbox.pay(changes.orderId ?? REF, {});
  await shop.sandbox.advance(0);
  return shop.sandbox.ledger().payments.at(-1)?.txn ?? "";
}

describe("create", () => {
  test("answers the URL of a page, and for the wallet the content of a QR code", async () => {
    const shop = await openTestShop({ pages_url: "http://192.168.1.20:3000/dev/gateway" });
    const { status, body } = await momoResult("create", "create", shop);
    expect(status).toBe(200);
    expect(body).toMatchObject({ resultCode: 0, orderId: REF, amount: 1_806_000, qrCodeUrl: expect.any(String) });
    expect(body.payUrl).toMatch(
      /^http:\/\/192\.168\.1\.20:3000\/dev\/gateway\/momo\/v2\/gateway\/pay\?t=[0-9a-f]{32}$/,
    );
    const atm = await momoResult("create", "create", shop, { orderId: "X-1", requestType: "payWithATM" });
    expect(atm.body.qrCodeUrl).toBeUndefined();
  });

  test.each<[number, Record<string, string | undefined>]>([
    [11, { partnerCode: "OTHER" }],
    [20, { requestId: "x".repeat(51) }],
    [20, { orderId: "-DH1" }],
    [20, { orderId: "x".repeat(51) }],
    [20, { amount: "18060.5" }],
    [20, { orderInfo: "" }],
    [20, { orderInfo: "x".repeat(201) }],
    [20, { redirectUrl: "/tro-ve" }],
    [20, { ipnUrl: "http://127.0.0.1/ipn?order=1" }],
    [20, { requestType: "captureMoMoWallet" }],
    [20, { extraData: "{}" }],
    [20, { extraData: undefined }],
    [20, { lang: "ja" }],
    [21, { amount: "0" }],
    [22, { amount: "999" }],
    [22, { amount: "50000001" }],
    [22, { amount: "9999", requestType: "payWithATM" }],
    [22, { amount: "10000001", requestType: "payWithCC" }],
  ])("answers %i to %j", async (code, changes) => {
    const shop = await openTestShop();
    expect(await momoResult("create", "create", shop, changes)).toMatchObject({ status: 400, resultCode: code });
    expect(shop.sandbox.ledger().payments).toEqual([]);
  });

  test("answers 13 to a signature that does not fit, 40 and 41 to what was there before", async () => {
    const shop = await openTestShop();
    expect((await momoResult("create", "create", shop, {}, "0".repeat(64))).resultCode).toBe(13);
    expect((await momoResult("create", "create", shop, { requestId: "one" })).resultCode).toBe(0);
    expect((await momoResult("create", "create", shop, { requestId: "one", orderId: "X-1" })).resultCode).toBe(40);
    expect((await momoResult("create", "create", shop)).resultCode).toBe(41);
  });

  test.each(["create", "query", "refund"])(
    "%s answers 20 to a body that is no JSON, and to an amount in quotes",
    async (path) => {
      const { sandbox } = await openTestShop();
      const ask = async (body: string, type: string) => {
        const headers = { "content-type": type };
        return (await fetch(`${sandbox.url}/momo/v2/gateway/api/${path}`, { method: "POST", headers, body })).json();
      };
      expect(await ask("{", "application/json")).toMatchObject({ resultCode: 20 });
      expect(await ask("{}", "text/plain")).toMatchObject({ resultCode: 20 });
      if (path !== "create") expect(await ask('{"amount":"5"}', "application/json")).toMatchObject({ resultCode: 20 });
    },
  );
});

describe("the ipn", () => {
  test("is a signed POST to the URL of the request, its transaction number beyond 2^53", async () => {
    const shop = await openTestShop();
    await createAndPay(shop);
    const [ipn] = shop.to("momo");
    const fields = Object.fromEntries(
      Object.entries(readObject(ipn?.body ?? "") ?? {}).map(([name, value]) => [name, String(value)]),
    );
    expect(fields).toMatchObject({ orderId: REF, amount: "1806000", resultCode: "0", message: "Successful." });
    expect(fields.transId).toMatch(/^[1-9]\d{16}$/);
    expect(ipn?.body).toContain(`"transId":${fields.transId}`);
    expect(isSigned("ipn", fields, secrets)).toBe(true);
  });

  test("is sent once, whatever the shop replies", async () => {
    const shop = await openTestShop();
    shop.replies(() => ({ status: 500 }));
    await createAndPay(shop);
    await shop.sandbox.advance(86_400);
    expect(shop.to("momo")).toHaveLength(1);
    expect(shop.sandbox.ledger().unsettled).toMatchObject([{ status: "given_up", verdicts: ["HTTP 500"] }]);
  });

  test("is acknowledged by 204 without a body alone", async () => {
    const shop = await openTestShop();
    shop.replies(() => ({ status: 200, body: "{}" }));
    await createAndPay(shop);
    expect(shop.sandbox.ledger().unsettled).toHaveLength(1);
    shop.replies(() => ({ status: 204 }));
    await createAndPay(shop, { orderId: "X-1" });
    expect(shop.sandbox.ledger().unsettled).toHaveLength(1);
  });

  test.each([
    ["insufficient_funds", 1001],
    ["cancel", 1006],
    ["expire", 1005],
  ])("of a payment that ended by %s says %i; so do the browser's return and the query", async (outcome, code) => {
    const shop = await openTestShop();
    await askMomo("create", "create", shop);
    const { return_url } = await shop.sandbox.pay(REF, { outcome });
    await shop.sandbox.advance(0);
    expect(shop.to("momo")[0]?.json).toMatchObject({ resultCode: code });
    const returned = Object.fromEntries(new URL(return_url ?? "").searchParams);
    expect(returned.resultCode).toBe(String(code));
    expect(isSigned("ipn", returned, secrets)).toBe(true);
    expect((await momoResult("query", "query", shop)).resultCode).toBe(code);
  });
});

describe("query", () => {
  test("says 42, 1000, then 0 with the transaction's digits", async () => {
    const shop = await openTestShop();
    expect((await momoResult("query", "query", shop)).resultCode).toBe(42);
    await askMomo("create", "create", shop);
    expect((await momoResult("query", "query", shop)).resultCode).toBe(1000);
    await shop.sandbox.pay(REF, {});
    const { body } = await momoResult("query", "query", shop);
    expect(body).toMatchObject({ resultCode: 0, amount: 1_806_000, payType: "qr", refundTrans: [] });
    expect(body.transId).toBe(shop.sandbox.ledger().payments[0]?.txn);
  });

  test("refuses another signature with 13, another partner with 11, missing fields with 20, a repeat with 40", async () => {
    const shop = await openTestShop();
    expect((await momoResult("query", "query", shop, {}, "0")).resultCode).toBe(13);
    expect((await momoResult("query", "query", shop, { partnerCode: "OTHER" })).resultCode).toBe(11);
    expect((await momoResult("query", "query", shop, { lang: "" })).resultCode).toBe(20);
    await askMomo("query", "query", shop, { requestId: "q" });
    expect((await momoResult("query", "query", shop, { requestId: "q" })).resultCode).toBe(40);
  });
});

describe("refund", () => {
  const refund = (shop: TestShop, transId: string, amount: string, orderId: string) =>
    momoResult("refund", "refund", shop, { transId, amount, orderId, description: "Hoàn tiền" });

  test("goes back in parts, up to what was paid", async () => {
    const shop = await openTestShop();
    const txn = await createAndPay(shop);
    expect((await refund(shop, txn, "1000000", "RF-1")).resultCode).toBe(0);
    expect((await refund(shop, txn, "806001", "RF-2")).resultCode).toBe(1081);
    expect((await refund(shop, txn, "806000", "RF-3")).resultCode).toBe(0);
    const { body } = await momoResult("query", "query", shop);
    expect(body.refundTrans).toMatchObject([
      { orderId: "RF-1", amount: 1_000_000, resultCode: 0 },
      { orderId: "RF-3", amount: 806_000, resultCode: 0 },
    ]);
    expect(shop.sandbox.ledger().totals.momo).toEqual({ captured: 1_806_000, refunded: 1_806_000 });
    expect((await momoResult("refund/query", "query", shop, { orderId: "RF-3" })).body.amount).toBe(806_000);
    expect((await momoResult("refund/query", "query", shop)).body.refundTrans).toHaveLength(2);
    expect((await momoResult("refund/query", "query", shop, { orderId: "RF-9" })).resultCode).toBe(42);
  });

  test("below the minimum, of an id used before, and of what was not paid is refused", async () => {
    const shop = await openTestShop();
    const txn = await createAndPay(shop);
    expect((await refund(shop, txn, "999", "RF-1")).resultCode).toBe(22);
    expect((await refund(shop, txn, "1000", REF)).resultCode).toBe(41);
    expect((await refund(shop, "12345", "1000", "RF-1")).resultCode).toBe(42);
    const atm = await createAndPay(shop, { orderId: "X-1", requestType: "payWithATM" });
    expect((await refund(shop, atm, "9999", "RF-2")).resultCode).toBe(22);
    await askMomo("create", "create", shop, { orderId: "X-2" });
    await shop.sandbox.pay("X-2", { code: "7000" });
    const pending = shop.sandbox.ledger().payments.at(-1)?.txn ?? "";
    expect((await refund(shop, pending, "1000", "RF-3")).resultCode).toBe(1088);
  });
});

describe("a payment that is only authorized", () => {
  test.each([
    ["capture", 0, "paid"],
    ["cancel", 1017, "failed"],
  ])("waits for confirm: %s", async (requestType, code, state) => {
    const shop = await openTestShop();
    await askMomo("create", "create", shop, { autoCapture: "false" });
    await shop.sandbox.pay(REF, {});
    expect((await momoResult("query", "query", shop)).resultCode).toBe(9000);
    const confirm = (amount: string) =>
      momoResult("confirm", "confirm", shop, { requestType, amount, description: "" });
    expect((await confirm("1")).resultCode).toBe(21);
    expect((await confirm("1806000")).resultCode).toBe(code);
    expect(shop.sandbox.ledger().payments[0]?.state).toBe(state);
    expect((await confirm("1806000")).resultCode).toBe(43);
    await shop.sandbox.advance(0);
    expect(shop.to("momo").map(({ json }) => json?.resultCode)).toEqual([9000, code]);
  });
});
