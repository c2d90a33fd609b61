/** The desk of applications: masked lists, the record, its file, states and notes. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { decrypt } from "../../security/encryption.ts";
import { refusal, refusalCode } from "../../testing/test-refusal.ts";
import { type TestShop, testShop } from "../../testing/test-shop.ts";
import { exampleApplication } from "./test-examples.ts";

let shop: TestShop;
let dataDir: string;
const code = "HS-8M4T2K";
beforeAll(async () => {
  shop = await testShop();
  dataDir = mkdtempSync(join(tmpdir(), "shop-cvs-"));
  Object.assign(shop.base.config, { data_dir: dataDir, s3: undefined, cv_scanner: undefined });
});
afterAll(async () => {
  await shop.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => exampleApplication(shop));

const owner = () => shop.staff("an");
const lastAudit = async () =>
  (
    await sql<{ event: string; about: string; after: unknown }>`select event, about, after from audit.entries
      where about like 'application:%' order by id desc limit 1`.execute(shop.sql)
  ).rows[0];
const emails = async () =>
  (
    await sql<{ payload: { to: string; title: string; text: string } }>`select p.payload from graphile_worker.jobs j
      join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = 'mail_encrypted' order by j.id desc`.execute(
      shop.sql,
    )
  ).rows.map(({ payload }) => ({
    ...payload,
    text: decrypt(shop.base.config, Buffer.from(payload.text, "base64"), `mail ${payload.to}`),
  }));

test("lists and files mask names, and find by whole values and by vacancy", async () => {
  const { applications, applicationsFile } = (await owner()).recruitment;
  const { rows } = await applications({ vacancy: "ky-thuat-vien-lap-dat-ha-noi", due: "yes" });
  expect(rows).toMatchObject([{ code, full_name: "T** M** L**", cv: "clean", state: "received", same_person: 0 }]);
  expect((await applications({ q: "0590000011" })).rows).toHaveLength(1);
  expect((await applications({ q: "mai lan" })).rows).toHaveLength(0);
  expect((await applications({ vacancy: "ky-su-du-lieu" })).rows).toHaveLength(0);
  expect((await applicationsFile({})).content).not.toContain("Tạ Mai Lan");
});

test("who opens one, and who opens its file, stands in the audit log", async () => {
  const { application, cv } = (await owner()).recruitment;
  expect(await application({ code })).toMatchObject({ full_name: "Tạ Mai Lan", moves: ["reading", "refused"] });
  expect(await lastAudit()).toMatchObject({ event: "viewed" });
  expect(Buffer.from((await cv({ code })).content, "base64").toString()).toBe("%PDF-1.7");
  expect(await lastAudit()).toMatchObject({ event: "revealed", after: { field: "cv" } });
});

test("with a scanner a file is answered only once it was found clean", async () => {
  const { cv } = (await owner()).recruitment;
  Object.assign(shop.base.config, { cv_scanner: "tcp://127.0.0.1:1" });
  try {
    expect((await cv({ code })).kind).toBe("pdf");
    await sql`update recruitment.cvs set scan = 'unscanned'`.execute(shop.sql);
    const refused = await refusal(cv({ code }));
    expect([refused.status, refused.body.code]).toEqual([423, "file_not_clean"]);
  } finally {
    Object.assign(shop.base.config, { cv_scanner: undefined });
    await sql`update recruitment.cvs set scan = 'clean'`.execute(shop.sql);
  }
});

test("states follow each other; a move that does not exist is a conflict; letters go out where they should", async () => {
  const { moveApplication, application } = (await owner()).recruitment;
  expect(await refusalCode(moveApplication({ code, state: "offer", message: "x" }))).toBe("state_conflict");
  await moveApplication({ code, state: "reading" });
  expect(await emails()).toHaveLength(0);
  expect((await refusal(moveApplication({ code, state: "interview" }))).body.errors).toHaveProperty("message");
  await moveApplication({ code, state: "interview", message: "Thứ Năm, 9 giờ <b>tại</b> văn phòng." });
  expect((await emails())[0]).toMatchObject({
    to: "lan@mutosi.example",
    title: "Mời phỏng vấn: Kỹ thuật viên lắp đặt máy lọc nước",
    text: expect.stringContaining("Thứ Năm, 9 giờ <b>tại</b> văn phòng."),
  });
  await moveApplication({ code, state: "refused" });
  expect((await emails())[0]?.text).toContain("/tuyen-dung/ho-so");
  expect(await refusalCode(moveApplication({ code, state: "reading" }))).toBe("state_conflict");
  expect((await application({ code })).events.map(({ state }) => state)).toEqual([
    "received",
    "reading",
    "interview",
    "refused",
  ]);
});

test("two moves at once are one: the other is a conflict", async () => {
  const { moveApplication } = (await owner()).recruitment;
  const outcomes = await Promise.allSettled([
    moveApplication({ code, state: "reading" }),
    moveApplication({ code, state: "reading" }),
  ]);
  expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("a note is read by staff alone, with who wrote it", async () => {
  const { noteApplication, application } = (await owner()).recruitment;
  await noteApplication({ code, text: "Đã gọi." });
  expect((await application({ code })).events.at(-1)).toMatchObject({ state: null, text: "Đã gọi." });
  expect(JSON.stringify(await shop.visitor().recruitment.status({ code, phone: "0590000011" }))).not.toContain(
    "Đã gọi",
  );
});

test("who lacks the right sees neither list nor file", async () => {
  const { recruitment } = await shop.staff("toan");
  expect(await refusalCode(recruitment.applications({}))).toBe("forbidden");
  expect(await refusalCode(recruitment.cv({ code }))).toBe("forbidden");
});
