/** Applications over HTTP as a page and as an app send them, their limits, their state, and their end. */
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildApp } from "../http/app.ts";
import { requestContext } from "../http/request-context.ts";
import { decrypt } from "../security/encryption.ts";
import { shopHandlers } from "../shop.ts";
import { refusalCode } from "../testing/test-refusal.ts";
import { type TestShop, testShop } from "../testing/test-shop.ts";
import { receiveApplications } from "./apply-route.ts";
import { eraseApplications, sweepApplications } from "./retention.ts";
import { scanCv } from "./scan.ts";

let shop: TestShop;
let app: FastifyInstance;
let dataDir: string;
const start = new Date("2026-11-23T03:00:00Z");
const at = (time: string) => shop.advanceClock(Date.parse(time) - shop.now.getTime());

beforeAll(async () => {
  shop = await testShop({ now: start, config: { limit_factor: 1 } });
  dataDir = mkdtempSync(join(tmpdir(), "shop-cvs-"));
  Object.assign(shop.base.config, { data_dir: dataDir, s3: undefined, cv_scanner: undefined });
  app = await buildApp({ base: shop.base, handlers: shopHandlers });
  receiveApplications({
    app,
    config: shop.base.config,
    sessionCtx: (request) =>
      requestContext(shop.base, { token: undefined, locale: "vi", client: request.ip, request_id: request.id }).ctx,
  });
});
afterAll(async () => {
  await app.close();
  await shop.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  at(start.toISOString());
  await sql`update recruitment.vacancies set deadline = '2026-12-31', state = 'open', closed_at = null`.execute(
    shop.sql,
  );
  await sql`delete from recruitment.forms`.execute(shop.sql);
  await sql`delete from recruitment.applications`.execute(shop.sql);
  await sql`delete from recruitment.past_applications`.execute(shop.sql);
  await sql`delete from recruitment.cvs`.execute(shop.sql);
  await sql`delete from kernel.rate_limits`.execute(shop.sql);
  await sql`delete from identity.attempts`.execute(shop.sql);
  await sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(shop.sql);
});

const pdf = new TextEncoder().encode("%PDF-1.7\ntrailer <</Root 1 0 R>>\n%%EOF");
const good = {
  full_name: "Vũ Quốc Khánh",
  phone: "0590 000 117",
  email: "khanh@mutosi.example",
  introduction: "Ba năm lắp điều hòa và máy nước nóng.",
  consent: "1",
};
type Sending = {
  file?: Uint8Array<ArrayBuffer> | null;
  name?: string;
  headers?: Record<string, string>;
  vacancy?: number | string;
};

async function send(
  fields: Record<string, string>,
  { file = pdf, name = "CV.pdf", headers = {}, vacancy = 9001 }: Sending = {},
) {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, value);
  if (file) form.append("cv_file", new Blob([file]), name);
  const request = new Request("http://shop", { method: "POST", body: form });
  return app.inject({
    method: "POST",
    url: `/v1/client/vacancies/${vacancy}/applications`,
    headers: { "content-type": request.headers.get("content-type") ?? "", ...headers },
    payload: Buffer.from(await request.arrayBuffer()),
  });
}
const codeOf = (answer: { json(): unknown }) => (answer.json() as { data: { code: string } }).data.code;
const errorsOf = (answer: { json(): unknown }) => (answer.json() as { errors?: Record<string, string[]> }).errors ?? {};
const files = () => {
  try {
    return readdirSync(join(dataDir, "uploads", "cvs"));
  } catch {
    return [];
  }
};
const jobsOf = async (task: string) =>
  (
    await sql<{ payload: Record<string, string> }>`select p.payload from graphile_worker.jobs j
      join graphile_worker._private_jobs p on p.id = j.id where j.task_identifier = ${task} order by j.id`.execute(
      shop.sql,
    )
  ).rows.map(({ payload }) => payload);
const page = { accept: "text/html" };
const cookieOf = (answer: { headers: Record<string, unknown> }) =>
  /application=([\w-]{22})/.exec(String(answer.headers["set-cookie"]))?.[1] ?? "";
const ownForm = (token: string, locale: "vi" | "en" | "ja" = "vi") =>
  shop.visitor({ locale }).recruitment.ownForm({ vacancy_id: "9001", token });
const status = (code: string, phone = good.phone) => shop.visitor().recruitment.status({ code, phone });

describe("an application that is right", () => {
  test("is stored once with its file under a random name, and answered with its code and days", async () => {
    const answer = await send(good, { name: "../../CV Khánh.pdf" });
    expect(answer.statusCode).toBe(200);
    // Ten working days after Monday 23 November, and a year.
    expect(answer.json()).toEqual({
      data: {
        code: expect.stringMatching(/^HS-[2-9A-HJ-NP-Z]{6}$/),
        answer_by: "2026-12-07T17:00:00.000Z",
        delete_on: "2027-11-23",
      },
    });
    const { rows } = await sql`select name, kind, scan, held_until from recruitment.cvs`.execute(shop.sql);
    expect(rows).toEqual([{ name: "CV Khánh.pdf", kind: "pdf", scan: "unscanned", held_until: null }]);
    expect(await status(codeOf(answer))).toMatchObject({
      state: "received",
      has_cv: true,
      vacancy: { category_slug: "ky-thuat" },
    });
  });

  test("writes one letter with code, days and link, which nobody reads in the queue", async () => {
    const code = codeOf(await send(good));
    const [letter] = await jobsOf("mail_encrypted");
    expect(letter).toMatchObject({ to: good.email, title: `Đã nhận hồ sơ ${code}` });
    const text = decrypt(shop.base.config, Buffer.from(letter?.text ?? "", "base64"), `mail ${good.email}`);
    expect(text).toContain("chậm nhất 07/12/2026");
    expect(text).toContain("xóa ngày 23/11/2027");
    expect(text).toContain("/tuyen-dung/ho-so");
    expect(await jobsOf("scan_cv")).toEqual([]);
  });

  test("with the same Idempotency-Key is the same application", async () => {
    const headers = { "idempotency-key": "0b0e7c1e-7a51-4a57-9d4e-3d0f1c4c7d11" };
    const first = await send(good, { headers });
    expect((await send(good, { headers })).json()).toEqual(first.json());
    expect((await send({ ...good, full_name: "Lê An" }, { headers })).statusCode).toBe(422);
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from recruitment.applications`.execute(
      shop.sql,
    );
    expect(rows).toEqual([{ count: 1 }]);
  });

  test("of a page sent twice is one, also at once, and both browsers are told; withdrawn, it may be sent again", async () => {
    const twice = { ...good, phone: "0590000131", email: "hai.lan@mutosi.example" };
    const answers = await Promise.all([send(twice, { headers: page }), send(twice, { headers: page })]);
    const sent = await Promise.all(answers.map(async (answer) => (await ownForm(cookieOf(answer))).sent?.code ?? ""));
    expect(sent[0]).toMatch(/^HS-/);
    expect(sent[1]).toBe(sent[0]);
    await shop.visitor().recruitment.withdraw({ code: sent[0] ?? "", phone: twice.phone });
    const again = (await ownForm(cookieOf(await send(twice, { headers: page })))).sent?.code;
    expect(again).toMatch(/^HS-/);
    expect(again).not.toBe(sent[0]);
  });

  test("of a page with a file held before, sent again, is still that one; changed, it needs a file of its own", async () => {
    const wrong = { ...good, introduction: "Chào bạn" };
    const token = cookieOf(await send(wrong, { headers: page }));
    const headers = { ...page, cookie: `application=${token}` };
    await send(good, { file: null, headers });
    const first = (await ownForm(token)).sent?.code;
    expect(first).toMatch(/^HS-/);
    await send(good, { file: null, headers });
    expect((await ownForm(token)).sent?.code).toBe(first);
    await send({ ...good, full_name: "Lê An" }, { file: null, headers });
    expect((await ownForm(token)).returned?.errors).toHaveProperty("cv_file");
  });

  test("may come until midnight of the deadline, and not after", async () => {
    at("2026-12-31T16:59:59Z");
    expect((await send(good)).statusCode).toBe(200);
    at("2026-12-31T17:00:00Z");
    const late = await send(good);
    expect([late.statusCode, (late.json() as { code: string }).code]).toEqual([409, "vacancy_closed"]);
    expect((await send(good, { vacancy: 1 })).statusCode).toBe(404);
    expect((await send(good, { vacancy: "x" })).statusCode).toBe(404);
  });
});

describe("an application that is wrong", () => {
  test("is told every field in the reader's language, the file's among them", async () => {
    const answer = await send(
      {
        full_name: "An",
        phone: "12",
        email: "khanh@",
        birthday: "2015-01-01",
        expected_salary: "900.000 đ",
        introduction: "Chào bạn",
        lang: "vi",
      },
      { file: new TextEncoder().encode("xin chào"), name: "CV.pages" },
    );
    expect(answer.statusCode).toBe(422);
    expect(Object.keys(errorsOf(answer)).sort()).toEqual(
      ["birthday", "consent", "cv_file", "email", "expected_salary", "full_name", "introduction", "phone"].sort(),
    );
    expect(errorsOf(answer).expected_salary).toEqual(["Lương mong muốn phải lớn hơn 1,000,000 và nhỏ hơn 500,000,000"]);
    expect(errorsOf(answer).introduction).toEqual(["Vui lòng nhập Giới thiệu ngắn gồm 5 từ trở lên"]);
    expect(errorsOf(answer).birthday).toEqual(["Bạn cần đủ 15 tuổi để ứng tuyển"]);
    expect(errorsOf(await send({ ...good, expected_salary: "nhiều" })).expected_salary).toEqual(["Vui lòng nhập số"]);
    expect(errorsOf(await send({ ...good, birthday: "2099-01-01" })).birthday).toEqual(["Ngày sinh phải là quá khứ"]);
    expect(errorsOf(await send({ ...good, consent: "" }))).toEqual({ consent: ["Vui lòng nhập thông tin"] });
  });

  test("with a salary written with its separators is right", async () => {
    expect((await send({ ...good, expected_salary: "12,000,000 đ" })).statusCode).toBe(200);
  });

  test("of a page comes back with what was typed, and its file need not be chosen again", async () => {
    const back = await send(
      { ...good, email: "khanh@", return_to: "/en/tuyen-dung/ky-thuat/ky-thuat-vien-lap-dat-ha-noi" },
      { headers: page },
    );
    expect([back.statusCode, back.headers.location]).toEqual([
      303,
      "/en/tuyen-dung/ky-thuat/ky-thuat-vien-lap-dat-ha-noi#nop-ho-so",
    ]);
    const token = cookieOf(back);
    const form = await ownForm(token, "en");
    expect(form).toMatchObject({ sent: null, cv: { name: "CV.pdf", bytes: pdf.length } });
    expect(form.returned).toMatchObject({
      values: { ...good, email: "khanh@" },
      errors: { email: ["Please input a proper email"] },
    });
    const again = await send(good, { file: null, headers: { ...page, cookie: `application=${token}` } });
    expect(again.statusCode).toBe(303);
    expect((await ownForm(token)).sent?.code).toMatch(/^HS-/);
    expect(await ownForm("0".repeat(22))).toEqual({ sent: null, returned: null, cv: null });
  });

  test("of 20 MB is refused, and of a page it comes back with its fields", async () => {
    const large = new Uint8Array(20 * 1024 * 1024);
    large.set(pdf);
    expect((await send(good, { file: large })).statusCode).toBe(413);
    const back = await send(good, { file: large, headers: page });
    const { returned } = await ownForm(cookieOf(back));
    expect(returned).toMatchObject({
      values: good,
      errors: { cv_file: ["Tệp lớn hơn 5 MB. Vui lòng chọn tệp nhỏ hơn"] },
    });
  });

  test("that names another site as its page stays on this one", async () => {
    const back = await send({ return_to: "//evil.example/x" }, { headers: page });
    expect(back.headers.location).toBe("/tuyen-dung#nop-ho-so");
  });

  test("leaves its file for 24 hours, then the sweep takes it away", async () => {
    const token = cookieOf(await send({ ...good, email: "khanh@" }, { headers: page }));
    shop.advanceClock(24 * 3_600_000);
    expect((await ownForm(token)).cv).toBeNull();
    await sweepApplications(shop.ctx());
    expect((await jobsOf("remove_file")).map(({ key }) => key?.startsWith("cvs/"))).toEqual([true]);
    expect((await sql`select from recruitment.cvs`.execute(shop.sql)).rows).toEqual([]);
  });
});

describe("limits", () => {
  test("three a day of one phone; the third of an address needs a captcha", async () => {
    for (const client of ["192.0.2.1", "192.0.2.2", "192.0.2.3"]) await sendFrom(client);
    expect((await sendFrom("192.0.2.4")).statusCode).toBe(429);
    for (const phone of ["0590000118", "0590000119"])
      expect((await sendFrom("192.0.2.9", { ...good, phone })).statusCode).toBe(200);
    const third = await sendFrom("192.0.2.9", { ...good, phone: "0590000120" });
    expect((third.json() as { code: string }).code).toBe("captcha_required");
    expect(Number(third.headers["retry-after"])).toBeGreaterThan(0);
  });

  async function sendFrom(remoteAddress: string, fields: Record<string, string> = good) {
    const form = new FormData();
    for (const [field, value] of Object.entries(fields)) form.append(field, value);
    form.append("cv_file", new Blob([pdf]), "CV.pdf");
    const request = new Request("http://shop", { method: "POST", body: form });
    return app.inject({
      method: "POST",
      url: "/v1/client/vacancies/9001/applications",
      remoteAddress,
      headers: { "content-type": request.headers.get("content-type") ?? "" },
      payload: Buffer.from(await request.arrayBuffer()),
    });
  }
});

describe("after sending", () => {
  test("code and phone that do not belong together are not found, whichever is wrong", async () => {
    const code = codeOf(await send(good));
    expect(await refusalCode(status(code, "0590000118"))).toBe("not_found");
    expect(await refusalCode(status("HS-222222"))).toBe("not_found");
    expect((await status(code.toLowerCase().replace("-", " "))).code).toBe(code);
  });

  test("withdrawing takes the file at once and the rest within a day; a row without a person stays", async () => {
    const code = codeOf(await send(good));
    const proof = { code, phone: good.phone };
    expect(await shop.visitor().recruitment.withdraw(proof)).toMatchObject({ state: "withdrawn", has_cv: false });
    expect(await shop.visitor().recruitment.withdraw(proof)).toMatchObject({ state: "withdrawn" });
    expect((await sql`select from recruitment.cvs`.execute(shop.sql)).rows).toEqual([]);
    expect(await jobsOf("remove_file")).toHaveLength(1);
    shop.advanceClock(23 * 3_600_000);
    await sweepApplications(shop.ctx());
    expect(await refusalCode(status(code))).toBe("not_found");
    const { rows } =
      await sql`select vacancy_id, month::text as month, last_state from recruitment.past_applications`.execute(
        shop.sql,
      );
    expect(rows).toEqual([{ vacancy_id: 9001, month: "2026-11-01", last_state: "withdrawn" }]);
  });

  test("a hired one cannot be withdrawn", async () => {
    const code = codeOf(await send(good));
    await sql`update recruitment.applications set state = 'hired'`.execute(shop.sql);
    expect(await refusalCode(shop.visitor().recruitment.withdraw({ code, phone: good.phone }))).toBe("state_conflict");
  });

  test("after 12 months application and file are gone", async () => {
    const code = codeOf(await send(good));
    at("2027-11-22T16:59:00Z");
    await sweepApplications(shop.ctx());
    expect((await status(code)).state).toBe("received");
    at("2027-11-22T17:00:00Z");
    await sweepApplications(shop.ctx());
    expect(await refusalCode(status(code))).toBe("not_found");
    expect(await jobsOf("remove_file")).toHaveLength(1);
  });

  test("erasing a customer takes those sent with their phone", async () => {
    const { rows } = await sql<{
      id: number;
      phone: string;
    }>`select id, phone from identity.customers where email = 'lan@mutosi.example'`.execute(shop.sql);
    const [lan] = rows;
    const code = codeOf(await send({ ...good, phone: lan?.phone ?? "" }));
    await eraseApplications(shop.ctx(), lan?.id ?? 0);
    expect(await refusalCode(status(code, lan?.phone))).toBe("not_found");
    expect(files().length).toBeGreaterThan(0); // until the job takes it
    expect(await jobsOf("remove_file")).toHaveLength(1);
  });
});

describe("with a scanner", () => {
  const verdicts: string[] = [];
  const clamd = createServer((socket) => {
    let seen = Buffer.alloc(0);
    socket.on("data", (part: Buffer) => {
      seen = Buffer.concat([seen, part]);
      if (seen.subarray(-4).equals(Buffer.alloc(4))) socket.end(`stream: ${verdicts.shift() ?? "OK"}\0`);
    });
  });
  beforeAll(async () => {
    await new Promise<void>((listening) => clamd.listen(0, "127.0.0.1", listening));
    const { port } = clamd.address() as { port: number };
    Object.assign(shop.base.config, { cv_scanner: `tcp://127.0.0.1:${port}` });
  });
  afterAll(() => {
    Object.assign(shop.base.config, { cv_scanner: undefined });
    clamd.close();
  });

  test("a clean file is clean; a harmful one is deleted and its sender asked for another", async () => {
    const code = codeOf(await send(good));
    const [first] = await jobsOf("scan_cv");
    await scanCv(shop.ctx(), { key: first?.key ?? "" });
    expect((await sql`select scan from recruitment.cvs`.execute(shop.sql)).rows).toEqual([{ scan: "clean" }]);
    verdicts.push("Eicar-Signature FOUND");
    await scanCv(shop.ctx(), { key: first?.key ?? "" });
    expect(await status(code)).toMatchObject({ state: "received", has_cv: false });
    expect((await jobsOf("mail_encrypted")).map(({ title }) => title)).toContain(
      "Vui lòng gửi lại CV: Kỹ thuật viên lắp đặt máy lọc nước",
    );
    await scanCv(shop.ctx(), { key: first?.key ?? "" });
  });

  test("a scanner that does not say is asked again, and the file stays unscanned", async () => {
    await send(good);
    verdicts.push("INSTREAM size limit exceeded. ERROR");
    const [job] = await jobsOf("scan_cv");
    await expect(scanCv(shop.ctx(), { key: job?.key ?? "" })).rejects.toThrow("the scanner answered");
    expect((await sql`select scan from recruitment.cvs`.execute(shop.sql)).rows).toEqual([{ scan: "unscanned" }]);
  });
});
