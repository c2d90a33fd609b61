/** Acts on many rows: what is frozen, what is skipped, that each row is done once, and that a killed run goes on. rules/office#bulk */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type DemoStaffKey, type TestShop, testShop } from "../testing/test-shop.ts";
import { resumeBulk, workBulk } from "./bulk-work.ts";

let shop: TestShop;
beforeAll(async () => {
  shop = await testShop({ max: 20, timeout_factor: 4 });
  await setStock(shop.sql, RICE_COOKER, 5000);
});
afterAll(() => shop.close());

async function placed(count: number): Promise<string[]> {
  const codes: string[] = [];
  for (let n = 0; n < count; n++) {
    shop.advanceClock(1000);
    const form = orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }] });
    codes.push((await shop.visitor().orders.place({ ...form, note: crypto.randomUUID() })).order_code);
  }
  return codes;
}
const as_of = () => shop.now.toISOString();
const work = (run: number) => workBulk(shop.ctx({ actor: "system" }), { run });
const statusesOf = async (codes: readonly string[]) =>
  (
    await sql<{ status: string }>`select status from orders.orders where code = any (${[...codes]}::text[])
      order by placed_at`.execute(shop.sql)
  ).rows.map(({ status }) => status);
const approvals = async (codes: readonly string[]) =>
  (
    await sql<{
      times: number;
    }>`select count(*)::int as times from orders.history h join orders.orders o on o.id = h.order_id
      where o.code = any (${[...codes]}::text[]) and h.status = 'confirmed' group by o.id`.execute(shop.sql)
  ).rows.map(({ times }) => times);
async function started(keys: string[], who: DemoStaffKey = "ngoc", act = "approve", note = "") {
  const staff = await shop.staff(who);
  return {
    staff,
    run: await staff.desks.startBulk({ desk: "orders", act, keys, count: keys.length, as_of: as_of(), note }),
  };
}

describe("a run", () => {
  test("does its act to each chosen row, as the person who began it, and each stands in the log", async () => {
    const codes = await placed(3);
    const { staff, run } = await started(codes);
    expect(run).toMatchObject({ state: "running", counts: { waiting: 3, done: 0, skipped: 0, failed: 0 } });
    await work(run.id);
    expect(await staff.desks.bulk({ id: run.id })).toMatchObject({ state: "done", counts: { done: 3, waiting: 0 } });
    expect(await statusesOf(codes)).toEqual(["confirmed", "confirmed", "confirmed"]);
    const ngoc = `staff:${await shop.staffId("ngoc")}`;
    const { rows } = await sql<{ actor: string; call: string }>`select actor, call from audit.entries
      where source = 'orders.orders' order by id desc limit 3`.execute(shop.sql);
    expect(rows).toEqual(Array(3).fill({ actor: ngoc, call: "orders.approve" }));
    expect(await refusalCode((await shop.staff("my")).desks.bulk({ id: run.id }))).toBe("not_found");
  });

  test("of all that fit begins only where as many fit as were said, and of a list that is not old", async () => {
    await placed(2);
    const ngoc = await shop.staff("ngoc");
    const query = { status: "waiting_approval", awaits_money: "no" };
    const { count, as_of: read } = await ngoc.orders.desk({ ...query, awaits_money: "no" });
    const asked = { desk: "orders", act: "approve", query, count: count.rows, as_of: read };
    const [late] = await placed(1);
    expect(await refusal(ngoc.desks.startBulk(asked))).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining(`Bạn chọn ${count.rows} dòng, bây giờ có ${count.rows + 1} dòng`) },
    });
    await (await shop.staff("my")).orders.cancelByStaff({ code: late ?? "", version: 1, note: "Khách xin hủy" });
    const run = await ngoc.desks.startBulk({ ...asked, as_of: as_of() });
    const [after] = await placed(1);
    await work(run.id);
    expect((await ngoc.desks.bulk({ id: run.id })).counts).toMatchObject({ done: count.rows, waiting: 0 });
    expect(await statusesOf([after ?? ""])).toEqual(["waiting_approval"]);
    shop.advanceClock(31 * 60_000);
    const later = await shop.staff("ngoc");
    expect(await refusalCode(later.desks.startBulk({ ...asked, count: 1, as_of: read }))).toBe("conflict");
  });

  test("skips a row that changed since the list was read, or before its turn, and says what happened", async () => {
    const codes = await placed(3);
    const read = as_of();
    shop.advanceClock(1000);
    const my = await shop.staff("my");
    await my.orders.cancelByStaff({ code: codes[0] ?? "", version: 1, note: "Khách xin hủy" });
    const ngoc = await shop.staff("ngoc");
    const run = await ngoc.desks.startBulk({ desk: "orders", act: "approve", keys: codes, count: 3, as_of: read });
    expect(run.counts).toMatchObject({ skipped: 1, waiting: 2 });
    await my.orders.approve({ code: codes[1] ?? "", version: 1, note: "" });
    await work(run.id);
    const { rows, counts } = await ngoc.desks.bulk({ id: run.id });
    expect(counts).toEqual({ waiting: 0, done: 1, skipped: 2, failed: 0 });
    expect(rows.find(({ key }) => key === codes[0])?.why).toBe("Đã thay đổi sau khi bạn chọn");
    expect(rows.find(({ key }) => key === codes[1])?.why).toContain("Đã xác nhận");
    expect(await refusalCode(ngoc.desks.retryBulk({ id: run.id }))).toBe("conflict");
  });

  test("asks nobody: what needs a second person is refused at its row, which says who decides", async () => {
    const [free = "", paid = ""] = await placed(2);
    await sql`update payments.payments set received = 1000 where order_code = ${paid}`.execute(shop.sql);
    const { staff, run } = await started([free, paid], "ngoc", "cancel", "Hết hàng");
    await work(run.id);
    const { rows, counts } = await staff.desks.bulk({ id: run.id });
    expect(counts).toEqual({ waiting: 0, done: 1, skipped: 0, failed: 1 });
    expect(rows[0]).toMatchObject({ key: paid, state: "failed", why: expect.stringContaining("Cần người thứ hai") });
    expect(rows[0]?.why).not.toContain("approvals:");
    expect((await staff.staff.approvals({ box: "own" })).approvals).toEqual([]);
    await sql`update payments.payments set received = 0 where order_code = ${paid}`.execute(shop.sql);
  });

  test("judges each row by the rights its person still has; what failed is tried again, once it can be", async () => {
    const [code = ""] = await placed(1);
    const { staff, run } = await started([code], "ngoc", "cancel", "Hết hàng");
    const ngoc = await shop.staffId("ngoc");
    await sql`delete from staff.account_roles where account_id = ${ngoc}`.execute(shop.sql);
    await work(run.id);
    await sql`insert into staff.account_roles values (${ngoc}, 'order_desk')`.execute(shop.sql);
    const failed = await staff.desks.bulk({ id: run.id });
    expect(failed).toMatchObject({ state: "done", counts: { failed: 1 }, rows: [{ key: code, state: "failed" }] });
    expect((await staff.desks.retryBulk({ id: run.id })).state).toBe("running");
    await work(run.id);
    expect((await staff.desks.bulk({ id: run.id })).counts).toMatchObject({ failed: 0, done: 1 });
    expect(await statusesOf([code])).toEqual(["cancelled"]);
  });

  test("stopped, leaves what has not been done", async () => {
    const codes = await placed(2);
    const { staff, run } = await started(codes);
    expect(await staff.desks.stopBulk({ id: run.id })).toMatchObject({ state: "stopped", counts: { waiting: 2 } });
    await work(run.id);
    expect(await statusesOf(codes)).toEqual(["waiting_approval", "waiting_approval"]);
    expect(await refusalCode(staff.desks.stopBulk({ id: run.id }))).toBe("conflict");
  });

  test("worked by several at once does each row once", async () => {
    const codes = await placed(12);
    const { staff, run } = await started(codes);
    await Promise.all([1, 2, 3, 4].map(() => work(run.id)));
    await work(run.id);
    expect((await staff.desks.bulk({ id: run.id })).counts).toMatchObject({ done: 12 });
    expect(await approvals(codes)).toEqual(Array(12).fill(1));
  });

  test("whose process is killed half way is taken up again, and no row is done twice", {
    timeout: 120_000,
  }, async () => {
    const codes = await placed(60);
    const { staff, run } = await started(codes);
    const worker = spawn(
      process.execPath,
      [join(import.meta.dirname, "test-worker.ts"), shop.url, String(run.id), as_of()],
      { stdio: ["ignore", "pipe", "inherit"], env: { ...process.env, DATA_DIR: shop.base.config.data_dir } },
    );
    const gone = once(worker, "exit");
    await expect
      .poll(async () => (await staff.desks.bulk({ id: run.id })).counts.done, { timeout: 60_000, interval: 5 })
      .toBeGreaterThan(3);
    worker.kill("SIGKILL");
    await gone;
    const cut = (await staff.desks.bulk({ id: run.id })).counts;
    expect(cut.done).toBeLessThan(60);
    await sql`update desks.bulk_runs set worked_at = clock_timestamp() - interval '2 minutes' where id = ${run.id}`.execute(
      shop.sql,
    );
    await resumeBulk(shop.ctx({ actor: "system" }));
    const { rows } = await sql<{ payload: { run: number } }>`select payload from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier = 'work_bulk' and j.key = ${`bulk ${run.id}`}`.execute(shop.sql);
    expect(rows.map(({ payload }) => payload)).toEqual([{ run: run.id }]);
    await work(run.id);
    expect(await staff.desks.bulk({ id: run.id })).toMatchObject({ state: "done", counts: { done: 60, failed: 0 } });
    expect(await approvals(codes)).toEqual(Array(60).fill(1));
  });
});

test("unknown rows, an act that is none or not one's own, and a missing reason are refused, and nothing begins", async () => {
  const [code = ""] = await placed(1);
  const ngoc = await shop.staff("ngoc");
  const one = { desk: "orders", act: "approve", keys: [code], count: 1, as_of: as_of() };
  expect(await refusalCode(ngoc.desks.startBulk({ ...one, keys: ["ZZZZZZZZZZ"] }))).toBe("conflict");
  expect(await refusalCode(ngoc.desks.startBulk({ ...one, act: "erase" }))).toBe("not_found");
  expect(await refusalCode(ngoc.desks.startBulk({ ...one, desk: "customers" }))).toBe("not_found");
  expect(await refusalCode((await shop.staff("quynh")).desks.startBulk(one))).toBe("not_found");
  expect(await refusal(ngoc.desks.startBulk({ ...one, act: "cancel" }))).toMatchObject({
    body: { errors: { note: [expect.any(String)] } },
  });
  const { keys: _, ...none } = one;
  expect(await refusalCode(ngoc.desks.startBulk(none))).toBe("invalid");
  expect(await refusalCode(ngoc.desks.startBulk({ ...one, query: {} }))).toBe("invalid");
  expect(await refusalCode(ngoc.desks.startBulk({ ...none, act: "cancel", query: {}, count: 101, note: "x" }))).toBe(
    "invalid",
  );
  expect(await statusesOf([code])).toEqual(["waiting_approval"]);
});
