/**
 * Upgrades: each fixture is a shop of an earlier version, whose data, sessions, tokens and jobs still work afterwards.
 * README.md beside it.
 */
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { tokenPurposes } from "contract/identity/token-purposes.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { integrityViolations } from "../../database/integrity.ts";
import { migrate } from "../../database/migrate.ts";
import { seed } from "../../database/seed.ts";
import { type Database, openDatabase } from "../../database/sql.ts";
import { DEMO_PASSWORD } from "../../demo-accounts.ts";
import { buildApp } from "../../http/app.ts";
import { health } from "../../http/health.ts";
import { jobs } from "../../jobs.ts";
import { createLog } from "../../kernel/log.ts";
import { startCarriers } from "../../notifications/carriers/simulator.ts";
import { carryByZalo } from "../../notifications/carriers/zalo.ts";
import { laidOut } from "../../notifications/outbox.ts";
import { pushService } from "../../notifications/test-push-service.ts";
import { unprovenFrom } from "../../orders/ownership/unproven.ts";
import { receiveIpn } from "../../payments/ipn/ipn.ts";
import { sepayIpn } from "../../payments/providers/bank-transfer/simulator.ts";
import { isSettingKey, type SettingKey, setting } from "../../platform/settings.ts";
import { storageOf } from "../../platform/storage.ts";
import { startWorker } from "../../platform/worker.ts";
import { mountRoutes } from "../../routes.ts";
import { signedTokens } from "../../security/signed-tokens.ts";
import { settings } from "../../settings.ts";
import { shopHandlers } from "../../shop.ts";
import { inviteOwner } from "../../staff/invitations.ts";
import { totpNow } from "../../staff/second-factor.ts";
import { asAdmin, databaseUrl } from "../test-environment.ts";
import { type TestShop, testShop } from "../test-shop.ts";
import { type Dump, restoreDump } from "./test-dump.ts";
import { type ClientState, fixtureKeys } from "./test-state.ts";

type Fixture = { version: string; client: ClientState; dump: Dump };

const files = globSync("*.json.gz", { cwd: import.meta.dirname }).sort();
const log = createLog({ level: "error", format: "text", to: process.stderr });

describe.each(files)("a shop of the version before, upgraded (%s)", (file) => {
  const fixture = JSON.parse(gunzipSync(readFileSync(join(import.meta.dirname, file))).toString()) as Fixture;
  const { client, dump } = fixture;
  const name = `test_upgrade_${process.pid}`;
  const dataDir = mkdtempSync(join(tmpdir(), "shop-upgrade-"));
  const server = inject("postgres").url;
  const url = databaseUrl(server, name);
  let database: Database;
  let service: Awaited<ReturnType<typeof pushService>>;
  let shop: TestShop;
  let txn = 500;

  beforeAll(async () => {
    await asAdmin(server, (admin) => admin.query(`create database "${name}"`));
    const now = new Date();
    await restoreDump(url, dump, now, log);
    await migrate(url, log);
    [database, service] = [openDatabase(url, { max: 10 }), await pushService()];
    const config = { ...fixtureKeys, data_dir: dataDir, push_hosts: [service.host] };
    shop = await testShop({ database: { ...database, url }, config, now });
  });
  afterAll(async () => {
    await service.close();
    await database.close();
    await asAdmin(server, (admin) => admin.query(`drop database "${name}" with (force)`));
    rmSync(dataDir, { recursive: true });
  });

  const rowsOf = <T>(table: string) => JSON.parse(dump.tables.find((each) => each.name === table)?.rows ?? "[]") as T[];
  const owner = () => shop.visitor({ token: client.customer.session });

  async function pay(content: string, amount: number): Promise<void> {
    const { account_number } = await setting(shop.ctx(), "bank_account");
    const ipn = sepayIpn({ account_number, content, amount, txn: txn++ }, fixtureKeys.sepay_hmac_secret, shop.now);
    expect((await receiveIpn(shop.ctx(), ipn)).body).toBe('{"success":true}');
  }

  test("it starts with every migration applied, without new demo data, and violates no integrity query", async () => {
    const { rows } = await sql<{ name: string }>`select name from kernel.migrations`.execute(shop.sql);
    expect(rows.map((row) => row.name)).toEqual(expect.arrayContaining(dump.migrations));
    expect(await seed(shop.sql, log, { load: () => import("../../seeds.ts"), demo: true })).toBe(false);
    expect(await integrityViolations(shop.sql)).toEqual([]);
  });

  test("every setting that was changed has its value", async () => {
    const changed = rowsOf<{ key: SettingKey; value: unknown }>("kernel.settings").filter(({ key }) =>
      isSettingKey(settings, key),
    );
    expect(changed.map(({ key }) => key)).toEqual(expect.arrayContaining(["shop", "bank_account", "import_pictures"]));
    expect(changed).toHaveLength(rowsOf("kernel.settings").length - 1); // but the mark that it was filled
    for (const { key, value } of changed)
      expect({ key, value: await setting(shop.ctx(), key) }).toMatchObject({ key, value });
  });

  test("the history of each order names the party it named, and its customer where an account has the order", async () => {
    const before = rowsOf<{ id: number; who: string }>("orders.history");
    expect(before.length).toBeGreaterThan(0);
    const { rows } = await sql<{ id: number; who: string; is_theirs: boolean }>`
      select h.id, h.who, (h.who <> 'customer' or h.actor = coalesce('customer:' || o.customer_id, 'customer')) as is_theirs
      from orders.history h join orders.orders o on o.id = h.order_id where h.id = any(${before.map(({ id }) => id)})
      order by h.id`.execute(shop.sql);
    const known = before.map(({ id, who }) => ({ id, who, is_theirs: true }));
    expect(rows).toEqual(known.sort((one, other) => one.id - other.id));
  });

  describe("an administrator", () => {
    type OldRole = { customer_id: number; role: string; scope: string[] };
    const administrators = rowsOf<OldRole>("identity.roles").filter(({ role }) => role === "administrator");
    const expected: Readonly<Record<string, string>> = {
      "an@mutosi.example": "owner",
      "ngoc@mutosi.example": "order_desk",
      "quang@mutosi.example": "content",
    };

    test("is an invited member of staff with the smallest role that holds all there was, and a customer like others", async () => {
      expect(administrators.length).toBeGreaterThan(0);
      const { rows } = await sql<{ email: string; state: string; roles: string }>`
        select a.email, a.state, string_agg(h.role, ' ') as roles from staff.accounts a
        join staff.account_roles h on h.account_id = a.id group by a.id order by a.email`.execute(shop.sql);
      expect(rows).toEqual(Object.entries(expected).map(([email, roles]) => ({ email, state: "invited", roles })));
      const left = await sql`select 1 from identity.roles where role = 'administrator'`.execute(shop.sql);
      expect(left.rows).toEqual([]);
    });

    test("has no session any more, in no role, and signs in at the shop as a customer alone", async () => {
      const ids = administrators.map(({ customer_id }) => customer_id);
      const { rows } = await sql`select 1 from identity.sessions where customer_id = any (${ids})`.execute(shop.sql);
      expect(rows).toEqual([]);
      const { user } = await shop.visitor().identity.login({ login: "0590000093", password: DEMO_PASSWORD });
      expect([user.roles, user.active_role]).toEqual([["customer"], "customer"]);
    });

    test("is let in by the command on the machine, and then owns the shop", async () => {
      const given = { email: "an@mutosi.example", full_name: "Mai Bình An" };
      const { link } = await inviteOwner(shop.ctx({ actor: "command" }), given);
      const token = link.split("/").at(-1) ?? "";
      const { totp } = await shop.visitor().staff.invitation({ token });
      const password = "MatKhauMoi99@";
      const entered = await shop.visitor().staff.acceptInvitation({
        ...{ token, full_name: given.full_name, password, password_confirmation: password, setup: totp.setup },
        code: await totpNow(totp.secret, shop.now),
      });
      const an = shop.visitor({ token: entered.token });
      const { permissions } = await an.staff.session({});
      expect(permissions.map(({ name }) => name)).toEqual(expect.arrayContaining(["staff:manage", "approvals:admin"]));
    });
  });

  describe("an account", () => {
    test("its session cookie still signs in, and its bearer is still valid beside it", async () => {
      const app = await buildApp({ base: shop.base, handlers: shopHandlers });
      mountRoutes(app, { base: shop.base, handlers: shopHandlers, health: health(database.pool), databaseUrl: url });
      const cookie = `session_id=${client.customer.session}`;
      for (const headers of [{ cookie }, { cookie, authorization: `Bearer ${client.customer.bearer}` }]) {
        const session = (await app.inject({ url: "/session", headers })).json();
        expect(session).toMatchObject({ status: "success", user: { full_name: "Tạ Mai Lan" } });
      }
      await app.close();
    });

    test("its password still signs in", async () => {
      const signedIn = await shop.visitor().identity.login({ login: "0590000022", password: DEMO_PASSWORD });
      expect(signedIn).toMatchObject({ account_status: "active" });
    });

    test("its bank account is decrypted and shown to its owner", async () => {
      expect(await owner().identity.profile({})).toMatchObject(client.customer.bank);
    });

    test("its postal addresses and favourites are there, and a visitor's favourites and cart too", async () => {
      const addresses = await owner().fulfilment.addresses({});
      expect(addresses.map(({ street }) => street)).toEqual(client.customer.streets);
      expect(await owner().catalogue.favouriteSlugs({})).toHaveLength(1);
      const visitor = shop.visitor({ token: client.visitor.session });
      expect(await visitor.catalogue.favouriteSlugs({})).toHaveLength(1);
      expect((await visitor.cart.get({})).item_count).toBe(client.visitor.quantity);
    });

    test("a proof to link Google with, made before, still links it", async () => {
      const user = await owner().identity.socialSync({ link_proof: client.customer.google_link });
      expect(user.full_name).toBe("Tạ Mai Lan");
    });

    test("a proof of a phone, made before, still registers it", async () => {
      const form = {
        phone: "0590000177",
        otp_proof: client.signed.phone_proof,
        full_name: "Phan Thu Mai",
        terms: true,
      };
      expect(await shop.visitor().identity.register(form)).toMatchObject({ account_status: "active" });
    });

    test("a one-time code that was sent before still signs in", async () => {
      const { session, client: address, phone, otp } = client.codes.read;
      const visitor = shop.visitor({ token: session, client: address });
      expect(await visitor.identity.loginSms({ phone, otp })).toMatchObject({ account_status: "active" });
    });
  });

  describe("an order", () => {
    test("a look-up token, in its cookie, opens it", async () => {
      const app = await buildApp({ base: shop.base, handlers: shopHandlers });
      mountRoutes(app, { base: shop.base, handlers: shopHandlers, health: health(database.pool), databaseUrl: url });
      const slip = `/v1/client/orders/${client.cash.order_code}/slip`;
      const shown = await app.inject({ url: slip, headers: { cookie: `order=${client.signed.look_up}` } });
      expect([shown.statusCode, shown.headers["content-type"]]).toEqual([200, "application/pdf"]);
      expect((await app.inject({ url: slip })).statusCode).toBe(404);
      await app.close();
    });

    test.each(Object.entries(client.signed.tokens))(
      "a token signed for %s verifies for that purpose",
      async (signed, token) => {
        const { verify } = signedTokens(shop.base.config);
        const purpose = tokenPurposes.find((each) => each === signed); // which is also the name of its cookie
        expect(purpose && (await verify(purpose, token))).toBe(client.signed.text);
      },
    );

    test("a submission sent again under its idempotency key gets the retained response and places no second order", async () => {
      const visitor = shop.visitor({ token: client.visitor.session });
      const { form, idempotency_key } = client.repeat;
      expect(await visitor.orders.place(form, { idempotency_key })).toEqual(client.cash);
      const { rows } = await sql`select from orders.orders`.execute(shop.sql);
      expect(rows).toHaveLength(3);
    });

    test("an unproven one still counts for the IP address that placed it", async () => {
      const { rows } = await sql<{ unproven_from: Buffer }>`
        select unproven_from from orders.orders where code = ${client.cash.order_code}`.execute(shop.sql);
      expect(rows[0]?.unproven_from).toEqual(unprovenFrom(shop.ctx()));
    });

    test("an open payment that is paid now confirms it", async () => {
      const look = { id: client.open.order_code };
      expect(await owner().orders.byCode(look)).toMatchObject({ status: "waiting_approval" });
      await pay(client.open.payment.transfer?.content ?? "", client.open.totals.total);
      const payment = { status: "success", received: client.open.totals.total, refund_owed: 0 };
      expect(await owner().orders.byCode(look)).toMatchObject({ status: "confirmed", payment });
    });

    test("a transfer of which part had arrived is complete with the rest", async () => {
      const look = { id: client.half.order_code, order_phone: "0590000013" };
      const { total } = client.half.totals;
      const open = await shop.visitor().orders.byCode(look);
      expect(open.payment).toMatchObject({ status: "pending", received: client.received });
      expect(open.payment.transfer?.amount).toBe(total - client.received);
      await pay(client.half.payment.transfer?.content ?? "", total - client.received);
      const payment = { status: "success", received: total, refund_owed: 0 };
      expect(await shop.visitor().orders.byCode(look)).toMatchObject({ status: "confirmed", payment });
    });
  });

  test("every job that waited is taken by a worker and done, and does what it was queued for", async () => {
    const queue = () =>
      sql<{ name: string; last_error: string | null }>`
        select task_identifier as name, last_error from graphile_worker.jobs order by 1`.execute(shop.sql);
    const known = rowsOf<{ identifier: string }>("graphile_worker._private_tasks").map(({ identifier }) => identifier);
    const waiting = new Set((await queue()).rows.map((job) => job.name));
    expect([...waiting]).toEqual(expect.arrayContaining(known)); // a job of every name was put into the fixture
    // The browser of the fixture is at this test's push service, and the file where it was uploaded to.
    const { endpoint, keys } = service.subscription("lan");
    await sql`update notifications.push_subscriptions set endpoint = ${endpoint}, p256dh = ${keys.p256dh}, auth = ${keys.auth}`.execute(
      shop.sql,
    );
    await storageOf(shop.base.config).put(client.customer.removed_file, Buffer.from("x"), "image/webp");
    const worker = await startWorker({ pool: database.pool, log, jobs, ctxOf: () => shop.ctx() });
    await expect.poll(async () => (await queue()).rows, { timeout: 30_000 }).toEqual([]);
    await worker.stop();

    const textsTo = async (recipient: string) => (await laidOut(shop.ctx(), recipient)).map(({ text }) => text);
    expect(service.delivered[0]).toMatchObject({ path: "/push/lan" });
    expect((await textsTo("lan@mutosi.example")).length).toBeGreaterThan(0);
    expect((await textsTo("john@mutosi.example")).length).toBe(1);
    expect((await textsTo(client.codes.former_phone)).some((text) => !/\b\d{6}\b/.test(text))).toBe(true);
    expect(await storageOf(shop.base.config).get(client.customer.removed_file)).toBeNull();
    expect((await owner().privacy.overview({})).requests).toMatchObject([{ kind: "export", status: "ready" }]);
    const { session, client: address, phone } = client.codes.waiting;
    const otp = /\b\d{6}\b/.exec((await textsTo("+84590000022"))[0] ?? "")?.[0] ?? "";
    const signedIn = await shop.visitor({ token: session, client: address }).identity.loginSms({ phone, otp });
    expect(signedIn).toMatchObject({ account_status: "active" });
  });

  test("the stored tokens of Zalo still send", async () => {
    const carriers = await startCarriers();
    const parcel = { phone: "+84590000022", code: "123456", reference: "upgrade" };
    await carryByZalo(shop.ctx(), carriers.config.zalo)(parcel);
    expect(carriers.messages).toMatchObject([{ by: "zns", text: "123456" }]);
    await carriers.close();
  });

  test("a running process of the previous version is notified of this one's changes", async () => {
    const before = new pg.Client({ connectionString: url });
    const heard: string[] = [];
    before.on("notification", ({ channel }) => heard.push(channel));
    await before.connect();
    for (const channel of Object.values(client.channels)) await before.query(`listen ${channel}`);
    await owner().notifications.watchAll({});
    await shop.base.announce(shop.ctx(), "pages_changed", { tags: ["settings"] });
    await expect.poll(() => [...heard].sort()).toEqual(Object.values(client.channels).sort());
    await before.end();
  });

  test("afterwards no integrity query is violated", async () => {
    expect(await integrityViolations(shop.sql)).toEqual([]);
  });
});
