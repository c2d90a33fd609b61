/** Consents, export and erasure of personal data. rules/privacy#erasure */
import { createECDH, createHash } from "node:crypto";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isWireFailure } from "contract/errors.ts";
import { strFromU8, unzipSync } from "fflate";
import { sql } from "kysely";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { setAvatar } from "../identity/accounts/avatars.ts";
import type { Jobs } from "../kernel/jobs.ts";
import { juicer, orderForm, setStock } from "../orders/test-orders.ts";
import { storageOf } from "../platform/storage.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { consentText } from "./consents.ts";
import { eraseAccounts } from "./erasure.ts";
import { copyOf, exportData, readable } from "./export.ts";
import { personalData } from "./personal-data-map.ts";
import { requestedFile, sweepExports } from "./requests.ts";

let shop: TestShop;
let dataDir: string;
beforeAll(async () => {
  shop = await testShop();
  dataDir = mkdtempSync(join(tmpdir(), "shop-privacy-"));
  Object.assign(shop.base.config, { data_dir: dataDir, s3: undefined });
  await setStock(shop.sql, juicer, 50);
});
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true });
});

const DAY_MS = 86_400_000;

async function idOf(name: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from identity.customers where email = ${`${name}@mutosi.example`}`.execute(shop.sql);
  return rows[0]?.id ?? 0;
}

/** Works the waiting jobs of a name, as a worker would. */
async function work<J extends "export_data" | "remove_file">(name: J, run: (payload: Jobs[J]) => Promise<unknown>) {
  const { rows } = await sql<{ id: string; payload: Jobs[J] }>`
    select j.id, p.payload from graphile_worker.jobs j join graphile_worker._private_jobs p on p.id = j.id
    where j.task_identifier = ${name} order by j.id`.execute(shop.sql);
  for (const { payload } of rows) await run(payload);
  await sql`select graphile_worker.complete_jobs(${rows.map(({ id }) => id)}::bigint[])`.execute(shop.sql);
  return rows.length;
}

async function refused(call: Promise<unknown>): Promise<unknown> {
  return call.then(
    () => expect.unreachable("the call was to be refused"),
    (error: unknown) => error,
  );
}

describe("consent", () => {
  test("every purpose is refused until the customer consents to it", async () => {
    const hoa = await shop.as("hoa");
    const before = (await hoa.privacy.overview({})).consents;
    expect(before).toHaveLength(5);
    expect(before.every(({ given, at }) => !given && at === null)).toBe(true);
    const { consents } = await hoa.privacy.saveConsent({ purpose: "marketing_email", given: true });
    expect(consents.filter(({ given }) => given).map(({ purpose }) => purpose)).toEqual(["marketing_email"]);
    expect((await (await shop.as("tuan")).privacy.overview({})).consents.some(({ given }) => given)).toBe(false);
  });

  test("is stored with account, time, text and channel, and cannot be changed afterwards", async () => {
    const tuan = await shop.as("tuan", { locale: "ja" });
    await tuan.privacy.saveConsent({ purpose: "behaviour", given: true });
    await tuan.privacy.saveConsent({ purpose: "behaviour", given: true });
    shop.advanceClock(60_000);
    await tuan.privacy.saveConsent({ purpose: "behaviour", given: false });
    const { rows } = await sql<{ given: boolean; at: Date; channel: string; locale: string; text_hash: Buffer }>`
      select given, at, channel, locale, text_hash from privacy.consents
      where customer_id = ${await idOf("tuan")} order by id`.execute(shop.sql);
    expect(rows.map(({ given }) => given)).toEqual([true, false]);
    expect(rows[1]?.at.getTime()).toBe(shop.now.getTime());
    const text = consentText("ja", "behaviour", "web");
    expect(rows[0]?.text_hash).toEqual(createHash("sha256").update(text).digest());
    expect(rows[0]).toMatchObject({ channel: "web", locale: "ja" });
    await expect(sql`update privacy.consents set given = true`.execute(shop.sql)).rejects.toThrow("append only");
    await expect(sql`delete from privacy.consents`.execute(shop.sql)).rejects.toThrow("append only");
  });

  test("consent at registration refers to the text shown there", async () => {
    const ctx = shop.ctx({ locale: "en" });
    const customer_id = await idOf("kim");
    const purposes = ["marketing_sms", "marketing_zalo"] as const;
    await ctx.announce(ctx, "consent_said", { customer_id, purposes, given: true, channel: "registration" });
    const { consents } = await (await shop.as("kim")).privacy.overview({});
    expect(consents.filter(({ given }) => given).map(({ purpose }) => purpose)).toEqual([...purposes]);
    expect(consentText("en", "marketing_sms", "registration")).not.toBe(consentText("en", "marketing_sms", "web"));
  });
});

describe("data export", () => {
  test("the export has the account's data as JSON and HTML, no secret, for its owner only until it expires", async () => {
    const minh = await shop.as("minh");
    const minhs = await idOf("minh");
    await minh.orders.place(orderForm({ items: [{ product_id: juicer, quantity: 1 }], full_name: "Trần Quang Minh" }));
    await minh.catalogue.toggleFavourite({ product_id: juicer });
    const asked = await minh.privacy.askExport({});
    expect(asked.status).toBe("waiting");
    expect((await minh.privacy.askExport({})).id).toBe(asked.id);
    expect(Date.parse(asked.due_at) - Date.parse(asked.asked_at)).toBe(10 * DAY_MS);
    await work("export_data", (payload) => exportData(shop.ctx(), payload));
    const { requests } = await minh.privacy.overview({});
    expect(requests[0]).toMatchObject({ id: asked.id, status: "ready" });
    expect((await minh.notifications.list({})).data.map(({ kind }) => kind)).toContain("export_ready");

    const bytes = await requestedFile(shop.ctx(), minhs, asked.id);
    const files = unzipSync(bytes);
    const json = strFromU8(files["data.json"] ?? new Uint8Array());
    const html = strFromU8(files["data.html"] ?? new Uint8Array());
    for (const theirs of ["Trần Quang Minh", "minh@mutosi.example"]) {
      expect(json).toContain(theirs);
      expect(html).toContain(theirs);
    }
    expect(json).not.toContain("lan@mutosi.example");
    expect(json).not.toMatch(/argon2|token_hash|password_hash/);
    const others = await idOf("lan");
    for (const [who, code] of [
      [others, asked.id],
      [minhs, "00000000-0000-4000-8000-000000000000"],
      [minhs, "x"],
    ] as const) {
      await expect(requestedFile(shop.ctx(), who, code)).rejects.toMatchObject({ code: "not_found" });
    }
    expect((await minh.privacy.overview({})).requests[0]?.downloaded_at).toBe(shop.now.toISOString());
    shop.advanceClock(8 * DAY_MS);
    await expect(requestedFile(shop.ctx(), minhs, asked.id)).rejects.toMatchObject({ code: "not_found" });
    const { rows } = await sql<{ file: string }>`select file from privacy.data_requests where file is not null`.execute(
      shop.sql,
    );
    await sweepExports(shop.ctx());
    expect(await work("remove_file", ({ key }) => storageOf(shop.base.config).remove(key))).toBe(1);
    expect(await storageOf(shop.base.config).get(rows[0]?.file ?? "")).toBeNull();
    const again = await shop.as("minh");
    expect((await again.privacy.overview({})).requests[0]).toMatchObject({ status: "expired", download: null });
  });

  test("typed text is escaped in the export's page", () => {
    const copy = {
      made_at: shop.now.toISOString(),
      shop: "Mutosi",
      data: { "orders.orders": [{ note: "<script>x</script>" }] },
    };
    expect(readable(copy, "vi")).not.toContain("<script>");
    expect(readable(copy, "vi")).toContain("&lt;script&gt;");
  });

  test("two workers at once create one file", async () => {
    const an = await shop.as("an");
    const { id } = await an.privacy.askExport({});
    const { rows } = await sql<{ id: number }>`select id from privacy.data_requests where code = ${id}`.execute(
      shop.sql,
    );
    const request = rows[0]?.id ?? 0;
    const files = () => readdirSync(join(dataDir, "uploads", "exports"));
    const before = files();
    await Promise.all([1, 2, 3].map(() => exportData(shop.ctx(), { request })));
    await work("remove_file", ({ key }) => storageOf(shop.base.config).remove(key));
    expect(files().filter((name) => !before.includes(name))).toHaveLength(1);
    expect((await requestedFile(shop.ctx(), await idOf("an"), id)).byteLength).toBeGreaterThan(500);
  });
});

describe("erasing an account", () => {
  test("erasure waits fourteen days, is notified, and can be cancelled", async () => {
    const john = await shop.as("john");
    const unsure = await refused(john.privacy.askDeletion({ understood: false }));
    expect(isWireFailure(unsure, "invalid")).toBe(true);
    const { deletion_due_at } = await john.privacy.askDeletion({ understood: true });
    shop.advanceClock(DAY_MS);
    expect((await john.privacy.askDeletion({ understood: true })).deletion_due_at).toBe(deletion_due_at);
    expect(Date.parse(deletion_due_at ?? "") - shop.now.getTime()).toBe(13 * DAY_MS);
    expect((await john.notifications.list({})).data[0]?.kind).toBe("deletion_asked");
    const kept = await john.privacy.takeBackDeletion({});
    expect(kept.deletion_due_at).toBeNull();
    expect(kept.requests[0]?.status).toBe("cancelled");
    shop.advanceClock(20 * DAY_MS);
    expect(await eraseAccounts(shop.ctx())).toBe(0);
    expect((await (await shop.as("john")).privacy.overview({})).requests).toHaveLength(1);
  });

  test("erasure removes the person from every table; orders stay; no other row changes", {
    timeout: 60_000,
  }, async () => {
    const sato = await shop.as("sato");
    const id = await idOf("sato");
    await dress(id);
    const code = await live(sato);
    const before = await everywhere();
    expect(before.length).toBeGreaterThan(8); // the canary is in many places, or this test proves nothing
    const others = await rowsOfOthers(id);

    await sato.privacy.askDeletion({ understood: true });
    shop.advanceClock(14 * DAY_MS + 1000);
    expect(await eraseAccounts(shop.ctx())).toBe(1);
    expect(await eraseAccounts(shop.ctx())).toBe(0);
    await work("remove_file", ({ key }) => storageOf(shop.base.config).remove(key));

    // Accounting law retains what was sold, to whom and where.
    const left = (await everywhere()).filter((place) => !/^(orders\.|cart\.placed)/.test(place));
    expect(left).toEqual([]);
    const { rows } = await sql<{ receiver_name: string; status: string }>`
      select o.receiver_name, c.status from orders.orders o join identity.customers c on c.id = o.customer_id
      where o.code = ${code}`.execute(shop.sql);
    expect(rows[0]).toEqual({ receiver_name: `${canary} Sato`, status: "deleted" });
    const dead = await refused(sato.identity.profile({}));
    expect(isWireFailure(dead, "unauthenticated")).toBe(true);
    expect(await rowsOfOthers(id)).toEqual(others);
  });
});

test("the map of personal data names every table with personal data, and every column of those", async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_schema || '.' || table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema in ('identity', 'catalogue', 'cart', 'orders', 'payments', 'fulfilment',
      'notifications', 'privacy', 'promotions', 'ledger', 'loyalty', 'reviews', 'stores', 'content', 'contact', 'recruitment', 'partners', 'chat', 'surveys', 'warranty', 'service', 'kernel')`.execute(
    shop.sql,
  );
  const mapped = new Map(
    personalData.map(({ table, exported, withheld = [], plain = [] }) => [
      table,
      [...exported, ...withheld, ...plain].sort(),
    ]),
  );
  const tables = Map.groupBy(rows, ({ table }) => table);
  const of = (table: string) => (tables.get(table) ?? []).map(({ column }) => column).sort();
  for (const [table, columns] of mapped) expect([table, columns]).toEqual([table, of(table)]);
  const unmapped = [...tables.keys()].filter(
    (table) => !mapped.has(table) && !impersonal.some((each) => each.test(table)),
  );
  expect(
    unmapped,
    "say in the personal-data.ts of its domain what it holds of a person, or here that it holds nothing",
  ).toEqual([]);
});

/** Catalogue, places, settings; and what names no customer: a bank's own ipns, parts of orders, counters by hash. */
const impersonal = [
  /^catalogue\.(?!favourites|viewed)/,
  /^promotions\.(?!(codes|given_vouchers)$)/,
  /^(stores|content|pages)\./,
  /^recruitment\.(categories|vacancies|history|past_applications)$/,
  /^fulfilment\.(?!address)/,
  /^orders\.(allocations|adjustments|vat_groups)$/,
  /^payments\.(ipns|credits|refunds|banks|provider_health|forgotten_tokens)$/,
  /^identity\.attempts$/,
  /^ledger\.(?!accounts$)/,
  /^loyalty\.(return(s|_lines)|rewards|reward_vouchers|card_(products|values))$/,
  /^reviews\.summaries$/,
  /^chat\.(replies|presence)$/,
  /^surveys\.(polls|history|respondents)$/,
  /^warranty\.(policies|serials)$/,
  /^service\.(skills|areas|prices|faults|technicians|days_off)$/,
  /^notifications\.(outbox|carrier_tokens)$/,
  /^kernel\.(?!security_events)/,
];

const canary = "Kanariya";
const CANARY_PHONE = "+84590777333";

/** Gives the person a unique name, everywhere an account stores one. */
async function dress(id: number): Promise<void> {
  await sql`update identity.customers set full_name = ${`${canary} Sato`}, nickname = ${canary}, phone = ${CANARY_PHONE},
    email = 'kanariya@mutosi.example', bank = 'VCB', referral_code = ${canary} where id = ${id}`.execute(shop.sql);
  const picture = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#fa0" } })
    .png()
    .toBuffer();
  await setAvatar(shop.ctx(), id, picture);
  await sql`insert into identity.google_accounts (issuer, subject, customer_id, email, linked_at)
    values ('https://accounts.google.com', ${canary}, ${id}, 'kanariya@mutosi.example', now())`.execute(shop.sql);
  await sql`insert into service.tickets (code, kind, category_slug, fault_text, state, state_at, customer_id, full_name, phone,
      city_code, ward_code, street, address, locale, made_by, created_at)
    values ('SC-222222', 'repair', 'may-giat', ${canary}, 'received', now(), ${id}, ${`${canary} Sato`}, ${CANARY_PHONE}, '01', '00229',
      ${canary}, ${canary}, 'vi', 'customer', now())`.execute(shop.sql);
  await sql`insert into warranty.cards (code, public_id, product_id, term_months, parts, origin, start_kind, start_on, end_on,
      customer_id, phone, full_name, place, locale, bought_on, bought_at, made_at, activated_at, activated_by)
    select 'BH-222222', 'AAAAAAAAAAAAAAAAAAAAAA', product_id, 12, '[]', 'elsewhere', 'activated', '2026-01-01', '2027-01-01', ${id},
      ${CANARY_PHONE}, ${`${canary} Sato`}, ${canary}, 'vi', '2026-01-01', ${canary}, now(), now(), 'owner'
    from catalogue.variants limit 1`.execute(shop.sql);
  await sql`insert into recruitment.applications (code, vacancy_id, state, customer_id, full_name, phone, email, introduction,
      consent_hash, locale, sent_at, answer_by, delete_on, changed_at)
    values ('HS-222222', 9001, 'received', ${id}, ${`${canary} Sato`}, ${CANARY_PHONE}, 'kanariya@mutosi.example', ${canary},
      ${Buffer.alloc(32)}, 'vi', now(), now(), now()::date + 365, now())`.execute(shop.sql);
  await sql`insert into surveys.answers (poll_id, answered_on, order_code, customer_id, answers)
    values (9001, now()::date, ${canary}, ${id}, ${JSON.stringify({ overall: 5, comment: canary })}::jsonb)`.execute(
    shop.sql,
  );
  await sql`insert into surveys.invitations (poll_id, order_code, customer_id, made_at, expires_at)
    values (9001, ${canary}, ${id}, now(), now() + interval '14 days')`.execute(shop.sql);
  await sql`insert into partners.rent_grounds (code, customer_id, full_name, phone, city_code, ward_code, street, area_m2, front_dm,
      monthly_rent, "right", available_from, note, consent_hash, request_hash, locale, received_at, answer_by, delete_on, changed_at)
    values ('HT-222222', ${id}, ${`${canary} Sato`}, ${CANARY_PHONE}, '48', '20242', ${`Nhà ${canary}`}, 85, 45, 25000000, 'owner',
      now()::date, ${canary}, ${Buffer.alloc(32)}, ${Buffer.alloc(32)}, 'vi', now(), now(), now()::date + 365, now())`.execute(
    shop.sql,
  );
  await sql`insert into notifications.outbox (at, channel, recipient, text) values (now(), 'sms', ${CANARY_PHONE}, 'x')`.execute(
    shop.sql,
  );
  await sql`insert into identity.otps (target, purpose, code_hash, channel, locale, created_at, expires_at)
    values (${CANARY_PHONE}, 'login', ${Buffer.alloc(32)}, 'sms', 'vi', now(), now() + interval '5 minutes')`.execute(
    shop.sql,
  );
}

/** A point of the curve: others are refused. */
const pushKey = createECDH("prime256v1").generateKeys("base64url");

/**
 * The data of a customer: an order, a cart with a name in it, an address, favourites, viewed products, a device with
 * push.
 */
async function live(person: Awaited<ReturnType<TestShop["as"]>>): Promise<string> {
  await person.privacy.saveConsent({ purpose: "behaviour", given: true });
  await person.catalogue.noteViewed({ product_ids: [juicer] });
  await person.catalogue.toggleFavourite({ product_id: juicer });
  const address = { city_code: "01", ward_code: "00229", street: `Nhà ${canary}` };
  const receiver = { full_name: `${canary} Sato`, phone: "0590777333" };
  await person.fulfilment.addAddress({ ...receiver, ...address, label: canary });
  const placed = await person.orders.place(
    orderForm({ ...receiver, address, items: [{ product_id: juicer, quantity: 1 }] }),
  );
  await person.cart.addItem({ product_id: juicer });
  await person.cart.setShippingAddress({ ...receiver, ...address });
  await person.notifications.saveSettings({ settings: [{ topic: "orders", channel: "push", is_on: false }] });
  await person.notifications.subscribe({
    endpoint: `https://fcm.googleapis.com/fcm/send/${canary}`,
    keys: { p256dh: pushKey, auth: "a".repeat(22) },
  });
  await person.privacy.askExport({});
  await work("export_data", (payload) => exportData(shop.ctx(), payload));
  return placed.order_code;
}

/** Every column of every table in which the canary's name or phone stands: `orders.orders.receiver_name`. */
async function everywhere(): Promise<string[]> {
  const { rows } = await sql<{ schema: string; table: string; column: string }>`
    select table_schema as schema, table_name as table, column_name as column from information_schema.columns
    join information_schema.tables using (table_schema, table_name)
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(shop.sql);
  const found: string[] = [];
  for (const { schema, table, column } of rows) {
    const hit = await sql`select 1 from ${sql.table(`${schema}.${table}`)}
      where ${sql.ref(column)}::text ilike ${`%${canary}%`} or ${sql.ref(column)}::text like '%590777333%' limit 1`.execute(
      shop.sql,
    );
    if (hit.rows.length > 0) found.push(`${schema}.${table}.${column}`);
  }
  return found.sort();
}

/** How many rows all other accounts have: the same before and after. */
async function rowsOfOthers(id: number): Promise<Record<string, number>> {
  const copies = await sql<{ id: number }>`select id from identity.customers where id <> ${id} order by id`.execute(
    shop.sql,
  );
  const counts: Record<string, number> = {};
  for (const other of copies.rows) {
    const { data } = await copyOf(shop.ctx(), other.id);
    for (const [table, rows] of Object.entries(data)) {
      if (table !== "identity.sessions") counts[`${table} of ${other.id}`] = rows.length;
    }
  }
  return counts;
}
