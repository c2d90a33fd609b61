/** The audit log: who is in it, what it holds, that nobody changes it, and what an erasure leaves. rules/staff#audit */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Acting, actFrom, actingSql } from "../../database/acting.ts";
import { integrityViolations } from "../../database/integrity.ts";
import { approveOrder } from "../../orders/orders.ts";
import { orderForm, RICE_COOKER } from "../../orders/test-orders.ts";
import { personalData } from "../../privacy/personal-data-map.ts";
import { refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { signInFully } from "../test-staff.ts";
import { chainAudit, eraseAudit, noteAudit } from "./entries.ts";
import { exempt } from "./test-exempt.ts";

let shop: TestShop;
let an: number;
beforeAll(async () => {
  shop = await testShop();
  an = await shop.staffId("an");
});
afterAll(() => shop.close());

const tables = async () =>
  (
    await sql<{ name: string; watched: boolean }>`
      select n.nspname || '.' || c.relname as name,
        exists (select from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'audit_note') as watched
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p') and not c.relispartition
        and n.nspname not in ('pg_catalog', 'information_schema', 'graphile_worker') and n.nspname !~ '^pg_'
      order by 1`.execute(shop.sql)
  ).rows;

const acting = (more: Partial<Acting> = {}): Acting => ({
  actor: `staff:${an}`,
  call: "test",
  request_id: "test",
  ...more,
});
const newest = async () =>
  (
    await sql<{
      id: number;
      event: string;
      source: string;
      before: object | null;
      after: object | null;
      encrypted: Buffer | null;
    }>`
      select * from audit.entries order by id desc limit 1`.execute(shop.sql)
  ).rows[0];
const entries = async () =>
  (await sql<{ count: number }>`select count(*)::int as count from audit.entries`.execute(shop.sql)).rows[0]?.count ??
  0;
const customerId = async (key: string) =>
  (
    await shop.sql
      .selectFrom("identity.customers")
      .select("id")
      .where("email", "=", `${key}@mutosi.example`)
      .executeTakeFirstOrThrow()
  ).id;

describe("every table of the shop", () => {
  test("has the trigger of the log, or stands here with the reason why not", async () => {
    const all = await tables();
    const without = all.filter(({ watched }) => !watched).map(({ name }) => name);
    expect(without).toEqual(Object.keys(exempt).sort());
    expect(Object.values(exempt).every((reason) => reason.length > 5)).toBe(true);
    expect(all.filter(({ watched }) => watched).length).toBeGreaterThan(60);
  });

  test("with the trigger writes an entry for each row staff add, change and remove, and none for a shopper", async () => {
    const watched = (await tables()).filter(({ watched }) => watched).map(({ name }) => name);
    for (const name of watched) {
      await shop.sql
        .transaction()
        .execute(async (tx) => {
          // A row is put in by itself, without its constraints: what the trigger does is the same for each.
          await sql`set local session_replication_role = replica`.execute(tx);
          await sql`alter table ${sql.table(name)} enable always trigger audit_note`.execute(tx);
          const { rows } = await sql<{ column: string; value: string; identity: boolean }>`
            select a.attname as column, a.attidentity <> '' as identity, case
              when t.typcategory in ('A') then '{}' when t.typname in ('json', 'jsonb') then '{}'
              when t.typcategory = 'B' then 'false' when t.typname = 'bytea' then '\\x00'
              when t.typcategory = 'D' then '2026-01-01' when t.typname = 'uuid' then gen_random_uuid()::text
              when t.typcategory in ('N') then '1' when t.typname = 'actor' then 'system' else '1' end as value
            from pg_attribute a join pg_type t on t.oid = a.atttypid
            where a.attrelid = ${name}::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
            order by a.attnum`.execute(tx);
          await sql`select set_config('app.acting', ${JSON.stringify(acting())}, true)`.execute(tx);
          const { rows: checks } = await sql<{ name: string }>`
            select conname as name from pg_constraint where conrelid = ${name}::regclass and contype = 'c'`.execute(tx);
          for (const check of checks)
            await sql`alter table ${sql.table(name)} drop constraint ${sql.ref(check.name)}`.execute(tx);
          const count = async () =>
            (await sql<{ n: number }>`select count(*)::int as n from audit.entries`.execute(tx)).rows[0]?.n ?? 0;
          const { rows: one } = await sql<{
            id: string;
          }>`select ctid::text as id from ${sql.table(name)} limit 1`.execute(tx);
          if (one.length === 0) {
            const before = await count();
            const values = rows.map(({ column, value }) => ({ column, value }));
            await sql`insert into ${sql.table(name)} (${sql.join(values.map(({ column }) => sql.ref(column)))})
              overriding system value values (${sql.join(values.map(({ value }) => sql`${sql.lit(value)}`))})`.execute(
              tx,
            );
            expect([name, "insert", await count()]).toEqual([name, "insert", before + 1]);
          }
          const column = rows.find(
            (each) => !each.identity && !["version", "updated_at", "updated_by"].includes(each.column),
          );
          const before = await count();
          const { rows: gone } = await sql`delete from ${sql.table(name)}
            where ctid = (select ctid from ${sql.table(name)} limit 1) returning 1`.execute(tx);
          expect([name, column?.column !== undefined, gone.length, await count()]).toEqual([name, true, 1, before + 1]);
          await sql`select set_config('app.acting', '', true)`.execute(tx);
          await sql`delete from ${sql.table(name)}`.execute(tx);
          expect([name, "by nobody", await count()]).toEqual([name, "by nobody", before + 1]);
          throw new Error("undone");
        })
        .catch((error: unknown) => {
          if (!(error instanceof Error) || error.message !== "undone") throw new Error(name, { cause: error });
        });
    }
  }, 120_000);

  test("hides what is a hash or encrypted, and encrypts what an erasure takes away", async () => {
    const { rows: open } = await sql<{ name: string; column: string }>`
      select s.name, a.attname as column from audit.sources s
        join pg_attribute a on a.attrelid = s.name::regclass and a.attnum > 0 and not a.attisdropped
      where (a.atttypid = 'bytea'::regtype or a.attname ~ '(secret|password_hash|token|uid_payment)')
        and not a.attname = any (s.hidden || s.personal)`.execute(shop.sql);
    expect(open).toEqual([]);
    const { rows: sources } = await sql<{ name: string; encrypted: string[] }>`
      select name, personal || hidden as encrypted from audit.sources`.execute(shop.sql);
    const missing = sources.flatMap(({ name, encrypted }) => {
      const holding = personalData.find(({ table }) => table === name);
      if (!holding || holding.erasure === "retained") return [];
      return [...holding.exported, ...(holding.withheld ?? [])]
        .filter((column) => !encrypted.includes(column))
        .map((column) => `${name}.${column}`);
    });
    expect(missing).toEqual([]);
  });
});

describe("an entry", () => {
  test("of a call says who, in which role, by which call and why, and holds the changed fields alone", async () => {
    const staff = await shop.staff("an");
    const id = await shop.staffId("my");
    const { version } = await staff.staff.account({ id });
    await staff.staff.lock({ id, version, reason: "Mất điện thoại" });
    const { entries: found } = await staff.staff.recordHistory({ kind: "staff", key: String(id) });
    const change = found.find(({ source, event }) => source === "staff.accounts" && event === "update");
    expect(change).toMatchObject({
      by: { kind: "staff", name: "Mai Bình An" },
      roles: ["owner"],
      call: "staff.lock",
      reason: "Mất điện thoại",
      record: { kind: "staff", key: String(id), label: "Đinh Hà My" },
    });
    expect(change?.changes).toContainEqual({ field: "state", before: "active", after: "locked", is_personal: false });
    expect(change?.changes.map(({ field }) => field)).not.toContain("full_name");
    await staff.staff.unlock({ id, version: version + 1 });
  });

  test("is undone with its write, and a shopper's write leaves none", async () => {
    const before = await entries();
    const own = actingSql(shop.sql, acting());
    await own
      .transaction()
      .execute(async (tx) => {
        await tx.updateTable("staff.roles").set({ name_en: "Undone" }).where("code", "=", "care").execute();
        throw new Error("undone");
      })
      .catch(() => undefined);
    await (await shop.as("lan")).orders.place(orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }] }));
    expect(await entries()).toBe(before);
    await own.updateTable("staff.roles").set({ name_en: "Care!" }).where("code", "=", "care").execute();
    expect(await newest()).toMatchObject({ event: "update", source: "staff.roles", after: { name_en: "Care!" } });
    await shop.sql.updateTable("staff.roles").set({ name_en: "Customer care" }).where("code", "=", "care").execute();
    expect(await entries()).toBe(before + 1);
  });

  test("stands for signing in, and for a code that was refused", async () => {
    await signInFully(shop, "quynh");
    expect(await newest()).toMatchObject({ event: "signed_in" });
    expect(await refusalCode((await shop.staff("chi")).staff.stepUp({ code: "000000" }))).toBe("second_factor_wrong");
    expect(await newest()).toMatchObject({ event: "sign_in_refused" });
  });

  test("of a secret says that it changed, not what it was", async () => {
    const own = actingSql(shop.sql, acting());
    await own
      .updateTable("staff.accounts")
      .set({ password_hash: "geheim" })
      .where("id", "=", await shop.staffId("sen"))
      .execute();
    const entry = await newest();
    expect(entry).toMatchObject({ before: { password_hash: "•" }, after: { password_hash: "•" } });
    expect(JSON.stringify(entry)).not.toContain("geheim");
  });
});

describe("nobody", () => {
  test("changes, removes or empties an entry, its place in the chain, or a key", async () => {
    await actingSql(shop.sql, acting())
      .updateTable("staff.roles")
      .set({ name_en: "X" })
      .where("code", "=", "care")
      .execute();
    await chainAudit(shop.ctx());
    const { rows: parts } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhrelid::regclass::text like 'audit.%' and inhrelid in (select oid from pg_class where relkind = 'r')`.execute(
      shop.sql,
    );
    for (const name of ["audit.entries", "audit.chain", "audit.dropped", ...parts.map(({ name }) => name)]) {
      await expect(sql`truncate ${sql.table(name)} cascade`.execute(shop.sql), name).rejects.toThrow("append only");
    }
    for (const name of ["audit.entries", "audit.chain"]) {
      await expect(sql`delete from ${sql.table(name)}`.execute(shop.sql), name).rejects.toThrow("append only");
    }
    await expect(sql`update audit.entries set reason = 'x'`.execute(shop.sql)).rejects.toThrow("append only");
    await expect(sql`update audit.chain set n = n + 1`.execute(shop.sql)).rejects.toThrow("append only");
    await sql`insert into audit.person_keys (subject, key) values ('customer:999999', gen_random_bytes(32))`.execute(
      shop.sql,
    );
    await expect(sql`delete from audit.person_keys`.execute(shop.sql)).rejects.toThrow("never changed");
    await expect(sql`update audit.person_keys set key = gen_random_bytes(32)`.execute(shop.sql)).rejects.toThrow(
      "never changed",
    );
  });

  test("changes one past the triggers without breaking the chain", async () => {
    await chainAudit(shop.ctx());
    expect(await integrityViolations(shop.sql)).toEqual([]);
    const past = (change: ReturnType<typeof sql>) =>
      shop.sql.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await change.execute(tx);
      });
    const { rows } = await sql<{ id: number }>`select min(id) as id from audit.entries where reason is null`.execute(
      shop.sql,
    );
    const id = rows[0]?.id;
    await past(sql`update audit.entries set reason = 'khác' where id = ${id}`);
    expect((await integrityViolations(shop.sql)).map(({ fault }) => fault)).toContain("audit: the chain is broken");
    await past(sql`update audit.entries set reason = null where id = ${id}`);
    expect(await integrityViolations(shop.sql)).toEqual([]);
    await past(sql`delete from audit.entries where id = ${id}`);
    expect((await integrityViolations(shop.sql)).map(({ fault }) => fault)).toContain(
      "audit: an entry of the chain is missing",
    );
  });

  test("takes out a month that is not past its time", async () => {
    const month = sql`date_trunc('month', now())::date`;
    await expect(sql`select audit.drop_month('retained', ${month})`.execute(shop.sql)).rejects.toThrow(
      "not past its time",
    );
  });
});

describe("a person's values", () => {
  test("are encrypted, shown with a reason to who may reveal them, and gone for everybody once the person is erased", async () => {
    const tuan = await customerId("tuan");
    const own = actingSql(shop.sql, acting({ reason: "khách 0590000014 báo đổi tên" }));
    await own.updateTable("identity.customers").set({ full_name: "Lâm Anh Tuấn Mới" }).where("id", "=", tuan).execute();
    const entry = await newest();
    expect(entry?.encrypted).toBeInstanceOf(Buffer);
    expect(JSON.stringify(entry)).not.toMatch(/Tuấn|0590000014/);
    const id = entry?.id ?? 0;
    const listed = (await (await shop.staff("quynh")).staff.audit({ record: `customer:${tuan}` })).entries;
    expect(JSON.stringify(listed)).not.toMatch(/Tuấn|0590000014/);
    expect(await refusalCode((await shop.staff("quynh")).staff.revealAudit({ id, reason: "xem" }))).toBe("forbidden");
    const owner = await shop.staff("an");
    const shown = await owner.staff.revealAudit({ id, reason: "khách hỏi ai đổi tên" });
    expect(shown).toMatchObject({ reason: "khách 0590000014 báo đổi tên" });
    expect(shown.changes.find(({ field }) => field === "full_name")).toMatchObject({ after: "Lâm Anh Tuấn Mới" });
    expect(await newest()).toMatchObject({ event: "revealed" });
    await chainAudit(shop.ctx());
    await eraseAudit(shop.ctx(), tuan);
    await eraseAudit(shop.ctx(), tuan);
    expect(await refusalCode(owner.staff.revealAudit({ id, reason: "vẫn muốn xem" }))).toBe("not_found");
    await own.updateTable("identity.customers").set({ full_name: "Sau Xóa" }).where("id", "=", tuan).execute();
    expect(await newest()).toMatchObject({ encrypted: null });
    const { rows } = await sql<{ left: number }>`select count(*)::int as left from audit.entries e
      join audit.person_keys k on k.subject = e.subject where e.subject = ${`customer:${tuan}`} and k.key is not null`.execute(
      shop.sql,
    );
    expect(rows[0]?.left).toBe(0);
  });

  test("of a guest stand under the key of their order, which goes with the account the order came to belong to", async () => {
    const { order_code } = await shop
      .visitor()
      .orders.place(orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }], phone: "0581234321" }));
    const order = await shop.sql
      .selectFrom("orders.orders")
      .select("id")
      .where("code", "=", order_code)
      .executeTakeFirstOrThrow();
    const own = { ...shop.ctx(), sql: actingSql(shop.sql, acting()) };
    await own.sql.updateTable("orders.orders").set({ note: "để ở bảo vệ" }).where("id", "=", order.id).execute();
    const { rows } = await sql<{ subject: string }>`select subject from audit.entries
      where about = ${`order:${order.id}`} and encrypted is not null`.execute(shop.sql);
    expect(rows.map(({ subject }) => subject)).toEqual([`order:${order.id}`]);
    await approveOrder(own, order_code);
    const john = await customerId("john");
    await shop.sql.updateTable("orders.orders").set({ customer_id: john }).where("id", "=", order.id).execute();
    await eraseAudit(shop.ctx(), john);
    const gone = await sql<{
      key: Buffer | null;
    }>`select key from audit.person_keys where subject = ${`order:${order.id}`}`.execute(shop.sql);
    expect(gone.rows).toEqual([{ key: null }]);
  });
});

describe("the log", () => {
  test("is read by who may read it, by person, call, record and day, page by page", async () => {
    const quynh = await shop.staff("quynh");
    expect(await refusalCode((await shop.staff("ngoc")).staff.audit({}))).toBe("forbidden");
    expect(await refusalCode((await shop.staff("ngoc")).staff.recordHistory({ kind: "staff", key: "1" }))).toBe(
      "not_found",
    );
    for (let n = 0; n < 120; n += 1)
      await shop.sql.transaction().execute(async (tx) => {
        await actFrom(tx, acting({ call: "paged" }));
        await noteAudit({ ...shop.ctx(), sql: tx, in_transaction: true }, "revealed", { about: `order:${n}` });
      });
    const seen: number[] = [];
    for (let before: number | undefined, at = 0; at < 5; at += 1) {
      const { entries: page, next } = await quynh.staff.audit({
        what: "paged",
        ...(before !== undefined && { before }),
      });
      seen.push(...page.map(({ id }) => id));
      if (next === null) break;
      before = next;
    }
    expect(seen).toHaveLength(120);
    expect(seen).toEqual([...seen].sort((a, b) => b - a));
    const today = new Date(Date.now() + 7 * 3_600_000).toISOString().slice(0, 10);
    expect((await quynh.staff.audit({ from: today, to: today, who: an })).entries.length).toBeGreaterThan(0);
    expect((await quynh.staff.audit({ from: "2020-01-01", to: "2020-01-02" })).entries).toEqual([]);
    expect(await refusalCode(quynh.staff.audit({ from: "gestern" }))).toBe("invalid");
  });
});
