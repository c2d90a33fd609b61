/** Sending one-time codes: Zalo first, then SMS and call, within the day's budget, once. rules/notifications */
import fastify from "fastify";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { codeFor } from "../testing/test-codes.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { type CarrierSimulator, startCarriers } from "./carriers/simulator.ts";
import { serveOutbox } from "./outbox-page.ts";
import { sendOtp } from "./send-otp.ts";
import { mountZalo } from "./zalo-route.ts";

let carriers: CarrierSimulator;
let shop: TestShop;
beforeAll(async () => {
  carriers = await startCarriers();
  shop = await testShop({ max: 4, config: carriers.config });
});
afterAll(async () => {
  await shop.close();
  await carriers.close();
});
afterEach(() => {
  carriers.refuse();
  carriers.fallSilent(false);
  carriers.messages.length = 0;
  shop.base.config.esms = carriers.config.esms;
  shop.base.config.zalo = carriers.config.zalo;
});

let number = 0;
/** Asks for a code and answers the id under which the worker finds it. */
async function requested(
  channel?: "zns" | "sms" | "voice",
): Promise<{ otp_id: number; phone: string; channel: string }> {
  number += 1;
  const phone = `+8458111${String(1000 + number)}`;
  const sent = await shop.visitor().identity.sendCode({ phone, purpose: "login", channel });
  const row = await shop.sql
    .selectFrom("identity.otps")
    .select("id")
    .where("target", "=", phone)
    .executeTakeFirstOrThrow();
  return { otp_id: row.id, phone, channel: sent.channel };
}
const waiting = async () =>
  (
    await sql<{ payload: { otp_id: number; channel?: string } }>`
      select payload from graphile_worker._private_jobs where payload ->> 'channel' is not null order by id desc`.execute(
      shop.sql,
    )
  ).rows.map((row) => row.payload);

describe("channels of a code", () => {
  test("Zalo's token is renewed once when it expires, and when Zalo no longer knows it", async () => {
    const { otp_id, phone, channel } = await requested();
    expect(channel).toBe("zns");
    await sendOtp(shop.ctx(), { otp_id });
    expect(carriers.messages).toMatchObject([
      { by: "zns", phone: phone.slice(1), text: expect.stringMatching(/^\d{6}$/) },
    ]);
    const { rows } = await sql`select access, refresh from notifications.carrier_tokens`.execute(shop.sql);
    expect(JSON.stringify(rows)).not.toContain("access-1");
    await sendOtp(shop.ctx(), { otp_id: (await requested()).otp_id });
    carriers.loseToken();
    await sendOtp(shop.ctx(), { otp_id: (await requested()).otp_id });
    expect(carriers.messages.map((each) => each.by)).toEqual(["zns", "zns", "zns"]);
  });

  test("without Zalo's receipt within 15 seconds an SMS is sent too", async () => {
    const { otp_id } = await requested();
    await sendOtp(shop.ctx(), { otp_id });
    expect(await waiting()).toContainEqual({ otp_id, channel: "sms" });
    await sendOtp(shop.ctx(), { otp_id, channel: "sms" });
    expect(carriers.messages.map((each) => each.by)).toEqual(["zns", "sms"]);
    expect(carriers.messages[1]?.text).toMatch(
      /^MUTOSI: Ma xac thuc cua ban la \d{6}, hieu luc 5 phut\. Khong chia se ma nay cho bat ky ai\.$/,
    );
    expect(carriers.messages[1]?.text).toContain(carriers.messages[0]?.text);

    const second = await requested();
    await sendOtp(shop.ctx(), { otp_id: second.otp_id });
    const app = fastify();
    mountZalo(app, () => shop.ctx());
    const receipt = carriers.receipt(carriers.messages.at(-1)?.reference ?? "", shop.now);
    const post = (notice: typeof receipt) =>
      app.inject({ method: "POST", url: "/v1/notifications/zalo/ipn", headers: notice.headers, payload: notice.body });
    const forged = await post({ ...receipt, body: receipt.body.replace("otp-", "otp-1") });
    expect(forged.statusCode).toBe(401);
    expect((await post(receipt)).statusCode).toBe(200);
    await app.close();
    await sendOtp(shop.ctx(), { otp_id: second.otp_id, channel: "sms" });
    expect(carriers.messages.map((each) => each.by)).toEqual(["zns", "sms", "zns"]);
  });

  test("when Zalo refuses an SMS is sent at once, then a call; when all refuse it is logged", async () => {
    carriers.refuse("zns");
    await sendOtp(shop.ctx(), { otp_id: (await requested()).otp_id });
    expect(carriers.messages.map((each) => each.by)).toEqual(["sms"]);
    carriers.refuse("zns", "sms");
    await sendOtp(shop.ctx(), { otp_id: (await requested()).otp_id });
    expect(carriers.messages.at(-1)).toMatchObject({ by: "voice", text: expect.stringMatching(/^\d{6}$/) });
    carriers.refuse("zns", "sms", "voice");
    await sendOtp(shop.ctx(), { otp_id: (await requested()).otp_id });
    const events = await shop.sql
      .selectFrom("kernel.security_events")
      .select("event")
      .where("event", "=", "code_undelivered")
      .execute();
    expect(events).toHaveLength(1);
  });

  test("a carrier that does not answer is retried later", async () => {
    const { otp_id } = await requested();
    carriers.fallSilent(true);
    await expect(sendOtp(shop.ctx(), { otp_id })).rejects.toThrow("no carrier");
    carriers.fallSilent(false);
    await sendOtp(shop.ctx(), { otp_id });
    expect(carriers.messages).toHaveLength(1);
  });

  test("the requested channel is used", async () => {
    const { otp_id, channel } = await requested("voice");
    expect(channel).toBe("voice");
    await sendOtp(shop.ctx(), { otp_id });
    expect(carriers.messages.map((each) => each.by)).toEqual(["voice"]);
  });
});

describe("codes that are not sent", () => {
  test("the job run twice sends once; a used, void or expired code is not sent", async () => {
    const { otp_id } = await requested("sms");
    await sendOtp(shop.ctx(), { otp_id });
    await sendOtp(shop.ctx(), { otp_id });
    expect(carriers.messages).toHaveLength(1);
    const late = await requested("sms");
    shop.advanceClock(5 * 60_000);
    await sendOtp(shop.ctx(), { otp_id: late.otp_id });
    expect(carriers.messages).toHaveLength(1);
  });

  test("above the day's budget only Zalo is used, without SMS", async () => {
    await sql`update identity.otps set cost = 300000000000 where id = (select max(id) from identity.otps)`.execute(
      shop.sql,
    );
    const { otp_id, channel } = await requested("sms");
    expect(channel).toBe("zns");
    await sendOtp(shop.ctx(), { otp_id });
    expect((await waiting()).some((each) => each.otp_id === otp_id)).toBe(false);
    shop.base.config.zalo = null;
    number += 1;
    const refused = shop.visitor().identity.sendCode({ phone: `+8458111${1000 + number}`, purpose: "login" });
    await expect(refused).rejects.toMatchObject({ status: 503, body: { code: "otp_unavailable" } });
    await sql`update identity.otps set cost = 0`.execute(shop.sql);
  });

  test("phones of the demo accounts never get a real message", async () => {
    await shop.visitor().identity.sendCode({ phone: "0590000088", purpose: "login" });
    expect(await codeFor(shop, "+84590000088")).toMatch(/^\d{6}$/);
    expect(carriers.messages).toEqual([]);
  });

  test("in production without a carrier no code is sent, and the answer says so", async () => {
    const bare = await testShop({ max: 2, config: { dev_simulators: false } });
    const refused = bare.visitor().identity.sendCode({ phone: "0581112222", purpose: "login" });
    await expect(refused).rejects.toMatchObject({ status: 503, body: { code: "otp_unavailable" } });
    await bare.close();
  });
});

describe("the outbox", () => {
  test("the outbox is readable from this machine only", async () => {
    await shop.visitor().identity.sendCode({ phone: "0590000077", purpose: "login" });
    const otp = await codeFor(shop, "+84590000077");
    const app = fastify();
    serveOutbox(app, () => shop.ctx());
    const ask = (headers: Record<string, string>, remoteAddress = "127.0.0.1") =>
      app.inject({ url: "/dev/outbox", headers, remoteAddress });
    expect((await ask({ host: "localhost:3000" })).body).toContain(otp);
    const json = await app.inject({ url: "/dev/outbox.json?to=%2B84590000077", headers: { host: "127.0.0.1" } });
    expect(json.json().data[0].text).toContain(otp);
    expect((await ask({ host: "localhost:3000" }, "192.168.1.5")).statusCode).toBe(404);
    expect((await ask({ host: "rebound.example" })).statusCode).toBe(404);
    expect((await ask({ host: "localhost:3000", "x-forwarded-for": "127.0.0.1" })).statusCode).toBe(404);
    await app.close();
  });
});
