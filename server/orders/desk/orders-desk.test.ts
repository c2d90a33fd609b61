/** The desk of orders: the list by its filters, order and pages, and who sees what of it. rules/orders#desk */
import type { Shop } from "contract/contract.ts";
import { parse } from "csv-parse/sync";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { dropMemos } from "../../platform/memo.ts";
import { setSetting } from "../../platform/settings.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type DemoStaffKey, type TestShop, testShop } from "../../testing/test-shop.ts";
import { juicer, orderForm, RICE_COOKER, setStock } from "../test-orders.ts";
import { owingOrder } from "./test-examples.ts";

let shop: TestShop;
const codes: string[] = [];
beforeAll(async () => {
  shop = await testShop();
  await setStock(shop.sql, RICE_COOKER, 500);
  await setStock(shop.sql, juicer, 10);
  for (let n = 0; n < 7; n++) codes.push(await placed({ full_name: n % 2 ? "Đỗ Quỳnh Như" : "Tạ Mai Lan" }));
});
afterAll(() => shop.close());

async function placed(change: Parameters<typeof orderForm>[0] = {}): Promise<string> {
  shop.advanceClock(60_000);
  const items = [{ product_id: RICE_COOKER, quantity: 1 }];
  return (await shop.visitor().orders.place({ ...orderForm({ items, ...change }), note: crypto.randomUUID() }))
    .order_code;
}
const as = (key: DemoStaffKey) => shop.staff(key);

async function allPages(staff: Shop, query: Parameters<Shop["orders"]["desk"]>[0]): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const { rows, next } = await staff.orders.desk({ ...query, ...(after && { after }) });
    found.push(...rows.map(({ code }) => code));
    after = next ?? undefined;
  } while (after);
  return found;
}

describe("the list", () => {
  test("pages hold every row once, newest first or oldest first, also where new orders come meanwhile", async () => {
    const ngoc = await as("ngoc");
    const whole = await allPages(ngoc, { limit: 100 });
    expect(new Set(whole).size).toBe(whole.length);
    expect(await allPages(ngoc, { limit: 2 })).toEqual(whole);
    expect(await allPages(ngoc, { limit: 3, sort: "oldest" })).toEqual([...whole].reverse());
    const first = await ngoc.orders.desk({ limit: 2 });
    const late = await placed();
    const second = await ngoc.orders.desk({ limit: 2, after: first.next ?? "" });
    expect(second.rows.map(({ code }) => code)).toEqual(whole.slice(2, 4));
    codes.push(late);
  });

  test("a place of another order, or of no page, is refused", async () => {
    const ngoc = await as("ngoc");
    const { next } = await ngoc.orders.desk({ limit: 2 });
    const refused = [
      { after: next ?? "", sort: "largest" as const },
      { after: "nothing" },
      { after: Buffer.from(JSON.stringify(["newest", "now()", 1])).toString("base64url") },
      { after: Buffer.from('["newest"]').toString("base64url") },
    ];
    for (const asked of refused)
      expect(await refusal(ngoc.orders.desk(asked))).toMatchObject({
        status: 422,
        body: { errors: { after: [expect.any(String)] } },
      });
  });

  test("filters of one and of several values, of yes and no and of days are joined; the count is of what fits", async () => {
    const ngoc = await as("ngoc");
    const waiting = await ngoc.orders.desk({ status: "waiting_approval", awaits_money: "no", limit: 100 });
    expect(waiting.rows.map(({ code }) => code)).toEqual(expect.arrayContaining(codes));
    expect(waiting.count).toEqual({ rows: waiting.rows.length, exact: true });
    const two = await ngoc.orders.desk({ status: "waiting_approval,confirmed", limit: 100 });
    expect(two.count.rows).toBeGreaterThanOrEqual(waiting.count.rows);
    expect((await ngoc.orders.desk({ placed: "..2001-01-01" })).count).toEqual({ rows: 0, exact: true });
    expect((await ngoc.orders.desk({ placed: "2001-01-01.." })).count.rows).toBeGreaterThan(0);
    for (const asked of [{ status: "gone" }, { placed: "2026-02-31.." }, { awaits_money: "maybe" }])
      expect(await refusalCode(ngoc.orders.desk(asked as object))).toBe("invalid");
    expect(await refusalCode(ngoc.orders.desk({ role: "owner" } as object))).toBe("invalid");
  });

  test("what belongs to a person is masked; names are for who works on orders", async () => {
    const row = async (key: DemoStaffKey) => (await (await as(key)).orders.desk({ q: codes[0] ?? "" })).rows[0];
    expect(await row("ngoc")).toMatchObject({
      receiver_name: "Tạ Mai Lan",
      receiver_phone: "059-***-0011",
      total: expect.any(Number),
    });
    expect(await row("quynh")).toMatchObject({ receiver_name: "T** M** L**", receiver_phone: "059-***-0011" });
    expect(await refusalCode((await as("chi")).orders.desk({}))).toBe("forbidden");
  });

  test("a code, a whole phone number and a SKU are found by everybody, digits and a name by who works on orders", async () => {
    const found = async (key: DemoStaffKey, q: string) => (await (await as(key)).orders.desk({ q })).count.rows;
    const code = codes[1] ?? "";
    for (const key of ["ngoc", "quynh"] as const) {
      expect([key, await found(key, code.toLowerCase())]).toEqual([key, 1]);
      expect(await found(key, "0590000011")).toBeGreaterThan(0);
    }
    expect(await found("ngoc", "0011")).toBeGreaterThan(0);
    expect(await found("ngoc", "do quynh nhu")).toBeGreaterThanOrEqual(3);
    expect(await found("ngoc", "%")).toBe(0);
    expect([await found("quynh", "0011"), await found("quynh", "do quynh"), await found("ngoc", "11")]).toEqual([
      0, 0, 0,
    ]);
  });

  test("a warehouse sees orders with its own goods, and of money only what is collected", async () => {
    const loc = await as("loc");
    const { rows } = await loc.orders.desk({ limit: 100 });
    for (const row of rows) expect(row).toMatchObject({ total: null, refund_owed: null, payment_status: null });
    const places = await sql<{ warehouse: string }>`select warehouse from staff.account_warehouses
      where account_id = ${await shop.staffId("loc")}`.execute(shop.sql);
    const own = places.rows.map(({ warehouse }) => warehouse);
    for (const { warehouse } of rows) expect(own.some((each) => warehouse?.includes(each))).toBe(true);
    const hidden = (await (await as("ngoc")).orders.desk({ limit: 100 })).rows.find(
      ({ warehouse }) => !own.some((each) => warehouse?.includes(each)),
    );
    if (hidden) expect(await refusalCode(loc.orders.record({ code: hidden.code }))).toBe("not_found");
  });
});

async function approved(who: "an", id: string) {
  const other = await as(who);
  const { digest } = await other.staff.approval({ id });
  return other.staff.approve({ id, digest });
}

describe("the list as a file", () => {
  test("holds what fits, masked, with no cell that calculates; that it was made is recorded", async () => {
    const code = await placed({ full_name: "Tạ Mai Lan" });
    await sql`update orders.orders set receiver_name = '=1+1', shipping_unit = '@SUM(A1)' where code = ${code}`.execute(
      shop.sql,
    );
    const { content, rows, name } = await (await as("ngoc")).orders.file({ q: code });
    expect([rows, name]).toEqual([1, expect.stringMatching(/^orders-\d{4}-\d\d-\d\d\.csv$/)]);
    const [head = [], cells = []] = parse(content, { bom: true }) as string[][];
    expect(head[0]).toBe("Đơn");
    expect(cells).toEqual(expect.arrayContaining([code, "'=1+1", "'@SUM(A1)", "059-***-0011"]));
    const noted = await sql<{ detail: object }>`
      select detail from kernel.security_events where event = 'list_exported'`.execute(shop.sql);
    expect(noted.rows[0]?.detail).toMatchObject({ desk: "orders", rows: 1 });
    expect(JSON.stringify(noted.rows)).not.toContain(code);
  });

  test("more rows than a file holds are refused in words", async () => {
    await sql`insert into orders.orders (code, request_hash, locale, status, goods, discount, shipping, shipping_discount,
        total, cash, vat, saving, payment_method, shipping_method, shipping_unit, eta_from, eta_to, receiver_name,
        receiver_phone, address, address_text, placed_at)
      select translate(upper(substr(md5(n::text), 1, 10)), '01', 'GH'), o.request_hash, o.locale, o.status, o.goods,
        o.discount, o.shipping, o.shipping_discount, o.total, o.cash, o.vat, o.saving, o.payment_method,
        o.shipping_method, o.shipping_unit, o.eta_from, o.eta_to, o.receiver_name, o.receiver_phone, o.address,
        o.address_text, o.placed_at
      from orders.orders o, generate_series(1, 10100) n where o.code = ${codes[0] ?? ""}`.execute(shop.sql);
    await sql`analyze orders.orders`.execute(shop.sql);
    const ngoc = await as("ngoc");
    expect(await refusalCode(ngoc.orders.file({}))).toBe("above_maximum");
    const { count } = await ngoc.orders.desk({ status: "waiting_approval" });
    expect(count.exact).toBe(false);
    expect(count.rows).toBeGreaterThan(10_000);
    expect(count.rows).toBeLessThan(12_000);
    await sql`delete from orders.orders o where not exists (select from orders.history h where h.order_id = o.id)`.execute(
      shop.sql,
    );
  });
});

describe("one order", () => {
  test("an open one shows whom it is for to who works on it, masked to others", async () => {
    const code = codes[2] ?? "";
    expect((await (await as("ngoc")).orders.record({ code })).receiver).toMatchObject({
      phone: "+84590000011",
      in_full: true,
    });
    const read = await (await as("quynh")).orders.record({ code });
    expect(read.receiver).toMatchObject({ full_name: "T** M** L**", phone: "059-***-0011", in_full: false });
    expect(read.acts).toMatchObject({ approve: null, cancel: null, refund: { possible: false, why: "nothing_owed" } });
  });

  test("is approved once; an act on what was read before is refused with what happened since", async () => {
    const code = codes[3] ?? "";
    const [ngoc, my] = [await as("ngoc"), await as("my")];
    const { version, acts } = await ngoc.orders.record({ code });
    expect(acts.approve).toEqual({ possible: true, why: null });
    const after = await ngoc.orders.approve({ code, version });
    expect(after).toMatchObject({ status: "confirmed", version: version + 1 });
    expect(after.history.at(-1)).toMatchObject({ by: "Bùi Thảo Ngọc", who: "staff" });
    const { status, body } = await refusal(my.orders.cancelByStaff({ code, version, note: "khách đổi ý" }));
    expect([status, body.code]).toEqual([409, "conflict"]);
    expect(body.message).toMatch(/Bùi Thảo Ngọc: Đã xác nhận/);
    expect((await my.orders.record({ code })).status).toBe("confirmed");
  });

  test("two people at the same moment: one act goes through, the other is told", async () => {
    const code = codes[4] ?? "";
    const [ngoc, my] = [await as("ngoc"), await as("my")];
    const { version } = await ngoc.orders.record({ code });
    const both = await Promise.allSettled([
      ngoc.orders.approve({ code, version }),
      my.orders.cancelByStaff({ code, version, note: "khách gọi xin hủy" }),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect((await ngoc.orders.record({ code })).version).toBe(version + 1);
  });

  test("one that waits for its money cannot be approved, one with money is not cancelled by one person", async () => {
    const code = await placed({ payment_method: "bank_transfer" });
    const ngoc = await as("ngoc");
    const { version, acts } = await ngoc.orders.record({ code });
    expect(acts.approve).toEqual({ possible: false, why: "awaiting_money" });
    expect(await refusalCode(ngoc.orders.approve({ code, version }))).toBe("state_conflict");
    await sql`update payments.payments set received = 1000 where order_code = ${code}`.execute(shop.sql);
    expect((await ngoc.orders.record({ code })).acts.cancel).toEqual({ possible: true, why: "paid" });
    const asked = await refusal(ngoc.orders.cancelByStaff({ code, version, note: "hủy" }));
    expect([asked.status, asked.body.code]).toEqual([202, "approval_asked"]);
    const id = asked.body.approval_id ?? "";
    // More money came meanwhile: the figures are others.
    await sql`update payments.payments set received = 2000 where order_code = ${code}`.execute(shop.sql);
    expect(await approved("an", id)).toMatchObject({ state: "void", answer: "approval_void" });
    expect((await ngoc.orders.record({ code })).status).toBe("waiting_approval");
    await sql`update payments.payments set received = 0 where order_code = ${code}`.execute(shop.sql);
  });

  test("a refund by hand takes the right, a fresh proof, the whole sum, and its reference once", async () => {
    const [large, small] = [(await owingOrder(shop, juicer)).code, (await owingOrder(shop)).code];
    const quynh = await as("quynh");
    const refund = async (code: string, amount: number) => {
      const { version } = await quynh.orders.record({ code });
      return quynh.orders.recordRefund({ code, version, amount, reference: `FT${code}`, reason: "Đơn đã hủy" });
    };
    const owed = async (code: string) => (await quynh.orders.record({ code })).payment?.refund_owed ?? 0;
    const listed = (await quynh.orders.desk({ owed: "yes" })).rows.map(({ code }) => code);
    expect(listed).toEqual(expect.arrayContaining([large, small]));
    expect(await refusalCode(refund(small, 1))).toBe("state_conflict");
    const whole = await owed(small);
    expect((await refund(small, whole)).payment).toMatchObject({ refund_owed: 0, refunded: whole });
    expect(await refusalCode(refund(small, whole))).toBe("state_conflict");
    const above = await refusal(refund(large, await owed(large)));
    expect([above.status, above.body.code]).toEqual([202, "approval_asked"]);
    expect(
      await refusalCode(
        (await as("ngoc")).orders.recordRefund({ code: large, version: 1, amount: 1, reference: "x", reason: "x" }),
      ),
    ).toBe("forbidden");
    const id = above.body.approval_id ?? "";
    const { digest } = await quynh.staff.approval({ id });
    expect(await refusalCode(quynh.staff.approve({ id, digest }))).toBe("own_request");
    expect(await approved("an", id)).toMatchObject({ state: "approved", kind: "refund" });
    const sum = await owed(large);
    const twice = await Promise.allSettled([refund(large, sum), refund(large, sum)]);
    expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(await quynh.staff.approval({ id })).toMatchObject({ state: "done" });
    expect(await owed(large)).toBe(0);
    shop.advanceClock(6 * 60_000);
    expect(await refusalCode(refund(codes[0] ?? "", 1))).toBe("step_up_required");
  });

  test("refunds below the limit are summed over 24 hours by customer, and the sixth of a person in a day asks", async () => {
    await sql`delete from staff.limited_acts`.execute(shop.sql);
    const sum = async (code: string) => (await (await as("quynh")).orders.record({ code })).payment?.refund_owed ?? 0;
    const refund = async (code: string) => {
      const quynh = await as("quynh");
      const { version } = await quynh.orders.record({ code });
      const reference = `FT${code}`;
      return quynh.orders.recordRefund({ code, version, amount: await sum(code), reference, reason: "Đơn đã hủy" });
    };
    const first = (await owingOrder(shop)).code;
    const one = await sum(first);
    const value = { ...shop.base.settings.approval_limits.initial, refund_single: one + 1 };
    await setSetting(shop.ctx(), "approval_limits", value);
    dropMemos(["settings"]);
    await refund(first);
    expect((await refusal(refund((await owingOrder(shop)).code))).status).toBe(202);
    await setSetting(shop.ctx(), "approval_limits", { ...value, refund_single: 100 * one });
    dropMemos(["settings"]);
    for (let n = 2; n <= 5; n += 1) await refund((await owingOrder(shop)).code);
    expect((await refusal(refund((await owingOrder(shop)).code))).status).toBe(202);
    await setSetting(shop.ctx(), "approval_limits", shop.base.settings.approval_limits.initial);
    dropMemos(["settings"]);
  });
});
