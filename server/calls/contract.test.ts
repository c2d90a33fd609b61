import type { Call } from "contract/call.ts";
import { errorStatus } from "contract/errors.ts";
import { locales } from "contract/values/locale.ts";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openapi } from "../api/openapi.ts";
import { serveApi } from "../api/routes.ts";
import { buildApp } from "../http/app.ts";
import { settings } from "../settings.ts";
import { shopHandlers } from "../shop.ts";
import { calls, exampleRequest } from "../testing/test-requests.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";

let shop: TestShop;
let app: FastifyInstance;

beforeAll(async () => {
  shop = await testShop({ programmes: true });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  serveApi({ app, handlers: shopHandlers, anonymousCtx: () => shop.ctx(), config: shop.base.config });
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

async function bearerFor({ who }: Call): Promise<Record<string, string>> {
  if (who === "anyone") return {};
  return { authorization: `Bearer ${await (typeof who === "object" ? shop.staffToken("an") : shop.token("minh"))}` };
}

/** Examples that name what a fresh shop does not have: an order, a payment, a line of a cart, a programme, a sold-out product. */
const emptyHanded = new Set([
  "catalogue.askStockNotice",
  "orders.byCode",
  "orders.cancel",
  "orders.confirmReceived",
  "orders.buyAgain",
  "orders.placeExchange",
  "orders.exchangeOrder",
  "payments.queryStatus",
  "payments.guide",
  "payments.start",
  "payments.due",
  "payments.vnpay",
  "payments.momo",
  "payments.zalopay",
  "payments.shopeepay",
  "payments.napas",
  "payments.alepay",
  "payments.virtual",
  "payments.indirect",
  "payments.cardSession",
  "payments.cardChecked",
  "payments.cardInitiated",
  "payments.cardAuthenticated",
  "payments.cardPaid",
  "payments.removeSavedCard",
  "payments.makePayLink",
  ...`refund sendRefund oweRefund keepRefund countRefund dropRefund reopenOrder credit matchCredit returnCredit`
    .split(" ")
    .map((name) => `payments.${name}`),
  ...`status reply record assign answer extend escalate prioritise close`.split(" ").map((name) => `contact.${name}`),
  ...`rentGround rentGroundPicture moveRentGround noteRentGround`.split(" ").map((name) => `partners.${name}`),
  ...`poll answer stopInvitations savePoll openPoll`.split(" ").map((name) => `surveys.${name}`),
  "recruitment.status",
  "recruitment.withdraw",
  "recruitment.application",
  "recruitment.cv",
  "recruitment.moveApplication",
  "recruitment.noteApplication",
  "recruitment.saveVacancy",
  "recruitment.openVacancy",
  ...`comment like write edit remove reply report object record publish hide decideObjection answer removeAnswer`
    .split(" ")
    .map((name) => `reviews.${name}`),
  ...`start conversation send typing seen close rate transcript mailTranscript record take answer note pass done staffTyping staffSeen`
    .split(" ")
    .map((name) => `chat.${name}`),
  ...`request ticket times prove move cancel answerQuote confirm visit visitCode visitProof visitMove visitParts visitQuote record
    picture moveTicket assign quote parts cover`
    .split(/\s+/)
    .map((name) => `service.${name}`),
  ...`check activate activateOwn own card sendCode prove object lookUp lookUpConfirm confirmation sendConfirmCode confirm notMe transfer
    answerTransfer withdrawTransfer record invoice void restore decideInvoice decideTransfer orderSerials saveOrderSerials`
    .split(/\s+/)
    .map((name) => `warranty.${name}`),
  ...`record copy drop publish stop resume extend makeBatch fetchBatch`.split(" ").map((name) => `promotions.${name}`),
  "pages.ended",
  "pages.preview",
  "pages.remove",
  "pages.unpublish",
  "pages.end",
  // Codes, passwords and proofs of examples are invented.
  "identity.login",
  "identity.apiLogin",
  "identity.loginSms",
  "identity.registerCheckOtp",
  "identity.register",
  "identity.createPassword",
  "identity.checkPassword",
  "identity.googleStart",
  "identity.ownerCode",
  "identity.googleLinkStart",
  "identity.socialLogin",
  "identity.confirmPhone",
  "identity.checkReferenceCode",
  "identity.verifyEmailSend",
  "identity.verifyEmail",
  "identity.customerInfo",
  "identity.signOutDevice",
  "fulfilment.removeAddress",
  "orders.useAddress",
  "orders.record",
  "orders.approve",
  "orders.cancelByStaff",
  "orders.recordRefund",
  "customers.record",
  "loyalty.customerPoints",
  "loyalty.adjust",
  "desks.changeView",
  "desks.removeView",
  "desks.startBulk",
  "desks.bulk",
  "desks.retryBulk",
  "desks.stopBulk",
  "desks.fileInfo",
  "desks.filePart",
  "customers.reveal",
  ...`signIn secondFactor recoveryCode passkeySignIn resetPassword invitation acceptInvitation factorReset confirmFactorReset
    stepUp stepUpPasskey addPasskey removePasskey signOutDevice inviteAgain withdrawInvitation lock unlock leave resetFactor
    removeRole endKey revealAudit approval approve refuse
    withdraw confirmAlone stopAlone commentApproval`
    .split(/\s+/)
    .map((key) => `staff.${key}`),
]);

describe("every documented call", () => {
  for (const { name, call } of calls) {
    it(`${name} answers its example as documented`, async () => {
      const answer = await app.inject(exampleRequest(call, await bearerFor(call)));
      const body = answer.json() as { data?: unknown; code?: string };
      const allowed = [...call.errors].map((code) => errorStatus[code]);
      if (answer.statusCode !== 200) {
        expect(allowed, answer.body).toContain(answer.statusCode);
        expect(emptyHanded.has(name) || call.route.includes("cart") || call.route.startsWith("PUT"), answer.body).toBe(
          true,
        );
        return;
      }
      const value = call.envelope === "data" ? body.data : body;
      expect(call.output.safeParse(value).error).toBeUndefined();
    });
  }
});

describe("the documentation matches the contract", () => {
  it("every call is in openapi.json with its summary, answers and error shape", () => {
    const document = openapi(shopHandlers, { version: "1.0.3", name: "Shop", settings });
    for (const { name, call } of calls) {
      const [method = "", path = ""] = call.route.split(" ");
      const operation = document.paths[path]?.[method.toLowerCase()];
      expect(operation?.operationId).toBe(name);
      expect(operation?.summary.length).toBeGreaterThan(10);
      expect(operation?.responses[200]).toBeDefined();
      expect(operation?.responses[422]).toBeDefined();
    }
  });

  it("no two calls have the same route", () => {
    expect(new Set(calls.map(({ call }) => call.route)).size).toBe(calls.length);
  });

  it("the browsable pages show every call with its examples, need no script, and are light", async () => {
    const overview = (await app.inject("/docs/api")).body;
    const pages = new Map<string, string>();
    for (const { name } of calls) {
      const url = new RegExp(`href="(/docs/api/[a-z-]+)#${name}"`).exec(overview)?.[1] ?? `no link to ${name}`;
      const page = pages.get(url) ?? (await app.inject(url)).body;
      pages.set(url, page);
      expect(page).toContain(`id="${name}"`);
    }
    const headers = { "accept-encoding": "gzip" };
    for (const url of ["/docs/api", ...pages.keys(), "/docs/api/shapes"]) {
      expect((await app.inject(url)).body).not.toContain("<script");
      const { statusCode, rawPayload } = await app.inject({ url, headers });
      // A row a call in the overview; all of them with their examples on one page were 1 MB.
      const most = url === "/docs/api" ? 4_000 + 60 * calls.length : 20_000;
      expect([url, statusCode, Math.max(rawPayload.length, most)]).toEqual([url, 200, most]);
    }
    expect((await app.inject("/docs/api/nothing")).statusCode).toBe(404);
  });

  it("a search finds calls by all its words, and repeats what was typed as text", async () => {
    const { body } = await app.inject(`/docs/api?q=${encodeURIComponent("Cart <b> add")}`);
    expect(body).toContain("0 of");
    expect(body).toContain("&lt;b&gt;");
    expect(body).not.toContain("<b>");
    const found = (await app.inject("/docs/api?q=add+cart")).body;
    expect(found).toContain("#cart.addItem");
    expect(found).not.toContain("#stores.list");
  });

  it("a CORS preflight from another site is answered without permission", async () => {
    const headers = { origin: "https://evil.example", "access-control-request-method": "POST" };
    const answer = await app.inject({ method: "OPTIONS", url: "/v1/client/add-to-cart", headers });
    expect([answer.statusCode, answer.headers.allow]).toEqual([204, "OPTIONS, POST"]);
    expect(Object.keys(answer.headers).filter((name) => name.startsWith("access-control-"))).toEqual([]);
  });
});

describe("errors in the caller's language", () => {
  it("a wrong field is named, with a text in each language", async () => {
    const texts = await Promise.all(
      locales.map(async (locale) => {
        const answer = await app.inject({
          method: "POST",
          url: "/v1/shop/order",
          headers: { "accept-language": locale },
          payload: { full_name: "Lan", phone: "12", address: {}, shipping_method: "GHN", payment_method: "cod" },
        });
        expect(answer.statusCode).toBe(422);
        const { errors } = answer.json() as { errors: Record<string, string[]> };
        expect(Object.keys(errors)).toEqual(
          expect.arrayContaining(["full_name", "phone", "address.city_code", "address.street"]),
        );
        return errors.full_name?.[0];
      }),
    );
    expect(new Set(texts).size).toBe(3);
  });

  it("a NUL byte is 400 anywhere", async () => {
    for (const url of [`/v1/client/payment-guide/${"%00"}`, "/v1/client/remove-product-in-cart/a%00b"]) {
      const method = url.includes("remove") ? "DELETE" : "GET";
      const opened = await app.inject({ method: "POST", url: "/v1/client/add-to-cart", payload: { product_id: 1082 } });
      const answer = await app.inject({ method, url, headers: { cookie: String(opened.headers["set-cookie"]) } });
      expect([answer.statusCode, answer.json().code]).toEqual([400, "malformed"]);
    }
  });

  it("a body that is no JSON is 400, another kind of body 415, a huge one 413, and none of them a 500", async () => {
    const send = (payload: string, type: string) =>
      app.inject({ method: "POST", url: "/v1/client/add-to-cart", headers: { "content-type": type }, payload });
    expect((await send("{", "application/json")).statusCode).toBe(400);
    expect((await send("a=b", "application/x-www-form-urlencoded")).statusCode).toBe(415);
    expect((await send(JSON.stringify({ a: "x".repeat(70_000) }), "application/json")).statusCode).toBe(413);
  });

  it("another site cannot write with a shopper's cookies", async () => {
    const foreign = await app.inject({
      method: "POST",
      url: "/v1/client/add-to-cart",
      headers: { "sec-fetch-site": "cross-site", origin: "https://evil.example" },
      payload: { product_id: 1082 },
    });
    expect(foreign.statusCode).toBe(403);
  });

  it("a matching Host and Origin are not accepted; PUBLIC_URL and localhost are", async () => {
    const { session_id } = await shop.visitor().cart.addItem({ product_id: 1082 });
    const write = async (host: string, origin: string) => {
      const headers = { host, origin, cookie: `session_id=${session_id}` };
      const request = {
        method: "PUT",
        url: "/v1/client/update-cart-info",
        payload: { note: origin },
        headers,
      } as const;
      return (await app.inject(request)).statusCode;
    };
    expect(await write("evil.example", "http://evil.example")).toBe(403);
    expect(await write("evil.example:3000", "http://evil.example:3000")).toBe(403);
    const own = new URL(shop.base.config.public_url);
    expect(await write(own.host, own.origin)).toBe(200);
    expect(await write("127.0.0.1:4000", "http://127.0.0.1:4000")).toBe(200);
    expect(await write("192.168.1.5:3000", "http://192.168.1.5:3000")).toBe(200);
  });

  it("an expired bearer is 401 where a session is needed; the default store token is a visitor", async () => {
    const ask = (authorization: string) => app.inject({ url: "/session", headers: { authorization } });
    expect((await ask("Bearer dead-token-of-yesterday")).statusCode).toBe(401);
    const visitor = await ask(`Bearer ${shop.base.config.default_store_token}`);
    expect(visitor.json()).toEqual({ status: "empty", cart_count: 0, expires_at: null });
  });

  it("an Authorization that is no bearer token is 401; a proxy's Basic password is ignored", async () => {
    const minh = await shop.token("minh");
    const ask = (authorization: string) => app.inject({ url: "/session", headers: { authorization } });
    const wrong = ["Bearer null", "Bearer x", "Bearer", `Bearer "${minh}"`, `Bearer ${minh}!`, minh, `Token ${minh}`];
    for (const authorization of wrong) {
      expect([authorization, (await ask(authorization)).statusCode]).toEqual([authorization, 401]);
    }
    expect((await ask("Basic bXV0b3NpOnN0YWdpbmc=")).statusCode).toBe(200);
    const order = { items: [{ product_id: 1082, quantity: 1 }], phone: "0590000170" };
    const placed = await app.inject({
      method: "POST",
      url: "/v1/shop/order",
      headers: { authorization: "Bearer null", "idempotency-key": crypto.randomUUID() },
      payload: {
        ...order,
        full_name: "Tạ Mai Lan",
        shipping_method: "GHTK",
        payment_method: "cod",
        address: { city_code: "01", ward_code: "00004", street: "18 phố Men Ngọc" },
      },
    });
    expect(placed.statusCode).toBe(401);
  });

  it("every answer carries the security headers, failures included", async () => {
    for (const url of ["/openapi.json", "/v1/client/products?page=x", "/nothing-here"]) {
      const { headers } = await app.inject(url);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
    }
  });
});
