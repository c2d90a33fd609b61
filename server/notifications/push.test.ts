/** Web Push: encrypted for the device, only to push services, only to the owner's devices. rules/notifications */
import { isWireFailure } from "contract/errors.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Jobs } from "../kernel/jobs.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { notify } from "./notifications.ts";
import { isPushService, pushPublicKey, pushToDevice } from "./push.ts";
import { pushService } from "./test-push-service.ts";

let shop: TestShop;
let service: Awaited<ReturnType<typeof pushService>>;
beforeAll(async () => {
  [shop, service] = await Promise.all([testShop(), pushService()]);
  Object.assign(shop.base.config, { push_hosts: [service.host] });
});
afterAll(async () => {
  await service.close();
  await shop.close();
});
beforeEach(async () => {
  await sql`delete from notifications.push_subscriptions`.execute(shop.sql);
  await sql`delete from notifications.settings`.execute(shop.sql);
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(shop.sql);
  service.delivered.length = 0;
  Object.assign(service.state, { answer: 201, calls: 0 });
});

let count = 0;
async function tellLan(kind: "order_confirmed" | "refund_paid" = "order_confirmed"): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
  count += 1;
  const facts = { order_code: "K7M2QX9RTA", amount: 1000 };
  await notify(shop.ctx(), { customer_id: rows[0]?.id ?? 0, kind, subject: `S${count}`, facts });
}

/** Works the jobs that wait, as a worker would. */
async function workPushes(): Promise<void> {
  const { rows } = await sql<{ id: string; payload: Jobs["push_to_device"] }>`
    select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = 'push_to_device' order by j.id`.execute(shop.sql);
  for (const { payload } of rows) await pushToDevice(shop.ctx(), payload);
  await sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(shop.sql);
}

const endpoints = async () =>
  (await sql<{ endpoint: string }>`select endpoint from notifications.push_subscriptions`.execute(shop.sql)).rows;

test("the device gets the text in its language, encrypted for it and signed with the shop's VAPID key", async () => {
  const lan = await shop.as("lan", { locale: "en" });
  await lan.notifications.subscribe(service.subscription());
  await tellLan();
  await workPushes();
  expect(service.delivered).toHaveLength(1);
  const [{ message, audience, key, ttl }] = service.delivered as [(typeof service.delivered)[0]];
  expect(message).toMatchObject({
    title: "Order confirmed",
    body: "We are preparing order K7M-2QX-9RTA.",
    link: "/en/tai-khoan/quan-ly-don-hang/K7M2QX9RTA",
    lang: "en",
  });
  expect(audience).toBe(`http://${service.host}`);
  expect(key).toBe(pushPublicKey(shop.base.config));
  expect(Number(ttl)).toBeGreaterThan(0);
});

test("only the owner's devices are notified, only of what they chose, and not of what was read already", async () => {
  const [lan, minh] = [await shop.as("lan"), await shop.as("minh")];
  await minh.notifications.subscribe(service.subscription("minh"));
  await lan.notifications.subscribe(service.subscription("lan"));
  await lan.notifications.saveSettings({ settings: [{ topic: "payments", channel: "push", is_on: false }] });
  await tellLan("refund_paid");
  await tellLan();
  await lan.notifications.watchAll({});
  await tellLan();
  await workPushes();
  expect(service.delivered.map(({ path }) => path)).toEqual(["/push/lan"]);
});

test("a device that is gone is deleted; a busy service is retried; a refusal is not", async () => {
  const lan = await shop.as("lan");
  await lan.notifications.subscribe(service.subscription());
  service.state.answer = 503;
  await tellLan();
  await expect(workPushes()).rejects.toThrow("503");
  service.state.answer = 400;
  await workPushes();
  expect(await endpoints()).toHaveLength(1);
  service.state.answer = 410;
  await tellLan();
  await workPushes();
  expect(await endpoints()).toEqual([]);
  expect(service.state.calls).toBe(3);
});

test("a signed-out device receives nothing more, also not from a job that was waiting", async () => {
  const lan = await shop.as("lan");
  await lan.notifications.subscribe(service.subscription());
  await tellLan();
  await sql`delete from identity.sessions where customer_id is not null`.execute(shop.sql);
  await workPushes();
  expect(service.state.calls).toBe(0);
  expect(await endpoints()).toEqual([]);
});

test("a device belongs to the account that subscribed last; at most ten; they can be removed one by one or all", async () => {
  const [lan, minh] = [await shop.as("lan"), await shop.as("minh")];
  for (let number = 0; number < 12; number += 1) {
    shop.advanceClock(1000);
    await lan.notifications.subscribe(service.subscription(`d${number}`));
  }
  const kept = (await endpoints()).map(({ endpoint }) => endpoint.split("/").at(-1));
  expect(kept.sort()).toEqual(["d10", "d11", "d2", "d3", "d4", "d5", "d6", "d7", "d8", "d9"]);
  const { id, push_devices } = await minh.notifications.subscribe(service.subscription("d11"));
  expect(push_devices).toBe(1);
  expect(service.subscription("d11").endpoint).not.toContain(id);
  expect((await lan.notifications.settings({})).push_devices).toBe(9);
  const { endpoint } = service.subscription("d11");
  expect(await lan.notifications.unsubscribe({ endpoint })).toEqual({ push_devices: 9 });
  expect((await minh.notifications.settings({})).push_devices).toBe(1);
  expect(await lan.notifications.unsubscribe({})).toEqual({ push_devices: 0 });
});

describe("hosts of push services", () => {
  const nobody = { push_hosts: [] };
  test.each([
    "https://fcm.googleapis.com/fcm/send/abc",
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
  ])("%s is accepted", (endpoint) => {
    expect(isPushService(endpoint, nobody)).toBe(true);
  });
  test.each([
    "http://fcm.googleapis.com/fcm/send/abc",
    "https://fcm.googleapis.com:8443/x",
    "https://fcm.googleapis.com.evil.example/x",
    "https://evilpush.apple.com.example/x",
    "https://push.apple.com@127.0.0.1/x",
    "https://127.0.0.1/x",
    "http://169.254.169.254/latest/meta-data",
    "https://notify.windows.com.evil/x",
    "file:///etc/passwd",
    "https://fcm.googleapis.com\\@evil.example/x",
    "https://fcm.googleapis.com/x\\y",
    "https://fcm.googleapis.com/x\u0000",
    "https://shop:secret@fcm.googleapis.com/x",
    "not an address",
  ])("%s is refused", async (endpoint) => {
    expect(isPushService(endpoint, nobody)).toBe(false);
    const { keys } = service.subscription();
    const failure = await (await shop.as("lan")).notifications
      .subscribe({ endpoint, keys })
      .catch((error: unknown) => error);
    expect(isWireFailure(failure, "invalid")).toBe(true);
    expect(await endpoints()).toEqual([]);
  });
});

test("an endpoint is stored normalised, and removed in any spelling", async () => {
  const lan = await shop.as("lan");
  const { keys } = service.subscription();
  const endpoint = "HTTPS://FCM.googleapis.com:443/fcm/../fcm/send/abc";
  await lan.notifications.subscribe({ endpoint, keys });
  expect(await endpoints()).toEqual([{ endpoint: "https://fcm.googleapis.com/fcm/send/abc" }]);
  expect(await lan.notifications.unsubscribe({ endpoint })).toEqual({ push_devices: 0 });
});

test("a key that is not on the curve is refused; one stored before is deleted at its first message", async () => {
  const lan = await shop.as("lan");
  const { endpoint, keys } = service.subscription();
  const bent = { ...keys, p256dh: `BA${"A".repeat(85)}` };
  const failure = await lan.notifications.subscribe({ endpoint, keys: bent }).catch((error: unknown) => error);
  expect(isWireFailure(failure, "invalid")).toBe(true);
  expect(await endpoints()).toEqual([]);
  await lan.notifications.subscribe({ endpoint, keys });
  await sql`update notifications.push_subscriptions set p256dh = ${bent.p256dh}`.execute(shop.sql);
  const { rows } = await sql<{ subscription: number; notification: number }>`
    insert into notifications.notifications (customer_id, subject, kind, topic, created_at)
    select s.customer_id, 'bent-key', 'order_confirmed', 'orders', now() from notifications.push_subscriptions s
    returning id as notification, (select id from notifications.push_subscriptions) as subscription`.execute(shop.sql);
  if (!rows[0]) return expect.unreachable("there is one subscription");
  await pushToDevice(shop.ctx(), rows[0]);
  expect(await endpoints()).toEqual([]);
});
