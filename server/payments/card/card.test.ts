import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import { cancelOrder } from "../../orders/orders.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { receiveIpn } from "../ipn/ipn.ts";
import { booksOf } from "../settlement/books.ts";
import { cardShop, cards } from "./test-card.ts";

let at: Awaited<ReturnType<typeof cardShop>>;
beforeAll(async () => {
  at = await cardShop();
});
afterAll(async () => {
  await at.pass(3600);
  await at.sandbox.flush();
  expect(at.sandbox.reconcile(await booksOf(at.shop.ctx())).problems).toEqual([]);
  expect(await integrityViolations(at.shop.sql)).toEqual([]);
  await at.close();
});

describe("a card and its outcomes", () => {
  test("without a challenge it is paid at once, and the order is confirmed", async () => {
    const one = await at.order(cards.frictionless);
    expect(await one.check()).toEqual({
      ready: true,
      card: { brand: "MASTERCARD", last_four: "0008", expires: "2039-01" },
    });
    expect(await one.initiate()).toMatchObject({
      next: "authenticate",
      frame_url: `/v1/payments/${one.uid_payment}/card-frame`,
    });
    expect(await one.authenticate()).toEqual({ next: "pay", frame_url: null, reason: null });
    expect(await one.pay()).toMatchObject({ next: "done", status: "success", type: "card" });
    expect(await one.status()).toMatchObject({ status: "success", received: one.total });
    expect((await one.order()).status).toBe("confirmed");
  });

  test("with a challenge it is paid after the bank's word, and not before", async () => {
    const one = await at.order(cards.challenge);
    expect(await one.steps()).toMatchObject({
      next: "challenge",
      frame_url: `/v1/payments/${one.uid_payment}/card-frame`,
    });
    expect((await one.guide()).card).toMatchObject({ stage: "challenge", last_four: "1019" });
    expect(await one.pay()).toMatchObject({ next: "wait", status: "pending" });
    await at.challenge(one.uid_payment, "123456");
    expect(await one.pay()).toMatchObject({ next: "done", status: "success" });
  });

  test("a challenge that is not passed takes nothing, says why, and another card may be tried", async () => {
    const one = await at.order(cards.challenge);
    await one.steps();
    await at.challenge(one.uid_payment, "", "cancel");
    expect(await one.pay()).toMatchObject({ next: "stop", status: "failed", reason: "not_authenticated" });
    expect(await one.status()).toMatchObject({ status: "created", received: 0, reason: "not_authenticated" });
    const other = await one.again(cards.frictionless);
    expect(other.uid_payment).not.toBe(one.uid_payment);
    expect(await other.steps()).toMatchObject({ next: "done" });
  });

  test.each([
    ["declined", "declined"],
    ["poor", "insufficient_funds"],
    ["refused", "not_authenticated"],
    ["unavailable", "authentication_unavailable"],
  ] as const)("a card that is %s ends as failed with its reason, and no money moves", async (card, reason) => {
    const one = await at.order(cards[card]);
    expect(await one.steps()).toMatchObject({ next: "stop", reason });
    expect(await one.status()).toMatchObject({ attempt_status: "failed", reason, received: 0, retry_allowed: true });
  });

  test("fields that are not filled are not ready, and nothing is tried", async () => {
    const one = await at.order("1234");
    expect(await one.check()).toEqual({ ready: false, card: null });
    expect((await refusal(one.initiate())).body.code).toBe("state_conflict");
  });

  test("an answer to the money that gets lost is neither failed nor paid twice: the gateway is asked", async () => {
    const one = await at.order(cards.frictionless);
    await one.check();
    await one.initiate();
    await one.authenticate();
    await at.sandbox.pay(`${one.order_code}-1`, { outcome: "pay" }); // taken, and nobody told us
    expect(await one.pay()).toMatchObject({ next: "wait", status: "pending" });
    expect((await one.guide()).card).toMatchObject({ stage: "asking" });
    expect(await refusalCode(one.pay())).toBe("state_conflict");
    await at.pass(60);
    expect(await one.status()).toMatchObject({ status: "success", received: one.total });
  });
});

describe("the order of the steps", () => {
  test("none can be skipped", async () => {
    const one = await at.order();
    for (const step of [one.initiate, one.authenticate, one.pay])
      expect(await refusalCode(step())).toBe("state_conflict");
    await one.check();
    for (const step of [one.authenticate, one.pay]) expect(await refusalCode(step())).toBe("state_conflict");
    await one.initiate();
    expect(await refusalCode(one.pay())).toBe("state_conflict");
    expect(await one.status()).toMatchObject({ received: 0 });
  });

  test("none can be repeated, and of ten at once one is taken", async () => {
    const one = await at.order();
    await one.check();
    await one.initiate();
    for (const step of [one.check, one.initiate]) expect(await refusalCode(step())).toBe("state_conflict");
    const all = await Promise.allSettled(Array.from({ length: 10 }, () => one.authenticate()));
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const paid = await Promise.allSettled(Array.from({ length: 10 }, () => one.pay()));
    expect(paid.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await one.status()).toMatchObject({ status: "success", received: one.total });
  });

  test("the proof of one order with the code of another is no order", async () => {
    const [one, other] = [await at.order(), await at.order()];
    await one.check();
    const mixed = { order_code: other.order_code, uid_payment: one.uid_payment };
    expect(await refusalCode(one.lan.payments.cardInitiated(mixed))).toBe("not_found");
    expect(await refusalCode(one.lan.payments.cardPaid(mixed))).toBe("not_found");
  });

  test("the authentication of one order pays for no other", async () => {
    const [one, other] = [await at.order(cards.challenge), await at.order(cards.challenge)];
    await one.steps();
    await other.steps();
    await at.challenge(one.uid_payment, "123456");
    expect(await other.pay()).toMatchObject({ next: "wait" });
    expect(await one.pay()).toMatchObject({ next: "done" });
    expect(await other.status()).toMatchObject({ received: 0 });
  });

  test("after the order was cancelled no step is taken, and a challenge answered late moves no money", async () => {
    const one = await at.order(cards.challenge);
    await one.steps();
    await at.challenge(one.uid_payment, "123456", "confirm", () => cancelOrder(at.shop.ctx(), one.order_code));
    expect(await refusalCode(one.pay())).toBe("state_conflict");
    expect(await one.status()).toMatchObject({ received: 0, order_cancelled: true });
  });

  test("what the browser brings back from the bank changes nothing but what the page shows", async () => {
    const one = await at.order(cards.challenge);
    await one.steps();
    const form = { "order.id": `${one.order_code}-1`, result: "SUCCESS", "response.gatewayRecommendation": "PROCEED" };
    await at.shop.visitor().payments.returned({ provider: "mpgs", method: "POST", form });
    expect((await one.guide()).card).toMatchObject({ stage: "returned" });
    expect(await one.pay()).toMatchObject({ next: "wait" });
    expect(await one.status()).toMatchObject({ received: 0 });
  });
});

describe("what the gateway sends", () => {
  const notice = (
    ref: string,
    secret: string | undefined,
    body = JSON.stringify({ order: { id: ref, status: "CAPTURED" } }),
  ) => ({
    ...{ sender: "mpgs", method: "POST" as const, url: "/v1/payments/mpgs/ipn", raw: Buffer.from(body) },
    headers: { "content-type": "application/json", "x-notification-secret": secret },
  });

  test("is believed in nothing: it has the gateway asked", async () => {
    const one = await at.order();
    const { MPGS_NOTIFICATION_SECRET: secret } = at.shop.base.config.env;
    const ref = `${one.order_code}-1`;
    expect((await receiveIpn(at.shop.ctx(), notice(ref, secret))).status).toBe(200);
    await at.pass(1);
    expect(await one.status()).toMatchObject({ received: 0, status: "pending" });
    expect((await receiveIpn(at.shop.ctx(), notice("NOBODY-1", secret))).status).toBe(404);
    expect((await receiveIpn(at.shop.ctx(), notice(ref, secret, "{"))).status).toBe(400);
  });

  test.each([undefined, "", "SANDBOX0MPGS0NOTIFICATION0SECREX", "short"])(
    "without its secret (%s) it is forged",
    async (secret) => {
      const one = await at.order();
      expect((await receiveIpn(at.shop.ctx(), notice(`${one.order_code}-1`, secret))).status).toBe(401);
    },
  );
});

describe("the bank's page in a frame", () => {
  test("has a policy of its own, a sandbox, and is gone when its step is", async () => {
    const one = await at.order(cards.challenge);
    await one.steps();
    const address = `${at.url}/v1/payments/${one.uid_payment}/card-frame`;
    const policy = (await fetch(address)).headers.get("content-security-policy") ?? "";
    expect(policy).toContain("sandbox allow-forms allow-scripts;");
    expect(policy).not.toContain("allow-same-origin");
    expect(policy).toContain("frame-ancestors 'self'");
    await at.challenge(one.uid_payment, "123456");
    await one.pay();
    expect((await fetch(address)).status).toBe(404);
  });
});
