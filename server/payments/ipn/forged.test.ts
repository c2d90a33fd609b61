/** Forged ipns: little of them is stored, it is deleted after a time, and it never blocks a genuine ipn. */
import fastify, { type FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mountZalo } from "../../notifications/zalo-route.ts";
import { setting } from "../../platform/settings.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { sepayIpn } from "../providers/bank-transfer/simulator.ts";
import { receiveIpn, sweepForgedIpns } from "./ipn.ts";

let shop: TestShop;
let app: FastifyInstance;
beforeAll(async () => {
  shop = await testShop({ max: 10, config: { limit_factor: 1 } });
  app = fastify();
  mountZalo(app, () => shop.ctx({ client: "203.0.113.9" }));
});
afterAll(async () => {
  await app.close();
  await shop.close();
});

const huge = "ệ".repeat(10_000);
const forged = (client: string) =>
  receiveIpn(shop.ctx({ client }), {
    ...{ sender: "sepay", method: "POST", url: "/v1/payments/sepay/ipn" },
    headers: { "content-type": "application/json", "user-agent": "x".repeat(5000), "x-other": "y".repeat(5000) },
    raw: Buffer.from(huge),
  });
const stored = async () =>
  (
    await sql<{ verdict: string; body: string; body_bytes: number | null; headers: object; size: number }>`
      select verdict, body, body_bytes, headers, pg_column_size(i.*) as size from payments.ipns i order by id`.execute(
      shop.sql,
    )
  ).rows;

describe("forged ipns", () => {
  it("forged ipns are all refused, stored shortened and few per IP address, and do not block a genuine one", async () => {
    const answers = await Promise.all(Array.from({ length: 150 }, (_, at) => forged(`2001:db8:0:7::${at}`)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([401]));
    const rows = await stored();
    expect(rows).toHaveLength(60);
    expect(rows[0]).toMatchObject({ verdict: "forged", body_bytes: 30_000, body: "ệ".repeat(1024) });
    for (const { size, headers } of rows) {
      expect(size).toBeLessThan(5000);
      expect(headers).not.toHaveProperty("x-other");
    }
    await forged("198.51.100.1");
    expect(await stored()).toHaveLength(61);

    const { account_number } = await setting(shop.ctx(), "bank_account");
    const genuine = sepayIpn(
      { account_number, content: "of no order", amount: 50_000 },
      shop.base.config.sepay_hmac_secret,
      shop.now,
    );
    expect(await receiveIpn(shop.ctx({ client: "2001:db8:0:7::1" }), genuine)).toMatchObject({ status: 200 });
    expect((await stored()).at(-1)).toMatchObject({ verdict: "unmatched", body: genuine.body });
  });

  it("forged ipns are deleted after 30 days, and nothing else", async () => {
    await sweepForgedIpns(shop.ctx());
    expect(await stored()).toHaveLength(62);
    shop.advanceClock(-31 * 86_400_000);
    await forged("198.51.100.2");
    expect(await stored()).toHaveLength(63);
    await sweepForgedIpns(shop.ctx());
    expect(await stored()).toHaveLength(62);
    await expect(sql`delete from payments.ipns`.execute(shop.sql)).rejects.toThrow("append only");
    shop.advanceClock(31 * 86_400_000);
  });

  it("nothing is stored of an ipn at Zalo's URL while Zalo is not configured", async () => {
    for (let time = 0; time < 5; time++) {
      const answer = await app.inject({ method: "POST", url: "/v1/notifications/zalo/ipn", payload: { a: 1 } });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    }
    const { rows } = await sql`select 1 from kernel.security_events where event = 'notice_forged'`.execute(shop.sql);
    expect(rows).toHaveLength(0);
  });
});

describe("a full rate limit", () => {
  it("a security event is recorded once when a rate limit fills, however many calls it refuses", async () => {
    const guesser = shop.visitor({ client: "203.0.113.44" });
    const guess = (at: number) =>
      guesser.identity
        .loginSms({ phone: `05900013${10 + (at % 80)}`, otp: String(100_000 + at) })
        .catch(() => undefined);
    for (let round = 0; round < 6; round++)
      await Promise.all(Array.from({ length: 60 }, (_, at) => guess(round * 60 + at)));
    const { rows } = await sql<{ detail: { limit: string }; count: number }>`
      select detail, count(*)::int as count from kernel.security_events where event = 'limit_reached' group by detail`.execute(
      shop.sql,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { detail, count } of rows)
      if (detail.limit.includes("address")) expect([detail, count]).toEqual([detail, 1]);
  });
});
