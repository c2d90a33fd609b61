/** Files of lists made by a job: what they hold, whose they are, how long, and that a cut-off one is made again. rules/office#files */
import { parse } from "csv-parse/sync";
import exceljs from "exceljs";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderForm, RICE_COOKER, setStock } from "../orders/test-orders.ts";
import { refusal, refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { makeListFile, resumeFiles } from "./file-work.ts";
import { dropFiles, sweepFiles } from "./files.ts";

let shop: TestShop;
let code: string;
beforeAll(async () => {
  shop = await testShop();
  await setStock(shop.sql, RICE_COOKER, 50);
  const form = orderForm({ items: [{ product_id: RICE_COOKER, quantity: 1 }] });
  code = (await shop.visitor().orders.place(form)).order_code;
  await sql`update orders.orders set receiver_name = '=1+1', shipping_unit = '@SUM(A1)' where code = ${code}`.execute(
    shop.sql,
  );
});
afterAll(() => shop.close());

const work = (file: number) => makeListFile(shop.ctx({ actor: "system" }), { file });
const orderFile = (format: "csv" | "xlsx", q = code) => ({ desk: "orders", format, query: { q } });

async function contentOf(staff: Awaited<ReturnType<TestShop["staff"]>>, id: number): Promise<Buffer> {
  const { parts } = await staff.desks.fileInfo({ id });
  const read: Buffer[] = [];
  for (let part = 0; part < parts; part++)
    read.push(Buffer.from((await staff.desks.filePart({ id, part })).content, "base64"));
  return Buffer.concat(read);
}

test("an XLSX file holds the rows masked as in the list, figures as figures, and no cell that calculates", async () => {
  const ngoc = await shop.staff("ngoc");
  const { id, name, state } = await ngoc.desks.makeFile(orderFile("xlsx"));
  expect([name, state]).toEqual([expect.stringMatching(/^orders-\d{4}-\d\d-\d\d\.xlsx$/), "waiting"]);
  expect(await refusalCode(ngoc.desks.filePart({ id, part: 0 }))).toBe("not_found");
  await work(id);
  expect((await ngoc.desks.files({})).files[0]).toMatchObject({ id, state: "done", rows: 1 });
  const book = new exceljs.Workbook();
  await book.xlsx.load((await contentOf(ngoc, id)).buffer as ArrayBuffer);
  const sheet = book.worksheets[0];
  const heads = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15].map((at) =>
    String(sheet?.getRow(1).getCell(at).value),
  );
  const cells = Object.fromEntries(heads.map((head, at) => [head, sheet?.getRow(2).getCell(at + 1)]));
  expect(cells.Đơn?.value).toBe(code);
  expect(cells["Tổng (đ)"]?.value).toEqual(expect.any(Number));
  expect(cells["Điện thoại"]?.value).toBe("059-***-0011");
  expect([cells.Khách?.value, cells.Khách?.formula]).toEqual(["=1+1", undefined]);
  expect(cells["Đơn vị giao"]?.value).toBe("@SUM(A1)");
});

test("a CSV file made by the job is the one the list gives at once", async () => {
  const ngoc = await shop.staff("ngoc");
  const { id } = await ngoc.desks.makeFile(orderFile("csv"));
  await work(id);
  const made = (await contentOf(ngoc, id)).toString("utf8");
  expect(made).toBe((await ngoc.orders.file({ q: code })).content);
  expect(parse(made, { bom: true, columns: true })).toHaveLength(1);
});

test("a file is its maker's alone, for 24 hours, and only while they may read the list", async () => {
  const quynh = await shop.staff("quynh");
  const { id } = await quynh.desks.makeFile(orderFile("csv"));
  await work(id);
  for (const key of ["an", "ngoc"] as const) {
    const other = await shop.staff(key);
    expect(await refusalCode(other.desks.fileInfo({ id }))).toBe("not_found");
    expect(await refusalCode(other.desks.filePart({ id, part: 0 }))).toBe("not_found");
  }
  expect((await contentOf(quynh, id)).length).toBeGreaterThan(100);
  const account = await shop.staffId("quynh");
  await sql`delete from staff.account_roles where account_id = ${account}`.execute(shop.sql);
  expect(await refusalCode(quynh.desks.filePart({ id, part: 0 }))).toBe("not_found");
  await sql`insert into staff.account_roles values (${account}, 'accountant')`.execute(shop.sql);
  shop.advanceClock(24 * 3_600_000 + 1000);
  expect(await refusalCode((await shop.staff("quynh")).desks.fileInfo({ id }))).toBe("not_found");
  await sweepFiles(shop.ctx());
  expect((await sql`select from desks.files where id = ${id}`.execute(shop.sql)).rows).toEqual([]);
});

test("of a list the caller may not read, or with a filter it does not have, no file is begun", async () => {
  expect(await refusalCode((await shop.staff("chi")).desks.makeFile(orderFile("csv")))).toBe("not_found");
  const ngoc = await shop.staff("ngoc");
  expect(await refusal(ngoc.desks.makeFile({ ...orderFile("csv"), query: { role: "owner" } }))).toMatchObject({
    status: 422,
  });
});

test("one whose process ended is begun again, its old parts do not count; an erasure takes all files away", async () => {
  const ngoc = await shop.staff("ngoc");
  const { id } = await ngoc.desks.makeFile(orderFile("csv"));
  await sql`update desks.files set attempt = 1, worked_at = clock_timestamp() - interval '10 minutes' where id = ${id}`.execute(
    shop.sql,
  );
  await sql`insert into desks.file_parts values (${id}, 1, 0, 'half'), (${id}, 1, 1, 'half')`.execute(shop.sql);
  await resumeFiles(shop.ctx({ actor: "system" }));
  await work(id);
  await work(id);
  expect((await contentOf(ngoc, id)).toString()).toBe((await ngoc.orders.file({ q: code })).content);
  await dropFiles(shop.ctx());
  expect((await ngoc.desks.files({})).files).toEqual([]);
});
