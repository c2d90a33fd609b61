/**
 * What every provider must hold, run by the test of its folder: `conform(provider, samples)`. Values first, then the shop on
 * a real PostgreSQL: genuine, forged, another amount, repeated, late, out of order, truncated, and races of many clients.
 * rules/payments#provider-interface
 */
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { locales } from "contract/values/locale.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { faults } from "../../database/integrity.ts";
import type { Config } from "../../kernel/config.ts";
import { cancelOrder } from "../../orders/orders.ts";
import { juicer, orderForm, setStock } from "../../orders/test-orders.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { attemptOf, shopSide } from "../attempts.ts";
import { receiveIpn } from "../ipn.ts";
import { expirePayments } from "../payments.ts";
import type { Adapter, Attempt, IpnOutcome, Message, Provider } from "../provider.ts";
import { paymentOf } from "../view.ts";
import { providers } from "./index.ts";

export type Samples = {
  /** `import.meta.dirname` of the folder. */
  folder: string;
  config?: Partial<Config>;
  /** A genuine message about an attempt; null where none is ever sent. `about` tells two of one attempt apart. */
  message: ((about: { attempt: Attempt; amount: number; txn: string; shop: TestShop }) => Message) | null;
};

const outcomes: readonly IpnOutcome[] = [
  "done",
  "forged",
  "malformed",
  "unknown_attempt",
  "amount_mismatch",
  "try_again",
];
const DAY_MS = 86_400_000;

export function conform(provider: Provider, { folder, config = {}, message }: Samples): void {
  describe(`the provider ${provider.name}`, () => {
    let shop: TestShop;
    let adapter: Adapter;
    let serial = 0;
    const isRegistered = providers.includes(provider);

    beforeAll(async () => {
      if (!isRegistered) (providers as Provider[]).push(provider);
      shop = await testShop({ max: 30, config });
      await setStock(shop.sql, juicer, 1000);
      const opened = provider.open(await shopSide(shop.ctx()));
      if (!opened) throw new Error(`${provider.name} is not configured by its samples`);
      adapter = opened;
    });
    afterAll(async () => {
      expect(await faults(shop.sql)).toEqual([]);
      await shop.close();
      if (!isRegistered) (providers as Provider[]).splice(providers.indexOf(provider), 1);
    });

    /** An order by this method, its attempt begun. */
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
          message?.({ attempt, amount, txn, shop }) ?? raise(),
      };
    }
    const raise = (): never => {
      throw new Error("no message of this provider");
    };
    const receive = (each: Message) => receiveIpn(shop.ctx(), each);

    test("is named after its folder, has labels in every language, a tile, and an address of its own", () => {
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

    test("refers to an attempt in letters every provider takes, never to two orders alike", () => {
      const [one, two] = [provider.refer("23456789AB", 1), provider.refer("23456789AC", 1)];
      expect(one).toMatch(/^[A-Za-z0-9-]{1,30}$/);
      expect(two).not.toBe(one);
      expect(provider.refer("23456789AB", 1)).toBe(one);
    });

    test("gives the same answer to the same attempt", async () => {
      const { attempt } = await order();
      const http = async () => ({ status: 200, text: "session" });
      expect(await adapter.start(attempt, http)).toEqual(await adapter.start(attempt, http));
    });

    test("says unknown, never failed, when the provider is silent, broken or absurd", async () => {
      const { attempt } = await order();
      const refund = { refund_ref: "R1", amount: 1000, reason: "late" };
      const ways = [
        () => Promise.reject(new Error("timeout")),
        async () => ({ status: 500, text: "" }),
        async () => ({ status: 200, text: "<html>" }),
        async () => ({ status: 200, text: "{}" }),
      ];
      for (const http of ways) {
        if (adapter.query) expect((await adapter.query(attempt, http)).outcome).toBe("unknown");
        if (adapter.refund) expect((await adapter.refund(attempt, refund, http)).status).toBe("unknown");
        if (adapter.queryRefund) expect((await adapter.queryRefund(refund, http)).status).toBe("unknown");
      }
    });

    test("reads whatever a browser brings, and proves nothing by it", () => {
      const texts = fc.dictionary(fc.string(), fc.string());
      fc.assert(
        fc.property(texts, texts, fc.constantFrom("GET" as const, "POST" as const), (query, form, method) => {
          adapter.readReturn?.({ method, query, form });
        }),
      );
    });

    describe.runIf(message !== null)("its ipns", () => {
      test("one changed byte, a cut, a missing header or none of its own makes one forged", async () => {
        const genuine = (await order()).message();
        const isAuthentic = (each: Message) => adapter.readIpn?.(each, shop.now).authentic;
        expect(isAuthentic(genuine)).toBe(true);
        for (let at = 0; at < genuine.raw.length; at++) {
          const raw = Buffer.from(genuine.raw);
          raw[at] = (raw[at] ?? 0) ^ 1;
          expect([at, isAuthentic({ ...genuine, raw })]).toEqual([at, false]);
        }
        expect(isAuthentic({ ...genuine, raw: genuine.raw.subarray(0, -1) })).toBe(false);
        expect(isAuthentic({ ...genuine, headers: {} })).toBe(false);
        fc.assert(
          fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
            expect(isAuthentic({ ...genuine, raw: Buffer.from(bytes) })).toBe(false);
          }),
        );
      });

      test("are acknowledged so that a repeat stops once it is done, and comes again while it is not", () => {
        for (const sender of Object.values(provider.senders)) {
          const said = outcomes.map((outcome) => adapter.acknowledge?.(outcome, sender));
          for (const each of said) expect(each?.status).toBeGreaterThanOrEqual(200);
          expect(said[0]).not.toEqual(said.at(-1));
          expect(said[0]).not.toEqual(said[1]);
        }
      });

      test("are stored without any secret", async () => {
        const genuine = (await order()).message();
        const kept = JSON.stringify(adapter.redact?.(genuine));
        const secrets = Object.entries({ ...shop.base.config, ...shop.base.config.env }).filter(
          ([name, value]) => /secret|key|token/i.test(name) && typeof value === "string" && value.length >= 16,
        );
        for (const [name, value] of secrets) expect([name, kept.includes(String(value))]).toEqual([name, false]);
      });

      test("ten at once confirm the order once, and so does each that comes later", async () => {
        const one = await order();
        const genuine = one.message();
        const answers = await Promise.all(Array.from({ length: 10 }, () => receive(genuine)));
        answers.push(await receive(genuine));
        for (const answer of answers) expect(answer).toEqual(answers[0]);
        expect(await one.status()).toBe("confirmed");
        expect(await one.payment()).toMatchObject({ status: "success", received: one.total, refund_owed: 0 });
      });

      test("a forged one changes nothing, and the genuine one after it counts", async () => {
        const one = await order();
        const genuine = one.message();
        await receive({ ...genuine, headers: {} });
        expect(await one.payment()).toMatchObject({ received: 0 });
        expect(await one.status()).toBe("waiting_approval");
        await receive(genuine);
        expect(await one.status()).toBe("confirmed");
      });

      test.each([
        ["1 đ short", (total: number) => total - 1],
        ["a hundredth", (total: number) => Math.ceil(total / 100)],
      ])("another amount (%s) pays for nothing", async (_title, sum) => {
        const one = await order();
        await receive(one.message(sum(one.total)));
        expect(await one.status()).toBe("waiting_approval");
      });

      test("money after a cancel is recorded and owed, and revives nothing", async () => {
        const one = await order();
        await cancelOrder(shop.ctx(), one.order_code);
        await receive(one.message());
        expect(await one.status()).toBe("cancelled");
        expect(await one.payment()).toMatchObject({ received: one.total, refund_owed: one.total });
      });

      test("money against a cancel at the same moment: counted or owed, never both or neither", async () => {
        const stories = await Promise.all(Array.from({ length: 8 }, order));
        await Promise.allSettled(
          stories.flatMap((one) => {
            const genuine = one.message();
            const cancel = cancelOrder(shop.ctx(), one.order_code);
            return [receive(genuine), cancel, receive(genuine), receive(genuine)];
          }),
        );
        for (const one of stories) {
          const owed = (await one.status()) === "cancelled" ? one.total : 0;
          expect(await one.payment()).toMatchObject({ received: one.total, refund_owed: owed });
        }
      });

      test("money against the lapse at the same moment: paid in time or owed back", async () => {
        const stories = await Promise.all(Array.from({ length: 8 }, order));
        shop.later(2 * DAY_MS);
        const lapses = [expirePayments(shop.ctx()), expirePayments(shop.ctx())];
        await Promise.allSettled([...lapses, ...stories.map((one) => receive(one.message()))]);
        await expirePayments(shop.ctx());
        for (const one of stories) {
          const isOff = (await one.status()) === "cancelled";
          expect(await one.payment()).toMatchObject({ received: one.total, refund_owed: isOff ? one.total : 0 });
        }
      });
    });
  });
}
