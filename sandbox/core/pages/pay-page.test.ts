import { describe, expect, test } from "vitest";
import { askMomo, openTestShop, openVnpay, postForm, type TestShop } from "../../testing/test-shop.ts";
import { OTP, outcomes } from "./pay-page.ts";

const REF = "DH2611210001-1";

/** The page of a payment at each vendor that has one. */
const pages: Readonly<Record<string, (shop: TestShop) => Promise<string>>> = {
  vnpay: (shop) => openVnpay(shop),
  momo: async (shop) => {
    const created = await askMomo("create", "create", shop, { orderId: REF, requestType: "payWithMethod" });
    return String(((await created.json()) as { payUrl: string }).payUrl);
  },
};

describe.each(Object.entries(pages))("the page of %s", (vendor, open) => {
  test("shows amount, reference and end, a bar that says SANDBOX, and a button for every outcome", async () => {
    const shop = await openTestShop();
    const text = await (await fetch(await open(shop))).text();
    for (const words of ["SANDBOX", "1.806.000 đ", REF, "2026-11-21 09:45:00 (còn 15 phút)", 'lang="vi"', "<h1>"])
      expect(text).toContain(words);
    for (const outcome of outcomes) expect(text).toContain(`<button name="outcome" value="${outcome}">`);
  });

  test("works without scripts, under a policy that allows none and no other site but the shop's", async () => {
    const shop = await openTestShop();
    const response = await fetch(await open(shop));
    const text = await response.text();
    expect(text).not.toMatch(/<script|javascript:|\son\w+=|\sstyle=|src=/);
    const policy = response.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' /);
    expect(policy).toContain(`form-action 'self' ${shop.url};`);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(response.headers.get("cache-control")).toBe("no-store");
    expect(response.headers.get("x-simulated")).toBe("1");
  });

  test("labels every field, and every action stays below the prefix it was reached by", async () => {
    const shop = await openTestShop();
    const text = await (await fetch(await open(shop))).text();
    for (const [, id] of text.matchAll(/<(?:input|select|textarea)(?![^>]*hidden)[^>]* id="([^"]+)"/g))
      expect(text).toContain(`<label for="${id}">`);
    expect(text).not.toMatch(/action=|href="\//);
  });

  test.each([
    ["pay", "paid"],
    ["insufficient_funds", "failed"],
    ["cancel", "failed"],
    ["expire", "expired"],
  ])("leads back to the shop after %s", async (outcome, state) => {
    const shop = await openTestShop();
    const response = await postForm(await open(shop), { outcome });
    expect(response.status).toBe(303);
    expect(response.headers.get("location")).toContain(`${shop.url}/thanh-toan/tro-ve/${vendor}?`);
    expect(shop.sandbox.ledger().payments[0]?.state).toBe(state);
    await shop.sandbox.advance(0);
    expect(shop.to(vendor)).toHaveLength(1);
  });

  test("pays after the right OTP, and fails after three wrong ones", async () => {
    const shop = await openTestShop();
    const page = await open(shop);
    expect(await (await postForm(page, { outcome: "pay_otp" })).text()).toContain('name="otp"');
    const wrong = await postForm(page, { outcome: "otp", otp: "000000" });
    expect(wrong.status).toBe(422);
    expect(await wrong.text()).toContain('role="alert"');
    expect((await postForm(page, { outcome: "otp", otp: OTP })).status).toBe(303);
    expect(shop.sandbox.ledger().payments[0]?.state).toBe("paid");

    const other = await openTestShop();
    const second = await open(other);
    for (const otp of ["1", "2"]) expect((await postForm(second, { outcome: "otp", otp })).status).toBe(422);
    expect((await postForm(second, { outcome: "otp", otp: "3" })).status).toBe(303);
    expect(other.sandbox.ledger().payments[0]?.state).toBe("failed");
  });

  test("of a closed browser leaves the payment open until its end", async () => {
    const shop = await openTestShop();
    const response = await postForm(await open(shop), { outcome: "close" });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("<a ");
    expect(shop.sandbox.ledger().payments[0]?.state).toBe("open");
    await shop.sandbox.advance(15 * 60);
    expect(shop.sandbox.ledger().payments[0]?.state).toBe("expired");
  });

  test("that loses the return has paid, and leads nowhere", async () => {
    const shop = await openTestShop();
    const response = await postForm(await open(shop), { outcome: "lose_return" });
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain("<a ");
    await shop.sandbox.advance(0);
    expect(shop.received.map(({ path }) => path)).toEqual([`/v1/payments/${vendor}/ipn`]);
    expect(shop.sandbox.ledger().payments[0]?.state).toBe("paid");
  });

  test("of a payment that is over leads back and takes no second outcome", async () => {
    const shop = await openTestShop();
    const page = await open(shop);
    await postForm(page, { outcome: "cancel" });
    expect(await (await fetch(page)).text()).toContain(`<a href="${shop.url}/thanh-toan/tro-ve/${vendor}`);
    expect((await postForm(page, { outcome: "pay" })).status).toBe(409);
    expect(shop.sandbox.ledger().payments[0]?.captured).toBe(0);
  });

  test("refuses an outcome it does not have, and a token that is no payment's", async () => {
    const shop = await openTestShop();
    const page = await open(shop);
    expect((await postForm(page, { outcome: "win" })).status).toBe(400);
    expect((await fetch(page.replace(/=[0-9a-f]{32}/, "=0"))).status).toBe(404);
  });
});

test("what the payer chose is in the message", async () => {
  const shop = await openTestShop();
  await postForm(await openVnpay(shop), { outcome: "pay", bank: "VNPAYQR" });
  const momo = await pages.momo?.(shop);
  await postForm(momo ?? "", { outcome: "pay", payType: "napas" });
  await shop.sandbox.advance(0);
  expect(shop.to("vnpay")[0]?.query.get("vnp_CardType")).toBe("QRCODE");
  expect(shop.to("momo")[0]?.json).toMatchObject({ payType: "napas" });
});

test("a return URL with Vietnamese letters is led to", async () => {
  const shop = await openTestShop();
  const created = await askMomo("create", "create", shop, { redirectUrl: `${shop.url}/trở-về` });
  const { payUrl } = (await created.json()) as { payUrl: string };
  const response = await postForm(payUrl, { outcome: "cancel" });
  expect(response.headers.get("location")).toContain(`${shop.url}/tr%E1%BB%9F-v%E1%BB%81?`);
});

test("texts of the merchant are shown as text", async () => {
  const shop = await openTestShop();
  const created = await askMomo("create", "create", shop, { orderInfo: '<b onclick=x>Đơn & "hàng"</b>' });
  const { payUrl } = (await created.json()) as { payUrl: string };
  expect(await (await fetch(payUrl)).text()).toContain("&lt;b onclick=x&gt;Đơn &amp; &quot;hàng&quot;&lt;/b&gt;");
});
