import { expect, test } from "vitest";
import { readObject } from "../core/values/json.ts";
import { openTestShop, type TestShop } from "../testing/test-shop.ts";
import { isCardNumber, testCards } from "./cards.ts";

const REF = "DH2611210003-1";
const KEYS = "merchant.SANDBOXSHOP:SANDBOX0MPGS0API0PASSWORD0000001";
type Answer = Readonly<Record<string, unknown>> & { session?: { id?: string }; error?: unknown; result?: string };

async function ask({ sandbox }: TestShop, method: string, path: string, body?: object, keys = KEYS) {
  const response = await fetch(`${sandbox.url}/mpgs/api/rest/version/73/merchant/SANDBOXSHOP${path}`, {
    method,
    headers: { authorization: `Basic ${Buffer.from(keys).toString("base64")}` },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (readObject(await response.text()) ?? {}) as Answer };
}

async function opened(shop: TestShop, number = "5123450000000008", ref = REF) {
  const session = String((await ask(shop, "POST", "/session")).body.session?.id);
  const order = { id: ref, amount: "1806000", currency: "VND" };
  await ask(shop, "PUT", `/session/${session}`, { order });
  for (const [field, value] of Object.entries({ number, expiryMonth: "1", expiryYear: "39", securityCode: "100" })) {
    await fetch(`${shop.sandbox.url}/mpgs/form/session`, {
      method: "POST",
      body: new URLSearchParams({ session, field, value }),
    });
  }
  return session;
}

const steps = (session: string, back: string) => ({
  initiate: { apiOperation: "INITIATE_AUTHENTICATION", session: { id: session }, order: { currency: "VND" } },
  authenticate: {
    apiOperation: "AUTHENTICATE_PAYER",
    session: { id: session },
    authentication: { redirectResponseUrl: back },
    device: { browserDetails: { timeZone: -420 } },
    order: { amount: "1806000", currency: "VND" },
  },
  pay: {
    apiOperation: "PAY",
    session: { id: session },
    authentication: { transactionId: "auth-1" },
    order: { amount: "1806000", currency: "VND" },
  },
});

test("a card is paid after its steps, once however often it is asked for, and told by one webhook", async () => {
  const shop = await openTestShop();
  const session = await opened(shop);
  const { initiate, authenticate, pay } = steps(session, `${shop.url}/thanh-toan/tro-ve/mpgs`);
  const at = (id: string) => `/order/${REF}/transaction/${id}`;
  expect((await ask(shop, "PUT", at("pay-1"), pay)).body.result).toBe("ERROR");
  await ask(shop, "PUT", at("auth-1"), initiate);
  await ask(shop, "PUT", at("auth-1"), authenticate);
  const first = await ask(shop, "PUT", at("pay-1"), pay);
  expect(first.body).toMatchObject({
    result: "SUCCESS",
    order: { status: "CAPTURED", totalCapturedAmount: "1806000" },
  });
  expect((await ask(shop, "PUT", at("pay-1"), pay)).body).toEqual(first.body);
  expect((await ask(shop, "PUT", at("pay-2"), pay)).body.result).toBe("ERROR");
  await shop.sandbox.advance(0);
  expect(shop.to("mpgs")).toHaveLength(1);
  expect(shop.to("mpgs")[0]?.headers["x-notification-secret"]).toBe("SANDBOX0MPGS0NOTIFICATION0SECRET");
  expect(shop.sandbox.ledger().totals.mpgs).toEqual({ captured: 1_806_000, refunded: 0 });
});

test("a stranger, a session of another order, another amount and a card in the request are refused", async () => {
  const shop = await openTestShop();
  const session = await opened(shop);
  expect((await ask(shop, "POST", "/session", undefined, "merchant.SANDBOXSHOP:wrong")).status).toBe(401);
  const { initiate } = steps(session, shop.url);
  await opened(shop, undefined, "DH2611210004-1");
  expect((await ask(shop, "PUT", "/order/DH2611210004-1/transaction/auth-1", initiate)).body.result).toBe("ERROR");
  const order = { id: REF, amount: "1806001", currency: "VND" };
  expect((await ask(shop, "PUT", `/session/${session}`, { order })).body.result).toBe("ERROR");
  const provided = { card: { number: "5123450000000008" } };
  const given = { ...initiate, sourceOfFunds: { type: "CARD", provided } };
  expect((await ask(shop, "PUT", `/order/${REF}/transaction/auth-1`, given)).body.result).toBe("ERROR");
});

test("a number is never told again, and each test card passes the check digit", async () => {
  const shop = await openTestShop();
  const session = await opened(shop);
  const { body } = await ask(shop, "GET", `/session/${session}`);
  expect(JSON.stringify(body)).toContain("512345xxxxxx0008");
  expect(JSON.stringify(body)).not.toContain("5123450000000008");
  for (const { number } of testCards) expect([number, isCardNumber(number)]).toEqual([number, true]);
});
