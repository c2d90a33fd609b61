import { request as httpRequest } from "node:http";
import { networkInterfaces } from "node:os";
import { expect, test } from "vitest";
import { askMomo, ctl, openTestShop, openVnpay, type TestShop } from "../../testing/test-shop.ts";
import { faultKinds } from "../faults.ts";
import { isLoopback } from "../http.ts";
import { control } from "./control.ts";
import { scenarios } from "./scenarios.ts";

const REF = "DH2611210001-1";

function statusOf({ sandbox }: TestShop, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((settle, fail) => {
    const { port } = new URL(sandbox.url);
    const request = httpRequest({ host: "127.0.0.1", port, path, headers }, (response) => {
      response.resume();
      settle(response.statusCode ?? 0);
    });
    request.once("error", fail).end();
  });
}

test.each<[string, Record<string, string>, number]>([
  ["with the token", {}, 200],
  ["without a token", { authorization: "" }, 403],
  ["with another token", { authorization: "Bearer of-somewhere-else" }, 403],
  ["passed on by a proxy", { "x-forwarded-for": "192.168.1.7" }, 403],
  ["passed on, and saying so otherwise", { forwarded: "for=192.168.1.7" }, 403],
  ["under another host's name", { host: "shop.example.vn" }, 403],
  ["under an address of the local network", { host: "192.168.1.20:4100" }, 403],
  ["by a page of another site", { origin: "http://localhost:3000" }, 403],
])("the control API asked %s", async (_how, headers, status) => {
  const shop = await openTestShop();
  const all = { authorization: `Bearer ${shop.sandbox.token}`, ...headers };
  expect(await statusOf(shop, "/_ctl/ledger", all)).toBe(status);
});

test("the control API asked from another machine's address is refused", async () => {
  expect(["127.0.0.1", "::1", "::ffff:127.0.0.1"].map(isLoopback)).toEqual([true, true, true]);
  expect(["192.168.1.7", "::ffff:192.168.1.7", "fe80::1", "", "127.example.vn"].map(isLoopback)).not.toContain(true);
  const shop = await openTestShop();
  const request = {
    method: "GET",
    path: "/_ctl/ledger",
    target: "/_ctl/ledger",
    query: new URLSearchParams(),
    headers: { host: "127.0.0.1", authorization: "Bearer t" },
    raw: Buffer.alloc(0),
  };
  const asked = control(gatewayNobodyReaches, request, { token: "t", address: "192.168.1.7" });
  expect((await asked).status).toBe(403);
  expect(shop.sandbox.token).toHaveLength(32);
});
const gatewayNobodyReaches = {} as Parameters<typeof control>[0];

test("the program listens on this machine alone", async () => {
  const { sandbox } = await openTestShop();
  const { port } = new URL(sandbox.url);
  const outside = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  for (const { address, family, internal } of outside) {
    if (internal || family !== "IPv4") continue;
    await expect(fetch(`http://${address}:${port}/`, { signal: AbortSignal.timeout(500) })).rejects.toThrow();
  }
});

test("faults are armed one or several at a time, listed and disarmed", async () => {
  const shop = await openTestShop();
  expect((await ctl(shop, "POST", "faults", { kind: "drop", vendor: "momo", count: 2 })).body).toMatchObject({
    armed: [{ kind: "drop", vendor: "momo", count: 2 }],
  });
  await ctl(shop, "POST", "faults", [{ kind: "delay" }, { kind: "duplicate" }]);
  const listed = (await ctl(shop, "GET", "faults")).body;
  expect(listed.armed).toHaveLength(3);
  expect(Object.keys(Object(listed.kinds))).toEqual(Object.keys(faultKinds));
  expect(await ctl(shop, "POST", "faults", { kind: "explode" })).toMatchObject({ status: 400 });
  await ctl(shop, "DELETE", "faults");
  expect((await ctl(shop, "GET", "faults")).body.armed).toEqual([]);
});

test("a payment is paid without a browser, once", async () => {
  const shop = await openTestShop();
  await openVnpay(shop);
  const paid = await ctl(shop, "POST", `pay/${REF}`, { outcome: "pay" });
  expect(paid).toMatchObject({ status: 200, body: { vendor: "vnpay", state: "paid" } });
  expect(paid.body.return_url).toContain("/thanh-toan/tro-ve/vnpay?");
  for (const [path, input] of [
    [`pay/${REF}`, {}],
    ["pay/UNKNOWN", {}],
    [`pay/${REF}`, { outcome: "win" }],
  ] as const)
    expect((await ctl(shop, "POST", path, input)).status).toBe(400);
});

test.each([
  ["close", "open"],
  ["lose_return", "paid"],
  ["pay_otp", "paid"],
])("without a browser too, %s leaves the payment %s", async (outcome, state) => {
  const shop = await openTestShop();
  await openVnpay(shop);
  const { body } = await ctl(shop, "POST", `pay/${REF}`, { outcome });
  expect(body).toMatchObject({ state, return_url: outcome === "pay_otp" ? expect.any(String) : null });
});

test("a reference that two vendors have is paid at the one that is named", async () => {
  const shop = await openTestShop();
  await openVnpay(shop);
  await askMomo("create", "create", shop, { orderId: REF });
  await ctl(shop, "POST", `pay/${REF}`, { vendor: "momo" });
  expect(shop.sandbox.ledger().payments.map(({ vendor, state }) => `${vendor} ${state}`)).toEqual([
    "vnpay open",
    "momo paid",
  ]);
});

test("the clock is advanced, and what waits is flushed", async () => {
  const shop = await openTestShop();
  shop.replies(() => ({ status: 500 }));
  await openVnpay(shop);
  await ctl(shop, "POST", `pay/${REF}`, {});
  await ctl(shop, "POST", "advance", { seconds: 300 });
  expect(shop.to("vnpay")).toHaveLength(2);
  await ctl(shop, "POST", "flush");
  expect(shop.to("vnpay")).toHaveLength(3);
  await ctl(shop, "POST", "advance", { seconds: 300 });
  expect(shop.to("vnpay")).toHaveLength(4);
  expect((await ctl(shop, "POST", "advance", { seconds: "soon" })).status).toBe(400);
});

test("flushing while a try is on its way sends nothing twice", async () => {
  const shop = await openTestShop();
  await openVnpay(shop);
  await shop.sandbox.pay(REF, {});
  await Promise.all([shop.sandbox.flush(), shop.sandbox.flush()]);
  expect(shop.to("vnpay")).toHaveLength(1);
});

test("ledger and log say what the vendors hold and what went over the wire, byte by byte", async () => {
  const shop = await openTestShop();
  await askMomo("create", "create", shop, { orderId: REF });
  await shop.sandbox.pay(REF, {});
  await shop.sandbox.advance(0);
  expect((await ctl(shop, "GET", "ledger")).body).toMatchObject({
    payments: [{ vendor: "momo", ref: REF, captured: 1_806_000, state: "paid" }],
    totals: { momo: { captured: 1_806_000, refunded: 0 } },
  });
  const { entries } = (await ctl(shop, "GET", `log?ref=${REF}`)).body;
  expect(entries).toMatchObject([
    { direction: "in", url: "/momo/v2/gateway/api/create", signature: "valid", verdict: "resultCode 0", status: 200 },
    { direction: "out", method: "POST", verdict: "HTTP 204", status: 204 },
  ]);
  const [, sent] = entries as { body_base64: string }[];
  expect(Buffer.from(sent?.body_base64 ?? "", "base64").toString("utf8")).toBe(shop.to("momo")[0]?.body);
});

test("reset forgets everything, and the same steps make the same ids again", async () => {
  const shop = await openTestShop();
  const first = await openVnpay(shop);
  await ctl(shop, "POST", "faults", { kind: "drop" });
  await ctl(shop, "POST", "reset");
  expect(shop.sandbox.ledger()).toMatchObject({ payments: [], credits: [], unsettled: [] });
  expect(shop.sandbox.log()).toEqual([]);
  expect(await openVnpay(shop)).toBe(first);
  const other = await openTestShop({ seed: "another" });
  expect(new URL(await openVnpay(other)).search).not.toBe(new URL(first).search);
});

test("a run is repeated by its seed: the same steps and faults send the same messages", async () => {
  const run = async () => {
    const shop = await openTestShop({ seed: "run" });
    shop.replies(({ query }) => ({
      status: 200,
      body: JSON.stringify({ RspCode: query.get("vnp_TxnRef") === "A-1" ? "99" : "00" }),
    }));
    shop.sandbox.scenario("random", { seed: "7", faults: 12, vendor: "vnpay" });
    for (const ref of ["A-1", "A-2", "B-1", "C-1"]) {
      await openVnpay(shop, { vnp_TxnRef: ref });
      if (shop.sandbox.ledger().payments.at(-1)?.state === "open") await shop.sandbox.pay(ref, {});
      await shop.sandbox.advance(120);
    }
    await shop.sandbox.flush();
    await shop.sandbox.advance(86_400);
    return shop.to("vnpay").map(({ query }) => String(query));
  };
  const first = await run();
  expect(first.length).toBeGreaterThan(10);
  expect(await run()).toEqual(first);
});

test.each(Object.keys(scenarios))("the scenario %s arms faults for its reference", async (name) => {
  const shop = await openTestShop();
  const { status, body } = await ctl(shop, "POST", `scenario/${name}`, { ref: REF, seed: "7" });
  expect(status).toBe(200);
  expect((body.armed as { ref: string }[]).every(({ ref }) => ref === REF)).toBe(true);
  expect((body.armed as unknown[]).length).toBeGreaterThan(0);
});

test("a random scenario draws the same faults from the same seed", async () => {
  const { sandbox } = await openTestShop();
  const kinds = (seed: string) => sandbox.scenario("random", { seed, faults: 8 }).map(({ kind }) => kind);
  expect(kinds("a")).toEqual(kinds("a"));
  expect(kinds("a")).not.toEqual(kinds("b"));
  expect(() => sandbox.scenario("random")).toThrow("seed");
  expect(() => sandbox.scenario("earthquake")).toThrow("A scenario is one of");
});

test("the addresses of a shop that started later are set; an address outside is refused", async () => {
  const shop = await openTestShop({ shop_url: "http://localhost:9" });
  expect((await ctl(shop, "POST", "settings", { shop_url: shop.url })).status).toBe(200);
  await openVnpay(shop);
  await shop.sandbox.pay(REF, {});
  await shop.sandbox.advance(0);
  expect(shop.to("vnpay")).toHaveLength(1);
  expect((await ctl(shop, "POST", "settings", { shop_url: "https://shop.example.vn" })).status).toBe(400);
  expect((await ctl(shop, "POST", "settings", { speed: "1" })).status).toBe(400);
});

test("a shop learns its variables and which pages it passes on, never the control API", async () => {
  const shop = await openTestShop({ pages_url: "http://192.168.1.20:3000/dev/gateway/" });
  expect((await ctl(shop, "GET", "environment")).body).toMatchObject({
    SANDBOX_URL: shop.sandbox.url,
    VNPAY_PAY_URL: "http://192.168.1.20:3000/dev/gateway/vnpay/paymentv2/vpcpay.html",
    VNPAY_API_URL: `${shop.sandbox.url}/vnpay/merchant_webapi/api/transaction`,
    MOMO_URL: `${shop.sandbox.url}/momo`,
    SEPAY_HMAC_SECRET: "SANDBOX-SEPAY-HMAC-SECRET",
  });
  expect((await ctl(shop, "GET", "pages")).body.pages).toEqual([
    "/vnpay/paymentv2/vpcpay.html",
    "/vnpay/paymentv2/Transaction/PaymentMethod.html",
    "/momo/v2/gateway/pay",
    "/zalopay/openinapp",
    "/shopeepay/v3/jump-and-pay",
    "/napas/api/restjs/resources/js/napas.hostedform.min.js",
    "/napas/api/hostedform/pay",
    "/alepay/checkout/pay",
    "/mpgs/form/version/73/merchant/SANDBOXSHOP/session.js",
    "/mpgs/form/field",
    "/mpgs/form/session",
    "/mpgs/acs/method",
    "/mpgs/acs/challenge",
    "/bank/transfer",
  ]);
});

test("a vendor's own control, an unknown one, and a body that is no JSON", async () => {
  const shop = await openTestShop();
  const transfer = { account: "1234", amount: 5_000, content: "DH1" };
  expect((await ctl(shop, "POST", "bank/transfer", transfer)).status).toBe(200);
  expect((await ctl(shop, "POST", "bank/rob", transfer)).status).toBe(400);
  expect((await ctl(shop, "GET", "nothing")).status).toBe(404);
  const headers = { authorization: `Bearer ${shop.sandbox.token}` };
  expect((await fetch(`${shop.sandbox.url}/_ctl/faults`, { method: "POST", headers, body: "{" })).status).toBe(400);
});

test("what no vendor answers is 404, and the first page says that all is simulated", async () => {
  const { sandbox } = await openTestShop();
  expect(await (await fetch(sandbox.url)).text()).toContain("giả");
  for (const path of ["/vnpay/", "/paypal/pay", "/vnpay/paymentv2/other.html"])
    expect((await fetch(sandbox.url + path)).status).toBe(404);
  const long = await fetch(`${sandbox.url}/vnpay/merchant_webapi/api/transaction`, {
    method: "POST",
    body: "x".repeat(70_000),
  });
  expect(long.status).toBe(413);
});

test("a notification never leaves for an address outside", async () => {
  const shop = await openTestShop();
  await askMomo("create", "create", shop, { orderId: REF, ipnUrl: "https://shop.example.vn/ipn" });
  await shop.sandbox.pay(REF, {});
  await shop.sandbox.advance(0);
  expect(shop.sandbox.log().at(-1)?.verdict).toBe("outside the local network, so not sent");
});
