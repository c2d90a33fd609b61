/** Unused accounts: warned after 36 months, then erased. rules/privacy#erasure */
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { sweepCodes } from "../identity/signing-in/otp.ts";
import { signIn } from "../identity/signing-in/sign-in.ts";
import type { Jobs } from "../kernel/jobs.ts";
import { juicer, orderForm, setStock } from "../orders/test-orders.ts";
import { sweepKernel } from "../platform/cleanup.ts";
import { type DemoAccountKey, type TestShop, testShop } from "../testing/test-shop.ts";
import { eraseAccounts } from "./erasure.ts";
import { findUnusedAccounts, warnUnusedAccount } from "./unused.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 12 });
  await setStock(shop.sql, juicer, 50);
});
afterAll(() => shop.close());

const DAY_MS = 86_400_000;

/** All accounts were used today but those named, which are unused for so many months. */
async function away(months: number, ...names: DemoAccountKey[]): Promise<void> {
  const emails = names.map((name) => `${name}@mutosi.example`);
  await sql`update identity.customers set last_active_at = ${shop.now}::timestamptz
    - case when email = any(${emails}) then make_interval(months => ${months}, hours => 1) else interval '0' end`.execute(
    shop.sql,
  );
}

async function person(name: DemoAccountKey) {
  const { rows } = await sql<{ id: number; status: string; deletion_due_at: Date | null }>`
    select id, status, deletion_due_at from identity.customers where email = ${`${name}@mutosi.example`}`.execute(
    shop.sql,
  );
  return rows[0] ?? { id: 0, status: "nobody", deletion_due_at: null };
}

/** The warnings that wait, taken from the queue as a worker takes them. */
async function warnings(): Promise<Jobs["warn_unused_account"][]> {
  const { rows } = await sql<{ id: string; payload: Jobs["warn_unused_account"] }>`
    select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = 'warn_unused_account' order by j.id`.execute(shop.sql);
  await sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(shop.sql);
  return rows.map(({ payload }) => payload);
}

async function outbox(): Promise<{ channel: string; recipient: string; text: string }[]> {
  const { rows } = await sql<{ channel: string; recipient: string; text: string }>`
    delete from notifications.outbox returning channel, recipient, text`.execute(shop.sql);
  return rows;
}

async function warn(): Promise<void> {
  for (const each of await warnings()) await warnUnusedAccount(shop.ctx(), each);
}

beforeEach(async () => {
  await away(0);
  await warnings();
  await outbox();
});

describe("an account unused for 36 months", () => {
  test("it is warned once, by email or message, and erased 30 days later", async () => {
    await sql`update identity.customers set email_verified_at = now(), locale = 'ja'
      where email = 'sato@mutosi.example'`.execute(shop.sql);
    await sql`update identity.customers set email_verified_at = null where email = 'john@mutosi.example'`.execute(
      shop.sql,
    );
    await away(36, "sato", "john");
    const [sato, john] = [await person("sato"), await person("john")];
    const found = await Promise.all([1, 2, 3].map(() => findUnusedAccounts(shop.ctx())));
    expect(found.reduce((sum, each) => sum + each, 0)).toBe(2);
    const waiting = await warnings();
    expect(waiting).toHaveLength(2);
    for (const each of waiting) await warnUnusedAccount(shop.ctx(), each);
    for (const each of waiting) await warnUnusedAccount(shop.ctx(), each); // a job may run twice
    const sent = await outbox();
    expect(sent.map(({ channel }) => channel).sort()).toEqual(["email", "sms"]);
    expect(sent.find(({ channel }) => channel === "email")).toMatchObject({ recipient: "sato@mutosi.example" });
    expect(sent.find(({ channel }) => channel === "email")?.text).toMatch(/36か月.*\/ja\/login/s);
    expect(sent.find(({ channel }) => channel === "sms")?.text).toMatch(/^[\x20-\x7e]{1,160}$/);
    shop.advanceClock(29 * DAY_MS);
    expect([await findUnusedAccounts(shop.ctx()), await eraseAccounts(shop.ctx())]).toEqual([0, 0]);
    shop.advanceClock(2 * DAY_MS);
    expect(await eraseAccounts(shop.ctx())).toBe(2);
    const { rows } = await sql<{ status: string }>`
      select status from identity.customers where id = any(${[sato.id, john.id]}::bigint[])`.execute(shop.sql);
    expect(rows).toEqual([{ status: "deleted" }, { status: "deleted" }]);
    expect(await outbox()).toEqual([]);
  });

  test("it stays when its owner signs in, who is notified", async () => {
    await away(37, "minh");
    expect(await findUnusedAccounts(shop.ctx())).toBe(1);
    await warn();
    shop.advanceClock(20 * DAY_MS);
    const minh = await person("minh");
    await signIn(shop.ctx(), minh.id, "password");
    expect((await person("minh")).deletion_due_at).toBeNull();
    shop.advanceClock(20 * DAY_MS);
    expect([await eraseAccounts(shop.ctx()), await findUnusedAccounts(shop.ctx())]).toEqual([0, 0]);
    const told = (await (await shop.as("minh")).notifications.list({})).data.map(({ kind }) => kind);
    expect(told.slice(0, 2).sort()).toEqual(["account_unused", "deletion_taken_back"]);
  });

  test("signing in at the moment of erasure either keeps it or finds it erased, never half", async () => {
    await away(37, "an");
    await findUnusedAccounts(shop.ctx());
    await warn();
    shop.advanceClock(31 * DAY_MS);
    const { id } = await person("an");
    const [erased, ...entered] = await Promise.all([
      eraseAccounts(shop.ctx()),
      ...[1, 2, 3, 4].map(() =>
        signIn(shop.ctx(), id, "password").then(
          () => true,
          (error: { code?: string }) => error.code,
        ),
      ),
    ]);
    expect(new Set(entered)).toEqual(new Set([erased === 1 ? "account_locked" : true]));
  });

  test("it is not erased before a warning was sent, and is warned again with a later date", async () => {
    await away(37, "lan");
    await findUnusedAccounts(shop.ctx());
    await warnings(); // lost on the way
    const first = (await person("lan")).deletion_due_at;
    shop.advanceClock(6 * DAY_MS);
    expect(await findUnusedAccounts(shop.ctx())).toBe(1);
    const second = (await person("lan")).deletion_due_at;
    expect((second?.getTime() ?? 0) - (first?.getTime() ?? 0)).toBe(6 * DAY_MS);
    shop.advanceClock(31 * DAY_MS);
    expect(await eraseAccounts(shop.ctx())).toBe(0);
    await warn();
    const sent = await outbox();
    expect(sent).toHaveLength(1);
    await away(0); // for the tests that follow
    await signIn(shop.ctx(), (await person("lan")).id, "password");
  });

  test("it is not erased while it has a role, an open order, or no channel for a warning", async () => {
    const hoa = await shop.as("hoa");
    await hoa.orders.place(orderForm({ items: [{ product_id: juicer, quantity: 1 }] }));
    await away(40, "hoa", "kim", "cau-giay", "quang", "ngoc");
    const { rows } = await sql<{ id: number }>`
      select id from identity.customers c where last_active_at < ${shop.now}::timestamptz - interval '36 months'
        and not exists (select from identity.roles where customer_id = c.id) and email <> 'hoa@mutosi.example'`.execute(
      shop.sql,
    );
    expect(await findUnusedAccounts(shop.ctx())).toBe(rows.length);
    expect((await person("hoa")).deletion_due_at).toBeNull();
    await away(40, "tuan");
    const silent = {
      ...shop.ctx(),
      config: { ...shop.base.config, dev_simulators: false, smtp_url: undefined, esms: null },
    };
    expect(await findUnusedAccounts(silent)).toBe(0);
  });

  test("using the shop counts, not only signing in", async () => {
    const lan = await shop.as("lan");
    await away(37, "lan");
    shop.advanceClock(2 * DAY_MS);
    await lan.identity.profile({});
    expect(await findUnusedAccounts(shop.ctx())).toBe(0);
  });
});

test("codes older than 90 days and events older than a year are deleted, younger ones stay", async () => {
  await sql`insert into identity.otps (target, purpose, code_hash, channel, locale, created_at, expires_at)
    select '+84590777333', 'login', ${Buffer.alloc(32)}, 'sms', 'vi', at, at + interval '5 minutes'
    from generate_series(1, 2500) i cross join lateral (select ${shop.now}::timestamptz - interval '91 days' as at) t`.execute(
    shop.sql,
  );
  await sql`insert into kernel.security_events (at, event, client, request_id)
    select now() - interval '366 days', 'signed_in', 'test', 'old' from generate_series(1, 2500)`.execute(shop.sql);
  await sql`insert into kernel.security_events (at, event, client, request_id)
    values (now() - interval '360 days', 'signed_in', 'test', 'young')`.execute(shop.sql);
  await sweepCodes(shop.ctx());
  await sweepKernel(shop.ctx());
  const { rows } = await sql<{ codes: number; old: number; young: number }>`
    select (select count(*) from identity.otps where target = '+84590777333') as codes,
      count(*) filter (where request_id = 'old') as old, count(*) filter (where request_id = 'young') as young
    from kernel.security_events`.execute(shop.sql);
  expect(rows[0]).toEqual({ codes: 0, old: 0, young: 1 });
});
