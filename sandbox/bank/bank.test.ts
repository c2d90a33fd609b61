import { describe, expect, test } from "vitest";
import type { JsonObject } from "../core/values/json.ts";
import { openTestShop, postForm, START, type TestShop } from "../testing/test-shop.ts";
import { isCassoSigned, isPayosSigned, isSepaySigned } from "./signature.ts";
import { worded } from "./transfers.ts";
import { readVietQr } from "./vietqr.ts";

const QR =
  "00020101021238560010A0000007270126000697043201121669933888880208QRIBFTTA5303704540718060005802VN62160812DH261121000163045DA0";
const credit = { qr: QR };

async function transfer(shop: TestShop, input: Readonly<Record<string, string | number>>): Promise<void> {
  shop.sandbox.control("bank", "transfer", input);
  await shop.sandbox.advance(0);
}

describe("SePay", () => {
  test("says in a signed message what was booked", async () => {
    const shop = await openTestShop();
    await transfer(shop, credit);
    const [ipn] = shop.to("sepay");
    expect(ipn?.json).toEqual({
      id: shop.sandbox.ledger().credits[0]?.id,
      gateway: "VPBank",
      transactionDate: "2026-11-21 09:30:00",
      accountNumber: "166993388888",
      subAccount: null,
      code: null,
      content: "DH2611210001",
      transferType: "in",
      description: "DH2611210001",
      transferAmount: 1_806_000,
      accumulated: 26_806_000,
      referenceCode: expect.stringMatching(/^FT261121\d{12}$/),
    });
    const headers = {
      "X-SePay-Timestamp": String(ipn?.headers["x-sepay-timestamp"]),
      "X-SePay-Signature": String(ipn?.headers["x-sepay-signature"]),
    };
    expect(isSepaySigned("SANDBOX-SEPAY-HMAC-SECRET", headers, ipn?.body ?? "", START / 1000)).toBe(true);
    expect(isSepaySigned("another", headers, ipn?.body ?? "", START / 1000)).toBe(false);
  });

  test("sends its key instead where the account is set so, and the code by the merchant's pattern", async () => {
    const portal = { bank: { sepay_auth: "apikey", sepay_code_pattern: "DH\\d+" } };
    const shop = await openTestShop({ keys: { bank: { sepay_api_key: "SANDBOX-KEY" } }, portal });
    await transfer(shop, { ...credit, content: "mbvcb.1.dh2611210001.ct" });
    const [ipn] = shop.to("sepay");
    expect(ipn?.headers).toMatchObject({ authorization: "Apikey SANDBOX-KEY" });
    expect(ipn?.headers["x-sepay-signature"]).toBeUndefined();
    expect(ipn?.json).toMatchObject({ code: "DH2611210001" });
  });

  test("repeats seven times, at the minutes of Fibonacci, until the shop says success", async () => {
    const shop = await openTestShop();
    shop.replies(() => ({ status: 200, body: '{"success":false}' }));
    await transfer(shop, credit);
    const counts: number[] = [];
    for (const minutes of [1, 1, 2, 3, 5, 8, 13, 1000]) {
      counts.push(shop.to("sepay").length);
      await shop.sandbox.advance(minutes * 60);
    }
    expect(counts).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(shop.to("sepay")).toHaveLength(8);
    await transfer(shop, { ...credit, content: "another" });
    shop.replies(() => ({ status: 201, body: '{"success": true}' }));
    await shop.sandbox.advance(86_400);
    expect(shop.to("sepay")).toHaveLength(10);
  });

  test("says of a transfer out that it went out", async () => {
    const shop = await openTestShop();
    await transfer(shop, { ...credit, direction: "out" });
    expect(shop.to("sepay")[0]?.json).toMatchObject({ transferType: "out", accumulated: 23_194_000 });
  });
});

describe("Casso", () => {
  test("signs the sorted body; money that went out is negative", async () => {
    const shop = await openTestShop();
    await transfer(shop, { ...credit, sender: "casso", direction: "out" });
    const [ipn] = shop.to("casso");
    expect(ipn?.json).toMatchObject({ error: 0, data: { amount: -1_806_000, accountNumber: "166993388888" } });
    const header = String(ipn?.headers["x-casso-signature"]);
    expect(isCassoSigned("SANDBOX-CASSO-CHECKSUM-KEY", header, ipn?.json ?? null)).toBe(true);
    expect(header).toMatch(new RegExp(`^t=${START},v1=`));
  });

  test("of version 1 sends a list and its token", async () => {
    const shop = await openTestShop({ portal: { bank: { casso_version: "1" } } });
    await transfer(shop, { ...credit, sender: "casso" });
    const [ipn] = shop.to("casso");
    expect(ipn?.json).toMatchObject({ data: [{ amount: 1_806_000, description: "DH2611210001" }] });
    expect(ipn?.headers["secure-token"]).toBe("SANDBOX-CASSO-SECURE-TOKEN");
  });

  test("is sent once", async () => {
    const shop = await openTestShop();
    shop.replies(() => ({ status: 500 }));
    await transfer(shop, { ...credit, sender: "casso" });
    await shop.sandbox.advance(86_400);
    expect(shop.to("casso")).toHaveLength(1);
  });
});

test("payOS signs its data", async () => {
  const shop = await openTestShop();
  await transfer(shop, { ...credit, sender: "payos" });
  const body = shop.to("payos")[0]?.json ?? {};
  expect(body).toMatchObject({ code: "00", success: true, data: { amount: 1_806_000, orderCode: 2_611_210_001 } });
  expect(isPayosSigned("SANDBOX-PAYOS-CHECKSUM-KEY", body)).toBe(true);
  expect(isPayosSigned("another", body)).toBe(false);
  expect(isPayosSigned("SANDBOX-PAYOS-CHECKSUM-KEY", { ...body, data: null })).toBe(false);
});

test.each<JsonObject>([
  { qr: "nonsense" },
  { account: "1", amount: 0 },
  { account: "", amount: 1 },
  { ...credit, sender: "bank" },
  { ...credit, seconds: -1 },
])("a transfer like %j is refused", async (input) => {
  const { sandbox } = await openTestShop();
  expect(() => sandbox.control("bank", "transfer", input)).toThrow();
  expect(sandbox.ledger().credits).toEqual([]);
});

describe("the bank's page", () => {
  const page = ({ sandbox }: TestShop) => `${sandbox.url}/bank/transfer`;
  const form = { qr: QR, account: "166993388888", amount: "1806000", content: "DH2611210001" };
  const booked = ({ sandbox }: TestShop) =>
    sandbox.ledger().credits.map(({ amount, content }) => `${amount} ${content}`);

  test("reads a VietQR text into fields that can be edited", async () => {
    const shop = await openTestShop();
    const text = await (await fetch(`${page(shop)}?${new URLSearchParams({ qr: QR })}`)).text();
    for (const value of ["166993388888", "1806000", "DH2611210001"]) expect(text).toContain(`value="${value}"`);
    expect(text).toContain("VPBank");
    const wrong = await fetch(`${page(shop)}?qr=${QR.replace("1806000", "1906000")}`);
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain("không phải mã VietQR");
  });

  test.each([
    ["pay", ["1806000 DH2611210001"]],
    ["under", ["903000 DH2611210001"]],
    ["over", ["1816000 DH2611210001"]],
    ["wrong_memo", ["1806000 chuyen khoan mua hang"]],
    ["two_parts", ["903000 DH2611210001", "903000 DH2611210001"]],
    ["insufficient_funds", []],
    ["cancel", []],
    ["nothing of the kind", []],
  ])("books by %s", async (way, expected) => {
    const shop = await openTestShop();
    await postForm(page(shop), { ...form, way });
    expect(booked(shop)).toEqual(expected);
    await shop.sandbox.advance(0);
    expect(shop.to("sepay")).toHaveLength(expected.length);
  });

  test("books late after the minutes that were typed", async () => {
    const shop = await openTestShop();
    await postForm(page(shop), { ...form, way: "late", minutes: "1500" });
    await shop.sandbox.advance(1500 * 60 - 1);
    expect(booked(shop)).toEqual([]);
    await shop.sandbox.advance(1);
    expect(booked(shop)).toHaveLength(1);
    expect(shop.to("sepay")).toHaveLength(1);
  });

  test("asks for an OTP and books when it is right", async () => {
    const shop = await openTestShop();
    const asked = await (await postForm(page(shop), { ...form, way: "pay_otp", sender: "casso" })).text();
    expect(asked).toContain('name="otp"');
    expect((await postForm(page(shop), { ...form, way: "otp", otp: "000000" })).status).toBe(422);
    expect(booked(shop)).toEqual([]);
    await postForm(page(shop), { ...form, way: "otp", otp: "123456", sender: "casso" });
    await shop.sandbox.advance(0);
    expect(shop.to("casso")).toHaveLength(1);
  });

  test("takes an edited amount and content, and writes the content as banks do", async () => {
    const shop = await openTestShop();
    await postForm(page(shop), { ...form, way: "pay", amount: "1.000.000", wording: "blanks" });
    expect(booked(shop)).toEqual(["1000000 DH26 1121 0001"]);
  });

  test("says what is wrong with an account or an amount, and keeps what was typed", async () => {
    const shop = await openTestShop();
    const response = await postForm(page(shop), {
      ...form,
      way: "pay",
      amount: "nhiều",
      account: "số",
      sender: "payos",
    });
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(text.match(/role="alert"/g)).toHaveLength(2);
    expect(text).toContain('value="nhiều"');
    expect(text).toContain('<option value="payos" selected>');
  });
});

test("banks change a transfer's text", () => {
  expect(worded("DH2611210001", "lower")).toBe("dh2611210001");
  expect(worded("DH2611210001", "decorated")).toContain(".DH2611210001.");
  expect(worded("DH2611210001".repeat(5), "cut")).toHaveLength(50);
  expect(worded("DH2611210001", "blanks")).toBe("DH26 1121 0001");
});

test.each(["", "x".repeat(30), `${QR.slice(0, -1)}`, QR.replace("38560010", "38990010"), `${"9".repeat(600)}`])(
  "a text that is no VietQR reads as invalid and never throws",
  (text) => {
    expect(readVietQr(text)).toEqual({ valid: false });
  },
);
