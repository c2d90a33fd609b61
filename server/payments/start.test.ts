import type { Shop } from "contract/contract.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { integrityViolations } from "../database/integrity.ts";
import { orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { dropMemos } from "../platform/memo.ts";
import { setSetting } from "../platform/settings.ts";
import { refusal } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { expirePayments } from "./payments.ts";
import { httpOf } from "./provider-health.ts";
import { vnpayTestKeys } from "./providers/vnpay/test-keys.ts";
import { paymentOf } from "./view.ts";

const MINUTE_MS = 60_000;
let shop: TestShop;
let serial = 0;
beforeAll(async () => {
  shop = await testShop({ config: { env: vnpayTestKeys } });
  await setStock(shop.sql, RICE_COOKER, 500);
});
afterAll(async () => {
  expect(await integrityViolations(shop.sql)).toEqual([]);
  await shop.close();
});

async function order(payment_method = "VNPAY", who?: Shop) {
  const lan = who ?? shop.visitor({ client: `start ${serial++}` });
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  const { order_code, uid_payment } = await lan.orders.place(orderForm({ items, payment_method, note: `${serial}` }));
  const placed = shop.now.getTime();
  return {
    ...{ lan, order_code, uid_payment },
    start: (method?: string) => lan.payments.start({ uid_payment, ...(method && { payment_method: method }) }),
    /** Minutes from placement to the end of the payment. */
    minutes: async () => {
      const { expires_at } = await paymentOf(shop.ctx(), order_code);
      return expires_at === null ? null : (new Date(expires_at).getTime() - placed) / MINUTE_MS;
    },
    at: (minute: number) => shop.advanceClock(placed + minute * MINUTE_MS - shop.now.getTime()),
    end: async () => {
      await shop.sql
        .updateTable("payments.attempts")
        .set({ state: "failed" })
        .where("provider_ref", "like", `${order_code}-%`)
        .execute();
      await shop.sql
        .updateTable("payments.payments")
        .set({ status: "created" })
        .where("order_code", "=", order_code)
        .execute();
    },
  };
}

describe("when an order that waits for its money ends", () => {
  test("each attempt has 15 minutes, and none makes it wait longer than an hour after placement", async () => {
    const one = await order();
    const seen = [await one.minutes()];
    for (const minute of [5, 14, 28, 42, 56]) {
      one.at(minute);
      await one.end();
      await one.start();
      seen.push(await one.minutes());
    }
    expect(seen).toEqual([15, 20, 29, 43, 57, 60]);
    one.at(61);
    await expirePayments(shop.ctx());
    expect(await refusal(one.start())).toMatchObject({ body: { code: "state_conflict" } });
  });

  test("a transfer instead gives it a day from placement; a second switch and an online attempt after it change nothing", async () => {
    const one = await order();
    one.at(10);
    await one.start("bank_transfer");
    expect(await one.minutes()).toBe(24 * 60);
    one.at(20);
    await one.start("bank_transfer");
    const { next } = await one.start("VNPAY");
    expect(await one.minutes()).toBe(24 * 60);
    expect(next?.kind).toBe("redirect");
    const { expires_at } = await shop.sql
      .selectFrom("payments.attempts")
      .select("expires_at")
      .where("provider_ref", "=", `${one.order_code}-3`)
      .executeTakeFirstOrThrow();
    expect(expires_at?.getTime()).toBe(shop.now.getTime() + 15 * MINUTE_MS);
  });

  test("cash instead ends the deadline for good, an online attempt after it ends alone, and the order goes on", async () => {
    const one = await order();
    await one.start("cod");
    expect(await one.minutes()).toBeNull();
    await one.start("VNPAY");
    expect(await one.minutes()).toBeNull();
    const { payment_method } = await one.lan.orders.byCode({ id: one.order_code, order_phone: "0590000011" });
    expect(payment_method).toBe("VNPAY");
  });
});

describe("beginning to pay", () => {
  test("the same way again is the same attempt and the same page; another way and back is the attempt that goes on", async () => {
    const one = await order();
    const [first, again] = [await one.start(), await one.start()];
    expect(again).toEqual(first);
    const transfer = await one.start("bank_transfer");
    expect(transfer.uid_payment).not.toBe(first.uid_payment);
    const back = await one.start("VNPAY");
    expect(back).toEqual(first);
    expect((await paymentOf(shop.ctx(), one.order_code)).method).toBe("VNPAY");
  });

  test("ten starts at once are one attempt", async () => {
    const one = await order();
    const begun = await Promise.all(Array.from({ length: 10 }, () => one.start("bank_transfer")));
    expect(new Set(begun.map(({ uid_payment }) => uid_payment)).size).toBe(1);
  });

  test("the specification's call begins it for its owner or by its proof, and for no other visitor", async () => {
    const one = await order("VNPAY", await shop.as("lan"));
    const { order_code, uid_payment } = one;
    const own = await one.lan.payments.vnpay({ order_code, url: "https://elsewhere.example/" });
    expect(own).toMatchObject({ order_code, type: "VNPAY", status: "pending", http_method: "GET" });
    expect(own.url).toBe(`${shop.base.config.public_url}/thanh-toan/trang-thai?uid_payment=${own.uid_payment}`);
    const stranger = shop.visitor({ client: "a stranger" });
    expect(await refusal(stranger.payments.vnpay({ order_code }))).toMatchObject({ body: { code: "not_found" } });
    expect(await stranger.payments.vnpay({ order_code, uid_payment })).toEqual(own);
    const wrong = stranger.payments.vnpay({ order_code, uid_payment, type: "MOMO" });
    expect(await refusal(wrong)).toMatchObject({ body: { code: "invalid" } });
    const unset = stranger.payments.momo({ order_code, uid_payment });
    expect(await refusal(unset)).toMatchObject({ body: { code: "payment_unavailable" } });
  });

  test("an order under a minimum or over a maximum shows the method with its reason, and placement refuses it alike", async () => {
    const methods = await shop.visitor().payments.methods({ amount: 25_000_000 });
    expect(methods.find(({ code }) => code === "cod")?.unavailable).toMatchObject({ reason: "above_maximum" });
    expect(methods.find(({ code }) => code === "VNPAY")?.unavailable).toBeNull();
    const one = await order();
    one.at(14.5);
    const left = await one.lan.payments.methods({ uid_payment: one.uid_payment });
    expect(left.find(({ code }) => code === "VNPAY")?.unavailable).toBeNull();
  });
});

describe("what the shop sets of its methods", () => {
  const codes = async () => (await shop.visitor().payments.methods({})).map(({ code }) => code);
  const methodOf = async (code: string, amount?: number) =>
    (await shop.visitor().payments.methods({ ...(amount && { amount }) })).find((each) => each.code === code);
  const set = async (value: unknown) => {
    await setSetting(shop.ctx(), "payment_methods", value);
    dropMemos(["settings"]); // as what listens for changes does
  };

  test("order, bounds, a pause and a switch are of the setting; the rest follows", async () => {
    const usual = await codes();
    const until = new Date(shop.now.getTime() + 60 * MINUTE_MS).toISOString();
    await set([
      { code: "bank_transfer", minimum: 100_000 },
      { code: "VNPAY", paused_until: until },
      { code: "cod", on: false },
    ]);
    expect(await codes()).toEqual(
      ["bank_transfer", "VNPAY", ...usual].filter((each, at, all) => all.indexOf(each) === at && each !== "cod"),
    );
    expect((await methodOf("bank_transfer", 90_000))?.unavailable).toMatchObject({ reason: "below_minimum" });
    expect((await methodOf("VNPAY"))?.unavailable).toMatchObject({ reason: "paused" });
    const one = order();
    expect(await refusal(one)).toMatchObject({ body: { code: "payment_unavailable" } });
    await set([]);
  });

  test("the foot of a page has the marks of the methods that are on, each once, in the shop's order", async () => {
    const marks = () => shop.visitor().payments.marks({});
    const usual = await marks();
    expect(usual).toEqual(expect.arrayContaining(["cod", "bank-transfer", "vnpay"]));
    expect(new Set(usual).size).toBe(usual.length);
    await set([{ code: "VNPAY" }, { code: "cod", on: false }]);
    expect(await marks()).toEqual(["vnpay", ...usual.filter((mark) => mark !== "vnpay" && mark !== "cod")]);
    // What is rendered of them is rendered once.
    expect(await marks()).toBe(await marks());
    await set([]);
  });

  test("a provider that fails five times in a row is shown as down, and is tried again after a minute", async () => {
    const http = httpOf(shop.ctx(), "vnpay");
    for (let times = 0; times < 5; times += 1) await http("http://127.0.0.1:9/", {}).catch(() => undefined);
    expect((await methodOf("VNPAY"))?.unavailable).toMatchObject({ reason: "down" });
    expect((await methodOf("cod"))?.unavailable).toBeNull();
    shop.advanceClock(61_000);
    expect((await methodOf("VNPAY"))?.unavailable).toBeNull();
  });
});
