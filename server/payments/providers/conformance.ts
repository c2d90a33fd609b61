/**
 * Tests that every payment provider must pass: pure functions first, then the shop on a real PostgreSQL with genuine,
 * forged, repeated, late and truncated ipns, other amounts, and races. A provider's test file calls
 * `conform(provider, samples)`.
 * rules/payments#provider-interface
 */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { locales } from "contract/values/locale.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import type { Config } from "../../kernel/config.ts";
import { cancelOrder } from "../../orders/orders.ts";
import { juicer, orderForm, setStock } from "../../orders/test-orders.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { attemptOf, providerConfigOf } from "../attempts.ts";
import { receiveIpn } from "../ipn/ipn.ts";
import { expirePayments } from "../payments.ts";
import type { Adapter, Attempt, IpnOutcome, Message, Provider } from "../provider.ts";
import { paymentOf } from "../view.ts";
import { providers } from "./index.ts";

export type Samples = {
  /** `import.meta.dirname` of the folder. */
  folder: string;
  config?: Partial<Config>;
  /** A genuine ipn about an attempt, with the provider's transaction number `txn`; null where the provider sends none. */
  message: ((about: { attempt: Attempt; amount: number; txn: string; shop: TestShop }) => Message) | null;
  /** The same, not genuine any more. By default what stands in its headers is gone. */
  forge?: (genuine: Message) => Message;
  /** What the provider answers to a start; any text by default. */
  start_answer?: string;
};

const outcomes: readonly IpnOutcome[] = [
  "done",
  "repeated",
  "forged",
  "malformed",
  "unknown_attempt",
  "amount_mismatch",
  "try_again",
];
const DAY_MS = 86_400_000;
const noRefundsYet = { provider_refund_no: null, other_refund_nos: [] };

const withoutHeaders = (genuine: Message): Message => ({ ...genuine, headers: {} });

/** What is signed of it: the body, or the query of a message that has none. */
function* flipped(genuine: Message): Generator<[at: number, changed: Message]> {
  for (let at = 0; at < genuine.raw.length; at++) {
    const raw = Buffer.from(genuine.raw);
    raw[at] = (raw[at] ?? 0) ^ 1;
    yield [at, { ...genuine, raw }];
  }
  if (genuine.raw.length > 0) return;
  for (let at = genuine.url.indexOf("?"); at < genuine.url.length; at++) {
    const other = String.fromCharCode(genuine.url.charCodeAt(at) ^ 1);
    yield [at, { ...genuine, url: genuine.url.slice(0, at) + other + genuine.url.slice(at + 1) }];
  }
}

/** Without its last byte. */
function cut(genuine: Message): Message {
  if (genuine.raw.length > 0) return { ...genuine, raw: genuine.raw.subarray(0, -1) };
  return { ...genuine, url: genuine.url.slice(0, -1) };
}

export function conform(
  provider: Provider,
  { folder, config = {}, message, forge = withoutHeaders, start_answer = "session" }: Samples,
): void {
  describe(`the provider ${provider.name}`, () => {
    let shop: TestShop;
    let adapter: Adapter;
    let serial = 0;
    const isRegistered = providers.includes(provider);

    beforeAll(async () => {
      if (!isRegistered) (providers as Provider[]).push(provider);
      shop = await testShop({ max: 30, config });
      await setStock(shop.sql, juicer, 1000);
      const created = provider.createAdapter(await providerConfigOf(shop.ctx()));
      if (!created) throw new Error(`${provider.name} is not configured by its samples`);
      adapter = created;
    });
    afterAll(async () => {
      expect(await integrityViolations(shop.sql)).toEqual([]);
      await shop.close();
      if (!isRegistered) (providers as Provider[]).splice(providers.indexOf(provider), 1);
    });

    /** An order by this payment method whose attempt has been started. */
    async function order() {
      const client = `${provider.name} ${serial++}`;
      const lan = shop.visitor({ client });
      const items = [{ product_id: juicer, quantity: 1 }];
      const placed = await lan.orders.place(orderForm({ items, payment_method: provider.method, note: client }));
      await lan.payments.start({ uid_payment: placed.uid_payment });
      const row = await shop.sql
        .selectFrom("payments.attempts")
        .selectAll()
        .where("uid_payment", "=", placed.uid_payment)
        .executeTakeFirstOrThrow();
      const attempt = attemptOf(shop.ctx(), row);
      const { order_code } = placed;
      return {
        ...{ order_code, attempt, total: placed.totals.total },
        payment: () => paymentOf(shop.ctx(), order_code),
        status: async () => (await lan.orders.byCode({ id: order_code, order_phone: "0590000011" })).status,
        message: (amount = attempt.amount, txn = String(1_000_000 + serial++)) =>
          message?.({ attempt, amount, txn, shop }) ?? failNoMessage(),
      };
    }
    const failNoMessage = (): never => {
      throw new Error("this provider sends no ipn");
    };
    const receive = (each: Message) => receiveIpn(shop.ctx(), each);

    test("is named after its folder, has labels in every language, a logo, and URL segments no other provider uses", () => {
      expect(provider.name).toBe(basename(folder));
      for (const locale of locales) expect(provider.labels[locale].name).not.toBe("");
      expect(existsSync(new URL(`../../../web/art/payment/${provider.logo}.svg`, import.meta.url))).toBe(true);
      const others = providers.filter((each) => each !== provider);
      for (const other of others) {
        expect([other.name, other.method]).not.toEqual(expect.arrayContaining([provider.name]));
        expect(other.method).not.toBe(provider.method);
        for (const segment of Object.keys(provider.senders)) expect(other.senders).not.toHaveProperty(segment);
      }
    });

    test("makes a reference of letters, digits and dashes, the same for one attempt, another for another order", () => {
      const [one, two] = [provider.makeReference("23456789AB", 1), provider.makeReference("23456789AC", 1)];
      expect(one).toMatch(/^[A-Za-z0-9-]{1,30}$/);
      expect(two).not.toBe(one);
      expect(provider.makeReference("23456789AB", 1)).toBe(one);
    });

    test("starting the same attempt again gives the same step", async () => {
      const { attempt } = await order();
      const http = async () => ({ status: 200, text: start_answer });
      expect(await adapter.start(attempt, http)).toEqual(await adapter.start(attempt, http));
    });

    test("on timeout, 5xx or unparsable response the outcome is unknown, never failed", async () => {
      const { attempt } = await order();
      const refund = {
        refund_ref: "R1",
        amount: 1000,
        reason: "late",
        received: 1000,
        sent_at: shop.now,
        ...noRefundsYet,
      };
      const responses = [
        () => Promise.reject(new Error("timeout")),
        async () => ({ status: 500, text: "" }),
        async () => ({ status: 200, text: "<html>" }),
        async () => ({ status: 200, text: "{}" }),
      ];
      for (const http of responses) {
        if (adapter.query) expect((await adapter.query(attempt, http)).outcome).toBe("unknown");
        if (adapter.refund) expect((await adapter.refund(attempt, refund, http)).status).toBe("unknown");
        if (adapter.queryRefund) expect((await adapter.queryRefund(attempt, refund, http)).status).toBe("unknown");
      }
    });

    test("readReturn never throws, whatever a browser brings", () => {
      const texts = fc.dictionary(fc.string(), fc.string());
      fc.assert(
        fc.property(texts, texts, fc.constantFrom("GET" as const, "POST" as const), (query, form, method) => {
          adapter.readReturn?.({ method, query, form });
        }),
      );
    });

    describe.runIf(message !== null)("ipns of the provider", () => {
      test("an ipn with a changed byte, a truncated or random body or without its proof is not authentic", async () => {
        const genuine = (await order()).message();
        const isAuthentic = (each: Message) => adapter.readIpn?.(each, shop.now).authentic;
        expect(isAuthentic(genuine)).toBe(true);
        for (const [at, changed] of flipped(genuine)) expect([at, isAuthentic(changed)]).toEqual([at, false]);
        expect(isAuthentic(cut(genuine))).toBe(false);
        expect(isAuthentic(forge(genuine))).toBe(false);
        fc.assert(
          fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
            const url = genuine.raw.length > 0 ? genuine.url : `/?${Buffer.from(bytes).toString("latin1")}`;
            expect(isAuthentic({ ...genuine, url, raw: Buffer.from(bytes) })).toBe(false);
          }),
        );
      });

      test("the acknowledgement stops retries when the ipn is done, and asks for a retry otherwise", () => {
        for (const sender of Object.values(provider.senders)) {
          const acknowledgements = outcomes.map((outcome) => adapter.acknowledge?.(outcome, sender));
          for (const each of acknowledgements) expect(each?.status).toBeGreaterThanOrEqual(200);
          expect(acknowledgements[0]).not.toEqual(acknowledgements.at(-1));
          expect(acknowledgements[0]).not.toEqual(acknowledgements[2]);
        }
      });

      test("an ipn is stored without any secret of the configuration", async () => {
        const genuine = (await order()).message();
        const stored = JSON.stringify(adapter.redact?.(genuine));
        const secrets = Object.entries({ ...shop.base.config, ...shop.base.config.env }).filter(
          ([name, value]) => /secret|key|token/i.test(name) && typeof value === "string" && value.length >= 16,
        );
        for (const [name, value] of secrets) expect([name, stored.includes(String(value))]).toEqual([name, false]);
      });

      test("the same ipn ten times at once, and once more later, confirms the order once", async () => {
        const one = await order();
        const genuine = one.message();
        const answers = await Promise.all(Array.from({ length: 10 }, () => receive(genuine)));
        answers.push(await receive(genuine));
        const stops = (["done", "repeated"] as const).map((each) => adapter.acknowledge?.(each, genuine.sender));
        for (const answer of answers) expect(stops).toContainEqual(answer);
        expect(await one.status()).toBe("confirmed");
        expect(await one.payment()).toMatchObject({ status: "success", received: one.total, refund_owed: 0 });
      });

      test("a forged ipn changes nothing, and the genuine one after it confirms the order", async () => {
        const one = await order();
        const genuine = one.message();
        await receive(forge(genuine));
        expect(await one.payment()).toMatchObject({ received: 0 });
        expect(await one.status()).toBe("waiting_approval");
        await receive(genuine);
        expect(await one.status()).toBe("confirmed");
      });

      test.each([
        ["1 đ short", (total: number) => total - 1],
        ["a hundredth", (total: number) => Math.ceil(total / 100)],
      ])("an ipn over another amount (%s) does not confirm the order", async (_title, sum) => {
        const one = await order();
        await receive(one.message(sum(one.total)));
        expect(await one.status()).toBe("waiting_approval");
      });

      test("money after a cancellation is recorded and owed back; the order stays cancelled", async () => {
        const one = await order();
        await cancelOrder(shop.ctx(), one.order_code);
        await receive(one.message());
        expect(await one.status()).toBe("cancelled");
        expect(await one.payment()).toMatchObject({ received: one.total, refund_owed: one.total });
      });

      test("payment and cancellation at the same moment: the money is counted or owed back, never both or neither", async () => {
        const orders = await Promise.all(Array.from({ length: 8 }, order));
        await Promise.allSettled(
          orders.flatMap((one) => {
            const genuine = one.message();
            const cancel = cancelOrder(shop.ctx(), one.order_code);
            return [receive(genuine), cancel, receive(genuine), receive(genuine)];
          }),
        );
        for (const one of orders) {
          const owed = (await one.status()) === "cancelled" ? one.total : 0;
          expect(await one.payment()).toMatchObject({ received: one.total, refund_owed: owed });
        }
      });

      test("payment and expiry at the same moment: paid in time or owed back", async () => {
        const orders = await Promise.all(Array.from({ length: 8 }, order));
        shop.advanceClock(2 * DAY_MS);
        const expiries = [expirePayments(shop.ctx()), expirePayments(shop.ctx())];
        await Promise.allSettled([...expiries, ...orders.map((one) => receive(one.message()))]);
        await expirePayments(shop.ctx());
        for (const one of orders) {
          const isCancelled = (await one.status()) === "cancelled";
          expect(await one.payment()).toMatchObject({ received: one.total, refund_owed: isCancelled ? one.total : 0 });
        }
      });
    });
  });
}
