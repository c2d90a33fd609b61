import { describe, expect, test } from "vitest";
import { compactTime } from "../core/values/times.ts";
import { askVnpay, openTestShop, openVnpay, START, vnpayUrl } from "../testing/test-shop.ts";
import { isSignedCall, isSignedUrl } from "./signature.ts";

const SECRET = "SANDBOX0VNPAY0HASH0SECRET0000001";
const REF = "DH2611210001-1";

async function refusal(url: string): Promise<string> {
  const response = await fetch(url, { redirect: "manual" });
  const text = await response.text();
  return `${response.status} ${/mã (\d\d)/.exec(text)?.[1]}`;
}

describe("the pay URL", () => {
  test("that is signed and complete leads to a page below the same prefix", async () => {
    const shop = await openTestShop();
    const response = await fetch(vnpayUrl(shop), { redirect: "manual" });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toMatch(/^Transaction\/PaymentMethod\.html\?token=[0-9a-f]{32}$/);
    expect(shop.sandbox.ledger().payments).toMatchObject([{ ref: REF, amount: 1_806_000, state: "open", captured: 0 }]);
  });

  test.each([
    ["vnp_TmnCode", "OTHERTMN", "02"],
    ["vnp_Version", "2.0.0", "03"],
    ["vnp_Command", "token", "03"],
    ["vnp_Amount", "0", "03"],
    ["vnp_Amount", "1806001", "03"],
    ["vnp_Amount", "1806000000000", "03"],
    ["vnp_BankCode", "NC", "03"],
    ["vnp_CreateDate", "20261121993000", "03"],
    ["vnp_CreateDate", "", "03"],
    ["vnp_ExpireDate", "tomorrow", "03"],
    ["vnp_CurrCode", "USD", "03"],
    ["vnp_IpAddr", "::1", "03"],
    ["vnp_Locale", "ja", "03"],
    ["vnp_OrderInfo", "Thanh toán", "03"],
    ["vnp_OrderInfo", "x".repeat(256), "03"],
    ["vnp_OrderType", "", "03"],
    ["vnp_ReturnUrl", "/thanh-toan/tro-ve", "03"],
    ["vnp_TxnRef", "x".repeat(101), "03"],
    ["vnp_CreateDate", compactTime(START - 16 * 60_000), "03"],
    ["vnp_CreateDate", compactTime(START + 16 * 60_000), "03"],
    ["vnp_ExpireDate", compactTime(START), "11"],
  ])("with %s = %j is refused with %s", async (name, value, code) => {
    const shop = await openTestShop();
    expect(await refusal(vnpayUrl(shop, { [name]: value }))).toBe(`400 ${code}`);
    expect(shop.sandbox.ledger().payments).toEqual([]);
  });

  test("changed after signing, or without a signature, is refused with 97", async () => {
    const shop = await openTestShop();
    expect(await refusal(vnpayUrl(shop).replace("180600000", "180600"))).toBe("400 97");
    expect(await refusal(vnpayUrl(shop).replace(/&vnp_SecureHash=.*/, ""))).toBe("400 97");
    expect(shop.sandbox.log().map(({ signature }) => signature)).toEqual(["invalid", "invalid"]);
  });

  test("with a parameter that comes twice is refused with 03", async () => {
    const shop = await openTestShop();
    expect(await refusal(`${vnpayUrl(shop)}&utm=1&utm=2`)).toBe("400 03");
  });

  test("of a reference used on that day is refused with 01; the same URL shows its page again", async () => {
    const shop = await openTestShop();
    const page = await openVnpay(shop);
    expect(await openVnpay(shop)).toBe(page);
    expect(await refusal(vnpayUrl(shop, { vnp_Amount: "500000" }))).toBe("400 01");
    await shop.sandbox.pay(REF, { outcome: "cancel" });
    expect(await refusal(vnpayUrl(shop))).toBe("400 01");
    shop.wall.now += 86_400_000;
    expect(await openVnpay(shop)).not.toBe(page);
  });
});

describe("the ipn", () => {
  test("of a payment is a signed GET with the amount times 100", async () => {
    const shop = await openTestShop();
    await openVnpay(shop);
    const paid = await shop.sandbox.pay(REF, {});
    await shop.sandbox.advance(0);
    const [ipn] = shop.to("vnpay");
    const fields = Object.fromEntries(ipn?.query ?? []);
    expect(ipn?.method).toBe("GET");
    expect(fields).toMatchObject({
      vnp_TmnCode: "SANDBOX1",
      vnp_Amount: "180600000",
      vnp_TxnRef: REF,
      vnp_ResponseCode: "00",
      vnp_TransactionStatus: "00",
      vnp_PayDate: "20261121093000",
      vnp_TransactionNo: expect.stringMatching(/^[1-9]\d{13}$/),
    });
    expect(isSignedUrl(fields, SECRET)).toBe(true);
    const back = new URL(paid.return_url ?? "");
    expect(back.pathname).toBe("/thanh-toan/tro-ve/vnpay");
    expect(Object.fromEntries(back.searchParams)).toEqual(fields);
  });

  test.each([
    ["insufficient_funds", "51", "02"],
    ["cancel", "24", "02"],
    ["expire", "11", "02"],
  ])("comes of a payment that ended by %s too", async (outcome, code, status) => {
    const shop = await openTestShop();
    await openVnpay(shop);
    await shop.sandbox.pay(REF, { outcome });
    await shop.sandbox.advance(0);
    const fields = Object.fromEntries(shop.to("vnpay")[0]?.query ?? []);
    expect(fields).toMatchObject({ vnp_ResponseCode: code, vnp_TransactionStatus: status, vnp_TransactionNo: "0" });
    expect(shop.sandbox.ledger().totals.vnpay?.captured).toBe(0);
  });

  test("of a suspicious debit says 07 and leaves the payment undecided", async () => {
    const shop = await openTestShop();
    await openVnpay(shop);
    await shop.sandbox.pay(REF, { code: "07" });
    expect((await askVnpay("querydr", shop)).vnp_TransactionStatus).toBe("07");
    await shop.sandbox.pay(REF, { outcome: "pay" });
    expect((await askVnpay("querydr", shop)).vnp_TransactionStatus).toBe("00");
  });

  test.each(["01", "04", "97", "99"])(
    "is tried ten times, five minutes apart, while the shop says %s",
    async (code) => {
      const shop = await openTestShop();
      shop.replies(() => ({ status: 200, body: JSON.stringify({ RspCode: code }) }));
      await openVnpay(shop);
      await shop.sandbox.pay(REF, {});
      await shop.sandbox.advance(0);
      for (let tries = 1; tries <= 10; tries += 1) {
        expect(shop.to("vnpay")).toHaveLength(tries);
        await shop.sandbox.advance(299);
        expect(shop.to("vnpay")).toHaveLength(tries);
        await shop.sandbox.advance(1);
      }
      await shop.sandbox.advance(86_400);
      expect(shop.to("vnpay")).toHaveLength(10);
      expect(shop.sandbox.ledger().unsettled).toMatchObject([{ status: "given_up", tries: 10 }]);
    },
  );

  test.each(["00", "02"])("is not repeated when the shop says %s", async (code) => {
    const shop = await openTestShop();
    shop.replies(() => ({ status: 200, body: JSON.stringify({ RspCode: code }) }));
    await openVnpay(shop);
    await shop.sandbox.pay(REF, {});
    await shop.sandbox.advance(86_400);
    expect(shop.to("vnpay")).toHaveLength(1);
    expect(shop.sandbox.ledger().unsettled).toEqual([]);
  });

  test("is repeated when the shop is silent", async () => {
    const shop = await openTestShop({ reply_timeout_ms: 20 });
    shop.replies(() => undefined);
    await openVnpay(shop);
    await shop.sandbox.pay(REF, {});
    await shop.sandbox.advance(86_400);
    const timeouts = Array.from({ length: 10 }, () => "timeout");
    expect(shop.sandbox.ledger().unsettled).toMatchObject([{ status: "given_up", verdicts: timeouts }]);
  });

  test("is repeated when the shop answers 500, or says nothing of the kind", async () => {
    const shop = await openTestShop();
    const replies = [
      { status: 500, body: '{"RspCode":"00"}' },
      { status: 200, body: "OK" },
    ];
    shop.replies(() => (replies.length > 0 ? replies.shift() : { status: 200, body: '{"RspCode":"00"}' }));
    await openVnpay(shop);
    await shop.sandbox.pay(REF, {});
    await shop.sandbox.advance(86_400);
    expect(shop.to("vnpay")).toHaveLength(3);
  });

  test("comes by itself when the page is left open until its end", async () => {
    const shop = await openTestShop();
    await openVnpay(shop);
    await shop.sandbox.advance(15 * 60 - 1);
    expect(shop.received).toEqual([]);
    await shop.sandbox.advance(1);
    expect(shop.to("vnpay")[0]?.query.get("vnp_ResponseCode")).toBe("11");
  });
});

describe("querydr", () => {
  test("says 91 before the page was opened, 01 while it is open, 00 when it is paid, each signed", async () => {
    const shop = await openTestShop();
    expect((await askVnpay("querydr", shop)).vnp_ResponseCode).toBe("91");
    await openVnpay(shop);
    const open = await askVnpay("querydr", shop);
    expect(open).toMatchObject({ vnp_ResponseCode: "00", vnp_TransactionStatus: "01", vnp_TransactionType: "01" });
    await shop.sandbox.pay(REF, {});
    const paid = await askVnpay("querydr", shop);
    expect(paid).toMatchObject({ vnp_TransactionStatus: "00", vnp_Amount: "180600000", vnp_TxnRef: REF });
    for (const answer of [open, paid]) expect(isSignedCall("querydr.response", answer, SECRET)).toBe(true);
  });

  test.each([
    ["02", { vnp_TmnCode: "OTHERTMN" }],
    ["03", { vnp_Version: "2.0.0" }],
    ["03", { vnp_RequestId: "x".repeat(33) }],
    ["03", { vnp_OrderInfo: "" }],
    ["03", { vnp_TransactionDate: "2026" }],
    ["03", { vnp_CreateDate: compactTime(START - 16 * 60_000) }],
    ["91", { vnp_TxnRef: "DH2611210001-2" }],
    ["91", { vnp_TransactionDate: compactTime(START + 1000) }],
    ["91", { vnp_TransactionNo: "12345" }],
  ])("answers %s to %j", async (code, changes) => {
    const shop = await openTestShop();
    await openVnpay(shop);
    expect((await askVnpay("querydr", shop, changes)).vnp_ResponseCode).toBe(code);
  });

  test("answers 97 to another secret, 94 to a request id of that day, 03 to what is no call", async () => {
    const shop = await openTestShop();
    await openVnpay(shop);
    expect((await askVnpay("querydr", shop, {}, "another secret")).vnp_ResponseCode).toBe("97");
    expect((await askVnpay("querydr", shop, { vnp_RequestId: "SAME" })).vnp_ResponseCode).toBe("00");
    expect((await askVnpay("querydr", shop, { vnp_RequestId: "SAME" })).vnp_ResponseCode).toBe("94");
    const response = await fetch(`${shop.sandbox.url}/vnpay/merchant_webapi/api/transaction`, {
      method: "POST",
      body: "not JSON",
    });
    expect(await response.json()).toMatchObject({ vnp_ResponseCode: "03" });
  });
});

describe("refund", () => {
  test("is processed, sent to the bank, and done", async () => {
    const shop = await openTestShop();
    await openVnpay(shop);
    await shop.sandbox.pay(REF, {});
    const answer = await askVnpay("refund", shop);
    expect(answer).toMatchObject({ vnp_ResponseCode: "00", vnp_TransactionType: "02", vnp_TransactionStatus: "05" });
    expect(isSignedCall("refund.response", answer, SECRET)).toBe(true);
    await shop.sandbox.advance(60);
    const sent = await askVnpay("querydr", shop);
    expect(sent).toMatchObject({ vnp_TransactionType: "02", vnp_TransactionStatus: "06" });
    await shop.sandbox.advance(60);
    expect((await askVnpay("querydr", shop)).vnp_TransactionStatus).toBe("00");
    expect(shop.sandbox.ledger().totals.vnpay).toEqual({ captured: 1_806_000, refunded: 1_806_000 });
  });

  test("in parts never exceeds what was paid", async () => {
    const shop = await openTestShop();
    await openVnpay(shop);
    await shop.sandbox.pay(REF, {});
    const part = { vnp_TransactionType: "03", vnp_Amount: "100000000" };
    expect((await askVnpay("refund", shop, part)).vnp_ResponseCode).toBe("00");
    expect((await askVnpay("refund", shop, part)).vnp_ResponseCode).toBe("94");
    await shop.sandbox.advance(120);
    expect((await askVnpay("refund", shop, part)).vnp_ResponseCode).toBe("99");
    expect((await askVnpay("refund", shop)).vnp_ResponseCode).toBe("99");
    expect((await askVnpay("refund", shop, { ...part, vnp_Amount: "80600000" })).vnp_ResponseCode).toBe("00");
  });

  test("of what was not paid is refused with 95, of what is not there with 91, badly formed with 03", async () => {
    const shop = await openTestShop();
    expect((await askVnpay("refund", shop)).vnp_ResponseCode).toBe("91");
    await openVnpay(shop);
    expect((await askVnpay("refund", shop)).vnp_ResponseCode).toBe("95");
    const wrong: Record<string, string>[] = [
      { vnp_TransactionType: "01" },
      { vnp_Amount: "1.5" },
      { vnp_CreateBy: "" },
    ];
    for (const changes of wrong) expect((await askVnpay("refund", shop, changes)).vnp_ResponseCode).toBe("03");
    expect((await askVnpay("refund", shop, {}, "another secret")).vnp_ResponseCode).toBe("97");
  });
});

test("the list of banks answers its own terminal alone", async () => {
  const { sandbox } = await openTestShop();
  const ask = async (terminal: string) => {
    const url = `${sandbox.url}/vnpay/qrpayauth/api/merchant/get_bank_list`;
    return (await fetch(url, { method: "POST", body: new URLSearchParams({ tmn_code: terminal }) })).json();
  };
  expect(await ask("SANDBOX1")).toContainEqual(expect.objectContaining({ bank_code: "NCB" }));
  expect(await ask("OTHERTMN")).toEqual([]);
});
